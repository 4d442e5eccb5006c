//! The horizon ends with the game: with fewer plies left than its depth, a search is the search to the plies that are left.

use plyscope_core::random_tree::{Branching, EdgeCostSum, OnDemandTree, RandomTree};
use plyscope_core::search::alpha_beta::{LateMoves, NullWindows};
use plyscope_core::search::forward_estimation::{Edges, FixedBounds, Learned, Placement, Scaled};
use plyscope_core::search::mtd::Mtd;
use plyscope_core::search::table::{Slot, TranspositionTable};
use plyscope_core::{
    AlphaBeta, Bound, DepthFirst, Game as _, IterativeDeepening, Limits, Order, Policy, Request,
    Search, storage,
};

use crate::support::outcome::run;
use crate::support::{naive, roster};

/// Trees of these branching rules, with games of this length.
fn trees(game_depth: u32, seeds: u32) -> impl Iterator<Item = RandomTree> {
    let rules = [
        Branching::uniform(3).unwrap(),
        Branching::random(5).unwrap(),
        Branching::random_with_leaves(4).unwrap(),
    ];
    rules.into_iter().flat_map(move |branching| {
        (0..seeds).map(move |seed| RandomTree::new(seed, branching).with_game_depth(game_depth))
    })
}

fn slots() -> Vec<Slot> {
    (0..1024).map(|_| Slot::new()).collect()
}

#[test]
fn random_trees_know_how_many_plies_are_left() {
    let tree = RandomTree::new(1, Branching::uniform(3).unwrap()).with_game_depth(4);
    let mut node = tree.root();
    for left in (1..=4).rev() {
        assert_eq!(tree.most_plies(&node), Some(left));
        assert_eq!(Limits::depth(9).within_game(&tree, &node), Limits::depth(left));
        assert_eq!(Limits::depth(0).within_game(&tree, &node), Limits::depth(0));
        node = tree.play(&node, tree.first_move(&node).unwrap());
    }
    assert_eq!(tree.most_plies(&node), Some(0));
    // A finished game is searched like any position.
    assert_eq!(Limits::depth(9).within_game(&tree, &node), Limits::depth(1));
    assert_eq!(OnDemandTree::new(&tree).most_plies(&tree.root()), Some(4));
}

/// The numbers of nodes of the tree of seed 1 and their number beyond the end, which were 60 for both.
#[test]
fn a_game_of_four_plies_takes_as_many_nodes_to_six_plies_as_to_four() {
    let tree = RandomTree::new(1, Branching::uniform(3).unwrap()).with_game_depth(4);
    let costs = tree.edge_costs();
    let bounds = FixedBounds::exact(costs.lowest(), costs.highest());
    for depth in [4, 6] {
        let request_of = tree.root();
        let request = Request::new(&request_of).depth(depth);
        let order = Policy::new(Order::Static);
        let mut plain = AlphaBeta::new(&tree, EdgeCostSum, order, storage!(26, 512));
        assert_eq!(plain.search(&request).unwrap().counts.generated, 47, "alpha-beta {depth}");
        let policy = order.estimating(Edges(bounds));
        let mut estimation = DepthFirst::new(&tree, EdgeCostSum, policy, storage!(26, 512));
        assert_eq!(estimation.search(&request).unwrap().counts.generated, 41, "fe {depth}");
    }
}

#[test]
fn beyond_the_end_of_the_game_every_search_is_the_search_to_its_end() {
    for tree in trees(5, 12) {
        let costs = tree.edge_costs();
        let bounds = (costs.lowest(), costs.highest());
        let rosters = [roster::exact, roster::inexact];
        for entry in rosters.iter().flat_map(|of| of(&tree, &EdgeCostSum, bounds, &[])) {
            let mut search = entry.search;
            let what = format!("{} of {tree:?}", entry.name);
            let root = tree.root();
            let end = run(&mut *search, &root, Limits::depth(5));
            for depth in [6, 7, 12] {
                let mut beyond = run(&mut *search, &root, Limits::depth(depth));
                if entry.name.starts_with("best-first") {
                    // It goes on to a finished game, which it sees to have no moves.
                    assert_eq!(beyond.counts.generated, end.counts.generated, "{what}");
                    beyond.counts = end.counts;
                    beyond.line_ends_game = end.line_ends_game;
                }
                assert_eq!(beyond, end, "{what}");
            }
            assert!(end.depth <= 5, "{what}");
        }
    }
}

