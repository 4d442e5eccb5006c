//! The findings of an experiment, corrected for their number.

use plyscope_report::{Claim, Estimate};
use plyscope_run::statistics::holm;

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

impl Finding {
    /// How far the number is from the limit, as a multiple of its interval on that side.
    fn distance(&self) -> Option<f64> {
        let Estimate { value, low, high } = self.measured.filter(|one| one.value.is_finite())?;
        let apart = value - self.limit;
        let side = if apart > 0.0 { value - low } else { high - value };
        Some(if apart == 0.0 { 0.0 } else { apart.abs() / side })
    }
}

/// The findings as claims of ours, whose intervals tell at 95 % for all of them together which limits they are apart from (Holm's
/// correction).
pub(crate) fn claims(source: &'static str, findings: Vec<Finding>) -> Vec<Claim> {
    let wider = holm(findings.iter().filter_map(Finding::distance).collect());
    let claim = |one: Finding| {
        let claim = Claim::of(source, one.statement, one.unit, 1).own();
        let claim = claim.point_of(one.key, one.whole);
        let measured = one.measured.map(|measured| measured.wider(wider));
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
    use super::{Finding, claims};
    use plyscope_report::{Estimate, Verdict};

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
