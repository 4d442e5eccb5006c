//! Korf & Chickering 1996, section 8.2: a fixed number of nodes a move instead of fixed horizons.

use plyscope_core::random_tree::{Branching, RandomTree};
use plyscope_measure::games::{Budget, GAME, result_of_pair};
use plyscope_report::{Axis, Claim, Estimate, Mark, Plot};

use crate::About;
use crate::kit::collect::difference;
use crate::kit::grid::{Column, GROWING_SETTINGS, Grid, Growing, Line, Trees};

const SOURCE: &str = "Korf & Chickering 1996, section 8.2";

/// The quantities: results of a pair for best-first minimax (1 won, 0 tied, -1 lost) at fixed horizons and with fixed nodes, and
/// the nodes a move.
const HORIZONS: usize = 0;
const FIXED: usize = 1;

const TREES: Column =
    Column::of("trees", 0, |line| Some(Estimate::exact(line.trees().count() as f64)));
const NODES: Column = Column::mean("nodes a move", 1, 2);
const AT_HORIZONS: Column = Column::wins("fixed horizons", 1, HORIZONS);
const WITH_NODES: Column = Column::wins("fixed nodes", 1, FIXED);
const MORE: Column = Column::of("difference (points)", 1, more).in_unit("points");

/// By how many points best-first minimax wins more often with fixed nodes, paired by tree.
fn more(line: Line<'_>) -> Option<Estimate> {
    let decided = |quantity| -> Vec<(f64, f64)> {
        let pair = |result: f64| (f64::from(u8::from(result > 0.0)), result.abs());
        line.each(quantity).map(pair).collect()
    };
    difference(&decided(FIXED), &decided(HORIZONS)).map(|more| more.times(100.0))
}

/// The cases: number of children, depth of alpha-beta, and the depth of best-first minimax at equal nodes (Fig. 13).
const GRID: Grid<(u32, u32, u32)> = Grid {
    about: About {
        id: "korf-fixed-nodes",
        title: "A fixed number of nodes a move instead of fixed horizons",
        source: SOURCE,
        what: "Best-first minimax plays alpha-beta on uniform random trees of 40 moves, twice with sides swapped: at \
            horizons with about equal nodes (Fig. 13), and with as many nodes a move for both as alpha-beta needed on \
            average in that tree's games at its horizon. With fixed nodes, alpha-beta deepens iteratively and plays the \
            move of its last complete iteration. All keep their trees. A case that \
            does not decide is played on more trees.",
        settings: GROWING_SETTINGS,
    },
    cases: &[(2, 4, 10), (2, 6, 19), (3, 4, 12), (5, 3, 8), (5, 4, 14)],
    name: |(b, alpha_beta, best_first)| {
        format!("b = {b}, alpha-beta {alpha_beta}, best-first {best_first}")
    },
    trees: Trees { first: 0, scales: [20, 625, 625], piece: 2 },
    measure: |&(b, alpha_beta, best_first), seeds| {
        let branching = Branching::uniform(b)?;
        seeds.each(|seed| {
            let tree = RandomTree::new(seed, branching).with_game_depth(GAME);
            let (horizons, nodes) =
                result_of_pair(&tree, Budget::Horizons(alpha_beta, best_first))?;
            let nodes = nodes.max(1);
            let (fixed, _) = result_of_pair(&tree, Budget::Nodes(nodes as u64))?;
            Ok([horizons, fixed, nodes])
        })
    },
    table: |all| {
        let title = "Wins of best-first minimax of decided pairs (%)";
        all.table(title, "", &[TREES, NODES, AT_HORIZONS, WITH_NODES, MORE])
    },
    plots: |all| {
        vec![Plot {
            name: "korf-fixed-nodes".to_owned(),
            title: "Best-first minimax against alpha-beta by the way of limiting them".to_owned(),
            x: all.axis(),
            y: Axis::linear("wins of best-first minimax (% of decided)").from_to(0.0, 100.0),
            series: vec![all.points(&AT_HORIZONS), all.points(&WITH_NODES)],
            marks: vec![Mark::Horizontal { y: 50.0, label: "even score".to_owned() }],
        }]
    },
    claims: |all| {
        let statement = "a fixed number of nodes would probably hurt alpha-beta more than best-first minimax: best-first minimax \
                         wins more often than at fixed horizons, paired by tree";
        let more = all.cases(&MORE, |more| more.is_at_least(0.0));
        vec![Claim::of(SOURCE, statement, "", 0).in_all("more often", more)]
    },
};

pub(super) const FIXED_NODES: Growing<(u32, u32, u32)> =
    Growing { grid: GRID, most: [1, 10_000, 10_000], column: MORE, at_least: 0.0 };
