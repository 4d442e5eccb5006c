//! Players, which choose moves in a game, and the searches of engines.

mod background;
mod booked;
mod clock;
mod device;
mod matches;
mod moves;
mod on_device;
mod pace;
mod run;
mod search;
mod searched;
mod searching;
mod strong;
mod table;
mod together;
mod watch;

use std::error::Error;
use std::ops::ControlFlow;

use plyscope_core::{Counts, Game, Report};
use plyscope_run::interrupt::{self, Interrupted};
use plyscope_tree::MemoryUse;

use crate::device::DeviceError;
use crate::domain::{Domain, DomainError, Rules};
use crate::engine::{AnyEngine, Engine, Entrant, TooLarge, UnknownBounds};
use crate::foreign::ForeignError;
use crate::game::{GameRecord, MoveRecord, Valued};

pub use background::{Background, Idea, News, Orders, Task};
pub use clock::Clock;
pub use device::{DeviceSearch, task_of};
pub use matches::{Event, Late, Match, Refused, Seat, Turn};
pub use moves::{MoveValue, MovesTold, value_moves};
pub use on_device::DevicePlayer;
pub use pace::Pace;
pub use plyscope_engine::Thinker;
pub use run::{run, run_watched};
pub use search::{AnySearch, Local, make_search, proves, search_of};
pub use searched::{Iteration, NoProof, Posed, Searched};
pub use searching::Searching;
pub use strong::{InHundredths, strong};
pub use table::Lease;
pub use watch::{OnlyProgress, SoFar, Thinking, Thought, Watch};

