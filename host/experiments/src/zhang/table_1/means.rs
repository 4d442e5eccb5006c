//! What Table 1 says of its rows: means by search and depth.

use std::collections::BTreeMap;

use plyscope_report::Estimate;

use super::Row;
use crate::kit::collect::{Samples, ratio, share};

/// Means of the rows.
#[derive(Default)]
pub(super) struct SearchMeans {
    /// By search and depth.
    pub(super) nodes: Samples<(usize, u32)>,
    /// Nodes that learned bounds save over exact bounds, by depth.
    pub(super) saved: Samples<u32>,
    /// Nodes by tree, of a search and of alpha-beta, by search and depth.
    pub(super) pairs: BTreeMap<(usize, u32), Vec<(f64, f64)>>,
    /// Shares of best moves, by search and depth.
    pub(super) best: Samples<(usize, u32)>,
}

impl SearchMeans {
    pub(super) fn of(rows: &[Row]) -> Self {
        let mut numbers = Self::default();
        for row in rows {
            numbers.nodes.add_trees(
                &row.nodes,
                |search, depth| (search, depth),
                |nodes| nodes as f64,
            );
            let alpha_beta = &row.nodes[2];
            for (search, depths) in row.nodes.iter().enumerate() {
                for (depth, (trees, plain)) in (1..).zip(depths.iter().zip(alpha_beta)) {
                    let pairs = numbers.pairs.entry((search, depth)).or_default();
                    pairs.extend(trees.iter().zip(plain).map(|(&a, &b)| (a as f64, b as f64)));
                }
            }
            let [exact, learned, _] = &row.nodes;
            for (depth, (exact, learned)) in (1..).zip(exact.iter().zip(learned)) {
                for (exact, learned) in exact.iter().zip(learned) {
                    numbers.saved.add(depth, *exact as f64 - *learned as f64);
                }
            }
            numbers.best.add_trees(&row.best, |search, depth| (search, depth), share);
        }
        numbers
    }
}

impl SearchMeans {
    /// Mean nodes over alpha-beta's, paired by tree.
    pub(super) fn share(&self, search: usize, depth: u32) -> Option<Estimate> {
        self.pairs.get(&(search, depth)).filter(|pairs| pairs.len() > 1).map(|pairs| ratio(pairs))
    }
}
