//! The best case of alpha-beta: children in perfect order.

use plyscope_core::random_tree::{EdgeCostSum, RandomTree};
use plyscope_core::{AlphaBeta, CapacityError, Order, Policy, Request, Side};
use plyscope_players::game::listed::{ListTree, Listed};
use plyscope_run::interrupt;

use crate::trees::Storage;

/// Alpha-beta's nodes on this tree with its children sorted by minimax value. The tree to `depth` is kept in memory.
///
/// # Errors
/// [`CapacityError`] if the storage is too small.
pub fn best_case(tree: &RandomTree, depth: u32) -> Result<u64, CapacityError> {
    let mut listed = Listed::copy(tree, &EdgeCostSum, &tree.root(), depth);
    listed.order_perfectly(Side::Max);
    let ordered = ListTree::new(&listed);
    let mut search =
        Box::new(AlphaBeta::new(&ordered, &ordered, Policy::new(Order::None), Storage::new()));
    let report = interrupt::search(search.as_mut(), &Request::new(&ordered.root()).depth(depth))?;
    Ok(report.counts.generated)
}
