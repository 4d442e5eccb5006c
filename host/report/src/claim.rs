//! Claims and verdicts on them. A verdict follows from numbers, never from a person.

use plyscope_run::statistics::Mean;
use serde::Serialize;

use super::estimate::{Bracket, Estimate};
use super::remark::Cause;
use super::standing::{Place, Standing};
use super::table::grouped;
use super::verdict::{Case, Origin, Verdict};

mod cases;
mod reading;

pub use reading::Meaning;

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
    /// What it is beside the statements of the papers.
    #[serde(skip_serializing_if = "is_stated")]
    pub standing: Standing,
    /// What it speaks of.
    #[serde(skip)]
    pub scope: Scope,
    /// How the verdict follows from the numbers.
    #[serde(skip)]
    pub rule: &'static str,
}

fn is_stated(standing: &Standing) -> bool {
    *standing == Standing::Stated
}

/// What a claim speaks of: a number, all cases, or some case, with the number of cases that were measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Scope {
    /// A number.
    #[default]
    Number,
    /// All cases: it does not hold while some may be missing.
    All(usize),
    /// Some case: it does not differ while some may be missing.
    Some(usize),
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
    standing: Standing,
    points: usize,
    rule: &'static str,
}

/// The rule of a printed number.
const AGREES: &str = "our 95 % interval reaches the printed number and lies within a tenth of it, or ten percentage points";

impl Claim {
    /// The claim as an unfinished run shows it: what it says of all cases cannot hold yet, for some may be missing; nor can what
    /// it says of some case differ yet.
    #[must_use]
    pub fn of_unfinished_run(mut self) -> Self {
        let open = match (self.scope, &self.verdict) {
            (Scope::All(_), Verdict::Holds) | (Scope::Some(_), Verdict::Differs { .. }) => true,
            (Scope::All(_), Verdict::ByReading(read)) => read.holds,
            _ => false,
        };
        if open {
            let why = format!("the run is not finished; so far: {}", self.ours);
            self.verdict = Verdict::open(why);
        }
        self
    }

    /// The claim as a run with other settings than a scale's shows it. Nothing is left of one that such a run did not measure. Why
    /// it differs was asked for the usual settings alone, so a cause that is not known is the settings.
    #[must_use]
    pub fn with_other_settings(mut self) -> Option<Self> {
        if matches!(self.verdict, Verdict::NotTestable { missing: true, .. }) {
            return None;
        }
        if self.differs() && self.cause.is_none_or(|cause| cause.likely.is_empty()) {
            self.cause = Some(Cause::SETTINGS);
        }
        Some(self)
    }

    /// The statement of the same key in this experiment again, if it is one of the papers and has a key.
    #[must_use]
    pub fn again_as_in(mut self, experiment: &'static str) -> Self {
        if let (true, Some(key)) = (self.counts(), self.key) {
            self.standing = Standing::Again(Place::new(experiment, key));
        }
        self
    }

    /// Whether the numbers do not agree, by themselves or by our reading.
    #[must_use]
    pub fn differs(&self) -> bool {
        match &self.verdict {
            Verdict::Differs { .. } => true,
            Verdict::ByReading(read) => !read.holds,
            Verdict::Holds | Verdict::NotTestable { .. } => false,
        }
    }

