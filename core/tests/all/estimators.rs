//! Forward estimation by its estimators: the permitted effects of each of them, and the invariants of all.

use crate::support::list_tree::{ListTree, leaf, node};
use crate::support::outcome::{Outcome, run};
use plyscope_core::random_tree::{EdgeCostSum, Node, RandomTree};
use plyscope_core::search::estimate::Estimate;
use plyscope_core::search::forward_estimation::{
    Edges, FixedBounds, Learned, LearnedSeparately, Scaled,
};
use plyscope_core::{
    AlphaBeta, DepthFirst, IterativeDeepening, Limits, Order, Policy, Request, Search, Value,
    storage,
};

type Child = <RandomTree as plyscope_core::Game>::Move;

/// Forward estimation of a tree of Zhang's Table 1 with static ordering.
fn estimate<X: Estimate>(seed: u32, depth: u32, policy: Policy<X>) -> Outcome<Child> {
    let tree = RandomTree::zhang(seed);
    let mut search = DepthFirst::new(&tree, EdgeCostSum, policy, storage!(26, 512));
    run(&mut search, &tree.root(), Limits::depth(depth))
}

/// A policy with this estimator and static ordering.
fn by<X>(estimator: X) -> Policy<X> {
    Policy::new(Order::Static).estimating(estimator)
}

fn exact() -> Policy<Edges<FixedBounds>> {
    by(Edges(exact_bounds()))
}

fn exact_bounds() -> FixedBounds {
    let costs = RandomTree::zhang(0).edge_costs();
    FixedBounds::exact(costs.lowest(), costs.highest())
}

/// Nodes over 200 trees.
fn total<X: Estimate + Copy>(depth: u32, policy: Policy<X>) -> u64 {
    (1..=200).map(|seed| estimate(seed, depth, policy).counts.generated).sum()
}

#[test]
fn scaling_by_one_changes_nothing() {
    for seed in 1..=200 {
        let scaled = estimate(seed, 6, by(Scaled::new(exact_bounds(), 1.0)));
        assert_eq!(scaled, estimate(seed, 6, exact()));
    }
}

#[test]
fn the_smaller_delta_the_fewer_nodes() {
    let totals =
        [1.0, 0.8, 0.6, 0.4, 0.2].map(|delta| total(7, by(Scaled::new(exact_bounds(), delta))));
    assert!(totals.is_sorted_by(|a, b| a > b), "{totals:?}");
}

#[test]
fn two_sided_exact_bounds_need_fewer_nodes_than_one_sided_ones() {
    for depth in 3..=8 {
        let (two, one) = (total(depth, exact().two_sided(true)), total(depth, exact()));
        assert!(two < one, "depth {depth}: {two} against {one}");
    }
}

#[test]
fn separately_learned_bounds_need_fewer_nodes_than_symmetric_ones() {
    for depth in 3..=8 {
        let separate = total(depth, by(Edges(LearnedSeparately::default())));
        let symmetric = total(depth, by(Edges(Learned::default())));
        assert!(separate < symmetric, "depth {depth}: {separate} against {symmetric}");
    }
}

#[test]
fn what_was_learned_is_forgotten_when_the_next_search_begins() {
    let mut search = DepthFirst::new(
        RandomTree::zhang(1),
        EdgeCostSum,
        by(Edges(Learned::default())),
        storage!(26, 512),
    );
    let root: Node = RandomTree::zhang(1).root();
    let first = run(&mut search, &root, Limits::depth(6));
    assert_eq!(run(&mut search, &root, Limits::depth(6)), first);
}

/// Alpha-beta at depth 1 has a move; no estimate may leave a deeper search without one.
#[test]
fn every_estimator_leaves_the_root_a_move() {
    fn check<X: Estimate + Copy>(name: &str, policy: Policy<X>) {
        for seed in 1..=200 {
            for depth in 1..=5 {
                let found = estimate(seed, depth, policy);
                assert!(found.best_move.is_some(), "{name}, seed {seed}, depth {depth}");
                assert_eq!(found.line.first().copied(), found.best_move, "{name}");
            }
        }
    }
    let nothing = by(Edges(FixedBounds::new(0, 0)));
    let scaled = by(Scaled::new(exact_bounds(), 0.1));
    let learned = by(Edges(Learned::default()));
    check("exact", exact());
    check("nothing", nothing);
    check("scaled", scaled);
    check("learned", learned);
    check("learned separately", by(Edges(LearnedSeparately::default())));
    check("two-sided, exact", exact().two_sided(true));
    check("two-sided, nothing", nothing.two_sided(true));
    check("two-sided, scaled", scaled.two_sided(true));
    check("two-sided, learned", learned.two_sided(true));
}

