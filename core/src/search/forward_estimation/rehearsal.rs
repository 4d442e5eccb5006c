//! A shallow search where no move is known to begin with.

use super::{Estimator, Placement, Probe, Probed};
use crate::{Side, Value};

/// Another estimator, and internal iterative deepening: where the table knows no best move of a node, a search two plies
/// less deep finds one first. Useful only with a table. It changes no value by itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rehearsing<X> {
    /// The estimator.
    pub estimator: X,
    /// The least remaining depth of a node that is searched twice, in plies; at least 3.
    pub from: u32,
}

impl<X: Estimator> Estimator for Rehearsing<X> {
    const ESTIMATES: bool = X::ESTIMATES;
    const PROBES: bool = true;
    const CUTS: bool = X::CUTS;

    fn reset(&mut self) {
        self.estimator.reset();
    }

    #[inline]
    fn observe(&mut self, gain: i32, mover: Side) {
        self.estimator.observe(gain, mover);
    }

    #[inline]
    fn learned(&self) -> Option<(i32, i32)> {
        self.estimator.learned()
    }

    #[inline]
    fn range(&self, static_value: Value, depth: u32, mover: Side) -> (Value, Value) {
        self.estimator.range(static_value, depth, mover)
    }

    fn probe(&self, node: &Probed) -> Option<Probe> {
        let rehearses = !node.knows_move && node.depth >= self.from.max(3);
        let rehearsal = Probe { depth: node.depth.wrapping_sub(2), window: node.window };
        self.estimator.probe(node).or(rehearses.then_some(rehearsal).filter(|_| node.made == 0))
    }

    #[inline]
    fn range_after(&self, probe: Probe, value: Value, depth: u32, mover: Side) -> (Value, Value) {
        self.estimator.range_after(probe, value, depth, mover)
    }

    #[inline]
    fn certainty(&self) -> u8 {
        self.estimator.certainty()
    }

    #[inline]
    fn is_two_sided(&self) -> bool {
        self.estimator.is_two_sided()
    }

    #[inline]
    fn placement(&self) -> Placement {
        self.estimator.placement()
    }

    #[inline]
    fn is_sure(&self) -> bool {
        self.estimator.is_sure()
    }
}
