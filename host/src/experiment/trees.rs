//! Searches of random trees that several experiments make.

use std::ops::ControlFlow;

use plyscope_core::random_tree::{Child, EdgeCostSum, RandomTree};
use plyscope_core::search::forward_estimation::{Estimator, NoEstimate};
use plyscope_core::{
    CapacityError, Counts, Expansion, ForwardEstimation, Limits, Order, Rbfms, Search,
};

use crate::tree::{BestFirst, Deepening, Formulation, TreeSearch};

/// Plies that the searches of experiments have room for.
pub(super) const PLIES: usize = 32;
/// Children on a path that they have room for: 32 plies of 128.
const CHILDREN: usize = 4096;
/// Nodes of a tree in memory: 4 GiB, which no experiment reaches.
const PLENTY: u32 = 1 << 28;

/// What an experiment keeps of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Found {
    /// The move chosen.
    pub(super) best: Option<Child>,
    /// Nodes generated.
    pub(super) nodes: u64,
}

fn search<S: Search<RandomTree>>(
    mut search: S,
    tree: &RandomTree,
    depth: u32,
) -> Result<Found, CapacityError> {
    match search.search(&tree.root(), Limits::depth(depth)) {
        Ok(report) => Ok(Found { best: report.best_move, nodes: report.counts.generated }),
        Err(error) => Err(error.capacity),
    }
}

fn tree_search<S: TreeSearch<RandomTree>>(mut search: S, tree: &RandomTree, depth: u32) -> Found {
    let mut go_on = |_: &Counts| ControlFlow::Continue(());
    let report = search.search(&tree.root(), Limits::depth(depth), &mut go_on);
    Found { best: report.best_move, nodes: report.counts.generated }
}

/// Alpha-beta.
pub(super) fn alpha_beta(
    tree: &RandomTree,
    order: Order,
    depth: u32,
) -> Result<Found, CapacityError> {
    forward_estimation(tree, order, depth, NoEstimate)
}

/// Forward estimation.
pub(super) fn forward_estimation<X: Estimator>(
    tree: &RandomTree,
    order: Order,
    depth: u32,
    estimator: X,
) -> Result<Found, CapacityError> {
    let inner = ForwardEstimation::<_, _, _, PLIES, CHILDREN>::with_estimator(
        tree.clone(),
        EdgeCostSum,
        order,
        estimator,
    );
    search(inner, tree, depth)
}

/// Recursive best-first minimax in linear space.
pub(super) fn rbfms(
    tree: &RandomTree,
    expansion: Expansion,
    depth: u32,
) -> Result<Found, CapacityError> {
    search(Rbfms::<_, _, PLIES, CHILDREN>::new(tree.clone(), EdgeCostSum, expansion), tree, depth)
}

/// Best-first minimax with the tree in memory.
pub(super) fn best_first(
    tree: &RandomTree,
    expansion: Expansion,
    formulation: Formulation,
    depth: u32,
) -> Found {
    let search = BestFirst::new(tree.clone(), EdgeCostSum, expansion, PLENTY);
    tree_search(search.with_formulation(formulation), tree, depth)
}

/// Iterative deepening on a saved tree; nodes are counted when they are generated first.
pub(super) fn deepening(tree: &RandomTree, depth: u32) -> Found {
    tree_search(Deepening::new(tree.clone(), EdgeCostSum, PLENTY), tree, depth)
}

/// The minimal tree of alpha-beta (Knuth & Moore): what it generates if the best child always comes first.
pub(super) fn minimal_tree(children: u64, depth: u32) -> u64 {
    (1..=depth).map(|i| children.pow(i.div_ceil(2)) + children.pow(i / 2) - 1).sum()
}
