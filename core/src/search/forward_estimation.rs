//! Forward estimation (Zhang 1995, 1996): alpha-beta that also prunes with estimated bounds on minimax values.
//!
//! If every edge cost lies between `l` and `u`, the minimax value of a node with static value `c` and remaining
//! depth `d` lies between `c + l d` and `c + u d`. A node whose estimated range is wholly outside the window need
//! not be searched. Forward estimation *is* [`AlphaBeta`](crate::AlphaBeta) with an [`Estimator`]; with
//! [`NoEstimate`] it compiles to plain alpha-beta.
//!
//! What reproduces the paper's Table 1, and is done here: at remaining depth 2 and more a node is abandoned
//! (i) on entry, before its children are generated, if its mover is sure to reach beta; and (ii) after its
//! children are generated and ordered, if its mover is sure of that by the best child. Test (ii) needs an
//! ordering. No test is made at remaining depth 1. Two-sided estimators also narrow the window, at every depth.
//!
//! The estimators are built from edge-cost bounds — [`FixedBounds`] (exact ones, most likely increments, or
//! extremes learned off line), [`Learned`], [`LearnedSeparately`] — and two modifiers, [`Scaled`] and [`TwoSided`]:
//!
//! ```
//! use plyscope_core::{ForwardEstimation, Limits, Order, Search};
//! use plyscope_core::search::forward_estimation::{FixedBounds, Scaled};
//! use plyscope_core::random_tree::{EdgeCostSum, RandomTree};
//!
//! let tree = RandomTree::zhang(1);
//! let bounds = FixedBounds::new(tree.edge_costs().lowest(), tree.edge_costs().highest());
//! let root = tree.root();
//! let mut exact = ForwardEstimation::<_, _, _, 8, 128>::with_estimator(&tree, EdgeCostSum, Order::Static, bounds);
//! let mut half = ForwardEstimation::<_, _, _, 8, 128>::with_estimator(&tree, EdgeCostSum, Order::Static, Scaled::new(bounds, 0.5));
//! let exact = exact.search(&root, Limits::depth(6)).map_err(|e| e.capacity)?;
//! let half = half.search(&root, Limits::depth(6)).map_err(|e| e.capacity)?;
//! assert!(half.counts.generated < exact.counts.generated);
//! # Ok::<(), plyscope_core::CapacityError>(())
//! ```

use super::alpha_beta::DepthFirst;
use crate::Value;

/// Forward estimation: alpha-beta with an estimator.
pub type ForwardEstimation<G, E, X, const PLIES: usize, const CHILDREN: usize> =
    DepthFirst<G, E, X, PLIES, CHILDREN>;

/// Estimates the range of minimax values. All values and edge costs here are from MAX's side.
pub trait Estimator {
    /// Whether there is anything to estimate; without, a search makes no tests and needs no static values of
    /// inner nodes.
    const ESTIMATES: bool = true;

    /// Whether the search cuts off at all. Only minimax says no.
    const CUTS: bool = true;

    /// A search begins: what was learned on line is forgotten.
    fn reset(&mut self) {}

    /// A node was generated; `cost` is its static value less its parent's.
    #[inline]
    fn observe(&mut self, cost: i32) {
        let _ = cost;
    }

    /// The smallest and the largest minimax value that a node with this static value can have, by the estimate,
    /// `depth` plies above the horizon.
    fn range(&self, static_value: Value, depth: u32) -> (Value, Value);

    /// Whether a node's range also narrows its window.
    #[inline]
    fn is_two_sided(&self) -> bool {
        false
    }
}

/// No estimates: plain alpha-beta.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct NoEstimate;

impl Estimator for NoEstimate {
    const ESTIMATES: bool = false;

    #[inline]
    fn range(&self, _: Value, _: u32) -> (Value, Value) {
        (Value::NEG_INFINITY, Value::INFINITY)
    }
}

/// Bounds on edge costs, known or learned: the `l` and `u` of Zhang's condition (1).
pub trait EdgeBounds {
    /// A search begins: what was learned on line is forgotten.
    fn reset(&mut self) {}

    /// An edge cost was met.
    #[inline]
    fn observe(&mut self, cost: i32) {
        let _ = cost;
    }

