//! Three definitions of best-first minimax in the paper of 1996: what each costs, and how well each plays with as many nodes.

use plyscope_core::Expansion;
use plyscope_core::random_tree::{Branching, RandomTree};
use plyscope_measure::games::{GAME, result_of_definitions};
use plyscope_measure::trees::best_first;
use plyscope_report::{Axis, Claim, Estimate, Mark, Plot};
use plyscope_tree::Formulation;

use crate::About;
use crate::kit::grid::{Column, Grid, SETTINGS, Trees};
use crate::kit::together::Together;
use crate::kit::used::Used;

const SOURCE: &str = "Korf & Chickering 1996: Fig. 3, section 3.1 and section 2; which one plays best is a question of ours";

/// The definitions: Fig. 3, section 3.1 and section 2.
const FIGURE_3: (Expansion, Formulation) = (Expansion::Partial, Formulation::Figure3);
const BY_TEXT: (Expansion, Formulation) = (Expansion::Partial, Formulation::Text);
const FULL: (Expansion, Formulation) = (Expansion::Full, Formulation::Figure3);

/// A case: children of a node, nodes a move, and the depth to which the cost is measured.
type Case = (u32, u64, u32);

// The quantities: nodes to the depth by each definition; then of each contest its result, and the nodes of both sides.
const WINS: [Column; 3] = [
    Column::wins("Fig. 3 wins against 3.1", 1, 3),
    Column::wins("Fig. 3 wins against full", 1, 6),
    Column::wins("3.1 wins against full", 1, 9),
];
const USED: [Column; 3] = [
    Column::ratio("nodes used, Fig. 3 / 3.1", 3, 4, 5),
    Column::ratio("nodes used, Fig. 3 / full", 3, 7, 8),
    Column::ratio("nodes used, 3.1 / full", 3, 10, 11),
];
const COST: [Column; 3] = [
    Column::mean("nodes by Fig. 3", 1, 0),
    Column::ratio("by 3.1 / by Fig. 3", 2, 1, 0),
    Column::ratio("full / by Fig. 3", 2, 2, 0),
];

pub(super) const DEFINITIONS: Grid<Case> = Grid {
    about: About {
        id: "lineage-definitions",
        title: "Three definitions of best-first minimax",
        source: SOURCE,
        what: "The paper defines its search three times. Section 2 expands the principal leaf: all its children are generated. \
            Section 3.1, for Theorem 1, generates the next brother of the principal leaf, so that a node is left as soon as the best \
            of its children so far is outside its window, on either side. The program of Fig. 3 leaves it only when a child is \
            beyond the bound of the side to move, and generates the rest otherwise. Each plays each on random trees of 40 moves, \
            twice with sides swapped, with as many nodes a move, and both keep their trees; and the nodes of one search from the \
            root are counted. `plyscope trace --example korf-definitions` has a tree of six nodes on which Fig. 3 and section 3.1 \
            play different moves. Verdicts are at 95 % for all cases together (Holm).",
        settings: SETTINGS,
    },
    cases: &[
        (2, 50, 20),
        (2, 500, 30),
        (5, 100, 10),
        (5, 1000, 20),
        (20, 400, 6),
        (20, 4000, 12),
        (100, 20_000, 12),
    ],
    name: |(b, nodes, _)| format!("b = {b}, {nodes} nodes a move"),
    trees: Trees { first: 0, scales: [20, 1000, 2000], piece: 2 },
    measure: |&(b, nodes, depth), seeds| {
        let branching = Branching::uniform(b)?;
        seeds.each(|seed| {
            let tree = RandomTree::new(seed, branching);
            let mut numbers = Vec::new();
            for (expansion, formulation) in [FIGURE_3, BY_TEXT, FULL] {
                let found = best_first(&tree, expansion, formulation, depth);
                numbers.push(found.last().map_or(0, |found| found.nodes) as i64);
            }
            let tree = tree.with_game_depth(GAME);
            for pair in [[FIGURE_3, BY_TEXT], [FIGURE_3, FULL], [BY_TEXT, FULL]] {
                let (result, used) = result_of_definitions(&tree, pair, nodes)?;
                numbers.extend([result, used[0], used[1]]);
            }
            Ok(numbers)
        })
    },
    table: |all| {
        let columns: Vec<Column> = WINS.into_iter().chain(USED).chain(COST).collect();
        let shares = |(_, line)| {
            USED.iter().filter_map(move |used| Some([all.number(used, line)?.value, 1.0]))
        };
        let used: Vec<Used> = all.lines().map(|case| Used::by_opponents(shares(case))).collect();
        let title = "Wins of decided pairs (%) at equal nodes, and nodes of one search";
        all.table(Used::title(title, &used), "", &columns)
    },
    plots: |all| {
        vec![Plot {
            name: "lineage-definitions".to_owned(),
            title: "Definitions of best-first minimax against each other, equal nodes".to_owned(),
            x: all.axis(),
            y: Axis::linear("wins of the one named first (% of decided)").from_to(0.0, 100.0),
            series: WINS.iter().map(|column| all.points(column)).collect(),
            marks: vec![Mark::Horizontal { y: 50.0, label: "even score".to_owned() }],
        }]
    },
    claims: |all| {
        let of = |statement: &str, name| Claim::of(SOURCE, statement, "", 0).own().named(name);
        let most = "more than half of the decided pairs";
        let numbers = |columns: &[Column], limit: f64| -> Vec<(Estimate, f64)> {
            let numbers = columns.iter().flat_map(|column| all.numbers(column));
            numbers.filter_map(|(_, number)| Some((number?, limit))).collect()
        };
        let asked = [(&WINS[..3], 50.0), (&USED[..2], 1.0), (&COST[1..2], 1.0)];
        let together = Together::each(asked.map(|(of, limit)| numbers(of, limit)).concat());
        let wins = |contest: usize| {
            all.cases(&WINS[contest], |wins| together.widen(wins).is_at_least(50.0))
        };
        let loses = all.cases(&WINS[2], |wins| together.widen(wins).is_below(50.0));
        let fewer =
            |contest: usize| all.cases(&USED[contest], |used| together.widen(used).is_below(1.0));
        vec![
            of("Fig. 3 plays better than section 3.1 with as many nodes", "better-than-text")
                .in_all(most, wins(0)),
            of("Fig. 3 plays better than full expansion with as many nodes", "better-than-full")
                .in_all(most, wins(1)),
            of("full expansion plays better than section 3.1 with as many nodes", "full-than-text")
                .in_all(most, loses),
            of("Fig. 3 uses fewer of its nodes than section 3.1 and full expansion: its line reaches the game's end sooner", "fewer")
                .in_all("fewer", fewer(0).into_iter().chain(fewer(1))),
            of("Fig. 3 needs fewer nodes than section 3.1 for the same depth", "cheaper-than-text")
                .in_all("fewer", all.cases(&COST[1], |cost| together.widen(cost).is_at_least(1.0))),
        ]
    },
};
