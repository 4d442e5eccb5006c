//! The parts of a request other than position, limits and window.

use crate::support::outcome::Outcome;
use crate::support::roster::ORDERS;
use plyscope_core::random_tree::{Branching, Child, EdgeCostSum, EdgeCosts, RandomTree};
use plyscope_core::search::forward_estimation::{Edges, Learned};
use plyscope_core::{
    AlphaBeta, Aspiration, DepthFirst, FirstLine, Order, Policy, Request, Search, storage,
};

/// Values without ties, so that there is one principal variation.
fn tree(seed: u32) -> RandomTree {
    RandomTree::new(seed, Branching::random(4).unwrap()).with_edge_costs(EdgeCosts::Wide)
}

fn found<'t>(
    search: &mut impl Search<&'t RandomTree>,
    request: &Request<'_, &'t RandomTree>,
) -> Outcome<Child> {
    search.search(request).expect("it fits").into()
}

#[test]
fn a_given_line_is_searched_as_the_last_one_is_and_spares_nodes() {
    for order in ORDERS {
        let (mut without, mut with) = (0, 0);
        for seed in 0..50 {
            let (tree, request_depth) = (tree(seed), 6);
            let root = tree.root();
            let request = Request::new(&root).depth(request_depth);
            let mut search =
                AlphaBeta::new(&tree, EdgeCostSum, Policy::new(order), storage!(26, 512));
            let plain = found(&mut search, &request);
            let last = found(&mut search, &request.first_line(FirstLine::Last));
            let same = found(&mut search, &request.first_line(FirstLine::Same));
            let mut other =
                AlphaBeta::new(&tree, EdgeCostSum, Policy::new(order), storage!(26, 512));
            let given = found(&mut other, &request.first_line(FirstLine::Given(&plain.line)));
            assert_eq!((&last, &last), (&given, &same), "{order:?}, seed {seed}");
            assert_eq!((last.value, &last.line), (plain.value, &plain.line));
            without += plain.counts.generated;
            with += last.counts.generated;
        }
        assert!(with < without, "{order:?}: {with} and {without} nodes");
    }
}

#[test]
fn a_line_of_another_position_changes_no_value() {
    for order in ORDERS {
        for seed in 0..100 {
            let (this, other) = (tree(seed), tree(seed + 1000));
            let (root, other_root) = (this.root(), other.root());
            let request = Request::new(&root).depth(5);
            let mut search =
                AlphaBeta::new(&this, EdgeCostSum, Policy::new(order), storage!(26, 512));
            let plain = found(&mut search, &request);
            let mut stranger =
                AlphaBeta::new(&other, EdgeCostSum, Policy::new(order), storage!(26, 512));
            let line = found(&mut stranger, &Request::new(&other_root).depth(5)).line;
            let given = found(&mut search, &request.first_line(FirstLine::Given(&line)));
            assert_eq!((given.value, given.line), (plain.value, plain.line), "{order:?}, {seed}");
        }
    }
}

#[test]
fn what_was_learned_is_kept_if_the_request_says_so_through_re_searches_too() {
    let (mut differ, mut researched) = (0, 0);
    for seed in 0..100 {
        let tree = RandomTree::zhang(seed);
        let root = tree.root();
        let request = Request::new(&root).depth(5);
        let new = || {
            let learned = Edges(Learned::default());
            DepthFirst::new(
                &tree,
                EdgeCostSum,
                Policy::new(Order::Static).estimating(learned),
                storage!(26, 512),
            )
        };
        let mut search = new();
        let first = found(&mut search, &request);
        assert_eq!(found(&mut search, &request), first, "each search learns from nothing");
        let kept = found(&mut search, &request.keeping_learned(true));
        differ += u32::from(kept.counts != first.counts);
        // There is nothing new to learn: keeping it again changes nothing.
        assert_eq!(found(&mut search, &request.keeping_learned(true)), kept, "seed {seed}");
        // With aspiration windows: as if each re-search were started by hand with the knowledge so far.
        let mut aspiration = Aspiration::new(search, 1000);
        let before = found(&mut aspiration, &request.keeping_learned(true));
        researched += aspiration.researches();
        let mut search = aspiration.into_inner();
        let after = search.policy().estimator;
        let _ = found(&mut search, &request.keeping_learned(true));
        assert_eq!(search.policy().estimator, after, "seed {seed}: {before:?}");
        assert_ne!(after, Edges(Learned::default()));
    }
    assert!(differ > 5 && researched > 50, "{differ} differ, {researched} re-searches");
}
