//! How a claim counts among the statements of the papers: each of them once.

use serde::Serialize;

use super::Origin;

/// A statement, by its experiment and its key there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
pub struct Place {
    /// The experiment's name.
    pub experiment: &'static str,
    /// The statement's key.
    pub key: &'static str,
}

impl Place {
    /// The statement of this key in this experiment.
    #[must_use]
    pub const fn new(experiment: &'static str, key: &'static str) -> Self {
        Self { experiment, key }
    }

    /// `korf-fig-16/most-games`.
    #[must_use]
    pub fn display(self) -> String {
        format!("{}/{}", self.experiment, self.key)
    }
}

/// What a claim is beside the statements of the papers. Only [`Stated`](Self::Stated) is counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(tag = "standing", rename_all = "kebab-case")]
pub enum Standing {
    /// The source's statement.
    #[default]
    Stated,
    /// The same statement again: in another sentence, or measured in another way. The place is that of the first.
    Again(Place),
    /// Another reading of the statement at this place.
    Reading(Place),
    /// A control, or an inference of ours: in no paper.
    Ours,
}

impl Standing {
    /// As words: `stated`, `again`, `another reading`, `ours`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Stated => "stated",
            Self::Again(_) => "again",
            Self::Reading(_) => "another reading",
            Self::Ours => "ours",
        }
    }

    /// The counted statement to which it belongs.
    #[must_use]
    pub fn place(self) -> Option<Place> {
        match self {
            Self::Again(place) | Self::Reading(place) => Some(place),
            Self::Stated | Self::Ours => None,
        }
    }

    /// Whether a claim of this origin and standing is counted as a statement of the papers.
    pub(crate) fn counts(self, origin: Origin) -> bool {
        origin == Origin::Paper && self == Self::Stated
    }
}

/// What is shown beside the papers' statements, and not counted as one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Uncounted {
    /// The same statements again.
    pub again: usize,
    /// Other readings.
    pub readings: usize,
    /// Controls and inferences of ours.
    pub ours: usize,
}

impl Uncounted {
    /// Counts a statement, if it is shown beside the papers'.
    pub fn add(&mut self, standing: Standing) {
        match standing {
            Standing::Stated => {}
            Standing::Again(_) => self.again += 1,
            Standing::Reading(_) => self.readings += 1,
            Standing::Ours => self.ours += 1,
        }
    }

    /// Their number.
    #[must_use]
    pub fn all(self) -> usize {
        self.again + self.readings + self.ours
    }
}
