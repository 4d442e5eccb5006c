//! Searches of random trees, shared by several experiments.

use plyscope_core::random_tree::{Child, EdgeCostSum, Node, RandomTree};
use plyscope_core::search::forward_estimation::{Estimator, NoEstimate};
use plyscope_core::{
    AlphaBeta, CapacityError, Evaluator, Expansion, ForwardEstimation, Game as _, Order, Rbfms,
    Request, Search, Value, lines, static_value,
};
use plyscope_players::game::children;
use plyscope_run::interrupt;
use plyscope_run::seed::hash;
use plyscope_tree::{BestFirst, Formulation, SavedAlphaBeta, TreeSearch, WhenFull};

use super::milestones::Milestones;

/// Plies that the experiments' searches have room for.
pub(crate) const PLIES: usize = 32;
/// Children on a path that they have room for: 128 on each of 32 plies.
const CHILDREN: usize = 4096;
/// The storage of their searches.
pub(crate) type Storage<G> = plyscope_core::Storage<G, PLIES, CHILDREN, { lines(PLIES) }>;
/// Nodes of a tree in memory: 4 GiB, which no experiment reaches.
pub(crate) const PLENTY: u32 = 1 << 28;

/// The result of a search that an experiment keeps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Chosen {
    /// The move chosen.
    pub(crate) best: Option<Child>,
    /// Nodes generated.
    pub(crate) nodes: u64,
}

/// A node's child of this number, from 0.
pub(crate) fn child_of(tree: &RandomTree, node: &Node, number: u32) -> Node {
    tree.play(node, tree.nth_child(node, number))
}

/// The node that chance finds `plies` below the root.
pub(crate) fn node_below(tree: &RandomTree, seed: u32, plies: u32) -> Node {
    let mut node = tree.root();
    for ply in 1..=plies {
        let count = children(tree, &node).count().max(1) as u64;
        let place = hash(seed.into(), ply.into()) % count;
        let Some((_, child)) = children(tree, &node).nth(place as usize) else { break };
        node = child;
    }
    node
}

/// The minimax value of a node to this depth, for the side to move.
pub(crate) fn value_of<E: Evaluator<Node, State = ()>>(
    tree: &RandomTree,
    evaluation: E,
    node: &Node,
    depth: u32,
) -> Result<i32, CapacityError> {
    let mut search = AlphaBeta::new(tree.clone(), evaluation, Order::Static, Storage::new());
    Ok(interrupt::search(&mut search, &Request::new(node).depth(depth))?.value.get())
}

/// The values of a node to depths 0 to `depth`, for the side to move.
pub(crate) fn values_by_depth<E: Evaluator<Node, State = ()> + Copy>(
    tree: &RandomTree,
    evaluation: E,
    node: &Node,
    depth: u32,
) -> Result<Vec<i32>, CapacityError> {
    let mut values = vec![static_value(tree, &evaluation, node).get()];
    for depth in 1..=depth {
        values.push(value_of(tree, evaluation, node, depth)?);
    }
    Ok(values)
}

fn tree_search<S: TreeSearch<RandomTree>>(mut search: S, tree: &RandomTree, depth: u32) -> Chosen {
    // When memory ran out, it reports what it found by then.
    let _ = interrupt::search(&mut search, &Request::new(&tree.root()).depth(depth));
    let report = search.report();
    Chosen { best: report.best_move, nodes: report.counts.generated }
}

/// Alpha-beta.
pub(crate) fn alpha_beta(
    tree: &RandomTree,
    order: Order,
    depth: u32,
) -> Result<Chosen, CapacityError> {
    forward_estimation(tree, order, depth, NoEstimate)
}

/// Forward estimation.
pub(crate) fn forward_estimation<X: Estimator>(
    tree: &RandomTree,
    order: Order,
    depth: u32,
    estimator: X,
) -> Result<Chosen, CapacityError> {
    forward_estimation_value(tree, order, depth, estimator).map(|(found, _)| found)
}

/// Forward estimation, with the value found.
pub(crate) fn forward_estimation_value<X: Estimator>(
    tree: &RandomTree,
    order: Order,
    depth: u32,
    estimator: X,
) -> Result<(Chosen, Value), CapacityError> {
    let mut search = ForwardEstimation::with_estimator(
        tree.clone(),
        EdgeCostSum,
        order,
        estimator,
        Storage::new(),
    );
    let report = interrupt::search(&mut search, &Request::new(&tree.root()).depth(depth))?;
    Ok((Chosen { best: report.best_move, nodes: report.counts.generated }, report.value))
}

