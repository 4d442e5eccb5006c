//! A game as it is played: its moves, its clocks, and how it is lost other than by its moves.

use std::error::Error;
use std::time::{Duration, Instant};

use cpu_time::ThreadTime;
use plyscope_core::Game;
use plyscope_run::interrupt::Interrupted;

use super::{Choice, Clock, Player};
use crate::game::{Ending, GameRecord, IllegalMove, MoveRecord};

/// A game between two sides, with clocks if there are any. Side 0 moves first. `W` says who plays a side: an engine, a person, a colour.
///
/// Players move by [`turn`](Self::turn). The choices of people, and of players that think on other threads, are
/// [played](Self::play) when they come.
#[derive(Clone)]
pub struct Match<G: Game, W = ()> {
    record: GameRecord<G>,
    seats: [Seat<W>; 2],
    /// When the turn of the side to move began.
    since: Instant,
}

/// A side's place at the board: who plays it, and the time it has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Seat<W = ()> {
    /// Who plays.
    pub who: W,
    /// What its clock shows; `None` for no clock.
    pub clock: Option<Clock>,
    /// What its clock showed at the start.
    start: Option<Clock>,
    /// The time by which a move may exceed the clock.
    margin: Duration,
}

/// A move that took more time than there was.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("it lost on time: {:.3} s for a move, with {:.3} s left", .taken.as_secs_f64(), .left.as_secs_f64())]
pub struct Late {
    /// The time of the move.
    pub taken: Duration,
    /// The time that was left for it.
    pub left: Duration,
}

/// What came of a turn.
#[derive(Debug)]
pub enum Event<M> {
    /// A move was played.
    Moved(Turn<M>),
    /// The player took too much time.
    Flagged(Late),
    /// The player chose a move that is illegal.
    Illegal(M),
    /// The player failed.
    Failed(Box<dyn Error + Send + Sync>),
    /// There was no turn: the game is over.
    Over,
}

/// A move with what it cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Turn<M> {
    /// The move, and the search behind it.
    pub choice: Choice<M>,
    /// The time until the player had chosen it.
    pub taken: Duration,
    /// The processor time that this thread spent meanwhile.
    pub processor: Duration,
}

/// Why a move was not played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refused {
    /// It is illegal, or the game is over.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    /// It took too much time.
    #[error(transparent)]
    Late(#[from] Late),
}

impl<W> Seat<W> {
    /// A side with this clock, if any. A move may exceed it by `margin`.
    #[must_use]
    pub const fn new(who: W, clock: Option<Clock>, margin: Duration) -> Self {
        Self { who, clock, start: clock, margin }
    }

    /// A side whose clock another program keeps: it is for that program to say who has lost.
    #[must_use]
    pub const fn kept_elsewhere(who: W, clock: Option<Clock>) -> Self {
        Self::new(who, clock, Duration::MAX)
    }

    /// Takes the time of a move off. What the margin forgives costs no time of later moves.
    ///
    /// # Errors
    /// [`Late`] if it was too much; the clock is then unchanged.
    pub fn spend(&mut self, taken: Duration) -> Result<(), Late> {
        let Some(clock) = self.clock else { return Ok(()) };
        let left = clock.remaining.saturating_add(clock.byo_yomi);
        let is_forgiven = taken <= left.saturating_add(self.margin);
        let counted = if is_forgiven { taken.min(left) } else { taken };
        self.clock = Some(clock.after(counted).ok_or(Late { taken, left })?);
        Ok(())
    }
}

impl<G: Game, W: std::fmt::Debug> std::fmt::Debug for Match<G, W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let moves = self.record.moves().len();
        f.debug_struct("Match").field("moves", &moves).field("seats", &self.seats).finish()
    }
}

impl<G: Game, W> Match<G, W> {
    /// A game that goes on from the end of this record.
    #[must_use]
    pub fn new(record: GameRecord<G>, seats: [Seat<W>; 2]) -> Self {
        Self { record, seats, since: Instant::now() }
    }

    /// The game so far.
    #[must_use]
    pub const fn record(&self) -> &GameRecord<G> {
        &self.record
    }

    /// Both sides.
    #[must_use]
    pub const fn seats(&self) -> &[Seat<W>; 2] {
        &self.seats
    }

    /// Both sides, to be changed.
    pub const fn seats_mut(&mut self) -> &mut [Seat<W>; 2] {
        &mut self.seats
    }

    /// The side to move.
    #[must_use]
    pub fn seat_to_move(&self) -> &Seat<W> {
        &self.seats[self.record.to_move()]
    }

