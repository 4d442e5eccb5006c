//! Korf & Chickering 1996, section 7.4: decision quality on trees with random numbers of children, deeper than those of Fig. 12.

use plyscope_core::random_tree::{Branching, RandomTree};
use plyscope_core::{Expansion, Order};
use plyscope_measure::trees::{alpha_beta, best_first};
use plyscope_report::{Axis, Claim, Estimate, Mark, Plot};
use plyscope_run::statistics::Mean;
use plyscope_tree::Formulation;

use crate::About;
use crate::kit::between::between;
use crate::kit::grid::{Column, Grid, Line, SETTINGS, Trees};

const SOURCE: &str = "Korf & Chickering 1996, section 7.4";

/// The deepest alpha-beta search whose nodes are compared.
const SHALLOW: u32 = 7;

// The quantities: whether best-first minimax's deepest search finds the best move, and its nodes; then the same of alpha-beta to
// depths 1, 2, ...
const BEST_FIRST: usize = 0;
const NODES: usize = 1;

const FOUND: Column = Column::share("best moves of best-first minimax (%)", 1, BEST_FIRST);
const ALPHA_BETA: Column = Column::of("of alpha-beta with as many nodes (%)", 1, |line| {
    Some(Estimate::from(at_equal_nodes(line, |_, plain| 100.0 * plain)?))
});
const MORE: Column = Column::of("difference (points)", 1, |line| {
    Some(Estimate::from(at_equal_nodes(line, |first, plain| 100.0 * (first - plain))?))
})
.in_unit("points");

/// The mean over the trees of a function of best-first minimax's success and alpha-beta's with as many nodes.
fn at_equal_nodes(line: Line<'_>, of: impl Fn(f64, f64) -> f64) -> Option<Mean> {
    let depths = (1..).zip((2..2 + 2 * SHALLOW as usize).step_by(2));
    let point = |(depth, place): (u32, usize)| {
        Some((depth, line.mean(place + 1)?.mean, line.share(place)?))
    };
    let plain: Vec<(u32, f64, Estimate)> = depths.filter_map(point).collect();
    let place = between(&plain, line.mean(NODES)?.mean)?;
    let whole = |tree: &&[i64]| tree.len() == 2 + 2 * SHALLOW as usize;
    Some(Mean::of(line.trees().filter(whole).map(|tree| {
        let plain: Vec<f64> = tree[2..].iter().step_by(2).map(|&found| found as f64).collect();
        of(tree[BEST_FIRST] as f64, place.of(&plain))
    })))
}

/// The cases: the greatest number of children, and plies.
pub(super) const DEEPER_TREES: Grid<(u32, u32)> = Grid {
    about: About {
        id: "korf-deeper-trees",
        title: "Decision quality on deeper trees with random numbers of children",
        source: SOURCE,
        what: "Like Fig. 12, on deeper trees: how often does best-first minimax's deepest search choose a full search's move, \
            and how often does alpha-beta with as many nodes? The paper says of greater depths than its figure has that \
            best-first minimax is worse there.",
        settings: SETTINGS,
    },
    cases: &[(10, 13)],
    name: |(b, plies)| format!("B = {b}, {plies} plies"),
    trees: Trees { first: 0, scales: [20, 5000, 5000], piece: 10 },
    measure: |&(b, plies), seeds| {
        let branching = Branching::random(b)?;
        seeds.each(|seed| {
            let tree = RandomTree::new(seed, branching);
            let best = alpha_beta(&tree, Order::Static, plies)?.best;
            let first = best_first(&tree, Expansion::Partial, Formulation::Figure3, plies);
            let plain: Result<Vec<_>, _> =
                (1..=SHALLOW).map(|depth| alpha_beta(&tree, Order::Static, depth)).collect();
            let found = first.into_iter().rev().take(1).chain(plain?);
            Ok(found
                .flat_map(|one| [i64::from(one.best == best), one.nodes as i64])
                .collect::<Vec<_>>())
        })
    },
    table: |all| {
        let title = format!("Best moves at equal nodes, {} trees", all.settings.seeds);
        all.table(title, "", &[Column::mean("nodes", 1, NODES), FOUND, ALPHA_BETA, MORE])
    },
    plots: |all| {
        vec![Plot {
            name: "korf-deeper-trees".to_owned(),
            title: "Decision quality on deeper trees (Korf & Chickering, 7.4)".to_owned(),
            x: all.axis(),
            y: Axis::linear("best moves (%)").from_to(0.0, 100.0),
            series: vec![
                all.points(&FOUND.named("best-first minimax")),
                all.points(&ALPHA_BETA.named("alpha-beta")),
            ],
            marks: vec![Mark::Horizontal { y: 50.0, label: "half".to_owned() }],
        }]
    },
    claims: |all| {
        let statement = "at greater depths best-first minimax's decision quality drops below alpha-beta's (its deepest search, at \
                         equal nodes and paired by tree)";
        let below = all.cases(&MORE, |more| more.is_below(0.0));
        vec![
            Claim::of(SOURCE, statement, "", 0)
                .named("quality-drops")
                .in_some("at some depth", below),
        ]
    },
};