/// Nodes that a search with static ordering generates to this depth, at most `limit`.
pub(crate) fn nodes_within<X: Estimator>(
    tree: &RandomTree,
    depth: u32,
    limit: u64,
    estimator: X,
) -> Result<u64, CapacityError> {
    let mut search = ForwardEstimation::with_estimator(
        tree.clone(),
        EdgeCostSum,
        Order::Static,
        estimator,
        Storage::new(),
    );
    let root = tree.root();
    let request = Request::new(&root).depth(depth).nodes(limit);
    Ok(interrupt::search(&mut search, &request)?.counts.generated)
}

/// Recursive best-first minimax in linear space, to depths 1 to `depth`; every generation counts.
pub(crate) fn rbfms(
    tree: &RandomTree,
    expansion: Expansion,
    depth: u32,
) -> Result<Vec<Chosen>, CapacityError> {
    let mut search = Rbfms::new(tree.clone(), EdgeCostSum, expansion, Storage::new());
    let mut milestones = Milestones::default();
    let root = tree.root();
    let request = Request::new(&root).depth(depth);
    let report = interrupt::search_observed(&mut search, &request, &mut milestones)?;
    let last = Chosen { best: report.best_move, nodes: report.counts.generated };
    Ok(milestones.ending(last, depth))
}

/// Best-first minimax with the tree in memory, to depths 1 to `depth`; first generations count.
pub(crate) fn best_first(
    tree: &RandomTree,
    expansion: Expansion,
    formulation: Formulation,
    depth: u32,
) -> Vec<Chosen> {
    let mut search =
        BestFirst::new(tree.clone(), EdgeCostSum, expansion, PLENTY).with_formulation(formulation);
    let mut milestones = Milestones::default();
    let root = tree.root();
    let request = Request::new(&root).depth(depth);
    let _ = interrupt::search_observed(&mut search, &request, &mut milestones);
    let report = search.report();
    let last = Chosen { best: report.best_move, nodes: report.counts.generated };
    milestones.ending(last, depth)
}

/// Best-first minimax in a memory of `limit` nodes, the root's included; every generation counts.
pub(crate) fn bounded(tree: &RandomTree, when_full: WhenFull, limit: u32, depth: u32) -> Chosen {
    let search = BestFirst::new(tree.clone(), EdgeCostSum, Expansion::Partial, limit);
    tree_search(search.when_full(when_full), tree, depth)
}

/// Iterative deepening on a saved tree. Only first generations count.
pub(crate) fn deepening(tree: &RandomTree, depth: u32) -> Chosen {
    tree_search(SavedAlphaBeta::deepening(tree.clone(), EdgeCostSum, PLENTY), tree, depth)
}

/// Alpha-beta's minimal tree (Knuth & Moore): the nodes generated if the best child always comes first.
pub(crate) fn minimal_tree(children: u64, depth: u32) -> u64 {
    (1..=depth).map(|i| children.pow(i.div_ceil(2)) + children.pow(i / 2) - 1).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyscope_core::random_tree::Branching;

    fn search<S: Search<RandomTree>>(
        mut search: S,
        tree: &RandomTree,
        depth: u32,
    ) -> Result<Chosen, CapacityError> {
        let report = search.search(&Request::new(&tree.root()).depth(depth))?;
        Ok(Chosen { best: report.best_move, nodes: report.counts.generated })
    }

    #[test]
    fn one_best_first_search_tells_what_searches_to_all_smaller_depths_find() {
        for (children, depth) in [(2, 16), (5, 10), (10, 8)] {
            for seed in 1..=40 {
                let tree = RandomTree::new(seed, Branching::uniform(children).unwrap());
                for expansion in [Expansion::Partial, Expansion::Full] {
                    for formulation in [Formulation::Figure3, Formulation::Text] {
                        let all = best_first(&tree, expansion, formulation, depth);
                        let direct = (1..=depth).map(|depth| {
                            let search =
                                BestFirst::new(tree.clone(), EdgeCostSum, expansion, PLENTY);
                            tree_search(search.with_formulation(formulation), &tree, depth)
                        });
                        assert!(direct.eq(all), "{seed} {expansion:?} {formulation:?}");
                    }
                    let all = rbfms(&tree, expansion, depth).unwrap();
                    let direct = (1..=depth).map(|depth| {
                        let inner =
                            Rbfms::new(tree.clone(), EdgeCostSum, expansion, Storage::new());
                        search(inner, &tree, depth).unwrap()
                    });
                    assert!(direct.eq(all), "{seed} {expansion:?}");
                }
            }
        }
    }
}