/// Table 1's columns are the same at depth 2: no test is made one ply above the horizon.
#[test]
fn to_depth_2_one_sided_estimation_generates_alpha_betas_nodes_in_every_order() {
    for seed in 1..=200 {
        let tree = RandomTree::zhang(seed);
        for order in [Order::None, Order::Static, Order::StaticAll] {
            let mut plain =
                AlphaBeta::new(&tree, EdgeCostSum, Policy::new(order), storage!(26, 512));
            let mut exact = DepthFirst::new(
                &tree,
                EdgeCostSum,
                Policy::new(order).estimating(Edges(exact_bounds())),
                storage!(26, 512),
            );
            let [plain, exact] = [
                run(&mut plain, &tree.root(), Limits::depth(2)),
                run(&mut exact, &tree.root(), Limits::depth(2)),
            ];
            assert_eq!(exact.counts.generated, plain.counts.generated, "{order:?}, seed {seed}");
            assert_eq!(exact.counts.pruned_by_estimate, 0, "{order:?}, seed {seed}");
        }
    }
}

/// Every edge costs MAX one, the most that the bounds allow: the value is exactly the one guaranteed to MAX.
#[test]
fn a_value_of_exactly_what_is_sure_is_found_with_its_line() {
    let tree = ListTree::new(&node(0, vec![node(-1, vec![leaf(-2)]), node(-1, vec![leaf(-2)])]));
    for order in [Order::None, Order::Static, Order::StaticAll] {
        let mut search = DepthFirst::new(
            &tree,
            &tree,
            Policy::new(order).estimating(Edges(FixedBounds::new(-1, 1))).two_sided(true),
            storage!(2, 4),
        );
        let found = run(&mut search, &tree.root(), Limits::depth(2));
        assert_eq!((found.value, found.line), (Value::new(-2), vec![0, 0]), "{order:?}");
    }
}

/// No edge costs anything, so that the bounds prove the root's value before a line is searched.
#[test]
fn a_root_whose_value_the_bounds_prove_still_gets_a_move() {
    let tree =
        ListTree::new(&node(0, vec![node(0, vec![leaf(0), leaf(0)]), node(0, vec![leaf(0)])]));
    for order in [Order::None, Order::Static, Order::StaticAll] {
        let mut search = DepthFirst::new(
            &tree,
            &tree,
            Policy::new(order).estimating(Edges(FixedBounds::new(0, 0))).two_sided(true),
            storage!(4, 8),
        );
        let found = run(&mut search, &tree.root(), Limits::depth(2));
        assert_eq!((found.value, found.best_move), (Value::ZERO, Some(0)), "{order:?}");
    }
}

/// The right line gains one a ply, as fast as the bounds allow. At depth 3 it cannot catch up with the left move, and
/// is abandoned; then no line has met the horizon, and yet a search to depth 4 finds another value.
#[test]
fn a_search_that_abandoned_a_line_by_its_estimate_does_not_count_as_proven() {
    let tree = ListTree::new(&node(
        0,
        vec![leaf(1), node(-1, vec![node(0, vec![node(1, vec![leaf(2)])])])],
    ));
    let estimator = Edges(FixedBounds::new(-1, 1));
    let mut search = DepthFirst::new(
        &tree,
        &tree,
        Policy::new(Order::Static).estimating(estimator),
        storage!(4, 8),
    );
    let three = run(&mut search, &tree.root(), Limits::depth(3));
    assert_eq!((three.value.get(), three.counts.pruned_by_estimate), (1, 1));
    assert!(!three.proven, "depth 3 says that no deeper search can find another value");
    let four = run(&mut IterativeDeepening::new(search), &tree.root(), Limits::depth(4));
    assert_eq!((four.value.get(), four.depth), (2, 4));
}

/// Whatever the estimator, a search that learns nothing from its bounds is alpha-beta.
#[test]
fn bounds_too_wide_to_prune_make_plain_alpha_beta() {
    for seed in 1..=200 {
        let tree = RandomTree::zhang(seed);
        let wide = estimate(seed, 6, by(Edges(FixedBounds::new(i32::MIN, i32::MAX))));
        let mut search =
            AlphaBeta::new(&tree, EdgeCostSum, Policy::new(Order::Static), storage!(26, 512));
        let plain = search.search(&Request::new(&tree.root()).depth(6)).unwrap();
        assert_eq!((wide.value, wide.best_move), (plain.value, plain.best_move));
        assert_eq!(wide.counts.generated, plain.counts.generated);
        assert_eq!(wide.counts.pruned_by_estimate, 0);
    }
}
