//! Statements of the sources, and verdicts on them. A verdict follows from numbers, never from a person.

use serde::Serialize;

use super::table::grouped;
use crate::statistics::{Mean, Tally};

/// A measured number with its 95 % confidence interval; the ends are the number itself where nothing is uncertain.
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

    /// A share of `hits` among `count`, in per cent, with Wilson's interval. Not a number if there are none.
    #[must_use]
    pub fn percent(hits: u64, count: u64) -> Self {
        Self::of_tally(Tally { wins: hits, draws: 0, losses: count.saturating_sub(hits) })
    }

    /// The wins among decided games, in per cent, with Wilson's interval. Not a number if there are none.
    #[must_use]
    pub fn of_tally(tally: Tally) -> Self {
        let tally = tally.without_draws();
        let (low, high) = tally.wilson().unwrap_or((f64::NAN, f64::NAN));
        let value = tally.score().unwrap_or(f64::NAN);
        Self { value: 100.0 * value, low: 100.0 * low, high: 100.0 * high }
    }

    /// Both ends and the number times a factor.
    #[must_use]
    pub fn times(self, factor: f64) -> Self {
        let (a, b) = (self.low * factor, self.high * factor);
        Self { value: self.value * factor, low: a.min(b), high: a.max(b) }
    }

    /// The ratio of two independent numbers (first-order propagation of the half widths).
    #[must_use]
    pub fn over(self, other: Self) -> Self {
        let ratio = self.value / other.value;
        // Not by relative widths: the number above the line may be 0.
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

    /// Whether the number is below another: open if the interval has both sides of it.
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

/// What became of a claim.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "verdict", rename_all = "kebab-case")]
pub enum Verdict {
    /// Our numbers agree.
    Holds,
    /// They do not.
    Differs {
        /// By how much, in words.
        by: String,
    },
    /// They cannot tell, at these sizes or at all.
    NotTestable {
        /// Why not.
        why: String,
    },
}

/// A statement of a source.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Claim {
    /// Where it stands: `Korf & Chickering 1996, section 6`.
    pub source: String,
    /// What it says.
    pub statement: String,
    /// Its number, as printed.
    pub paper: String,
    /// Our number.
    pub ours: String,
    /// What became of it.
    #[serde(flatten)]
    pub verdict: Verdict,
}

/// A statement before its verdict.
#[derive(Clone, Debug)]
pub struct Statement {
    source: String,
    statement: String,
    unit: String,
    decimals: u8,
}

impl Claim {
    /// Begins a claim: where it stands and what it says. `unit` follows the numbers and `decimals` of them are printed.
    #[must_use]
    pub fn of(
        source: impl Into<String>,
        statement: impl Into<String>,
        unit: impl Into<String>,
        decimals: u8,
    ) -> Statement {
        Statement {
            source: source.into(),
            statement: statement.into(),
            unit: unit.into(),
            decimals,
        }
    }
}

impl Statement {
    fn number(&self, number: f64) -> String {
        self.with_unit(&grouped(number, self.decimals))
    }

    fn with_unit(&self, number: &str) -> String {
        if self.unit.is_empty() { number.to_owned() } else { format!("{number} {}", self.unit) }
    }

    fn verdict(self, paper: String, ours: Option<Estimate>, verdict: Verdict) -> Claim {
        let ours = ours.map_or_else(
            || "not measured".to_owned(),
            |ours| self.with_unit(&ours.display(self.decimals)),
        );
        Claim { source: self.source, statement: self.statement, paper, ours, verdict }
    }

    /// Takes a number that may not have been measured, and judges it with `judge` if it was.
    fn measured(
        self,
        paper: String,
        ours: Option<Estimate>,
        judge: impl FnOnce(&Self, Estimate) -> Verdict,
    ) -> Claim {
        let verdict = match ours {
            Some(ours) if ours.value.is_finite() => judge(&self, ours),
            _ => Verdict::NotTestable { why: "these settings do not measure it".to_owned() },
        };
        self.verdict(paper, ours, verdict)
    }

    /// The paper gives a number that is exact up to `tolerance` (half of its last digit, or what its "about" may mean):
    /// ours must be as near, or our interval must reach that far.
    #[must_use]
    pub fn equals(self, paper: f64, tolerance: f64, ours: Option<Estimate>) -> Claim {
        let printed = self.number(paper);
        self.measured(printed, ours, |statement, ours| {
            // A number that lies between two digits may be printed as either.
            let tolerance = tolerance * (1.0 + 1e-9);
            if ours.low - tolerance <= paper && paper <= ours.high + tolerance {
                Verdict::Holds
            } else {
                Verdict::Differs { by: statement.difference(ours.value, paper) }
            }
        })
    }

