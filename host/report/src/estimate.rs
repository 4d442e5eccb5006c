//! Measured numbers with their intervals.

use plyscope_run::statistics::{Mean, Tally, bonferroni};
use serde::Serialize;

use super::compared::Comparison;
use super::table::grouped;

/// A measured number with its 95 % confidence interval. Without uncertainty, both ends are the number itself.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Estimate {
    /// The number.
    pub value: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

impl Estimate {
    /// A number without uncertainty, such as a count of given trees.
    #[must_use]
    pub fn exact(value: f64) -> Self {
        Self { value, low: value, high: value }
    }

    /// The share of `hits` among `count`, in per cent, with Wilson's interval; NaN if `count` is 0.
    #[must_use]
    pub fn percent(hits: u64, count: u64) -> Self {
        Self::of_tally(Tally { wins: hits, draws: 0, losses: count.saturating_sub(hits) })
    }

    /// The wins among decided games, in per cent, with Wilson's interval; NaN if none is decided.
    #[must_use]
    pub fn of_tally(tally: Tally) -> Self {
        let tally = tally.without_draws();
        let (low, high) = tally.wilson().unwrap_or((f64::NAN, f64::NAN));
        let value = tally.score().unwrap_or(f64::NAN);
        Self { value: 100.0 * value, low: 100.0 * low, high: 100.0 * high }
    }

    /// The number and its interval times a factor.
    #[must_use]
    pub fn times(self, factor: f64) -> Self {
        let (a, b) = (self.low * factor, self.high * factor);
        Self { value: self.value * factor, low: a.min(b), high: a.max(b) }
    }

    /// The ratio of two independent numbers (first-order propagation of the half widths).
    #[must_use]
    pub fn over(self, other: Self) -> Self {
        let ratio = self.value / other.value;
        // Relative widths would fail for a numerator of 0.
        let above = self.half_width() / other.value;
        let half_width = above.hypot(ratio * other.half_width() / other.value).abs();
        Self { value: ratio, low: ratio - half_width, high: ratio + half_width }
    }

    /// The difference of two independent numbers.
    #[must_use]
    pub fn less(self, other: Self) -> Self {
        let value = self.value - other.value;
        let half_width = self.half_width().hypot(other.half_width());
        Self { value, low: value - half_width, high: value + half_width }
    }

    /// Asks whether the number is below a limit.
    #[must_use]
    pub fn is_below(self, limit: f64) -> Comparison {
        Comparison::new(self, limit, true)
    }

    /// Asks whether the number is at least a limit.
    #[must_use]
    pub fn is_at_least(self, limit: f64) -> Comparison {
        Comparison::new(self, limit, false)
    }

    /// The number with an interval that holds at 95 % for it and `count - 1` others together (Bonferroni's correction; the
    /// interval is widened as a normal distribution's would be).
    #[must_use]
    pub fn among(self, count: usize) -> Self {
        self.wider(bonferroni(count))
    }

    /// The number with an interval so many times as wide.
    #[must_use]
    pub fn wider(self, times: f64) -> Self {
        let Self { value, low, high } = self;
        Self { value, low: value - times * (value - low), high: value + times * (high - value) }
    }

    /// The number with an interval that ends at these limits: what a number cannot be, its interval does not reach.
    #[must_use]
    pub fn within(self, least: f64, most: f64) -> Self {
        Self { low: self.low.max(least), high: self.high.min(most), ..self }
    }

    /// The distance to another number, with the interval that follows from the number's.
    #[must_use]
    pub fn distance_to(self, other: f64) -> Self {
        let Self { value, low, high } = self;
        let (low, high) = (low - other, high - other);
        let least = if low <= 0.0 && high >= 0.0 { 0.0 } else { low.abs().min(high.abs()) };
        Self { value: (value - other).abs(), low: least, high: low.abs().max(high.abs()) }
    }

    /// Half the width of the interval.
    #[must_use]
    pub fn half_width(self) -> f64 {
        (self.high - self.low) / 2.0
    }

    /// `18.4 ± 0.5`, or `18.4 (17.2 to 21.0)` where the interval is not symmetric; an end may be `∞`.
    #[must_use]
    pub fn display(self, decimals: u8) -> String {
        let number = |x| grouped(x, decimals);
        let (below, above) = (self.value - self.low, self.high - self.value);
        if !self.value.is_finite() {
            "n/a".to_owned()
        } else if below.is_finite() != above.is_finite() {
            let end = |x: f64| match x {
                f64::INFINITY => "∞".to_owned(),
                f64::NEG_INFINITY => "-∞".to_owned(),
                x => number(x),
            };
            format!("{} ({} to {})", number(self.value), end(self.low), end(self.high))
        } else if !below.is_finite() || (below == 0.0 && above == 0.0) {
            number(self.value)
        } else if (below - above).abs() <= 1e-6 * (below + above) {
            format!("{} ± {}", number(self.value), number(below))
        } else {
            format!("{} ({} to {})", number(self.value), number(self.low), number(self.high))
        }
    }
}

/// An estimate with the number of trees that it is of.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Measured {
    /// The number of trees.
    pub count: u64,
    /// The number.
    pub estimate: Estimate,
}

impl Measured {
    /// A share in per cent, from a mean of ones and zeros: with Wilson's interval, which has a width where all trees agree, too.
    #[must_use]
    pub fn percent(share: Mean) -> Self {
        let hits = (share.mean * share.count as f64).round() as u64;
        Self { count: share.count, estimate: Estimate::percent(hits, share.count) }
    }
}

impl From<Mean> for Measured {
    fn from(mean: Mean) -> Self {
        Self { count: mean.count, estimate: mean.into() }
    }
}

/// A depth at equal work, which is between two whole ones: no interval of confidence, but a bracket.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bracket {
    /// The deepest with less work.
    pub less: f64,
    /// The shallowest with more work.
    pub more: f64,
}

impl Bracket {
    /// `80 (less work) to 81 (more work)`.
    #[must_use]
    pub fn display(self) -> String {
        format!("{} (less work) to {} (more work)", grouped(self.less, 0), grouped(self.more, 0))
    }

    /// Both ends and a number less.
    #[must_use]
    pub fn minus(self, number: f64) -> Self {
        Self { less: self.less - number, more: self.more - number }
    }
}

impl From<Mean> for Estimate {
    fn from(mean: Mean) -> Self {
        let Mean { mean, half_width, .. } = mean;
        Self { value: mean, low: mean - half_width, high: mean + half_width }
    }
}
