//! Bounds on edge costs, and the estimators made of them.

use super::Estimator;
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

/// The edge cost of a move with this gain to its mover: the gain from MAX's side.
#[inline]
fn edge_cost(gain: i32, mover: Side) -> i32 {
    match mover {
        Side::Max => gain,
        Side::Min => gain.saturating_neg(),
    }
}

/// Converts a range from MAX's side to `mover`'s side; the static value is already from `mover`'s side.
#[inline]
fn for_mover(
    static_value: Value,
    mover: Side,
    range: impl Fn(Value) -> (Value, Value),
) -> (Value, Value) {
    match mover {
        Side::Max => range(static_value),
        Side::Min => {
            let (low, high) = range(-static_value);
            (-high, -low)
        }
    }
}

impl<B: EdgeBounds> Estimator for B {
    fn reset(&mut self) {
        EdgeBounds::reset(self);
    }

    #[inline]
    fn observe(&mut self, gain: i32, mover: Side) {
        EdgeBounds::observe(self, edge_cost(gain, mover));
    }

    #[inline]
    fn learned(&self) -> Option<(i32, i32)> {
        EdgeBounds::learned(self)
    }

    #[inline]
    fn range(&self, static_value: Value, depth: u32, mover: Side) -> (Value, Value) {
        for_mover(static_value, mover, |static_value| {
            let reach = |edge: i32| {
                let span = i64::from(edge).saturating_mul(i64::from(depth));
                Value::from_i64(i64::from(static_value.get()).saturating_add(span))
            };
            (reach(self.lowest()), reach(self.highest()))
        })
    }

    #[inline]
    fn is_sure(&self) -> bool {
        self.are_sure()
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

impl<B: EdgeBounds> Estimator for Scaled<B> {
    fn reset(&mut self) {
        self.bounds.reset();
    }

    #[inline]
    fn observe(&mut self, gain: i32, mover: Side) {
        self.bounds.observe(edge_cost(gain, mover));
    }

    #[inline]
    fn learned(&self) -> Option<(i32, i32)> {
        self.bounds.learned()
    }

    /// `c + (u delta) d` in this order in `f64`, so that node counts are comparable between implementations.
    /// Rounded towards the other bound's side: comparing the rounded value with an integer window gives what
    /// comparing the unrounded one would.
    #[inline]
    fn range(&self, static_value: Value, depth: u32, mover: Side) -> (Value, Value) {
        for_mover(static_value, mover, |static_value| {
            let reach = |edge: i32| {
                f64::from(static_value.get()) + (f64::from(edge) * self.delta) * f64::from(depth)
            };
            (
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
    use super::super::Estimator;
    use super::{EdgeBounds, FixedBounds, Learned, LearnedSeparately, Scaled};
    use crate::{Side, Value};

    #[test]
    fn a_range_spans_depth_times_the_extreme_edges() {
        let (low, high) = FixedBounds::new(-3, 5).range(Value::new(10), 4, Side::Max);
        assert_eq!((low.get(), high.get()), (-2, 30));
        // MIN's side: 10 is -10 from MAX's side, and the range is -22 to 10 from MAX's side.
        let (low, high) = FixedBounds::new(-3, 5).range(Value::new(10), 4, Side::Min);
        assert_eq!((low.get(), high.get()), (-10, 22));
    }

    #[test]
    fn scaling_rounds_outwards_so_that_integer_comparisons_stay_exact() {
        let scaled = Scaled::new(FixedBounds::new(-3, 5), 0.5);
        let (low, high) = scaled.range(Value::new(10), 3, Side::Max);
        assert_eq!((low.get(), high.get()), (5, 18), "5.5 and 17.5");
    }

    #[test]
    fn learning_keeps_one_magnitude_or_two_extremes() {
        let (mut one, mut two) = (Learned::default(), LearnedSeparately::default());
        for cost in [3, -7, 5] {
            EdgeBounds::observe(&mut one, cost);
            EdgeBounds::observe(&mut two, cost);
        }
        assert_eq!((one.lowest(), one.highest()), (-7, 7));
        assert_eq!((two.lowest(), two.highest()), (-7, 5));
        EdgeBounds::reset(&mut one);
        assert_eq!(one.highest(), i32::MAX, "nothing is known again");
    }
}