    /// The paper gives the mean of a sample of its own, of `papers_count` trees that are not ours: the difference must
    /// be within its 95 % interval. Both samples have our standard deviation.
    #[must_use]
    pub fn mean_of(self, paper: f64, papers_count: u64, ours: Option<Mean>) -> Claim {
        let printed = self.number(paper);
        self.measured(printed, ours.map(Estimate::from), |statement, _| {
            let Some(ours) = ours else { return Verdict::Holds };
            let spread = 1.0 + ours.count as f64 / papers_count as f64;
            if (ours.mean - paper).abs() <= ours.half_width * spread.sqrt() {
                Verdict::Holds
            } else {
                Verdict::Differs { by: statement.difference(ours.mean, paper) }
            }
        })
    }

    /// The number is below the paper's; an interval on both sides of it leaves the matter open.
    #[must_use]
    pub fn below(self, paper: f64, ours: Option<Estimate>) -> Claim {
        let printed = format!("below {}", self.number(paper));
        self.measured(printed, ours, |statement, ours| {
            statement.compare(ours, paper, ours.high < paper, ours.low >= paper)
        })
    }

    /// The number is at least the paper's; an interval on both sides of it leaves the matter open.
    #[must_use]
    pub fn at_least(self, paper: f64, ours: Option<Estimate>) -> Claim {
        let printed = format!("at least {}", self.number(paper));
        self.measured(printed, ours, |statement, ours| {
            statement.compare(ours, paper, ours.low >= paper, ours.high < paper)
        })
    }

    /// The number is within the paper's range, ends included, or its interval reaches into it.
    #[must_use]
    pub fn within(self, low: f64, high: f64, ours: Option<Estimate>) -> Claim {
        let number = |x| grouped(x, self.decimals);
        let printed = self.with_unit(&format!("{} to {}", number(low), number(high)));
        self.measured(printed, ours, |statement, ours| {
            if ours.low <= high && low <= ours.high {
                Verdict::Holds
            } else {
                let end = if ours.value < low { low } else { high };
                Verdict::Differs { by: statement.difference(ours.value, end) }
            }
        })
    }

    /// The paper says the same of each of some cases, and it is so for all of them, for some, or for none. `cases` are
    /// their names, and whether it is so (a `bool`), or `None` where an interval leaves it open; no cases mean that
    /// nothing was measured.
    #[must_use]
    pub fn in_all<N: std::fmt::Display>(
        self,
        paper: impl Into<String>,
        cases: impl IntoIterator<Item = (N, impl Into<Option<bool>>)>,
    ) -> Claim {
        let mut names: [Vec<String>; 3] = Default::default();
        for (name, so) in cases {
            let kind = match so.into() {
                Some(true) => 0,
                Some(false) => 1,
                None => 2,
            };
            names[kind].push(name.to_string());
        }
        let [so, not, open] = names;
        let count = so.len() + not.len() + open.len();
        let verdict = if count == 0 {
            Verdict::NotTestable { why: "these settings do not measure it".to_owned() }
        } else if !not.is_empty() {
            Verdict::Differs { by: format!("not so: {}", not.join("; ")) }
        } else if !open.is_empty() {
            let why = format!("larger samples would tell: {}", open.join("; "));
            Verdict::NotTestable { why }
        } else {
            Verdict::Holds
        };
        let ours =
            if count == 0 { "not measured".to_owned() } else { format!("{} of {count}", so.len()) };
        let Self { source, statement, .. } = self;
        Claim { source, statement, paper: paper.into(), ours, verdict }
    }

    /// What cannot be tested at all, and why not.
    #[must_use]
    pub fn not_testable(self, paper: impl Into<String>, why: impl Into<String>) -> Claim {
        let verdict = Verdict::NotTestable { why: why.into() };
        self.verdict(paper.into(), None, verdict)
    }

    fn compare(&self, ours: Estimate, paper: f64, so: bool, not: bool) -> Verdict {
        if so {
            Verdict::Holds
        } else if not {
            Verdict::Differs { by: self.difference(ours.value, paper) }
        } else {
            Verdict::NotTestable {
                why: "the interval has the paper's number inside: larger samples would tell"
                    .to_owned(),
            }
        }
    }

