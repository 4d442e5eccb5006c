//! Claims and verdicts on them. A verdict follows from numbers, never from a person.

use serde::Serialize;

use super::estimate::{Bracket, Estimate, Measured};
use super::remark::Cause;
use super::standing::{Place, Standing};
use super::table::grouped;
use super::verdict::{Case, Origin, Verdict};

mod cases;
mod reading;
mod statement;

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

#[cfg(test)]
mod tests;
