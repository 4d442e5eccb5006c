//! Iterative deepening: each iteration begins with the principal variation of the last one.

use crate::support::list_tree::{ListTree, leaf, node};
use crate::support::outcome::run;
use crate::support::record::{Event, Record};
use crate::support::roster::ORDERS;
use plyscope_core::random_tree::{Branching, EdgeCostSum, EdgeCosts, Node, RandomTree};
use plyscope_core::search::FixedDepth;
use plyscope_core::search::forward_estimation::{Edges, FixedBounds};
use plyscope_core::{
    AlphaBeta, DepthFirst, Game, IterativeDeepening, Limits, Order, Policy, Progress, Request,
    Search, Stop, storage,
};

type Child = <RandomTree as Game>::Move;

const DEPTH: u32 = 6;

/// Values without ties, so that there is one principal variation.
fn tree(seed: u32) -> RandomTree {
    RandomTree::new(seed, Branching::random(4).unwrap()).with_edge_costs(EdgeCosts::Wide)
}

fn alpha_beta(tree: &RandomTree, order: Order) -> impl FixedDepth<&RandomTree> {
    AlphaBeta::new(tree, EdgeCostSum, Policy::new(order), storage!(26, 512))
}

/// The principal variation of a search to each depth, from 1 on.
fn lines(tree: &RandomTree, root: &Node, order: Order) -> Vec<Vec<Child>> {
    (1..=DEPTH)
        .map(|depth| run(&mut alpha_beta(tree, order), root, Limits::depth(depth)).line)
        .collect()
}

/// The nodes that were entered in each iteration, in order. An iteration ends when the root is left.
fn entered(events: &[Event<Child>]) -> Vec<Vec<&[Child]>> {
    let mut iterations = vec![Vec::new()];
    for event in events {
        match event {
            Event::Descended(path, _) => iterations.last_mut().unwrap().push(&path[..]),
            Event::Returned(path, _) if path.is_empty() => iterations.push(Vec::new()),
            _ => {}
        }
    }
    iterations.pop();
    iterations
}

#[test]
fn every_iteration_goes_first_down_the_last_ones_principal_variation() {
    for seed in 1..=100 {
        let tree = tree(seed);
        let root = tree.root();
        for order in ORDERS {
            let expected = lines(&tree, &root, order);
            let mut record = Record::default();
            let mut search = IterativeDeepening::new(alpha_beta(&tree, order));
            search.start(&Request::new(&root).depth(DEPTH));
            assert_eq!(search.step_with(u64::MAX, &mut record), Ok(Progress::Done));
            let iterations = entered(&record.events);
            assert_eq!(iterations.len(), DEPTH as usize, "one for each depth");
            for (iteration, last) in iterations[1..].iter().zip(&expected) {
                let first: Vec<&[Child]> = (1..=last.len()).map(|plies| &last[..plies]).collect();
                assert_eq!(iteration[..last.len()], first, "{order:?}, seed {seed}");
            }
        }
    }
}

#[test]
fn its_nodes_are_those_of_all_its_iterations() {
    for seed in 1..=100 {
        let tree = tree(seed);
        let root = tree.root();
        let mut search = IterativeDeepening::new(alpha_beta(&tree, Order::Static));
        let mut before = 0;
        for depth in 1..=DEPTH {
            let found = run(&mut search, &root, Limits::depth(depth));
            assert_eq!((found.depth, found.stop), (depth, Stop::Completed));
            assert!(found.counts.generated > before, "seed {seed}, depth {depth}");
            before = found.counts.generated;
        }
    }
}

#[test]
fn it_ends_before_its_depth_when_every_line_was_searched_to_the_end_of_the_game() {
    for seed in 1..=100 {
        let tree = tree(seed).with_game_depth(3);
        let mut search = IterativeDeepening::new(alpha_beta(&tree, Order::Static));
        let report = search.search(&Request::new(&tree.root()).depth(8)).unwrap();
        // To depth 3 the lines end at the horizon and the game at once, and the tree knows it.
        assert_eq!((report.depth, report.proven), (3, true), "seed {seed}");
        assert_eq!(report.stop, Stop::Completed);
    }
}

#[test]
fn with_no_limit_but_nodes_it_uses_them_or_sees_the_end_of_the_game() {
    for nodes in [0, 1, 10, 1_000, 100_000] {
        let tree = tree(7).with_game_depth(5);
        let mut search = IterativeDeepening::new(alpha_beta(&tree, Order::Static));
        let report = search.search(&Request::new(&tree.root()).nodes(nodes)).unwrap();
        match report.stop {
            Stop::Nodes => assert_eq!(report.counts.generated, nodes),
            stop => assert_eq!((stop, report.proven), (Stop::Completed, true)),
        }
    }
}

/// Each iteration generates some nodes, and none proves the value: it ends where no line can be as long.
#[test]
fn without_a_limit_it_ends_also_where_estimates_prune() {
    let tree = ListTree::new(&node(1, vec![node(1, vec![leaf(1)]), node(1, vec![leaf(1)])]));
    let policy = Policy::new(Order::Static).estimating(Edges(FixedBounds::exact(0, 0)));
    let inner = DepthFirst::new(&tree, &tree, policy, storage!(8, 128));
    let report = IterativeDeepening::new(inner).search(&Request::new(&tree.root())).unwrap().value;
    assert_eq!(report.get(), 1);
}