    /// `+1.20 % (+3.1 nodes)`.
    fn difference(&self, ours: f64, paper: f64) -> String {
        let difference = ours - paper;
        let sign = if difference < 0.0 { "-" } else { "+" };
        // A difference smaller than the printed digits shows as many as it needs.
        let mut decimals = self.decimals;
        while difference != 0.0
            && decimals < 9
            && difference.abs() < 0.5 * 0.1f64.powi(decimals.into())
        {
            decimals += 1;
        }
        let absolute = self.with_unit(&format!("{sign}{}", grouped(difference.abs(), decimals)));
        if paper == 0.0 || self.unit == "%" {
            absolute.replace(" %", " percentage points")
        } else {
            format!("{absolute} ({:+.1} %)", 100.0 * difference / paper)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Claim, Estimate, Verdict};
    use crate::statistics::Mean;

    fn statement() -> super::Statement {
        Claim::of("a paper", "a statement", "nodes", 1)
    }

    fn estimate(value: f64, half_width: f64) -> Option<Estimate> {
        Some(Estimate { value, low: value - half_width, high: value + half_width })
    }

    #[test]
    fn equality_allows_for_the_printed_digits_and_for_our_interval() {
        let holds = |claim: Claim| assert_eq!(claim.verdict, Verdict::Holds, "{claim:?}");
        holds(statement().equals(6.16, 0.005, estimate(6.163, 0.0)));
        holds(statement().equals(70.0, 2.5, estimate(67.0, 0.6)));
        let claim = statement().equals(70.0, 2.5, estimate(66.0, 1.0));
        assert_eq!(claim.verdict, Verdict::Differs { by: "-4.0 nodes (-5.7 %)".to_owned() });
        assert_eq!(claim.paper, "70.0 nodes");
        assert_eq!(claim.ours, "66.0 ± 1.0 nodes");
    }

    #[test]
    fn means_of_two_samples_are_compared_by_the_interval_of_their_difference() {
        let ours = Mean { count: 1000, mean: 100.0, half_width: 1.0 };
        // Two samples of one size: the interval is the square root of two times as wide.
        assert_eq!(statement().mean_of(101.4, 1000, Some(ours)).verdict, Verdict::Holds);
        let claim = statement().mean_of(101.5, 1000, Some(ours));
        assert!(matches!(claim.verdict, Verdict::Differs { .. }), "{claim:?}");
    }

    #[test]
    fn limits_are_kept_broken_or_left_open_by_the_whole_interval() {
        assert_eq!(statement().below(10.0, estimate(8.0, 1.9)).verdict, Verdict::Holds);
        let open = statement().below(10.0, estimate(8.0, 2.1)).verdict;
        assert!(matches!(open, Verdict::NotTestable { .. }), "{open:?}");
        let broken = statement().below(10.0, estimate(12.0, 1.9)).verdict;
        assert_eq!(broken, Verdict::Differs { by: "+2.0 nodes (+20.0 %)".to_owned() });
        assert_eq!(statement().at_least(10.0, estimate(12.0, 1.9)).verdict, Verdict::Holds);
        let broken = statement().at_least(10.0, estimate(8.0, 1.9)).verdict;
        assert!(matches!(broken, Verdict::Differs { .. }), "{broken:?}");
        assert_eq!(statement().within(55.0, 65.0, estimate(54.0, 1.5)).verdict, Verdict::Holds);
        let outside = statement().within(55.0, 65.0, estimate(50.0, 1.5)).verdict;
        assert_eq!(outside, Verdict::Differs { by: "-5.0 nodes (-9.1 %)".to_owned() });
    }

    #[test]
    fn a_claim_on_many_cases_holds_for_all_or_names_those_for_which_it_does_not() {
        let claim = |cases: &[(u32, bool)]| statement().in_all("all", cases.to_vec());
        assert_eq!(claim(&[(3, true), (4, true)]).verdict, Verdict::Holds);
        let broken = claim(&[(3, true), (4, false)]);
        assert_eq!(broken.verdict, Verdict::Differs { by: "not so: 4".to_owned() });
        assert_eq!(broken.ours, "1 of 2");
        assert!(matches!(claim(&[]).verdict, Verdict::NotTestable { .. }));
        let open =
            |cases: &[(u32, Option<bool>)]| statement().in_all("all", cases.to_vec()).verdict;
        let undecided = open(&[(3, Some(true)), (4, None)]);
        assert!(matches!(&undecided, Verdict::NotTestable { why } if why.ends_with(": 4")));
        assert!(matches!(open(&[(3, Some(false)), (4, None)]), Verdict::Differs { .. }));
    }

    #[test]
    fn what_was_not_measured_is_not_judged() {
        for claim in [
            statement().equals(1.0, 0.5, None),
            statement().below(1.0, None),
            statement().mean_of(1.0, 1, None),
            statement().within(0.0, 1.0, Some(Estimate::percent(0, 0))),
        ] {
            assert!(matches!(claim.verdict, Verdict::NotTestable { .. }), "{claim:?}");
        }
    }

    #[test]
    fn intervals_print_as_half_widths_only_if_they_are_symmetric() {
        assert_eq!(estimate(1234.5, 2.0).unwrap().display(1), "1,234.5 ± 2.0");
        assert_eq!(Estimate { value: 5.0, low: 4.0, high: 7.0 }.display(0), "5 (4 to 7)");
        assert_eq!(Estimate::exact(5.0).display(0), "5");
        assert_eq!(Estimate::percent(0, 0).display(1), "n/a");
    }

    #[test]
    fn the_interval_of_a_ratio_has_the_parts_relative_widths() {
        let ratio = estimate(200.0, 6.0).unwrap().over(estimate(100.0, 4.0).unwrap());
        assert!((ratio.value - 2.0).abs() < 1e-12 && (ratio.half_width() - 0.1).abs() < 1e-12);
    }
}
