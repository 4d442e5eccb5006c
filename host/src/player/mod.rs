//! Players: what chooses moves in a game, and the searches that engines are made into.

mod device;
mod estimator;
mod on_device;
mod run;
mod search;
mod searching;

use std::error::Error;

use plyscope_core::{Counts, Game, Report};

use crate::device::DeviceError;
use crate::domain::{Domain, DomainError, Rules};
use crate::engine::{Engine, TooLarge};
use crate::game::{GameRecord, Valued};
use crate::interrupt::Interrupted;
use crate::tree::MemoryUse;

pub use device::{DeviceSearch, task_of};
#[cfg(feature = "experiment")]
pub(crate) use estimator::AnyEstimator;
pub use estimator::proves;
pub use on_device::DevicePlayer;
pub use run::{SoFar, run, run_watched};
pub use search::make_search;
pub use search::{AnySearch, search_of};
pub use searching::Searching;

/// Why an engine cannot play, or its search has failed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PlayerError {
    /// The domain does not have what the engine asks for.
    #[error(transparent)]
    Domain(#[from] DomainError),
    /// A search needs more than this program's capacities.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// A device failed.
    #[error(transparent)]
    Device(DeviceError),
    /// Devices cannot do that.
    #[error("{0}")]
    Unsupported(String),
    /// A result that no search can have.
    #[error("it answered with nonsense: {0}")]
    Nonsense(String),
    /// A search was cut short.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
}

impl From<DeviceError> for PlayerError {
    fn from(error: DeviceError) -> Self {
        match error {
            DeviceError::Interrupted(interrupted) => interrupted.into(),
            error => Self::Device(error),
        }
    }
}

impl PlayerError {
    /// Whether another command line would help, rather than another machine.
    #[must_use]
    pub fn is_usage(&self) -> bool {
        matches!(self, Self::Domain(_) | Self::Unsupported(_))
    }
}

/// A player of one game: a search in this program, a device; another process or a person would be one, too.
///
/// It is asked for a move when its side is to move, and told of every move of either side. It may answer anything: that
/// the move is legal is checked where the game is played. A player that fails has lost its game, and nothing else.
///
/// ```
/// use plyscope::game::GameRecord;
/// use plyscope::player::{Choice, Failure, Player};
/// use plyscope_core::Game;
/// use plyscope_core::othello::{Board, Othello};
///
/// /// Plays the first move there is.
/// struct First;
///
/// impl<G: Game> Player<G> for First {
///     fn choose(&mut self, record: &GameRecord<G>) -> Result<Choice<G::Move>, Failure> {
///         let first = record.game().first_move(record.position());
///         first.map(Choice::from).ok_or_else(|| Failure::forfeit("there is no move"))
///     }
/// }
///
/// let choice = First.choose(&GameRecord::new(Othello, Board::START)).expect("a move");
/// assert_eq!(choice.mv.to_string(), "d3");
/// ```
pub trait Player<G: Game> {
    /// The move to play at the end of this record, in which the game is not over.
    ///
    /// # Errors
    /// [`Failure`]: the player has lost the game, or everything is to stop.
    fn choose(&mut self, record: &GameRecord<G>) -> Result<Choice<G::Move>, Failure>;

    /// A move was played, by either side.
    fn played(&mut self, mv: G::Move) {
        let _ = mv;
    }

    /// The last move was taken back.
    fn taken_back(&mut self) {}
}

/// What a player did for a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choice<M> {
    /// The move.
    pub mv: M,
    /// What the search for it found; nothing if the move was known from the last one, or comes without a value.
    pub value: Option<Valued>,
    /// What the search for it cost; nothing if the move was known from the last one.
    pub counts: Counts,
    /// What it did about memory, if it keeps a tree.
    pub memory: Option<MemoryUse>,
}

impl<M> From<M> for Choice<M> {
    /// A move that no search was made for.
    fn from(mv: M) -> Self {
        Self { mv, value: None, counts: Counts::default(), memory: None }
    }
}

impl<M: Copy> Choice<M> {
    /// The move that a search prefers, or the game's first if it was stopped before it preferred any.
    fn of<G: Game<Move = M>>(
        report: &Report<'_, M>,
        record: &GameRecord<G>,
    ) -> Result<Self, Failure> {
        let value = report.best_move.map(|_| Valued { value: report.value, bound: report.bound });
        let best = report.best_move.or_else(|| record.game().first_move(record.position()));
        let mv = best.ok_or_else(|| Failure::forfeit("there is no move"))?;
        Ok(Self { mv, value, counts: report.counts, memory: None })
    }
}

/// Why there is no move from a player.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// Everything is to stop.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
    /// The player cannot go on, and has lost the game.
    #[error(transparent)]
    Forfeit(Box<dyn Error + Send + Sync>),
}

impl Failure {
    /// The game is lost for this reason.
    pub fn forfeit(reason: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self::Forfeit(reason.into())
    }
}

impl From<PlayerError> for Failure {
    fn from(error: PlayerError) -> Self {
        match error {
            PlayerError::Interrupted(interrupted) => Self::Interrupted(interrupted),
            error => Self::forfeit(error),
        }
    }
}

/// Makes the engine's player for one game.
///
/// # Errors
/// As [`search_of`].
pub fn player_of<'d, D: Domain>(
    domain: &'d D,
    engine: &Engine,
    game: D::Game,
) -> Result<Box<dyn Player<D::Game> + 'd>, PlayerError> {
    Ok(match search_of(domain, engine, game.clone())? {
        AnySearch::Device(search) => Box::new(DevicePlayer::new(engine, search)),
        search @ (AnySearch::Plain(_) | AnySearch::Tree(_)) => {
            Box::new(Searching::new(domain, engine, search, game)?)
        }
    })
}

type Position<D> = <<D as Rules>::Game as Game>::Position;
type Move<D> = <<D as Rules>::Game as Game>::Move;
