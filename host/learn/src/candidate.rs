//! The evaluations that can be learned.

use std::fmt;
use std::str::FromStr;

use plyscope_core::othello::patterns::{MIXED, MOST_PHASES, PatternSet, header};
use plyscope_core::othello::{Bill, Othello, Patterns};
use plyscope_core::static_value;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::bill;
use super::fit::{Accuracy, Fit, Weights, accuracy, fit};
use super::games::ScoredBoard;

/// Bytes after the weights in a file.
const CHECKSUM: usize = 4;

/// An evaluation that can be learned from games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Candidate {
    /// The reconstruction of BILL's evaluation.
    Bill,
    /// Weights of patterns.
    Patterns {
        /// The set of patterns.
        set: &'static PatternSet,
        /// The number of game phases with separate weights; [`MIXED`] if weights change with every disc.
        phases: u8,
    },
}

impl Candidate {
    /// The candidate's name, as part of a file name.
    #[must_use]
    pub fn file_name(self) -> String {
        self.to_string().replace(':', "-")
    }

    /// The evaluation whose weights its file holds.
    #[must_use]
    pub const fn kind(self) -> &'static str {
        match self {
            Self::Bill => "bill",
            Self::Patterns { .. } => "patterns",
        }
    }

    /// The evaluation's name in an engine, with its weights in this file.
    #[must_use]
    pub fn evaluation(self, path: &str) -> String {
        format!("{}:{path}", self.kind())
    }

    /// Learns from samples, and returns the file's bytes, or `None` if there are too few samples. `watch` is called
    /// after each epoch, and stops the learning by returning false. A candidate without epochs reports all of them at
    /// its end.
    #[must_use]
    pub fn fit(
        self,
        samples: &[ScoredBoard],
        how: &Fit,
        seed: u64,
        watch: impl Fn(u32) -> bool,
    ) -> Option<Vec<u8>> {
        match self {
            Self::Bill => {
                let file = bill::weights(samples, &bill::edges::edge_table());
                (1..=how.epochs).for_each(|epoch| {
                    watch(epoch);
                });
                file
            }
            Self::Patterns { set, phases } => {
                Some(fit(Weights::new(set, phases), samples, how, seed, watch).file())
            }
        }
    }

    /// Whether a learned file is empty: all its weights are zero.
    #[must_use]
    pub fn is_blank(self, file: &[u8]) -> bool {
        match self {
            Self::Bill => false,
            Self::Patterns { set, phases } => {
                let weights =
                    file.get(header(set, phases).len()..file.len().saturating_sub(CHECKSUM));
                weights.is_some_and(|weights| weights.iter().all(|&weight| weight == 0))
            }
        }
    }

    /// How well the evaluation in a file predicts the scores of samples; `None` if the file has no such evaluation. The
    /// error is in discs: `bill`, whose values are odds, has none.
    #[must_use]
    pub fn accuracy(self, file: &[u8], samples: &[ScoredBoard]) -> Option<Accuracy> {
        // A finished game's value is in another range.
        let open: Vec<ScoredBoard> =
            samples.iter().filter(|sample| !sample.board.is_over()).copied().collect();
        match self {
            Self::Bill => {
                let bill = Bill::new(file)?;
                let told = |sample: &ScoredBoard| {
                    f64::from(static_value(&Othello, &bill, &sample.board).get())
                };
                Some(Accuracy { rms_error: None, ..accuracy(&open, told) })
            }
            Self::Patterns { .. } => {
                let patterns = Patterns::new(file)?;
                // Hundredths of a disc.
                let told = |sample: &ScoredBoard| {
                    f64::from(static_value(&Othello, &patterns, &sample.board).get())
                };
                Some(accuracy(&open, |sample| told(sample) / 100.0))
            }
        }
    }
}

impl fmt::Display for Candidate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bill => f.write_str("bill"),
            Self::Patterns { set, phases: MIXED } => write!(f, "{}:mixed", set.name()),
            Self::Patterns { set, phases } => write!(f, "{}:{phases}", set.name()),
        }
    }
}

impl Serialize for Candidate {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Candidate {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        name.parse().map_err(serde::de::Error::custom)
    }
}

impl FromStr for Candidate {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let usage = || {
            let sets = PatternSet::ALL.map(PatternSet::name).join(", ");
            format!(
                "write bill, or SET:PHASES such as w:3, with 1 to {MOST_PHASES} phases (or `mixed`) and a set of {sets}"
            )
        };
        if text == "bill" {
            return Ok(Self::Bill);
        }
        let (name, phases) = text.split_once(':').ok_or_else(usage)?;
        let set = PatternSet::named(name).ok_or_else(usage)?;
        if phases == "mixed" && !set.is_folded() {
            return Ok(Self::Patterns { set, phases: MIXED });
        }
        let phases = phases.parse().ok().filter(|phases| (1..=MOST_PHASES).contains(phases));
        Ok(Self::Patterns { set, phases: phases.ok_or_else(usage)? })
    }
}
