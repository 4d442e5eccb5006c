//! Claims that our numbers are those of an independent measurement: a prototype that shares no code with this program.

use super::printed::Number;
use crate::report::{Compared, Estimate};
use crate::statistics::Mean;

/// Where such numbers stand.
pub(crate) const SAME_TREES: &str = "independent measurement on the same trees";
/// The same, where the trees are of the same kind, but others.
pub(crate) const OTHER_TREES: &str = "independent measurement on other trees of this kind";

/// About ten numbers at 95 % together: 0.5 % each, a normal quantile of 2.807 instead of 1.960.
pub(crate) const TOGETHER: f64 = 2.807 / 1.960;

/// A mean that was measured independently.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Printed {
    number: Number,
    /// On how many trees.
    trees: u32,
}

/// Half of the last of so many decimals, and a little more: some numbers were rounded twice.
pub(crate) fn half_digit(decimals: u8) -> f64 {
    0.55 * 0.1f64.powi(decimals.into())
}

impl Printed {
    pub(crate) const fn new(number: Number, trees: u32) -> Self {
        Self { number, trees }
    }

    /// Beside the mean of the same trees: with all of them it should be the same in the digits that are printed, with
    /// fewer it is one that our interval allows.
    pub(crate) fn on_the_same(self, name: impl Into<String>, ours: Option<Mean>) -> Compared {
        let digit = half_digit(self.number.decimals);
        let allowed = ours.map_or(0.0, |ours| {
            let all = ours.count == u64::from(self.trees);
            if all { digit } else { TOGETHER * ours.half_width + digit }
        });
        self.beside(name, ours, allowed)
    }

    /// The same, but only with all of the trees: a few of them hold much of the mean, so that the interval of fewer says
    /// little.
    pub(crate) fn on_all(self, name: impl Into<String>, ours: Option<Mean>) -> Compared {
        self.on_the_same(name, ours.filter(|ours| ours.count == u64::from(self.trees)))
    }

    /// Beside the mean of other trees of the same kind, both with our standard deviation.
    pub(crate) fn on_others(self, name: impl Into<String>, ours: Option<Mean>) -> Compared {
        let allowed = ours.map_or(0.0, |ours| {
            let spread = 1.0 + ours.count as f64 / f64::from(self.trees);
            TOGETHER * ours.half_width * spread.sqrt() + half_digit(self.number.decimals)
        });
        self.beside(name, ours, allowed)
    }

    fn beside(self, name: impl Into<String>, ours: Option<Mean>, allowed: f64) -> Compared {
        let Number { value: paper, decimals } = self.number;
        Compared { name: name.into(), paper, decimals, ours: ours.map(Estimate::from), allowed }
    }
}

/// A number that follows from means, beside ours: `same` if these are of the same trees, all of them.
pub(crate) fn derived(
    name: impl Into<String>,
    printed: Number,
    ours: Option<Estimate>,
    same: bool,
) -> Compared {
    let Number { value: paper, decimals } = printed;
    let digit = half_digit(decimals);
    let wide = |ours: Estimate| TOGETHER * ours.half_width() + digit;
    let allowed = if same { digit } else { ours.map_or(digit, wide) };
    Compared { name: name.into(), paper, decimals, ours, allowed }
}

#[cfg(test)]
mod tests {
    use super::{Number, Printed};
    use crate::report::{Claim, Verdict};
    use crate::statistics::Mean;

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
}
