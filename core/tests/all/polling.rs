//! Stopping searches from outside: from the poll callback, or between two slices.

use std::ops::ControlFlow;

use crate::support::naive;
use crate::support::outcome::{Outcome, run};
use crate::support::playout::children;
use crate::support::roster::{self, Entry};
use plyscope_core::random_tree::{Branching, EdgeCostSum, RandomTree};
use plyscope_core::{
    AlphaBeta, Bound, Game, IterativeDeepening, Limits, Order, Policy, Progress, Request, Search,
    Stop, Value, static_value, storage,
};

type Tree = RandomTree;
type Child = <Tree as Game>::Move;

const DEPTH: u32 = 5;

/// To a depth; a search that does not end fails instead of hanging.
const fn to(depth: u32) -> Limits {
    Limits::depth(depth).and_nodes(1_000_000)
}

fn tree(seed: u32) -> Tree {
    RandomTree::new(seed, Branching::random(5).unwrap())
}

/// Every search of the core.
fn searches(tree: &Tree) -> Vec<Entry<Tree>> {
    let bounds = (tree.edge_costs().lowest(), tree.edge_costs().highest());
    let guesses = [Value::new(100)];
    let mut entries = roster::exact(tree, &EdgeCostSum, bounds, &guesses);
    entries.extend(roster::inexact(tree, &EdgeCostSum, bounds, &guesses));
    entries
}

