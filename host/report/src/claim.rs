//! Claims and verdicts on them. A verdict follows from numbers, never from a person.

use plyscope_run::statistics::Mean;
use serde::Serialize;

use super::compared::Compared;
use super::estimate::Estimate;
use super::remark::Cause;
use super::table::grouped;
use super::verdict::{Case, Origin, Verdict};

/// Why a claim without a number cannot be tested.
const NOT_MEASURED: &str = "not measured with these settings or in this unfinished run";

/// A claim, with our numbers and the verdict.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Claim {
    /// The claim's origin.
    pub origin: Origin,
    /// The place in the source: `Korf & Chickering 1996, section 6`.
    pub source: String,
    /// The statement's key, by which remarks refer to it. Claims of one origin, source and key are one statement, made at
    /// several points. A claim without a key is a statement of its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<&'static str>,
    /// The point at which it makes the statement, where remarks refer to this point alone: `tree 2`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub point: Option<&'static str>,
    /// What it says.
    pub statement: String,
    /// The stated number, as printed.
    pub paper: String,
    /// Our number.
    pub ours: String,
    /// The verdict.
    #[serde(flatten)]
    pub verdict: Verdict,
    /// The likely cause, if the claim differs. `None` if nobody has looked for one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cause: Option<Cause>,
    /// The statement of which this claim is one point, if it is one of several: `nodes to depth …`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub part_of: Option<String>,
    /// The number of measured cases, if it states something of all cases. Then it does not hold while some may be missing.
    #[serde(skip)]
    pub cases: Option<usize>,
}

/// A claim before its verdict.
#[derive(Clone, Debug)]
pub struct Statement {
    origin: Origin,
    source: String,
    key: Option<&'static str>,
    point: Option<&'static str>,
    part_of: Option<String>,
    statement: String,
    unit: String,
    decimals: u8,
}

impl Claim {
    /// The claim as an unfinished run shows it: what it says of all cases cannot hold yet, for some may be missing.
    #[must_use]
    pub fn of_unfinished_run(mut self) -> Self {
        if self.cases.is_some() && self.verdict == Verdict::Holds {
            let why = format!("the run is not finished; so far: {}", self.ours);
            self.verdict = Verdict::NotTestable { why };
        }
        self
    }

    /// Whether two claims make the same statement, of the same origin and source.
    pub(crate) fn is_one_with(&self, other: &Self) -> bool {
        self.key.is_some()
            && (self.origin, &self.source, self.key) == (other.origin, &other.source, other.key)
    }

    /// What we have instead, if a claim on a single case differs: the case's name.
    #[must_use]
    pub fn sole_case(&self) -> Option<&str> {
        let Verdict::Differs { failing, .. } = &self.verdict else { return None };
        failing.first().filter(|_| self.cases == Some(1)).map(String::as_str)
    }

    /// Begins a claim of a paper, with its source and statement. Numbers are printed with `decimals` decimals, followed
    /// by `unit`.
    #[must_use]
    pub fn of(
        source: impl Into<String>,
        statement: impl Into<String>,
        unit: impl Into<String>,
        decimals: u8,
    ) -> Statement {
        Statement {
            origin: Origin::Paper,
            source: source.into(),
            key: None,
            point: None,
            part_of: None,
            statement: statement.into(),
            unit: unit.into(),
            decimals,
        }
    }
}

impl Statement {
    /// Marks the claim as one of an independent measurement, not a paper's.
    #[must_use]
    pub fn independent(self) -> Self {
        Self { origin: Origin::Independent, ..self }
    }

    /// Marks the claim as our own expectation, on a question that the papers leave open. The source is the origin of
    /// the question.
    #[must_use]
    pub fn own(self) -> Self {
        Self { origin: Origin::Own, ..self }
    }

    /// Gives the statement a key, which is unique in its experiment.
    #[must_use]
    pub fn named(self, key: &'static str) -> Self {
        Self { key: Some(key), ..self }
    }

    /// The claim is one point of a statement, whose key all its points have. `whole` is what they say together, with `…` where
    /// they differ.
    #[must_use]
    pub fn point_of(self, key: &'static str, whole: impl Into<String>) -> Self {
        Self { key: Some(key), part_of: Some(whole.into()), ..self }
    }

    /// Names the point at which the claim makes its statement, for remarks on this point alone.
    #[must_use]
    pub fn at(self, point: &'static str) -> Self {
        Self { point: Some(point), ..self }
    }

    fn number(&self, number: f64) -> String {
        self.with_unit(&grouped(number, self.decimals))
    }

    fn with_unit(&self, number: &str) -> String {
        if self.unit.is_empty() { number.to_owned() } else { format!("{number} {}", self.unit) }
    }

