//! Aspiration windows: nodes and searches again, against the window's width.

use plyscope_core::random_tree::{EdgeCostSum, RandomTree};
use plyscope_core::{AlphaBeta, Aspiration, CapacityError, Order, Policy, Request, Value};
use plyscope_run::interrupt;
use serde::{Deserialize, Serialize};

use crate::trees::Storage;

/// The searches of one tree to one depth.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Windows {
    /// Nodes with the full window.
    pub full: u64,
    /// Nodes, and how often the search was done again, by width; for guesses from one and from two plies less.
    pub windows: [Vec<(u64, u32)>; 2],
    /// Whether all searches found the same value.
    pub same: bool,
}

/// Searches a tree with the full window and with windows of these half widths.
///
/// # Errors
/// [`CapacityError`] if the storage is too small.
pub fn windows(tree: &RandomTree, depth: u32, widths: &[u32]) -> Result<Windows, CapacityError> {
    let root = tree.root();
    let plain = |depth: u32| -> Result<(Value, u64), CapacityError> {
        let mut search =
            Box::new(AlphaBeta::new(tree, EdgeCostSum, Policy::new(Order::Static), Storage::new()));
        let report = interrupt::search(search.as_mut(), &Request::new(&root).depth(depth))?;
        Ok((report.value, report.counts.generated))
    };
    let (value, full) = plain(depth)?;
    let mut found = Windows { full, windows: Default::default(), same: true };
    for (less, windows) in (1..).zip(&mut found.windows) {
        let (guess, _) = plain(depth - less)?;
        for &width in widths {
            let inner =
                AlphaBeta::new(tree, EdgeCostSum, Policy::new(Order::Static), Storage::new());
            let mut search = Box::new(Aspiration::new(inner, width));
            let request = Request::new(&root).depth(depth).expected(Some(guess));
            let report = interrupt::search(search.as_mut(), &request)?;
            let (ours, nodes) = (report.value, report.counts.generated);
            found.same &= ours == value;
            windows.push((nodes, search.researches()));
        }
    }
    Ok(found)
}