#[test]
fn tables_null_windows_and_drivers_end_with_the_game_too() {
    for tree in trees(6, 10) {
        let root = tree.root();
        let counts = |depth, driver: u32| {
            let slots = slots();
            let table = TranspositionTable::new(&slots);
            let policy = Policy::new(Order::Static).remembering(table).scouting(NullWindows);
            let inner = DepthFirst::new(&tree, EdgeCostSum, policy, storage!(26, 512));
            let request = Request::new(&root).depth(depth);
            let found = |search: &mut dyn Search<_>| {
                let report = search.search(&request).expect("it fits");
                (report.value, report.depth, report.proven, report.counts)
            };
            match driver {
                0 => found(&mut { inner }),
                1 => found(&mut IterativeDeepening::new(inner)),
                2 => found(&mut Mtd::new(inner)),
                _ => found(&mut IterativeDeepening::new(Mtd::new(inner))),
            }
        };
        for driver in 0..4 {
            let end = counts(6, driver);
            assert_eq!(counts(9, driver), end, "driver {driver} of {tree:?}");
            assert!(end.1 <= 6 && end.2, "driver {driver} of {tree:?}: {end:?}");
            assert_eq!(end.0, naive::minimax(&tree, &EdgeCostSum, &root, 6));
        }
    }
}

#[test]
fn a_search_to_the_end_is_proven_and_a_shallower_one_is_not() {
    for tree in trees(5, 10) {
        let root = tree.root();
        for order in roster::ORDERS {
            let policy = Policy::new(order);
            let mut search = AlphaBeta::new(&tree, EdgeCostSum, policy, storage!(26, 512));
            let report = search.search(&Request::new(&root).depth(5)).unwrap();
            assert!(report.proven && report.line_ends_game, "{order:?} of {tree:?}");
            assert_eq!(report.depth, 5);
            if tree.branching() == Branching::uniform(3).unwrap() {
                let report = search.search(&Request::new(&root).depth(4)).unwrap();
                assert!(!report.proven && !report.line_ends_game, "{order:?} of {tree:?}");
            }
        }
    }
}

/// Reduced looks end above the end of the game. If what they store passed for proven, a search that shares the table would rely on it.
#[test]
fn reduced_lines_prove_nothing() {
    let late = LateMoves { from: 1, depth: 2, reduction: 1 };
    let mut errs = 0;
    for tree in trees(6, 60) {
        let root = tree.root();
        let request = Request::new(&root).depth(6);
        let value = naive::minimax(&tree, &EdgeCostSum, &root, 6);
        let slots = slots();
        let policy = Policy::new(Order::Static).remembering(TranspositionTable::new(&slots));
        let storage = || storage!(26, 512);
        let mut reduced = DepthFirst::new(&tree, EdgeCostSum, policy.scouting(late), storage());
        errs += u32::from(reduced.search(&request).expect("it fits").value != value);
        let policy = Policy::new(Order::Static).remembering(TranspositionTable::new(&slots));
        let mut full = DepthFirst::new(&tree, EdgeCostSum, policy, storage());
        let report = full.search(&request).expect("it fits");
        assert_eq!((report.value, report.bound), (value, Bound::Exact), "{tree:?}");
    }
    assert!(errs > 20, "{errs} reduced searches err");
}

#[test]
fn estimates_learned_and_scaled_count_the_plies_that_exist_wherever_they_are_tested() {
    let placements =
        [Placement::Table1, Placement::Literal, Placement::Entry1, Placement::PerChild];
    for tree in trees(7, 10) {
        // Three plies before the end.
        let mut node = tree.root();
        for _ in 0..4 {
            let Some(mv) = tree.first_move(&node) else { break };
            node = tree.play(&node, mv);
        }
        if tree.most_plies(&node) != Some(3) {
            // Over before.
            continue;
        }
        for placement in placements {
            let learned = Scaled::new(Learned::default(), 0.5);
            let policy = Policy::new(Order::Static).estimating(learned).placed(placement);
            let mut search = DepthFirst::new(&tree, EdgeCostSum, policy, storage!(26, 512));
            let mut to = |depth| run(&mut search, &node, Limits::depth(depth));
            assert_eq!(to(8), to(3), "{placement:?} of {tree:?}");
        }
    }
}
