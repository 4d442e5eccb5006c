//! Errors of trainings.

use std::io;
use std::path::PathBuf;

use plyscope_players::domain::DomainError;
use plyscope_players::tournament::TournamentError;
use plyscope_run::interrupt::Interrupted;
use plyscope_run::record::RecordError;

use super::candidate::Candidate;
use super::{MOST_GAMES, probcut};

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
    /// A file of games has other contents.
    #[error(
        "{}: the data from byte {place} on are not a game of this plan, and no interruption explains them: delete the \
        file to play its games again", path.display()
    )]
    NoGames {
        /// Which one.
        path: PathBuf,
        /// Where.
        place: usize,
    },
    /// The directory belongs to another plan.
    #[error(
        "{} holds weights of a different plan ({difference}): use another directory, or the same plan",
        path.display()
    )]
    OtherPlan {
        /// Which one.
        path: PathBuf,
        /// What differs.
        difference: String,
    },
    /// The directory was written by an earlier version of this program.
    #[error(
        "{} was written by an earlier version of this program, whose files have no checksums: finish it with that \
        version, or use another directory", path.display()
    )]
    Earlier {
        /// Which one.
        path: PathBuf,
    },
    /// The directory holds other files.
    #[error(
        "{} is not empty and holds no training, but {name}: use another directory, or move that away", path.display()
    )]
    NotEmpty {
        /// Which one.
        path: PathBuf,
        /// Something in it.
        name: String,
    },
    /// Another process is writing to the directory.
    #[error("{} is being written by another process: wait for it, or end it, first", path.display())]
    Busy {
        /// Where.
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
        "generation {generation}: too few positions to learn from or to test the weights on: play more games"
    )]
    TooFew {
        /// Which one.
        generation: usize,
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
        "{} is damaged: it holds no weights of {candidate}; delete it to learn it again", path.display()
    )]
    Damaged {
        /// Which one.
        path: PathBuf,
        /// The candidate whose weights it should hold.
        candidate: Candidate,
    },
    /// The plan cannot be read.
    #[error("{} is damaged: restore it, or use another directory", path.display())]
    TrainingPlan {
        /// Which one.
        path: PathBuf,
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
    /// Values of positions could not be recorded or read.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// The candidates could not play each other.
    #[error(transparent)]
    Match(#[from] TournamentError),
    /// The training was stopped. The same command continues it.
    #[error("stopped: the same command continues from here")]
    Stopped,
}

impl From<Interrupted> for LearnError {
    fn from(_: Interrupted) -> Self {
        Self::Stopped
    }
}