/// Lets the callback say stop at its call number `calls`.
fn stopped(
    search: &mut dyn Search<Tree>,
    tree: &Tree,
    depth: u32,
    interval: u64,
    calls: u64,
) -> Outcome<Child> {
    let mut called = 0;
    let mut poll = |counts: &plyscope_core::Counts| {
        called += 1;
        assert_eq!(counts.generated, called * interval, "asked after every interval");
        if called == calls { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let found =
        search.search_polled(&Request::new(&tree.root()).limits(to(depth)), interval, &mut poll);
    found.unwrap().into()
}

#[test]
fn a_search_that_was_not_started_has_nothing_to_do() {
    for mut entry in searches(&tree(1)) {
        assert_eq!(entry.search.step(100), Ok(Progress::Done), "{}", entry.name);
        entry.search.stop();
        let report = entry.search.report();
        assert_eq!((report.best_move, report.counts.generated), (None, 0), "{}", entry.name);
    }
}

#[test]
fn the_callback_stops_every_search_when_it_is_asked() {
    let tree = tree(1);
    for mut entry in searches(&tree) {
        let needed = run(&mut *entry.search, &tree.root(), to(DEPTH)).counts.generated;
        for (interval, calls) in [(1, 1), (1, 7), (5, 2), (16, 1)] {
            let found = stopped(&mut *entry.search, &tree, DEPTH, interval, calls);
            if interval * calls < needed {
                assert_eq!(found.stop, Stop::Polled, "{}", entry.name);
                assert_eq!(found.counts.generated, interval * calls, "{}", entry.name);
            } else {
                assert_eq!(found.stop, Stop::Completed, "{}", entry.name);
            }
        }
    }
}

#[test]
fn a_callback_that_never_stops_changes_nothing() {
    let tree = tree(2);
    for mut entry in searches(&tree) {
        let whole = run(&mut *entry.search, &tree.root(), to(DEPTH));
        assert_eq!(whole.stop, Stop::Completed, "{}", entry.name);
        let polled = stopped(&mut *entry.search, &tree, DEPTH, 3, u64::MAX);
        assert_eq!(polled, whole, "{}", entry.name);
    }
}

#[test]
fn an_interval_of_nothing_is_taken_as_one_node() {
    let tree = tree(2);
    let mut search =
        AlphaBeta::new(&tree, EdgeCostSum, Policy::new(Order::Static), storage!(26, 512));
    let mut calls = 0;
    let mut poll = |_: &_| {
        calls += 1;
        ControlFlow::Continue(())
    };
    let limits = to(DEPTH);
    let nodes = search
        .search_polled(&Request::new(&tree.root()).limits(limits), 0, &mut poll)
        .unwrap()
        .counts
        .generated;
    // Nothing is left to do after the last node.
    assert_eq!(calls, nodes - 1);
}

/// The minimax value of one move of the root.
fn value_of(tree: &Tree, mv: Child, depth: u32) -> Value {
    let root = tree.root();
    -naive::minimax(tree, &EdgeCostSum, &tree.play(&root, mv), depth - 1)
}

#[test]
fn what_an_exact_search_found_before_it_was_stopped_is_true() {
    let mut better = 0;
    for seed in 1..=8 {
        let tree = tree(seed);
        let legal: Vec<Child> = children(&tree, &tree.root()).iter().map(|&(mv, _)| mv).collect();
        let bounds = (tree.edge_costs().lowest(), tree.edge_costs().highest());
        for mut entry in roster::exact(&tree, &EdgeCostSum, bounds, &[]) {
            let deepens = entry.name.contains("deepen");
            for calls in (1..400).step_by(13) {
                let found = stopped(&mut *entry.search, &tree, DEPTH, 1, calls);
                let what = format!("{} of seed {seed} stopped after {calls}", entry.name);
                assert!(found.best_move.is_some_and(|mv| legal.contains(&mv)), "{what}");
                assert!(found.value.is_finite(), "{what}");
                assert_eq!(found.line.first().copied(), found.best_move, "{what}");
                assert!(!deepens || found.best_move.is_some(), "{what}");
                // Deepening may have found more at the depth under way than at the last one.
                let unfinished = deepens && found.bound == Bound::Lower;
                better += u32::from(unfinished && found.depth >= 1);
                let depth = if unfinished { found.depth + 1 } else { found.depth };
                match (found.bound, found.best_move) {
                    (Bound::Exact, Some(mv)) => {
                        assert_eq!(found.value, value_of(&tree, mv, depth), "{what}");
                    }
                    (Bound::Lower, Some(mv)) => {
                        assert!(value_of(&tree, mv, depth) >= found.value, "{what}");
                    }
                    _ => assert_eq!(found.bound, Bound::Unknown, "{what}"),
                }
            }
        }
    }
    assert!(better > 100, "an iteration under way had something better {better} times only");
}

#[test]
fn iterative_deepening_has_a_move_even_if_it_is_stopped_at_once() {
    for seed in 1..=50 {
        let tree = tree(seed);
        let first = children(&tree, &tree.root())[0].0;
        for order in roster::ORDERS {
            let inner =
                AlphaBeta::new(tree.clone(), EdgeCostSum, Policy::new(order), storage!(24, 512));
            let mut search = IterativeDeepening::new(inner);
            // Before its first node.
            search.start(&Request::new(&tree.root()).limits(to(DEPTH)));
            search.stop();
            let report = search.report();
            assert_eq!((report.best_move, report.stop), (Some(first), Stop::Polled));
            assert_eq!(report.counts.generated, 0);
            // After its first node, and with a limit of one node or none.
            let found = stopped(&mut search, &tree, DEPTH, 1, 1);
            assert_eq!((found.best_move.is_some(), found.stop), (true, Stop::Polled));
            for nodes in [0, 1] {
                let limits = to(DEPTH).and_nodes(nodes);
                let found = run(&mut search, &tree.root(), limits);
                assert!(found.best_move.is_some() && found.counts.generated == nodes);
                assert_eq!(found.stop, Stop::Nodes);
            }
        }
    }
}

#[test]
fn the_longer_iterative_deepening_may_search_the_deeper_it_gets() {
    let tree = tree(3);
    let inner =
        AlphaBeta::new(tree.clone(), EdgeCostSum, Policy::new(Order::Static), storage!(24, 512));
    let mut search = IterativeDeepening::new(inner);
    let depths: Vec<u32> =
        [1, 10, 100, 1_000, 10_000].map(|n| stopped(&mut search, &tree, 16, 1, n).depth).to_vec();
    assert!(depths.is_sorted() && depths[0] == 0 && depths[4] >= 6, "{depths:?}");
}

#[test]
fn a_search_that_has_ended_cannot_be_stopped_any_more() {
    let tree = tree(4);
    for mut entry in searches(&tree) {
        let whole = run(&mut *entry.search, &tree.root(), to(3));
        entry.search.stop();
        assert_eq!(Outcome::from(entry.search.report()), whole, "{}", entry.name);
    }
}

#[test]
fn a_stopped_search_stays_stopped_and_may_be_started_anew() {
    let tree = tree(5);
    for mut entry in searches(&tree) {
        let search = &mut *entry.search;
        let whole = run(search, &tree.root(), to(DEPTH));
        let partial = stopped(search, &tree, DEPTH, 1, 3);
        assert_eq!(search.step(1_000), Ok(Progress::Done), "{}", entry.name);
        assert_eq!(Outcome::from(search.report()), partial, "{}", entry.name);
        let again = run(search, &tree.root(), to(DEPTH));
        assert_eq!(again, whole, "{}", entry.name);
    }
}

/// The static value stands for the value until something better is known.
#[test]
fn a_root_of_a_finished_game_has_its_outcome_and_no_move() {
    let tree = tree(6).with_game_depth(1);
    let (_, over) = children(&tree, &tree.root())[0];
    for mut entry in searches(&tree) {
        let found = run(&mut *entry.search, &over, to(DEPTH));
        assert_eq!(found.value, static_value(&tree, &EdgeCostSum, &over), "{}", entry.name);
        assert_eq!((found.best_move, found.stop), (None, Stop::Completed), "{}", entry.name);
        assert_eq!(found.counts.generated, 0, "{}", entry.name);
        assert!(found.proven && found.line_ends_game, "{}", entry.name);
    }
}
