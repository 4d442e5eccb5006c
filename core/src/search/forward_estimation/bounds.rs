//! Bounds on edge costs, and the estimators made of them.

use crate::search::estimate::{At, Estimate, Range};
use crate::{Side, Value};

/// Bounds on edge costs, known or learned: the `l` and `u` of Zhang's condition (1). An edge's cost is the child's static
/// value minus its parent's, always from MAX's side.
pub trait EdgeBounds {
    /// Begins a search: forgets everything learned on line.
    fn reset(&mut self) {}

    /// Records an edge cost.
    #[inline]
    fn observe(&mut self, cost: i32) {
        let _ = cost;
    }

    /// The smallest edge cost: `l`, at most 0.
    fn lowest(&self) -> i32;

    /// The largest edge cost: `u`, at least 0.
    fn highest(&self) -> i32;

    /// The smallest and the largest edge cost learned on line so far; `None` if nothing is learned on line, or nothing yet.
    #[inline]
    fn learned(&self) -> Option<(i32, i32)> {
        None
    }

    /// Whether every edge cost is certain to be within these bounds.
    #[inline]
    fn are_sure(&self) -> bool {
        false
    }
}

/// Given bounds: exact ones (condition 1, which gives alpha-beta's value), extremes learned off line, or the most likely
/// increment and decrement (condition 2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FixedBounds {
    lowest: i32,
    highest: i32,
    sure: bool,
}

impl FixedBounds {
    /// Bounds that may err. A `lowest` above 0 and a `highest` below 0 are taken as 0, because a game may end at once and
    /// keep its value.
    #[must_use]
    pub const fn new(lowest: i32, highest: i32) -> Self {
        Self {
            lowest: if lowest > 0 { 0 } else { lowest },
            highest: if highest < 0 { 0 } else { highest },
            sure: false,
        }
    }

    /// Bounds that the caller knows to hold for every edge cost (condition 1): searches with them are exact.
    #[must_use]
    pub const fn exact(lowest: i32, highest: i32) -> Self {
        Self { sure: true, ..Self::new(lowest, highest) }
    }
}

impl EdgeBounds for FixedBounds {
    #[inline]
    fn lowest(&self) -> i32 {
        self.lowest
    }

    #[inline]
    fn highest(&self) -> i32 {
        self.highest
    }

    #[inline]
    fn are_sure(&self) -> bool {
        self.sure
    }
}

/// Bounds learned on line in the symmetric form: `u' = -l'` is the greatest |edge cost| generated so far in this search.
/// There is no bound before the first edge. This form reproduces Table 1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Learned {
    /// Negative before anything is learned.
    greatest: i32,
}

impl Default for Learned {
    fn default() -> Self {
        Self { greatest: -1 }
    }
}

impl EdgeBounds for Learned {
    fn reset(&mut self) {
        *self = Self::default();
    }

    #[inline]
    fn observe(&mut self, cost: i32) {
        self.greatest = self.greatest.max(cost.saturating_abs());
    }

    #[inline]
    fn lowest(&self) -> i32 {
        self.highest().saturating_neg()
    }

    #[inline]
    fn highest(&self) -> i32 {
        if self.greatest < 0 { i32::MAX } else { self.greatest }
    }

    #[inline]
    fn learned(&self) -> Option<(i32, i32)> {
        (self.greatest >= 0).then(|| (self.greatest.saturating_neg(), self.greatest))
    }
}

/// Bounds learned on line: the smallest and the largest edge cost separately. There is no bound before the first edge.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct LearnedSeparately {
    /// Above `highest` before anything is learned.
    lowest: i32,
    highest: i32,
}

impl Default for LearnedSeparately {
    fn default() -> Self {
        Self { lowest: 1, highest: -1 }
    }
}

impl LearnedSeparately {
    #[inline]
    const fn knows_nothing(&self) -> bool {
        self.lowest > self.highest
    }
}

impl EdgeBounds for LearnedSeparately {
    fn reset(&mut self) {
        *self = Self::default();
    }

    #[inline]
    fn observe(&mut self, cost: i32) {
        // At most 0 and at least 0, like all bounds.
        self.lowest = self.lowest.min(cost).min(0);
        self.highest = self.highest.max(cost).max(0);
    }

    #[inline]
    fn lowest(&self) -> i32 {
        if self.knows_nothing() { i32::MIN } else { self.lowest }
    }

    #[inline]
    fn highest(&self) -> i32 {
        if self.knows_nothing() { i32::MAX } else { self.highest }
    }

    #[inline]
    fn learned(&self) -> Option<(i32, i32)> {
        (!self.knows_nothing()).then_some((self.lowest, self.highest))
    }
}

/// The cost of the edge from a node to a child of this value: the gain from MAX's side.
#[inline]
fn edge_cost(node: &At, child: Value) -> i32 {
    match node.mover {
        Side::Max => node.gain(child),
        Side::Min => node.gain(child).saturating_neg(),
    }
}

