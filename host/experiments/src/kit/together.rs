//! Numbers that are asked about together: how much wider their intervals must be (Holm's correction), and claims on them.

use plyscope_report::{Claim, Estimate};
use plyscope_run::statistics::holm;

/// The correction of a family of numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Together(f64);

impl Together {
    /// Each number is asked whether it differs from this limit.
    pub(crate) fn of(numbers: impl IntoIterator<Item = Estimate>, limit: f64) -> Self {
        Self::each(numbers.into_iter().map(|number| (number, limit)))
    }

    /// Each number is asked whether it differs from a limit of its own.
    fn each(numbers: impl Iterator<Item = (Estimate, f64)>) -> Self {
        // How far the number is from the limit, as a multiple of its interval on that side.
        let distance = |(number, limit): (Estimate, f64)| match number.value - limit {
            0.0 => 0.0,
            above if above > 0.0 => above / (number.value - number.low),
            below => below / (number.value - number.high),
        };
        Self(holm(numbers.map(distance).collect()))
    }

    /// A number of the family, with an interval that holds at 95 % for all of it.
    pub(crate) fn widen(self, number: Estimate) -> Estimate {
        number.wider(self.0)
    }
}

/// Something that an experiment may find: a number that is above or below a limit.
pub(crate) struct Finding {
    /// The statement's key, and what its points say together.
    pub(crate) key: &'static str,
    pub(crate) whole: String,
    /// What is measured, and what it says.
    pub(crate) statement: String,
    pub(crate) unit: &'static str,
    pub(crate) measured: Option<Estimate>,
    /// What it is at least, or below.
    pub(crate) limit: f64,
    pub(crate) below: bool,
}

/// The findings as claims of ours, whose intervals tell at 95 % for all of them together which limits they are apart from.
pub(crate) fn claims(source: &'static str, findings: Vec<Finding>) -> Vec<Claim> {
    let number = |one: &Finding| {
        one.measured.filter(|measured| measured.value.is_finite()).map(|found| (found, one.limit))
    };
    let together = Together::each(findings.iter().filter_map(number));
    let claim = |one: Finding| {
        let claim = Claim::of(source, one.statement, one.unit, 1).own();
        let claim = claim.point_of(one.key, one.whole);
        let measured = one.measured.map(|measured| together.widen(measured));
        if one.below {
            claim.below(one.limit, measured)
        } else {
            claim.at_least(one.limit, measured)
        }
    };
    findings.into_iter().map(claim).collect()
}

#[cfg(test)]
mod tests {
    use super::{Finding, Together, claims};
    use plyscope_report::{Estimate, Verdict};

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

    #[test]
    fn what_one_finding_alone_would_decide_many_do_not() {
        let finding = |value: f64, half: f64| Finding {
            key: "one",
            whole: "all".to_owned(),
            statement: "points".to_owned(),
            unit: "%",
            measured: Some(Estimate { value, low: value - half, high: value + half }),
            limit: 50.0,
            below: false,
        };
        let verdicts = |all: Vec<Finding>| -> Vec<bool> {
            let claims = claims("ours", all).into_iter();
            claims.map(|claim| claim.verdict == Verdict::Holds).collect()
        };
        assert_eq!(verdicts(vec![finding(56.0, 5.0)]), [true]);
        let noise = || (0..4).map(|_| finding(50.0, 5.0));
        assert!(!verdicts([finding(56.0, 5.0)].into_iter().chain(noise()).collect())[0]);
        let sure = finding(90.0, 5.0);
        assert!(verdicts([sure].into_iter().chain(noise()).collect())[0]);
        let below = Finding { below: true, ..finding(40.0, 5.0) };
        assert_eq!(verdicts(vec![below, finding(40.0, 5.0)]), [true, false]);
    }
}
