//! A shallow search where no move is known to begin with.

use super::{Probe, Probed, Shallow};
use crate::Value;
use crate::search::estimate::Range;

/// Another probe, and internal iterative deepening: where the table knows no best move of a node, a search two plies
/// less deep finds one first. Useful only with a table. It changes no value by itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rehearsing<P> {
    /// The other probe.
    pub probe: P,
    /// The least remaining depth of a node that is searched twice, in plies; at least 3.
    pub from: u32,
}

impl<P: Probe> Probe for Rehearsing<P> {
    const PROBES: bool = true;
    const NEEDS_VALUES: bool = P::NEEDS_VALUES;
    const ASKS: bool = P::ASKS;

    fn probe(&self, node: &Probed) -> Option<Shallow> {
        let rehearses = !node.knows_move && node.depth >= self.from.max(3);
        let rehearsal = Shallow { depth: node.depth.wrapping_sub(2), window: node.window };
        self.probe.probe(node).or(rehearses.then_some(rehearsal).filter(|_| node.made == 0))
    }

    #[inline]
    fn range_after(&self, shallow: Shallow, value: Value, depth: u32) -> Range {
        self.probe.range_after(shallow, value, depth)
    }

    #[inline]
    fn certainty(&self, depth: u32) -> u8 {
        self.probe.certainty(depth)
    }

    #[inline]
    fn asks(&self, depth: u32) -> bool {
        self.probe.asks(depth)
    }
}