/// The range of a node, given that of a static value for MAX.
#[inline]
fn for_max(node: &At, range: impl Fn(Value) -> Range) -> Range {
    match node.mover {
        Side::Max => range(node.value),
        Side::Min => range(-node.value).negated(),
    }
}

/// Estimates by bounds on edge costs: a node's minimax value is within its static value plus the extreme costs of all edges down to
/// the horizon.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Edges<B>(pub B);

impl<B: EdgeBounds> Estimate for Edges<B> {
    const ESTIMATES: bool = true;

    fn reset(&mut self) {
        self.0.reset();
    }

    #[inline]
    fn observe(&mut self, node: &At, child: Value) {
        self.0.observe(edge_cost(node, child));
    }

    #[inline]
    fn learned(&self) -> Option<(i32, i32)> {
        self.0.learned()
    }

    #[inline]
    fn range(&self, node: &At) -> Range {
        for_max(node, |static_value| {
            let reach = |edge: i32| {
                let span = i64::from(edge).saturating_mul(i64::from(node.depth));
                Value::from_i64(i64::from(static_value.get()).saturating_add(span))
            };
            Range::new(reach(self.0.lowest()), reach(self.0.highest()))
        })
    }

    #[inline]
    fn is_sure(&self) -> bool {
        self.0.are_sure()
    }
}

/// Bounds scaled by `delta` (condition 3), for a selective search that prunes more and may err.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Scaled<B> {
    bounds: B,
    delta: f64,
}

impl<B> Scaled<B> {
    /// Scales `bounds` by `delta`, from 0 (static values are taken as final) to 1 (no scaling).
    #[must_use]
    pub const fn new(bounds: B, delta: f64) -> Self {
        Self { bounds, delta }
    }
}

impl<B: EdgeBounds> Estimate for Scaled<B> {
    const ESTIMATES: bool = true;

    fn reset(&mut self) {
        self.bounds.reset();
    }

    #[inline]
    fn observe(&mut self, node: &At, child: Value) {
        self.bounds.observe(edge_cost(node, child));
    }

    #[inline]
    fn learned(&self) -> Option<(i32, i32)> {
        self.bounds.learned()
    }

    /// `c + (u delta) d` in this order in `f64`, so that node counts are comparable between implementations.
    /// Rounded towards the other bound's side: comparing the rounded value with an integer window gives what
    /// comparing the unrounded one would.
    #[inline]
    fn range(&self, node: &At) -> Range {
        for_max(node, |static_value| {
            let reach = |edge: i32| {
                f64::from(static_value.get())
                    + (f64::from(edge) * self.delta) * f64::from(node.depth)
            };
            Range::new(
                Value::from_i64(libm::floor(reach(self.bounds.lowest())) as i64),
                Value::from_i64(libm::ceil(reach(self.bounds.highest())) as i64),
            )
        })
    }

    #[inline]
    fn is_sure(&self) -> bool {
        self.delta >= 1.0 && self.bounds.are_sure()
    }
}

#[cfg(test)]
mod tests {
    use super::{EdgeBounds, Edges, FixedBounds, Learned, LearnedSeparately, Scaled};
    use crate::search::estimate::{At, Estimate as _, Range};
    use crate::{Side, Value};

    fn range(estimator: impl Fn(&At) -> Range, depth: u32, mover: Side) -> (i32, i32) {
        let Range { low, high } = estimator(&At { value: Value::new(10), depth, mover });
        (low.get(), high.get())
    }

    #[test]
    fn a_range_spans_depth_times_the_extreme_edges() {
        let edges = Edges(FixedBounds::new(-3, 5));
        assert_eq!(range(|node| edges.range(node), 4, Side::Max), (-2, 30));
        // MIN's side: 10 is -10 from MAX's side, and the range is -22 to 10 from MAX's side.
        assert_eq!(range(|node| edges.range(node), 4, Side::Min), (-10, 22));
    }

    #[test]
    fn scaling_rounds_outwards_so_that_integer_comparisons_stay_exact() {
        let scaled = Scaled::new(FixedBounds::new(-3, 5), 0.5);
        assert_eq!(range(|node| scaled.range(node), 3, Side::Max), (5, 18), "5.5 and 17.5");
    }

    #[test]
    fn learning_keeps_one_magnitude_or_two_extremes() {
        let (mut one, mut two) = (Learned::default(), LearnedSeparately::default());
        for cost in [3, -7, 5] {
            one.observe(cost);
            two.observe(cost);
        }
        assert_eq!((one.lowest(), one.highest()), (-7, 7));
        assert_eq!((two.lowest(), two.highest()), (-7, 5));
        one.reset();
        assert_eq!(one.highest(), i32::MAX, "nothing is known again");
    }
}