    /// The smallest edge cost: `l`, at most 0.
    fn lowest(&self) -> i32;

    /// The largest edge cost: `u`, at least 0.
    fn highest(&self) -> i32;
}

/// Bounds that are given: exact ones (condition 1; then the value is alpha-beta's), extremes learned off line, or
/// the most likely increment and decrement (condition 2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FixedBounds {
    lowest: i32,
    highest: i32,
}

impl FixedBounds {
    /// `lowest` is taken as at most 0 and `highest` as at least 0: a game may end at once, and then its value stays.
    #[must_use]
    pub const fn new(lowest: i32, highest: i32) -> Self {
        Self {
            lowest: if lowest > 0 { 0 } else { lowest },
            highest: if highest < 0 { 0 } else { highest },
        }
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
}

/// Bounds learned on line in the symmetric form: `u' = -l'` is the greatest |edge cost| generated so far in this
/// search; before the first there is no bound. This is the form that reproduces Table 1.
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
}

/// Bounds learned on line, the smallest and the largest edge cost apart; before the first there is no bound.
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
        // At most 0 and at least 0, as all bounds.
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
}

impl<B: EdgeBounds> Estimator for B {
    fn reset(&mut self) {
        EdgeBounds::reset(self);
    }

    #[inline]
    fn observe(&mut self, cost: i32) {
        EdgeBounds::observe(self, cost);
    }

    #[inline]
    fn range(&self, static_value: Value, depth: u32) -> (Value, Value) {
        let reach = |edge: i32| {
            let span = i64::from(edge).saturating_mul(i64::from(depth));
            Value::from_i64(i64::from(static_value.get()).saturating_add(span))
        };
        (reach(self.lowest()), reach(self.highest()))
    }
}

/// Bounds scaled by `delta` (condition 3): a selective search that prunes more and may err.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Scaled<B> {
    bounds: B,
    delta: f64,
}

impl<B> Scaled<B> {
    /// `delta` from 0 (prunes as if static values were final) to 1 (as if not scaled).
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
    fn observe(&mut self, cost: i32) {
        self.bounds.observe(cost);
    }

    /// `c + (u delta) d` in this order in `f64`, so that node counts are comparable between implementations.
    /// Rounded towards the other bound's side: comparing the rounded value with an integer window gives what
    /// comparing the unrounded one would.
    #[inline]
    fn range(&self, static_value: Value, depth: u32) -> (Value, Value) {
        let reach = |edge: i32| {
            f64::from(static_value.get()) + (f64::from(edge) * self.delta) * f64::from(depth)
        };
        (
            Value::from_i64(libm::floor(reach(self.bounds.lowest())) as i64),
            Value::from_i64(libm::ceil(reach(self.bounds.highest())) as i64),
        )
    }
}

/// Two-sided forward estimation, beyond the papers: every node's range `[c + l d, c + u d]` also narrows its window
/// from both sides, which is as sound as the estimate is, and prunes more. The principal variation may end early,
/// where the bounds alone prove its value. With bounds learned on line it is of little use: what is learned by then
/// narrows the windows of the first nodes far too much.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TwoSided<X>(pub X);

impl<X: Estimator> Estimator for TwoSided<X> {
    const ESTIMATES: bool = X::ESTIMATES;
    const CUTS: bool = X::CUTS;

    fn reset(&mut self) {
        self.0.reset();
    }

    #[inline]
    fn observe(&mut self, cost: i32) {
        self.0.observe(cost);
    }

    #[inline]
    fn range(&self, static_value: Value, depth: u32) -> (Value, Value) {
        self.0.range(static_value, depth)
    }

    #[inline]
    fn is_two_sided(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::{EdgeBounds, Estimator, FixedBounds, Learned, LearnedSeparately, Scaled};
    use crate::Value;

    #[test]
    fn a_range_spans_depth_times_the_extreme_edges() {
        let (low, high) = FixedBounds::new(-3, 5).range(Value::new(10), 4);
        assert_eq!((low.get(), high.get()), (-2, 30));
    }

    #[test]
    fn scaling_rounds_outwards_so_that_integer_comparisons_stay_exact() {
        let (low, high) = Scaled::new(FixedBounds::new(-3, 5), 0.5).range(Value::new(10), 3);
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
