//! Verdicts, and what they are about: whose statement, and its cases.

use std::fmt;

use serde::Serialize;

use super::compared::Comparison;

/// The verdict on a claim.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "verdict", rename_all = "kebab-case")]
pub enum Verdict {
    /// Our numbers agree.
    Holds,
    /// They do not.
    Differs {
        /// By how much, in words.
        by: String,
        /// The cases of which the statement is not true, if it is one about cases.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        failing: Vec<String>,
    },
    /// It depends on what an adjective means, which the source does not say.
    ByReading(Read),
    /// Our numbers cannot decide, at these sizes or at all.
    NotTestable {
        /// Why not.
        why: String,
        /// Whether nothing was measured, with these settings or so far.
        #[serde(skip)]
        missing: bool,
    },
}

/// What our reading of an adjective gives, and where another reading would give the opposite.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Read {
    /// Whether the statement holds by our reading.
    pub holds: bool,
    /// The adjective, and our reading of it: `considerably: at most 0.75`.
    pub reading: String,
    /// Where the verdict turns: `turns at 0.72`.
    pub turns: String,
}

impl Read {
    /// `differs by our reading (considerably: at most 0.75; turns at 0.72)`.
    #[must_use]
    pub fn display(&self) -> String {
        let Self { reading, turns, .. } = self;
        format!("{} by our reading ({reading}; {turns})", self.word())
    }

    /// `holds` or `differs`.
    #[must_use]
    pub fn word(&self) -> &'static str {
        if self.holds { "holds" } else { "differs" }
    }
}

impl Verdict {
    /// A number differs.
    pub(crate) fn differs(by: String) -> Self {
        Self::Differs { by, failing: Vec::new() }
    }

    /// A statement is not true of these cases.
    pub(crate) fn fails_for(failing: Vec<String>) -> Self {
        Self::Differs { by: format!("fails for: {}", failing.join("; ")), failing }
    }

    /// What was measured cannot decide.
    pub(crate) fn open(why: impl Into<String>) -> Self {
        Self::NotTestable { why: why.into(), missing: false }
    }

    /// Nothing was measured.
    pub(crate) fn not_measured() -> Self {
        Self::NotTestable { why: NOT_MEASURED.to_owned(), missing: true }
    }

    /// The difference, the reason, or the reading with where it turns; empty for what holds.
    #[must_use]
    pub fn detail(&self) -> String {
        match self {
            Self::Holds => String::new(),
            Self::Differs { by, .. } => by.clone(),
            Self::ByReading(read) => read.display(),
            Self::NotTestable { why, .. } => why.clone(),
        }
    }
}

/// Why a claim without a number cannot be tested.
pub(crate) const NOT_MEASURED: &str = "not measured with these settings or in this unfinished run";

/// The origin of a claim.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Origin {
    /// A statement of a paper, or of lecture notes.
    #[default]
    Paper,
    /// Numbers of an independent measurement: a prototype that shares no code with this program.
    Independent,
    /// An expectation of our own, on a question that the papers leave open.
    Own,
}

impl Origin {
    /// The origin as a word: `paper`, `independent`, `own`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Paper => "paper",
            Self::Independent => "independent",
            Self::Own => "own",
        }
    }
}

/// Whether a statement about several cases is true of one of them.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Case {
    /// It is.
    True,
    /// It is not.
    False,
    /// An interval decides nothing.
    Undecided,
    /// A number with its interval, which the claim compares with a limit once it knows the number of its cases.
    Compared(Comparison),
    /// The settings, or an unfinished run, leave the case out.
    NotMeasured,
}

impl Case {
    /// The case, which is [`NotMeasured`](Self::NotMeasured) if there is no answer.
    #[must_use]
    pub fn measured(answer: Option<impl Into<Self>>) -> Self {
        answer.map_or(Self::NotMeasured, Into::into)
    }

    /// A case by name, with what was found in words, and whether the statement is true of it: `b = 2: 0.71 ± 0.02`. Without an
    /// answer it is the name alone.
    #[must_use]
    pub fn told(
        name: impl fmt::Display,
        answer: Option<(impl fmt::Display, impl Into<Self>)>,
    ) -> (String, Self) {
        match answer {
            Some((words, so)) => (format!("{name}: {words}"), so.into()),
            None => (name.to_string(), Self::NotMeasured),
        }
    }
}

impl From<bool> for Case {
    fn from(so: bool) -> Self {
        if so { Self::True } else { Self::False }
    }
}

/// `None` is [`Undecided`](Case::Undecided): an interval is on both sides of a limit.
impl From<Option<bool>> for Case {
    fn from(so: Option<bool>) -> Self {
        so.map_or(Self::Undecided, Self::from)
    }
}

impl From<Comparison> for Case {
    fn from(comparison: Comparison) -> Self {
        Self::Compared(comparison)
    }
}
