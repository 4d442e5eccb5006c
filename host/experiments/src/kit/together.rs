//! Numbers that are asked about together: how much wider their intervals must be (Holm's correction).

use plyscope_report::Estimate;
use plyscope_run::statistics::holm;

/// The correction of a family of numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Together(f64);

impl Together {
    /// Each number is asked whether it differs from this limit.
    pub(crate) fn of(numbers: impl IntoIterator<Item = Estimate>, limit: f64) -> Self {
        let distance = |number: Estimate| match number.value - limit {
            0.0 => 0.0,
            above if above > 0.0 => above / (number.value - number.low),
            below => below / (number.value - number.high),
        };
        Self(holm(numbers.into_iter().map(distance).collect()))
    }

    /// A number of the family, with an interval that holds at 95 % for all of it.
    pub(crate) fn widen(self, number: Estimate) -> Estimate {
        let Estimate { value, low, high } = number;
        Estimate {
            value,
            low: value - self.0 * (value - low),
            high: value + self.0 * (high - value),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Estimate, Together};

    #[test]
    fn intervals_are_wider_by_the_number_that_is_left() {
        let number = |value: f64| Estimate { value, low: value - 2.0, high: value + 1.0 };
        // 10 halves below the limit, and 20 above it, are clear; two are not.
        let family = Together::of([40.0, 90.0, 50.5, 50.0].map(number), 50.0);
        let two = Together::of([50.5, 50.0].map(number), 50.0);
        let Estimate { value, low, high } = family.widen(number(50.5));
        assert_eq!(family.widen(number(50.5)), two.widen(number(50.5)));
        assert!((value - low - 2.0 * (high - value)).abs() < 1e-9 && value - low > 2.2, "{low}");
        assert_eq!(Together::of([number(90.0)], 50.0).widen(number(90.0)), number(90.0));
    }
}