    /// Whether it is counted as a statement of the papers.
    #[must_use]
    pub fn counts(&self) -> bool {
        self.standing.counts(self.origin)
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
        failing.first().filter(|_| self.scope == Scope::All(1)).map(String::as_str)
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
            standing: Standing::Stated,
            points: 1,
            rule: "",
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

    /// The statement of this key in this experiment again: in another sentence, or measured in another way. It is not counted.
    #[must_use]
    pub fn again(self, experiment: &'static str, key: &'static str) -> Self {
        Self { standing: Standing::Again(Place::new(experiment, key)), ..self }
    }

    /// Another reading of the statement of this key in this experiment. It is not counted.
    #[must_use]
    pub fn reading_of(self, experiment: &'static str, key: &'static str) -> Self {
        Self { standing: Standing::Reading(Place::new(experiment, key)), ..self }
    }

    /// A control or an inference of ours beside the source's statements: our own, and not counted.
    #[must_use]
    pub fn inferred(self) -> Self {
        Self { origin: Origin::Own, standing: Standing::Ours, ..self }
    }

    /// The claim is one of so many points of a statement, of which one fails it: it fails only if that is sure at 95 % for all of
    /// them together (Bonferroni's correction).
    #[must_use]
    pub fn one_of(self, points: usize) -> Self {
        Self { points: points.max(1), ..self }
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

    /// The claim with the rule of its verdict.
    fn by(self, rule: &'static str) -> Self {
        Self { rule, ..self }
    }

    fn number(&self, number: f64) -> String {
        self.with_unit(&grouped(number, self.decimals))
    }

    fn with_unit(&self, number: &str) -> String {
        if self.unit.is_empty() { number.to_owned() } else { format!("{number} {}", self.unit) }
    }

    fn claim(self, paper: String, ours: String, verdict: Verdict) -> Claim {
        let Self { origin, source, key, point, part_of, statement, standing, rule, .. } = self;
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
            standing,
            scope: Scope::Number,
            rule,
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
            _ => Verdict::not_measured(),
        };
        self.verdict(paper, ours, verdict)
    }

    /// The paper gives a number that is exact up to `tolerance` (half a unit of its last digit). Ours must be within the
    /// tolerance, or our interval must reach it and be close to it.
    #[must_use]
    pub fn equals(self, paper: f64, tolerance: f64, ours: Option<Estimate>) -> Claim {
        let printed = self.number(paper);
        self.by(AGREES).measured(printed, ours, |statement, ours| {
            // A number halfway between two digits may be printed as either.
            let tolerance = tolerance * (1.0 + 1e-9);
            statement.agrees(ours, (paper - tolerance, paper + tolerance), paper)
        })
    }

    /// The paper gives the mean of its own sample of `papers_count` trees, which are not ours. The difference must be
    /// within its 95 % interval, with our standard deviation for both samples.
    #[must_use]
    pub fn mean_of(self, paper: f64, papers_count: u64, ours: Option<Mean>) -> Claim {
        let printed = self.number(paper);
        let rule = "the two means differ by no more than the 95 % interval of their difference";
        self.by(rule).measured(printed, ours.map(Estimate::from), |statement, interval| {
            let Some(ours) = ours else { return Verdict::Holds };
            let spread = 1.0 + ours.count as f64 / papers_count as f64;
            let difference = interval.among(statement.points).half_width() * spread.sqrt();
            if (ours.mean - paper).abs() <= difference {
                statement.holds_if_close(interval, paper, paper)
            } else {
                Verdict::differs(statement.difference(ours.mean, paper))
            }
        })
    }

    /// The number must be below the paper's. An interval that contains the paper's number decides nothing.
    #[must_use]
    pub fn below(self, paper: f64, ours: Option<Estimate>) -> Claim {
        let printed = format!("below {}", self.number(paper));
        self.by("our whole 95 % interval is below it").measured(printed, ours, |statement, ours| {
            statement.compare(ours.is_below(paper).decide(1, statement.points), ours, paper)
        })
    }

    /// The number must be at least the paper's. An interval that contains the paper's number decides nothing.
    #[must_use]
    pub fn at_least(self, paper: f64, ours: Option<Estimate>) -> Claim {
        let printed = format!("at least {}", self.number(paper));
        self.by("our whole 95 % interval is at least it").measured(
            printed,
            ours,
            |statement, ours| {
                statement.compare(ours.is_at_least(paper).decide(1, statement.points), ours, paper)
            },
        )
    }

    /// The number must be within the paper's range, ends included, or its interval must overlap the range and be close to it.
    #[must_use]
    pub fn within(self, low: f64, high: f64, ours: Option<Estimate>) -> Claim {
        let number = |x| grouped(x, self.decimals);
        let printed = self.with_unit(&format!("{} to {}", number(low), number(high)));
        self.by(AGREES).measured(printed, ours, |statement, ours| {
            statement.agrees(ours, (low, high), if ours.value < low { low } else { high })
        })
    }

    /// The paper gives a depth at equal work, which must be in our bracket, its ends included.
    #[must_use]
    pub fn in_bracket(self, paper: f64, ours: Option<Bracket>) -> Claim {
        let printed = self.number(paper);
        let Some(ours) = ours else {
            return self.claim(printed, "not measured".to_owned(), Verdict::not_measured());
        };
        let Bracket { less, more } = ours;
        let verdict = if (less..=more).contains(&paper) {
            Verdict::Holds
        } else {
            let end = if paper < less { less } else { more };
            Verdict::differs(self.difference(end, paper))
        };
        let ours = self.with_unit(&ours.display());
        let rule = "the printed depth is in our bracket of two whole depths, ends included";
        self.by(rule).claim(printed, ours, verdict)
    }

    /// A claim that cannot be tested at all, and the reason.
    #[must_use]
    pub fn not_testable(self, paper: impl Into<String>, why: impl Into<String>) -> Claim {
        self.by("no run can test it").verdict(paper.into(), None, Verdict::open(why))
    }

    /// Whether a number agrees with a printed range. It differs if its interval, as one of the statement's points, does not reach
    /// the range. `end` gives the printed number from which it then differs.
    fn agrees(&self, ours: Estimate, (low, high): (f64, f64), end: f64) -> Verdict {
        let among = ours.among(self.points);
        if among.low <= high && low <= among.high {
            self.holds_if_close(ours, low, high)
        } else {
            Verdict::differs(self.difference(ours.value, end))
        }
    }

    /// That an interval reaches a printed number does not yet mean that it agrees: an interval wide enough would. All of it must be
    /// close to the printed range: within a tenth of the number, or ten percentage points.
    fn holds_if_close(&self, ours: Estimate, low: f64, high: f64) -> Verdict {
        let of = low.abs().max(high.abs());
        let margin = if self.unit == "%" { 10.0 } else { 0.1 * of }.max(high - low);
        if low - margin <= ours.low && ours.high <= high + margin {
            Verdict::Holds
        } else {
            Verdict::open("the interval is too wide to decide: use larger samples")
        }
    }

    fn compare(&self, so: Option<bool>, ours: Estimate, paper: f64) -> Verdict {
        match so {
            Some(true) => Verdict::Holds,
            Some(false) => Verdict::differs(self.difference(ours.value, paper)),
            None => Verdict::open("the interval contains the paper's number: use larger samples"),
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
