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
    pub(crate) fn each(numbers: impl IntoIterator<Item = (Estimate, f64)>) -> Self {
        let reach = |(number, limit): (Estimate, f64)| reach(&|times| number.wider(times), limit);
        Self(holm(numbers.into_iter().map(reach).collect()))
    }

    /// A number of the family, with an interval that says at 95 % for all of it whether the number differs from its limit. It says no
    /// more: these intervals do not all hold the true numbers at 95 %, for Holm's correction spends nothing on what is clear.
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
    pub(crate) measured: Option<Measured>,
    /// What it is at least, or below.
    pub(crate) limit: f64,
    pub(crate) below: bool,
}

/// A number by how many times as wide its interval is, or those are that it is made from.
pub(crate) type Measured = Box<dyn Fn(f64) -> Estimate>;

/// A number whose interval grows on both sides alike.
pub(crate) fn linear(number: Estimate) -> Measured {
    Box::new(move |times| number.wider(times))
}

/// The same of a share in per cent.
pub(crate) fn share(number: Estimate) -> Measured {
    Box::new(move |times| number.wider(times).within(0.0, 100.0))
}

/// The factor up to which an interval leaves its limit out, by halving.
fn reach(number: &dyn Fn(f64) -> Estimate, limit: f64) -> f64 {
    let value = number(0.0).value;
    let leaves_out = |times: f64| {
        let Estimate { low, high, .. } = number(times);
        if value > limit { low > limit } else { high < limit }
    };
    let (mut least, mut most) = (0.0, 64.0);
    if value == limit || leaves_out(most) {
        return if value == limit { 0.0 } else { most };
    }
    for _ in 0..50 {
        let middle = f64::midpoint(least, most);
        *(if leaves_out(middle) { &mut least } else { &mut most }) = middle;
    }
    least
}

/// The findings as claims of ours, whose intervals tell at 95 % for all of them together which limits they are apart from.
pub(crate) fn claims(source: &'static str, findings: Vec<Finding>) -> Vec<Claim> {
    let distance = |one: &Finding| {
        let number = one.measured.as_ref().filter(|number| number(1.0).value.is_finite())?;
        Some(reach(number, one.limit))
    };
    let times = holm(findings.iter().filter_map(distance).collect());
    let claim = |one: Finding| {
        let claim = Claim::of(source, one.statement, one.unit, 1).own();
        let claim = claim.point_of(one.key, one.whole);
        let measured = one.measured.map(|number| number(times));
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
    use super::{Finding, Measured, Together, claims, linear, reach, share};
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
    fn an_interval_reaches_its_limit_as_its_number_says() {
        let number = Estimate { value: 1.0, low: 0.5, high: 2.0 };
        assert!((reach(&linear(number), 3.0) - 2.0).abs() < 1e-9);
        assert!((reach(&linear(number), 0.0) - 2.0).abs() < 1e-9);
        let grows: Measured =
            Box::new(|times| Estimate { value: 1.0, low: 1.0 - times, high: 1.0 + times * times });
        assert!((reach(&grows, 10.0) - 3.0).abs() < 1e-9);
        // A share goes no further than from 0 to 100 %.
        let most = share(Estimate { value: 90.0, low: 80.0, high: 96.0 });
        assert_eq!(most(3.0), Estimate { value: 90.0, low: 60.0, high: 100.0 });
        assert!((reach(&most, 50.0) - 4.0).abs() < 1e-9);
        assert_eq!((reach(&grows, 1.0), reach(&linear(Estimate::exact(1.0)), 2.0)), (0.0, 64.0));
    }

    #[test]
    fn what_one_finding_alone_would_decide_many_do_not() {
        let finding = |value: f64, half: f64| Finding {
            key: "one",
            whole: "all".to_owned(),
            statement: "points".to_owned(),
            unit: "%",
            measured: Some(linear(Estimate { value, low: value - half, high: value + half })),
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