    fn claim(self, paper: String, ours: String, verdict: Verdict) -> Claim {
        let Self { origin, source, key, point, part_of, statement, .. } = self;
        Claim {
            origin,
            source,
            key,
            point,
            statement,
            paper,
            ours,
            verdict,
            cause: None,
            part_of,
            cases: None,
        }
    }

    fn verdict(self, paper: String, ours: Option<Estimate>, verdict: Verdict) -> Claim {
        let ours = ours.map_or_else(
            || "not measured".to_owned(),
            |ours| self.with_unit(&ours.display(self.decimals)),
        );
        self.claim(paper, ours, verdict)
    }

    /// Takes a number that may not have been measured, and decides with `judge` if it was.
    fn measured(
        self,
        paper: String,
        ours: Option<Estimate>,
        judge: impl FnOnce(&Self, Estimate) -> Verdict,
    ) -> Claim {
        let verdict = match ours {
            Some(ours) if ours.value.is_finite() => judge(&self, ours),
            _ => Verdict::NotTestable { why: NOT_MEASURED.to_owned() },
        };
        self.verdict(paper, ours, verdict)
    }

    /// The paper gives a number that is exact up to `tolerance` (half a unit of its last digit, or the meaning of its
    /// "about"). Ours must be within the tolerance, or our interval must reach it.
    #[must_use]
    pub fn equals(self, paper: f64, tolerance: f64, ours: Option<Estimate>) -> Claim {
        let printed = self.number(paper);
        self.measured(printed, ours, |statement, ours| {
            // A number halfway between two digits may be printed as either.
            let tolerance = tolerance * (1.0 + 1e-9);
            if ours.low - tolerance <= paper && paper <= ours.high + tolerance {
                statement.holds_if_narrow(ours, paper, 2.0 * tolerance)
            } else {
                Verdict::differs(statement.difference(ours.value, paper))
            }
        })
    }

    /// The paper gives the mean of its own sample of `papers_count` trees, which are not ours. The difference must be
    /// within its 95 % interval, with our standard deviation for both samples.
    #[must_use]
    pub fn mean_of(self, paper: f64, papers_count: u64, ours: Option<Mean>) -> Claim {
        let printed = self.number(paper);
        self.measured(printed, ours.map(Estimate::from), |statement, interval| {
            let Some(ours) = ours else { return Verdict::Holds };
            let spread = 1.0 + ours.count as f64 / papers_count as f64;
            if (ours.mean - paper).abs() <= ours.half_width * spread.sqrt() {
                statement.holds_if_narrow(interval, paper, 0.0)
            } else {
                Verdict::differs(statement.difference(ours.mean, paper))
            }
        })
    }

    /// The number must be below the paper's. An interval that contains the paper's number decides nothing.
    #[must_use]
    pub fn below(self, paper: f64, ours: Option<Estimate>) -> Claim {
        let printed = format!("below {}", self.number(paper));
        self.measured(printed, ours, |statement, ours| {
            statement.compare(ours, paper, ours.high < paper, ours.low >= paper)
        })
    }

    /// The number must be at least the paper's. An interval that contains the paper's number decides nothing.
    #[must_use]
    pub fn at_least(self, paper: f64, ours: Option<Estimate>) -> Claim {
        let printed = format!("at least {}", self.number(paper));
        self.measured(printed, ours, |statement, ours| {
            statement.compare(ours, paper, ours.low >= paper, ours.high < paper)
        })
    }

    /// The number must be within the paper's range, ends included, or its interval must overlap the range.
    #[must_use]
    pub fn within(self, low: f64, high: f64, ours: Option<Estimate>) -> Claim {
        let number = |x| grouped(x, self.decimals);
        let printed = self.with_unit(&format!("{} to {}", number(low), number(high)));
        self.measured(printed, ours, |statement, ours| {
            if ours.low <= high && low <= ours.high {
                statement.holds_if_narrow(ours, low.abs().max(high.abs()), high - low)
            } else {
                let end = if ours.value < low { low } else { high };
                Verdict::differs(statement.difference(ours.value, end))
            }
        })
    }

    /// The paper makes the same statement about several cases. `cases` has each case's name, and whether the statement
    /// is true of it: a `bool`, an `Option<bool>` whose `None` is an interval that decides nothing, or a [`Case`]. A claim with
    /// a case that was not measured does not hold: it differs in another case, or is not testable.
    #[must_use]
    pub fn in_all<N: std::fmt::Display>(
        self,
        paper: impl Into<String>,
        cases: impl IntoIterator<Item = (N, impl Into<Case>)>,
    ) -> Claim {
        let mut names: [Vec<String>; 4] = Default::default();
        for (name, case) in cases {
            names[case.into() as usize].push(name.to_string());
        }
        self.judged(paper.into(), names)
    }

