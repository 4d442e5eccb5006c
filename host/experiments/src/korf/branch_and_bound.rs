//! Korf & Chickering 1996, section 4.4: does the method of generating random trees change the work of single-agent search?

use plyscope_core::random_tree::{Branching, Generation, RandomTree};
use plyscope_measure::branch_and_bound::branch_and_bound;
use plyscope_report::{Axis, Claim, Mark, Meaning, Plot};

use crate::About;
use crate::kit::grid::{Column, Grid, SETTINGS, Trees};

const SOURCE: &str = "Korf & Chickering 1996, section 4.4";

/// The methods, `None` for on demand. The quantities are their nodes; the others are compared with the first.
const METHODS: [Option<Generation>; 4] =
    [Some(Generation::BreadthFirst), None, Some(Generation::Hash), Some(Generation::ReseedNode)];
const NODES: [Column; 4] = [
    Column::mean("breadth-first", 1, 0),
    Column::mean("on demand", 1, 1),
    Column::mean("hash of the path", 1, 2),
    Column::mean("re-seeded: own index", 1, 3),
];
/// Nodes over those on breadth-first trees. Trees of one seed have nothing in common but the seed.
const ON_DEMAND: Column = Column::of("on demand", 3, |line| line.ratio_of_independent(1, 0));
const HASH: Column = Column::of("hash of the path", 3, |line| line.ratio_of_independent(2, 0));
const RESEEDED: Column =
    Column::of("re-seeded: own index", 3, |line| line.ratio_of_independent(3, 0));

/// Numbers of nodes are statistically the same, by our reading, within this share: that a difference is not significant would hold
/// of any small enough sample.
const SAME: Meaning = Meaning::at_most("statistically the same", 0.05);
const APART: Column =
    Column::of("on demand", 3, |line| Some(line.ratio_of_independent(1, 0)?.distance_to(1.0)));

/// The cases: children, depth, whether children are ordered by cost.
pub(super) const BRANCH_AND_BOUND: Grid<(u32, u32, bool)> = Grid {
    about: About {
        id: "korf-branch-and-bound",
        title: "Single-agent branch-and-bound on random trees, by method of generation",
        source: SOURCE,
        what: "Depth-first branch-and-bound finds the cheapest path on trees of MIN nodes. Its nodes are counted on \
            trees whose edge costs are drawn breadth-first, on demand, by a hash of the path, and after re-seeding at \
            each node with its own index. The paper prints neither sizes nor the order of children, and its edge costs \
            may be negative; ours are moved up to begin at 0, so that a path's cost is a bound.",
        settings: SETTINGS,
    },
    cases: &[(2, 16, false), (2, 20, true), (5, 8, false), (5, 10, true), (10, 6, false)],
    name: |&(b, depth, ordered)| {
        let order = if ordered { "ordered" } else { "unordered" };
        format!("b = {b}, depth {depth}, {order}")
    },
    trees: Trees { first: 1, scales: [300, 3000, 3000], piece: 20 },
    measure: |&(b, depth, ordered), seeds| {
        let branching = Branching::uniform(b)?;
        seeds.each(|seed| {
            let tree = RandomTree::new(seed, branching);
            Ok(METHODS.map(|generation| branch_and_bound(&tree, generation, depth, ordered)))
        })
    },
    table: |all| {
        let seeds = all.settings.seeds;
        let title = format!("Mean nodes of depth-first branch-and-bound, {seeds} trees");
        all.table(title, "case", &NODES)
    },
    plots: |all| {
        vec![Plot {
            name: "korf-branch-and-bound".to_owned(),
            title: "Nodes of branch-and-bound over those on breadth-first trees".to_owned(),
            x: all.axis(),
            y: Axis::linear("nodes, of those on breadth-first trees"),
            series: [ON_DEMAND, HASH, RESEEDED].map(|column| all.points(&column)).into(),
            marks: vec![Mark::Horizontal { y: 1.0, label: "the same".to_owned() }],
        }]
    },
    claims: |all| {
        let of = |statement: &str| Claim::of(SOURCE, statement, "", 3);
        let fewer = all.cases(&RESEEDED, |ratio| ratio.is_below(1.0));
        vec![
            of("branch-and-bound generates statistically the same numbers of nodes on breadth-first and on on-demand trees: \
                difference of their ratio from 1")
                .reads(SAME, all.numbers(&APART)),
            of("it generates significantly fewer on trees that are re-seeded at each node with its index")
                .in_all("fewer in all cases", fewer),
        ]
    },
};
