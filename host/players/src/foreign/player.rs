//! The player of an external engine.

use std::cell::RefCell;
use std::ops::ControlFlow;
use std::time::Duration;

use plyscope_core::othello::{Move, Othello};
use plyscope_core::{Bound, Counts, Value};

use super::ForeignError;
use super::gtp::Gtp;
use super::nboard::NBoard;
use super::process::Deadline;
use crate::engine::{ForeignEngine, Protocol};
use crate::game::{GameRecord, Valued};
use crate::game_files::ggf::{GgfGame, GgfMove};
use crate::player::{Choice, Clock, Failure, Player, SoFar, Thinking, Watch};

/// The time that an engine has.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Time {
    /// The clock at the start of the game.
    pub(super) control: Option<Clock>,
    /// The clock now.
    pub(super) clock: Option<Clock>,
    /// The limit of each move.
    pub(super) per_move: Option<Duration>,
}

/// A move with what the engine said about it.
#[derive(Clone, Copy, Debug)]
pub(super) struct SaidMove {
    pub(super) mv: Move,
    /// Its value in discs, from the side of the engine.
    pub(super) discs: Option<f64>,
    pub(super) nodes: u64,
}

/// One protocol.
pub(super) trait Client: std::fmt::Debug {
    /// The engine's move at the end of this game.
    fn choose(
        &mut self,
        game: &GgfGame,
        time: &Time,
        deadline: &Deadline<'_>,
    ) -> Result<SaidMove, ForeignError>;
}

/// An external engine, in a process of its own for each game.
///
/// It is asked for every move, passes included. Its process ends with the player.
#[derive(Debug)]
pub struct ForeignPlayer {
    client: Box<dyn Client>,
    opening: GgfGame,
    time: Time,
    margin: Duration,
    patience: Duration,
}

impl ForeignPlayer {
    /// Starts the engine for one game. `opening` is what came before the record's start: the start of the game, and the moves
    /// from there. A move may exceed its time by `margin`.
    ///
    /// # Errors
    /// [`ForeignError`] if it does not start, or does not answer.
    pub fn start(
        engine: &ForeignEngine,
        opening: GgfGame,
        margin: Duration,
    ) -> Result<Self, ForeignError> {
        let client: Box<dyn Client> = match engine.protocol {
            Protocol::Gtp => Box::new(Gtp::start(engine)?),
            Protocol::NBoard | Protocol::NBoard1 => Box::new(NBoard::start(engine)?),
        };
        let time = Time { per_move: engine.time, ..Time::default() };
        Ok(Self { client, opening, time, margin, patience: engine.patience })
    }

    /// How long the engine may take for a move.
    fn allowed(&self) -> Duration {
        let clock = self.time.clock.map(|clock| clock.remaining.saturating_add(clock.byo_yomi));
        let limit = match (clock, self.time.per_move) {
            (Some(clock), Some(limit)) => Some(clock.min(limit)),
            (clock, limit) => clock.or(limit),
        };
        limit.map_or(self.patience, |limit| limit.saturating_add(self.margin))
    }
}

/// Discs as a value in hundredths, the unit of the strong player.
fn value_of(discs: f64) -> Value {
    // Casts of floating-point numbers saturate.
    Value::new((discs.clamp(-64.0, 64.0) * 100.0).round() as i32)
}

impl ForeignPlayer {
    /// The engine's move, unless `go_on` breaks before.
    fn choose_while(
        &mut self,
        record: &GameRecord<Othello>,
        go_on: &dyn Fn() -> ControlFlow<()>,
    ) -> Result<Choice<Move>, Failure> {
        let mut game = self.opening.clone();
        game.moves.extend(record.moves().iter().map(|played| GgfMove {
            mv: played.mv,
            discs: None,
            seconds: played.time.map(|time| (time.as_secs_f64() * 1000.0).round() / 1000.0),
        }));
        let deadline = Deadline::after(self.allowed()).while_wanted(go_on);
        let answer = self.client.choose(&game, &self.time, &deadline).map_err(failure)?;
        let value =
            answer.discs.map(|discs| Valued { value: value_of(discs), bound: Bound::Estimate });
        let mut counts = Counts::default();
        counts.generated = answer.nodes;
        Ok(Choice { mv: answer.mv, value, counts, memory: None })
    }
}

impl Player<Othello> for ForeignPlayer {
    fn choose(&mut self, record: &GameRecord<Othello>) -> Result<Choice<Move>, Failure> {
        self.choose_while(record, &|| ControlFlow::Continue(()))
    }

    /// A break of `watch` ends the wait for the move: neither protocol can ask for the best one so far. The player has then
    /// failed and is of no more use.
    fn choose_watched(
        &mut self,
        record: &GameRecord<Othello>,
        watch: &mut dyn Watch<Move>,
    ) -> Result<Choice<Move>, Failure> {
        let watch = RefCell::new(watch);
        let nothing = SoFar { generated: 0, depth: None, value: None };
        self.choose_while(record, &|| watch.borrow_mut().hear(Thinking::SoFar(&nothing)))
    }

    fn set_clock(&mut self, clock: Option<Clock>) {
        self.time.control = self.time.control.or(clock);
        self.time.clock = clock;
    }
}

/// The reason of a forfeit, or the interrupt.
pub(super) fn failure(error: ForeignError) -> Failure {
    match error {
        ForeignError::Interrupted(interrupted) => interrupted.into(),
        error => Failure::forfeit(error),
    }
}