    /// The claim about cases of which it is true, false, undecided and not measured.
    fn judged(self, paper: String, [so, not, open, missing]: [Vec<String>; 4]) -> Claim {
        let measured = so.len() + not.len() + open.len();
        let verdict = if measured == 0 {
            Verdict::NotTestable { why: NOT_MEASURED.to_owned() }
        } else if !not.is_empty() {
            Verdict::fails_for(not)
        } else if !open.is_empty() {
            let why = format!("larger samples are needed for: {}", open.join("; "));
            Verdict::NotTestable { why }
        } else if !missing.is_empty() {
            let rest = if so.len() == 1 { "the other case agrees" } else { "the others agree" };
            Verdict::NotTestable { why: format!("{NOT_MEASURED}: {}; {rest}", missing.join("; ")) }
        } else {
            Verdict::Holds
        };
        let count = if measured == 1 { "1 case".to_owned() } else { format!("{measured} cases") };
        let ours = match (measured, missing.len()) {
            (0, _) => "not measured".to_owned(),
            (_, 0) => format!("{} of {count}", so.len()),
            (_, left) => format!("{} of {count}; {left} not measured", so.len()),
        };
        Claim { cases: Some(measured), ..self.claim(paper, ours, verdict) }
    }

    /// The paper gives several numbers, and ours must be within the tolerance of each. If some were not measured,
    /// nothing is decided, unless another differs.
    #[must_use]
    pub fn each(self, numbers: impl IntoIterator<Item = Compared>) -> Claim {
        self.all_of(&numbers.into_iter().collect::<Vec<Compared>>())
    }

    fn all_of(self, numbers: &[Compared]) -> Claim {
        let list =
            |text: fn(&Compared) -> String| numbers.iter().map(text).collect::<Vec<_>>().join("; ");
        let not_measured: Vec<&str> =
            numbers.iter().filter(|n| n.measured().is_none()).map(|n| n.name.as_str()).collect();
        let differing: Vec<String> = numbers.iter().filter_map(|n| n.differs(&self)).collect();
        let verdict = if not_measured.len() == numbers.len() {
            Verdict::NotTestable { why: NOT_MEASURED.to_owned() }
        } else if !differing.is_empty() {
            Verdict::differs(differing.join("; "))
        } else if !not_measured.is_empty() {
            let why = format!(
                "not measured with these settings or in this unfinished run: {}; the others agree",
                not_measured.join("; ")
            );
            Verdict::NotTestable { why }
        } else {
            Verdict::Holds
        };
        let paper = self.with_unit(&list(Compared::theirs));
        let ours = if not_measured.len() == numbers.len() {
            "not measured".to_owned()
        } else {
            self.with_unit(&list(Compared::ours))
        };
        self.claim(paper, ours, verdict)
    }

    /// A claim that cannot be tested at all, and the reason.
    #[must_use]
    pub fn not_testable(self, paper: impl Into<String>, why: impl Into<String>) -> Claim {
        let verdict = Verdict::NotTestable { why: why.into() };
        self.verdict(paper.into(), None, verdict)
    }

    /// An interval that reaches the paper's number agrees with it only if it is narrow enough to have missed it: its
    /// half width is at most a tenth of the number, ten percentage points, or the width of the paper's range.
    fn holds_if_narrow(&self, ours: Estimate, paper: f64, range: f64) -> Verdict {
        let enough = if self.unit == "%" { 10.0 } else { 0.1 * paper.abs() };
        if ours.half_width() <= enough.max(range) {
            Verdict::Holds
        } else {
            Verdict::NotTestable {
                why: "the interval is too wide to decide: use larger samples".to_owned(),
            }
        }
    }

    fn compare(&self, ours: Estimate, paper: f64, so: bool, not: bool) -> Verdict {
        if so {
            Verdict::Holds
        } else if not {
            Verdict::differs(self.difference(ours.value, paper))
        } else {
            Verdict::NotTestable {
                why: "the interval contains the paper's number: use larger samples".to_owned(),
            }
        }
    }

    /// The same with another number of decimals.
    pub(super) fn with_decimals(&self, decimals: u8) -> Self {
        Self { decimals, ..self.clone() }
    }

    /// `+1.20 % (+3.1 nodes)`.
    pub(super) fn difference(&self, ours: f64, paper: f64) -> String {
        let difference = ours - paper;
        let sign = if difference < 0.0 { "-" } else { "+" };
        // A difference smaller than the printed digits is shown with as many digits as it needs.
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
mod tests;