    /// The clock of the side to move.
    #[must_use]
    pub fn clock(&self) -> Option<Clock> {
        self.seat_to_move().clock
    }

    /// Whether the game has ended.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.record.ending() != Ending::Unfinished
    }

    /// The time since the turn of the side to move began.
    #[must_use]
    pub fn waited(&self) -> Duration {
        self.since.elapsed()
    }

    /// What this side has left now, byo-yomi included; `None` without a clock.
    #[must_use]
    pub fn left(&self, side: usize) -> Option<Duration> {
        let clock = self.seats[side].clock?;
        let runs = side == self.record.to_move() && !self.is_over();
        let taken = if runs { self.waited() } else { Duration::ZERO };
        Some(clock.remaining.saturating_add(clock.byo_yomi).saturating_sub(taken))
    }

    /// Begins the turn of the side to move again: it has taken no time so far.
    pub fn begin_turn(&mut self) {
        self.since = Instant::now();
    }

    /// Lets the player of the side to move choose, plays its move, and tells both players. The clock runs from now.
    ///
    /// # Errors
    /// An interrupt. What a player does wrong is an [`Event`]: the caller says what it means.
    pub fn turn<P: Player<G> + ?Sized>(
        &mut self,
        players: &mut [Box<P>],
    ) -> Result<Event<G::Move>, Interrupted> {
        if self.is_over() {
            return Ok(Event::Over);
        }
        let to_move = self.record.to_move();
        let player = &mut players[to_move];
        if let Some(clock) = self.clock() {
            player.set_clock(Some(clock));
        }
        self.begin_turn();
        let processor = ThreadTime::now();
        let choice = match player.choose(&self.record) {
            Ok(choice) => choice,
            Err(failure) => return failure.cause().map(Event::Failed),
        };
        let (processor, taken) = (processor.elapsed(), self.waited());
        if let Err(late) = self.seats[to_move].spend(taken) {
            return Ok(Event::Flagged(late));
        }
        if self.add(choice.into(), Some(taken)).is_err() {
            return Ok(Event::Illegal(choice.mv));
        }
        for player in players {
            player.played(choice.mv);
        }
        Ok(Event::Moved(Turn { choice, taken, processor }))
    }

    /// Plays a move that took this time, if it is known, and begins the next turn.
    ///
    /// # Errors
    /// Why it cannot be played; nothing has changed then.
    pub fn play(
        &mut self,
        played: impl Into<MoveRecord<G::Move>>,
        taken: Option<Duration>,
    ) -> Result<(), Refused> {
        let (played, to_move) = (played.into(), self.record.to_move());
        if self.is_over() || !self.record.game().is_legal(self.record.position(), played.mv) {
            return Err(IllegalMove.into());
        }
        if let Some(taken) = taken {
            self.seats[to_move].spend(taken)?;
        }
        Ok(self.add(played, taken)?)
    }

    /// Adds a move whose time was taken off.
    fn add(
        &mut self,
        played: MoveRecord<G::Move>,
        taken: Option<Duration>,
    ) -> Result<(), IllegalMove> {
        let clock = self.clock().map(|clock| clock.remaining);
        self.record.play(MoveRecord { time: taken, clock, ..played })?;
        self.begin_turn();
        Ok(())
    }

    /// Plays a move of an earlier game again, with its details. Clocks stay as they are.
    ///
    /// # Errors
    /// If it is illegal.
    pub fn replay(&mut self, played: MoveRecord<G::Move>) -> Result<(), IllegalMove> {
        self.record.play(played)?;
        self.begin_turn();
        Ok(())
    }

    /// Undoes the last move, and a forfeit, and returns the move; `None` at the start. Clocks stay as they are.
    pub fn undo(&mut self) -> Option<MoveRecord<G::Move>> {
        self.begin_turn();
        self.record.undo()
    }

    /// Sets the clocks to what they showed after the last moves.
    pub fn set_clocks_back(&mut self) {
        for (side, seat) in self.seats.iter_mut().enumerate() {
            let moves = self.record.moves().iter().skip(side).step_by(2);
            let last = moves.filter_map(|played| played.clock).last();
            if let (Some(clock), Some(start)) = (&mut seat.clock, seat.start) {
                clock.remaining = last.unwrap_or(start.remaining);
            }
        }
    }

    /// The side to move loses for this reason.
    pub fn forfeit(&mut self, reason: String) {
        self.forfeit_by(self.record.to_move(), reason);
    }

    /// This side loses for this reason.
    pub fn forfeit_by(&mut self, side: usize, reason: String) {
        self.record.forfeit(side, reason);
    }
}

#[cfg(test)]
mod tests;
