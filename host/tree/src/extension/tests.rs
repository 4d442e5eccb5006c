//! What alpha-beta does with values that a deeper search has stored.

use alloc::vec::Vec;

use plyscope_core::random_tree::{Branching, EdgeCostSum, Node as Position, RandomTree};
use plyscope_core::{Expansion, Game, Request, Search as _, Value, Window};

use super::BestFirstExtension;
use crate::arena::{NONE, Node};
use crate::grower::Grown;
use crate::{BestFirst, SavedAlphaBeta, Tree, TreeSearch as _};

const SHALLOW: u32 = 3;
const PLENTY: u32 = 1 << 20;

/// The stored nodes at a ply, by their moves from the root.
fn at_ply(tree: &Tree<RandomTree>, ply: usize) -> Vec<(Vec<u32>, Node)> {
    let mut level = Vec::from([(Vec::new(), *tree.arena.get(tree.root))]);
    for _ in 0..ply {
        let children = |(path, node): &(Vec<u32>, Node)| -> Vec<(Vec<u32>, Node)> {
            let child = |index: u32| {
                let child = *tree.arena.get(index);
                let mut path = path.clone();
                path.push(child.packed_move());
                (path, child)
            };
            let first = Some(node.child).filter(|&first| first != NONE);
            first.into_iter().flat_map(|first| tree.arena.list(first)).map(child).collect()
        };
        level = level.iter().flat_map(children).collect();
    }
    // The order of siblings is no matter.
    level.sort_by(|one, other| one.0.cmp(&other.0));
    level
}

/// The best of the values stored at the root's children.
fn best(tree: &Tree<RandomTree>) -> Option<Value> {
    at_ply(tree, 1).iter().map(|(_, child)| child.value).max()
}

/// The value of a new search by alpha-beta.
fn value(tree: &RandomTree, position: &Position) -> Value {
    let mut search = SavedAlphaBeta::new(tree.clone(), EdgeCostSum, PLENTY);
    search.search(&Request::new(position).depth(SHALLOW)).expect("it fits").value
}

#[test]
fn shallow_alpha_beta_replaces_deeper_values_above_its_horizon_and_keeps_them_below() {
    let (mut replaced, mut kept) = (0, 0);
    for seed in 0..50 {
        let tree = RandomTree::new(seed, Branching::uniform(3).unwrap());
        let inner = BestFirst::new(tree.clone(), EdgeCostSum, Expansion::Partial, PLENTY);
        let mut search = BestFirstExtension::new(inner, SHALLOW);
        let mut position = tree.root();
        for _ in 0..3 {
            let report = search.search(&Request::new(&position).depth(14)).expect("it fits");
            let mv = report.best_move.expect("a move");
            position = tree.play(&position, mv);
            search.advance(mv);
        }
        let stored = search.best_first.tree();
        let (deep, below) = (best(stored), at_ply(stored, SHALLOW as usize));
        // Its first part alone.
        search.grower.begin(u64::MAX);
        let started = search.grower.start(stored, &position, SHALLOW, Window::FULL);
        assert!(matches!(started, Grown::Paused));
        let Grown::Done(found) = search.grower.run(stored, u64::MAX, &mut ()) else {
            panic!("it fits");
        };
        // Above the horizon: its own values, whatever was stored.
        assert_eq!(found, value(&tree, &position), "seed {seed}");
        assert_eq!(best(stored), Some(found), "seed {seed}");
        replaced += u32::from(deep != Some(found));
        // At the horizon and below: the values that were there.
        let now = at_ply(stored, SHALLOW as usize);
        for (path, node) in below {
            let same = now.iter().find(|(other, _)| *other == path).map(|(_, node)| node);
            let same = same.expect("no node is lost");
            assert_eq!((same.value, same.child), (node.value, node.child), "seed {seed}");
            kept += u32::from(node.is_backed_up());
        }
    }
    assert!(replaced > 25 && kept > 250, "{replaced} roots had other values, {kept} values stay");
}

#[test]
fn shallow_alpha_beta_ends_with_the_game() {
    for seed in 0..20 {
        let tree = RandomTree::new(seed, Branching::uniform(3).unwrap()).with_game_depth(4);
        let found = |shallow, depth| {
            let inner = BestFirst::new(tree.clone(), EdgeCostSum, Expansion::Partial, PLENTY);
            let mut search = BestFirstExtension::new(inner, shallow);
            let report = search.search(&Request::new(&tree.root()).depth(depth)).expect("it fits");
            (report.value, report.best_move, report.counts.generated)
        };
        assert_eq!(found(6, 9), found(4, 4), "seed {seed}");
    }
}

#[test]
fn a_search_that_is_stopped_in_its_shallow_part_has_a_line_that_begins_with_its_move() {
    for seed in 0..20 {
        let tree = RandomTree::new(seed, Branching::random(4).unwrap());
        for nodes in 1..40 {
            let inner = BestFirst::new(tree.clone(), EdgeCostSum, Expansion::Full, PLENTY);
            let mut search = BestFirstExtension::new(inner, SHALLOW);
            let root = tree.root();
            let report = search.search(&Request::new(&root).nodes(nodes)).expect("it fits");
            assert_eq!(report.principal_variation.first().copied(), report.best_move);
        }
    }
}

#[test]
fn alpha_beta_on_a_tree_proves_nothing_by_an_estimate_and_at_depth_0_has_the_static_value() {
    use plyscope_core::Bound;
    use plyscope_core::search::forward_estimation::{Edges, FixedBounds, Placement};

    let mut pruned = 0;
    for seed in 0..200 {
        let branching = Branching::random_with_leaves(3).unwrap();
        let tree = RandomTree::new(seed, branching).with_game_depth(8);
        let root = tree.root();
        let costs = tree.edge_costs();
        for depth in 0..8 {
            let bounds = Edges(FixedBounds::exact(costs.lowest(), costs.highest()));
            let mut search =
                SavedAlphaBeta::with_estimator(tree.clone(), EdgeCostSum, bounds, PLENTY)
                    .placed(Placement::PerChild);
            let report = search.search(&Request::new(&root).depth(depth)).expect("it fits");
            let (value, proven) = (report.value, report.proven);
            pruned += report.counts.pruned_by_estimate;
            let mut full = SavedAlphaBeta::new(tree.clone(), EdgeCostSum, PLENTY);
            let truth = full.search(&Request::new(&root).depth(8)).expect("it fits").value;
            assert!(!proven || value == truth, "seed {seed}, depth {depth}");
        }
        // No depth, no limit: memory only for the plies that there are.
        let mut search = SavedAlphaBeta::deepening(tree.clone(), EdgeCostSum, PLENTY);
        assert!(search.search(&Request::new(&root).nodes(10)).is_ok());
        let found = search.search(&Request::new(&root).depth(0)).expect("it fits");
        let is_over = tree.outcome(&root).is_some();
        assert_eq!((found.value, found.bound, found.proven), (Value::ZERO, Bound::Exact, is_over));
    }
    assert!(pruned > 100, "{pruned}");
}