/// Errors from creating or running a player.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PlayerError {
    /// The domain lacks something that the engine needs.
    #[error(transparent)]
    Domain(#[from] DomainError),
    /// The domain lacks the engine's bounds.
    #[error(transparent)]
    UnknownBounds(#[from] UnknownBounds),
    /// A search exceeds this program's capacity.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// A device failed.
    #[error(transparent)]
    Device(DeviceError),
    /// An external engine failed.
    #[error(transparent)]
    Foreign(ForeignError),
    /// Unsupported on devices.
    #[error("{0}")]
    Unsupported(String),
    /// An impossible result.
    #[error("it answered with nonsense: {0}")]
    Nonsense(String),
    /// The search was interrupted.
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

impl From<ForeignError> for PlayerError {
    fn from(error: ForeignError) -> Self {
        match error {
            ForeignError::Interrupted(interrupted) => interrupted.into(),
            error => Self::Foreign(error),
        }
    }
}

impl PlayerError {
    /// Whether this is a usage error, to be fixed on the command line.
    #[must_use]
    pub fn is_usage(&self) -> bool {
        matches!(self, Self::Domain(_) | Self::UnknownBounds(_) | Self::Unsupported(_))
    }
}

/// A player of one game that is asked for its moves: a search in this program or on a device, or another process. A person is not asked:
/// a [`Seat`] may be a person's, and whoever shows the board [plays](Match::play) the person's choices.
///
/// It chooses a move when its side is to move, and is told every move of either side. The caller checks that the move is
/// legal. A player that fails loses the game.
///
/// ```
/// use plyscope_players::game::GameRecord;
/// use plyscope_players::player::{Choice, Failure, Player};
/// use plyscope_core::Game;
/// use plyscope_core::othello::{Board, Othello};
///
/// /// Plays the first legal move.
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
    /// [`Failure`] if the player forfeits the game, or on an interrupt.
    fn choose(&mut self, record: &GameRecord<G>) -> Result<Choice<G::Move>, Failure>;

    /// The same, watched; a player that cannot be watched or stopped does as in [`choose`](Self::choose). an external engine that is
    /// stopped fails, and is of no more use.
    ///
    /// # Errors
    /// As [`choose`](Self::choose).
    fn choose_watched(
        &mut self,
        record: &GameRecord<G>,
        watch: &mut dyn Watch<G::Move>,
    ) -> Result<Choice<G::Move>, Failure> {
        let _ = watch;
        self.choose(record)
    }

    /// Tells the player its time before each move; `None` for no clock. A player without a use for it ignores it.
    fn set_clock(&mut self, clock: Option<Clock>) {
        let _ = clock;
    }

    /// Lets the player think while the opponent does, at the end of this record, until `go_on` breaks. The next
    /// [`choose`](Self::choose) may profit from it. `go_on` is called every few milliseconds.
    ///
    /// # Errors
    /// As [`choose`](Self::choose).
    fn ponder(
        &mut self,
        record: &GameRecord<G>,
        go_on: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<(), Failure> {
        let _ = (record, go_on);
        Ok(())
    }

    /// Values every move at the end of this record, deeper and deeper, until `told` breaks.
    ///
    /// # Errors
    /// As [`choose`](Self::choose); a player that does not value moves fails.
    fn value_moves(
        &mut self,
        record: &GameRecord<G>,
        told: &mut MovesTold<'_, G::Move>,
    ) -> Result<Vec<MoveValue<G::Move>>, Failure> {
        let _ = (record, told);
        Err(Failure::forfeit("it values no moves but its own"))
    }

    /// A move was played, by either side.
    fn played(&mut self, mv: G::Move) {
        let _ = mv;
    }

    /// The last move was undone.
    fn taken_back(&mut self) {}
}

/// A move with the search behind it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choice<M> {
    /// The move.
    pub mv: M,
    /// The result of the search; `None` if the move was known from the last search, or has no value.
    pub value: Option<Valued>,
    /// The cost of the search; zero if the move was known from the last search.
    pub counts: Counts,
    /// How the search coped with full memory, if it keeps a tree.
    pub memory: Option<MemoryUse>,
}

impl<M> From<M> for Choice<M> {
    /// A move without a search.
    fn from(mv: M) -> Self {
        Self { mv, value: None, counts: Counts::default(), memory: None }
    }
}

impl<M> From<Choice<M>> for MoveRecord<M> {
    /// The chosen move with the search behind it.
    fn from(Choice { mv, value, counts, .. }: Choice<M>) -> Self {
        Self { value, nodes: counts.generated, ..Self::from(mv) }
    }
}

impl<M: Copy> Choice<M> {
    /// The best move of a search, or the game's first move if the search stopped before it had one.
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

/// Why a player gave no move.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// An interrupt.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
    /// The player forfeits the game.
    #[error(transparent)]
    Forfeit(Box<dyn Error + Send + Sync>),
}

impl Failure {
    /// A forfeit for this reason.
    pub fn forfeit(reason: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self::Forfeit(reason.into())
    }

    /// Why the player forfeits.
    ///
    /// # Errors
    /// An interrupt: during one, a failure may not be the player's fault.
    pub fn cause(self) -> Result<Box<dyn Error + Send + Sync>, Interrupted> {
        match self {
            Self::Interrupted(interrupted) => Err(interrupted),
            Self::Forfeit(cause) => interrupt::check().map(|()| cause),
        }
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

/// Creates the engine's player for one game.
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
        search @ AnySearch::Here(_) => Box::new(Searching::new(domain, engine, search, game)?),
    })
}

/// Creates the entrant's player for one game from this start: a search, or the process of an external engine.
///
/// # Errors
/// As [`search_of`]; [`PlayerError::Foreign`] if the process does not start.
pub fn player_from<'d, D: Domain>(
    domain: &'d D,
    entrant: &Entrant,
    start: &D::Start,
) -> Result<Box<dyn Player<D::Game> + 'd>, PlayerError> {
    match (&entrant.player, entrant.own()) {
        (AnyEngine::Foreign(engine), _) => search::othello(
            domain,
            "external engines play othello only",
        )?
        .foreign(engine, start, entrant.margin),
        (AnyEngine::Own(_), Some(engine)) => player_of(domain, &engine, domain.set_up(start).0),
        (AnyEngine::Own(engine), None) => player_of(domain, engine, domain.set_up(start).0),
    }
}

type Position<D> = <<D as Rules>::Game as Game>::Position;
type Move<D> = <<D as Rules>::Game as Game>::Move;
