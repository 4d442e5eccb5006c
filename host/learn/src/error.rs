//! Errors of trainings.

use std::io;
use std::path::PathBuf;

use plyscope_players::domain::DomainError;
use plyscope_players::tournament::TournamentError;
use plyscope_run::interrupt::Interrupted;
use plyscope_run::record::RecordError;

use super::candidate::Candidate;
use super::probcut;
use super::trainer::MOST_GAMES;

/// Errors of a training.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LearnError {
    /// A file could not be read or written.
    #[error("{}: {cause}", path.display())]
    File {
        /// Which one.
        path: PathBuf,
        /// Why.
        cause: io::Error,
    },
    /// A training without a directory.
    #[error("a training needs a directory for its weights")]
    Nowhere,
    /// The directory was written by an earlier version of this program.
    #[error(
        "{} holds a training of an earlier version of this program: finish it with that version, or train again in \
        another directory", path.display()
    )]
    Earlier {
        /// Which one.
        path: PathBuf,
    },
    /// Too many games.
    #[error("{games} games in a generation are too many: give at most {MOST_GAMES}")]
    TooMany {
        /// How many.
        games: u64,
    },
    /// Too few games.
    #[error(
        "{}too few positions to learn from or to test the weights on: play more games",
        generation.map_or_else(String::new, |number| format!("generation {number}: "))
    )]
    TooFew {
        /// Of which generation, if there are any.
        generation: Option<usize>,
    },
    /// The weights did not change.
    #[error(
        "generation {generation}: a rate of {rate:?} is too small: no weight of {candidate} changed by a sixteenth of \
        a disc; give a larger rate, such as 0.3"
    )]
    Rate {
        /// Which one.
        generation: usize,
        /// The candidate.
        candidate: Candidate,
        /// Its rate.
        rate: f32,
    },
    /// A learned file of weights has changed.
    #[error(
        "{} is damaged: it is not what {candidate} learned in this training; restore it, or delete it to learn it again \
        with the version of this program that began the training", path.display()
    )]
    Damaged {
        /// Which one.
        path: PathBuf,
        /// The candidate whose weights it should hold.
        candidate: Candidate,
    },
    /// The directory's name cannot be part of an evaluation's name.
    #[error(
        "{} is not valid UTF-8, and the names of the candidates that play each other contain it: use another \
        directory", path.display()
    )]
    NoText {
        /// Which one.
        path: PathBuf,
    },
    /// Too few positions for a pair of depths.
    #[error(
        "{pair}: too few positions have values of both depths, the values do not go together, or they are too large for a \
        cut: search more positions, or use an evaluation in hundredths of a disc"
    )]
    TooFewPositions {
        /// The pair.
        pair: probcut::Pair,
    },
    /// The directory holds a run of another kind.
    #[error("{} holds a run of kind {kind}, not games of `plyscope learn games`", path.display())]
    NoLabels {
        /// Which one.
        path: PathBuf,
        /// Its kind.
        kind: String,
    },
    /// The candidate has no weights of patterns.
    #[error("only patterns are learned from labelled games")]
    NoPatterns,
    /// There is no such evaluation.
    #[error(transparent)]
    Evaluation(#[from] DomainError),
    /// A run could not be opened, recorded or read.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// The candidates could not play each other.
    #[error(transparent)]
    Match(#[from] TournamentError),
    /// The work was stopped. What is recorded can be resumed.
    #[error("stopped: what is recorded can be resumed")]
    Stopped,
}

impl From<Interrupted> for LearnError {
    fn from(_: Interrupted) -> Self {
        Self::Stopped
    }
}
