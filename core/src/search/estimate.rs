//! Estimated ranges of minimax values.

use crate::{Side, Value};

/// A node, as an estimator sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct At {
    /// Its static value for the side to move.
    pub value: Value,
    /// Its plies above the horizon.
    pub depth: u32,
    /// The side to move. It matters only in games with a fixed MAX, for bounds that are not symmetric.
    pub mover: Side,
}

impl At {
    /// The gain of the side to move by a move to a child of this value, both from its own side.
    #[must_use]
    #[inline]
    pub const fn gain(&self, value: Value) -> i32 {
        value.get().saturating_sub(self.value.get())
    }

    /// The child of this value for the side to move at the node.
    #[must_use]
    #[inline]
    pub fn child(&self, value: Value) -> Self {
        Self { value: -value, depth: self.depth.wrapping_sub(1), mover: self.mover.other() }
    }
}

/// A range of values, ends included.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Range {
    /// The lowest value.
    pub low: Value,
    /// The highest value.
    pub high: Value,
}

impl Range {
    /// All values: nothing is known.
    pub const ALL: Self = Self { low: Value::NEG_INFINITY, high: Value::INFINITY };

    /// From `low` to `high`.
    #[must_use]
    #[inline]
    pub const fn new(low: Value, high: Value) -> Self {
        Self { low, high }
    }

    /// The same range for the other side.
    #[must_use]
    #[inline]
    pub fn negated(self) -> Self {
        Self { low: -self.high, high: -self.low }
    }
}

/// Estimates the range of minimax values, and may learn on line from the nodes of the search.
///
/// No item has a default, so that an estimator that wraps another one cannot forget to pass one on.
pub trait Estimate {
    /// Whether there are estimates. If not, a search makes no tests and needs no static values of inner nodes.
    const ESTIMATES: bool;

    /// Begins a search: forgets everything learned on line.
    fn reset(&mut self);

    /// Records a child that was generated at `node`, with its static value for the side to move at `node`.
    fn observe(&mut self, node: &At, child: Value);

    /// The bounds learned on line so far, for observers: on edge costs from MAX's side, or on gains to the mover. `None` if nothing
    /// is learned on line, or nothing yet.
    fn learned(&self) -> Option<(i32, i32)>;

    /// The estimated range of a node's minimax value, for the side to move.
    fn range(&self, node: &At) -> Range;

    /// The range that a child of this static value, for the side to move at `node`, gives the node's value if that side chooses it:
    /// it reaches at least the lowest value.
    #[inline]
    fn range_by_child(&self, node: &At, child: Value) -> Range {
        self.range(&node.child(child)).negated()
    }

    /// Whether the ranges are certain, so that the search finds alpha-beta's value. If not, reports mark the value as
    /// [`Bound::Estimate`](crate::Bound::Estimate).
    fn is_sure(&self) -> bool;
}

/// No estimates: plain alpha-beta.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct NoEstimate;

impl Estimate for NoEstimate {
    const ESTIMATES: bool = false;

    fn reset(&mut self) {}

    #[inline]
    fn observe(&mut self, _: &At, _: Value) {}

    fn learned(&self) -> Option<(i32, i32)> {
        None
    }

    #[inline]
    fn range(&self, _: &At) -> Range {
        Range::ALL
    }

    fn is_sure(&self) -> bool {
        true
    }
}
