//! Measured numbers with their intervals.

use plyscope_run::statistics::{Mean, Tally};
use serde::Serialize;

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

    /// Whether the number is below another; `None` if the interval contains the other.
    #[must_use]
    pub fn is_below(self, limit: f64) -> Option<bool> {
        if self.high < limit {
            Some(true)
        } else if self.low >= limit {
            Some(false)
        } else {
            None
        }
    }

    /// Whether the number is at least another; `None` if the interval is on both sides.
    #[must_use]
    pub fn is_at_least(self, limit: f64) -> Option<bool> {
        self.is_below(limit).map(|below| !below)
    }

    /// Half the width of the interval.
    #[must_use]
    pub fn half_width(self) -> f64 {
        (self.high - self.low) / 2.0
    }

    /// `18.4 ± 0.5`, or `18.4 (17.2 to 21.0)` where the interval is not symmetric.
    #[must_use]
    pub fn display(self, decimals: u8) -> String {
        let number = |x| grouped(x, decimals);
        let (below, above) = (self.value - self.low, self.high - self.value);
        if !self.value.is_finite() {
            "n/a".to_owned()
        } else if !below.is_finite() || !above.is_finite() || (below == 0.0 && above == 0.0) {
            number(self.value)
        } else if (below - above).abs() <= 1e-6 * (below + above) {
            format!("{} ± {}", number(self.value), number(below))
        } else {
            format!("{} ({} to {})", number(self.value), number(self.low), number(self.high))
        }
    }
}

impl From<Mean> for Estimate {
    fn from(mean: Mean) -> Self {
        let Mean { mean, half_width, .. } = mean;
        Self { value: mean, low: mean - half_width, high: mean + half_width }
    }
}
