//! Korf & Chickering 1996, section 8.1: what saving the tree from move to move is worth.

use plyscope_core::random_tree::{Branching, RandomTree};
use plyscope_measure::games::{GAME, nodes_of_games};
use plyscope_report::{Axis, Claim, Estimate, Mark, Meaning, Plot};

use crate::About;
use crate::keys::{FirstSeed, Key, Seeds};
use crate::kit::grid::{Column, Grid, Line, Trees};

const SOURCE: &str = "Korf & Chickering 1996, section 8.1";

// The quantities are nodes of a game: alpha-beta's without and with a saved tree, then best-first minimax's.
const ALPHA_BETA: Column = Column::ratio("saved / anew", 3, 1, 0);
const BEST_FIRST: Column = Column::ratio("saved / anew", 3, 3, 2);
const COLUMNS: [Column; 6] = [
    Column::mean("alpha-beta, anew", 0, 0),
    Column::mean("saved", 0, 1),
    ALPHA_BETA,
    Column::mean("best-first, anew", 0, 2),
    Column::mean("saved", 0, 3),
    BEST_FIRST,
];
const LESS: Column = Column::of("", 3, less);

/// By how much smaller a share of its nodes best-first minimax needs with its tree.
fn less(line: Line<'_>) -> Option<Estimate> {
    Some(BEST_FIRST.number(line)?.less(ALPHA_BETA.number(line)?))
}

/// The cases: number of children, depth of alpha-beta, and the depth of best-first minimax at equal nodes (Fig. 13).
pub(super) const KEPT_TREES: Grid<(u32, u32, u32)> = Grid {
    about: About {
        id: "korf-kept-trees",
        title: "Nodes of a game with and without the tree of earlier moves",
        source: SOURCE,
        what: "Alpha-beta and best-first minimax play each other on uniform random trees, 40 moves a game, at depths \
            with about equal nodes in Fig. 13. In one pair of games both keep what is left of their trees from move to \
            move, in another both begin each search anew. Nodes are counted when first generated.",
        settings: &[
            Key::of::<FirstSeed>("seed", ""),
            Key::of::<Seeds>("seeds", "number of trees, each of which is played twice"),
        ],
    },
    cases: &[(2, 4, 10), (2, 6, 19), (3, 4, 12), (3, 5, 18), (5, 3, 8), (5, 4, 14)],
    name: |(b, alpha_beta, best_first)| {
        format!("b = {b}, alpha-beta {alpha_beta}, best-first {best_first}")
    },
    trees: Trees { first: 0, scales: [10, 200, 200], piece: 2 },
    measure: |&(b, alpha_beta, best_first), seeds| {
        let branching = Branching::uniform(b)?;
        seeds.each(|seed| {
            let tree = RandomTree::new(seed, branching).with_game_depth(GAME);
            let nodes = |keeps| nodes_of_games(&tree, (alpha_beta, best_first), keeps);
            let (fresh, kept) = (nodes(false)?, nodes(true)?);
            Ok([fresh[0], kept[0], fresh[1], kept[1]])
        })
    },
    table: |all| {
        let title = format!("Nodes of two games of 40 moves, {} trees", all.settings.seeds);
        all.table(title, "", &COLUMNS)
    },
    plots: |all| {
        let [ours, theirs] =
            [ALPHA_BETA.named("alpha-beta"), BEST_FIRST.named("best-first minimax")];
        vec![Plot {
            name: "korf-kept-trees".to_owned(),
            title: "Nodes with a saved tree over those without".to_owned(),
            x: all.axis(),
            y: Axis::linear("nodes with a saved tree, of those without"),
            series: vec![all.points(&ours), all.points(&theirs)],
            marks: vec![Mark::Horizontal { y: 1.0, label: "the same".to_owned() }],
        }]
    },
    claims: |all| {
        let of = |statement: &str| Claim::of(SOURCE, statement, "", 3);
        vec![
            of("saving the tree improves best-first minimax considerably: its nodes over those without")
                .reads(Meaning::at_most("considerably", 0.75), all.numbers(&BEST_FIRST)),
            of("saving the tree lets alpha-beta prune more: it generates fewer nodes")
                .in_all("fewer", all.cases(&ALPHA_BETA, |ratio| ratio.is_below(1.0))),
            of("little of alpha-beta's tree is still of use, much of best-first minimax's: of its nodes, best-first minimax \
                saves the greater share")
                .in_all("the greater share", all.cases(&LESS, |less| less.is_below(0.0))),
        ]
    },
};
