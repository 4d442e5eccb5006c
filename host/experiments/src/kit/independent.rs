//! Claims that our numbers agree with an independent measurement, by a prototype that shares no code with this program.

use plyscope_report::{Compared, Estimate, Measured};
use plyscope_run::statistics::Mean;

use super::printed::Number;

/// The source of such numbers.
pub(crate) const SAME_TREES: &str = "independent measurement on the same trees";
/// The source of numbers on other trees of the same kind.
pub(crate) const OTHER_TREES: &str = "independent measurement on other trees of this kind";

/// About ten numbers at 95 % together: 0.5 % each, a normal quantile of 2.807 instead of 1.960.
pub(crate) const TOGETHER: f64 = 2.807 / 1.960;

/// An independently measured mean.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Printed {
    number: Number,
    /// The number of trees.
    trees: u32,
}

/// Half a unit of the last of this many decimals, and a little more: some numbers were rounded twice.
pub(crate) fn half_digit(decimals: u8) -> f64 {
    0.55 * 0.1f64.powi(decimals.into())
}

/// How far a mean may be from the true one, times `wider`. A few trees that are all alike do not tell.
fn reach(ours: Estimate, wider: f64) -> f64 {
    let width = ours.half_width();
    if width > 0.0 { TOGETHER * width * wider } else { f64::INFINITY }
}

impl Printed {
    pub(crate) const fn new(number: Number, trees: u32) -> Self {
        Self { number, trees }
    }

    /// Compares with our mean on the same trees. With all of them, the printed digits should agree; with fewer, the
    /// number should be within our interval.
    pub(crate) fn on_the_same(
        self,
        name: impl Into<String>,
        ours: Option<impl Into<Measured>>,
    ) -> Compared {
        let ours = ours.map(Into::into);
        let digit = half_digit(self.number.decimals);
        let allowed = ours.map_or(0.0, |ours| {
            let all = ours.count == u64::from(self.trees);
            if all { digit } else { reach(ours.estimate, 1.0) + digit }
        });
        self.beside(name, ours, allowed)
    }

    /// The same, but only with all of the trees. A few trees hold much of the mean, so an interval from fewer says
    /// little.
    pub(crate) fn on_all(self, name: impl Into<String>, ours: Option<Mean>) -> Compared {
        self.on_the_same(name, ours.filter(|ours| ours.count == u64::from(self.trees)))
    }

    /// Compares with our mean on other trees of the same kind, using our standard deviation for both.
    pub(crate) fn on_others(
        self,
        name: impl Into<String>,
        ours: Option<impl Into<Measured>>,
    ) -> Compared {
        let ours = ours.map(Into::into);
        let allowed = ours.map_or(0.0, |ours| {
            let spread = 1.0 + ours.count as f64 / f64::from(self.trees);
            reach(ours.estimate, spread.sqrt()) + half_digit(self.number.decimals)
        });
        self.beside(name, ours, allowed)
    }

    fn beside(self, name: impl Into<String>, ours: Option<Measured>, allowed: f64) -> Compared {
        let Number { value: paper, decimals } = self.number;
        Compared {
            name: name.into(),
            paper,
            decimals,
            ours: ours.map(|ours| ours.estimate),
            allowed,
        }
    }
}

/// Compares a number derived from means with ours. `same`: both are from all of the same trees.
pub(crate) fn derived(
    name: impl Into<String>,
    printed: Number,
    ours: Option<Estimate>,
    same: bool,
) -> Compared {
    let Number { value: paper, decimals } = printed;
    let digit = half_digit(decimals);
    let wide = |ours: Estimate| reach(ours, 1.0) + digit;
    let allowed = if same { digit } else { ours.map_or(digit, wide) };
    Compared { name: name.into(), paper, decimals, ours, allowed }
}

#[cfg(test)]
mod tests {
    use super::{Number, Printed};
    use plyscope_report::{Claim, Verdict};
    use plyscope_run::statistics::Mean;

    #[test]
    fn all_of_the_same_trees_must_give_the_printed_digits_and_fewer_an_interval_around_them() {
        let printed = Printed::new(Number::new(118.9, 1), 1000);
        let holds = |count, mean| {
            let ours = Mean { count, mean, half_width: 3.0 };
            let claim = Claim::of("", "", "", 1).each([printed.on_the_same("", Some(ours))]);
            claim.verdict == Verdict::Holds
        };
        assert!(holds(1000, 118.954) && !holds(1000, 118.956));
        assert!(holds(400, 120.0) && !holds(400, 124.0));
    }

    #[test]
    fn a_sample_that_is_too_wide_or_without_any_spread_decides_nothing_but_a_clear_difference() {
        let printed = Printed::new(Number::new(54.4, 1), 1000);
        let verdict = |unit, mean, half_width| {
            let ours = Mean { count: 60, mean, half_width };
            Claim::of("", "", unit, 1).each([printed.on_others("", Some(ours))]).verdict
        };
        let is_open = |verdict| matches!(verdict, Verdict::NotTestable { .. });
        assert_eq!(verdict("", 55.0, 3.0), Verdict::Holds);
        assert!(is_open(verdict("", 55.0, 6.0)) && is_open(verdict("", 45.0, 0.0)));
        // Of shares, ten percentage points are close.
        assert_eq!(verdict("%", 55.0, 6.0), Verdict::Holds);
        assert!(is_open(verdict("%", 60.0, 12.0)));
        assert!(matches!(verdict("", 90.0, 12.0), Verdict::Differs { .. }));
    }
}
