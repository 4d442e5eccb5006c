//! A game as it is played: who plays, its moves, those taken back, and the clocks.

use std::time::{Duration, Instant};

use plyscope_core::Game as _;

use super::look::{Look, MoveOf, Player, Position};
use crate::engine::{Engine, Entrant};
use crate::game::{Ending, GameRecord, IllegalMove, MoveRecord};
use crate::player::{Choice, Clock};

/// The reason of a loss on time.
pub(super) const OUT_OF_TIME: &str = "ran out of time";

/// Who plays a side.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Seat {
    /// A person.
    Person,
    /// An engine: of this program, on a device, or of others.
    Engine(Box<Entrant>),
}

impl Seat {
    /// The name in tables.
    pub(super) fn name(&self) -> &str {
        match self {
            Self::Person => "you",
            Self::Engine(engine) => engine.name(),
        }
    }

    pub(super) const fn is_person(&self) -> bool {
        matches!(self, Self::Person)
    }
}

/// A game in progress.
pub(super) struct Session<D: Look> {
    pub(super) domain: D,
    pub(super) setup: D::Setup,
    /// Who moves first in this game.
    pub(super) first: Player,
    pub(super) record: GameRecord<D::Game>,
    /// By move: its value in the game's [unit](Look::UNIT), as the engine that played it saw it.
    pub(super) values: Vec<Option<f64>>,
    /// Moves taken back with their values, the last one first to come again.
    undone: Vec<(MoveRecord<MoveOf<D>>, Option<f64>)>,
    pub(super) seats: [Seat; 2],
    /// The time control, if there is one, and what each player has left.
    pub(super) control: Option<Clock>,
    pub(super) clocks: [Clock; 2],
    /// When the player to move began to think.
    since: Instant,
    /// Whether anything changed since the last call of [`Self::take_changed`].
    changed: bool,
}

impl<D: Look> Session<D> {
    /// A new game.
    ///
    /// # Errors
    /// What is wrong with the setup.
    pub(super) fn new(
        domain: D,
        setup: D::Setup,
        seats: [Seat; 2],
        control: Option<Clock>,
    ) -> Result<Self, String> {
        let (game, start, first) = domain.begin(&setup)?;
        Ok(Self {
            domain,
            setup,
            first,
            record: GameRecord::new(game, start),
            values: Vec::new(),
            undone: Vec::new(),
            seats,
            control,
            clocks: [control.unwrap_or_default(); 2],
            since: Instant::now(),
            changed: true,
        })
    }

    /// Begins another game with the same players.
    pub(super) fn restart(&mut self, setup: D::Setup) -> Result<(), String> {
        let (domain, seats) = (self.domain.clone(), self.seats.clone());
        *self = Self::new(domain, setup, seats, self.control)?;
        Ok(())
    }

    pub(super) fn position(&self) -> &Position<D> {
        self.record.position()
    }

    /// The player to move.
    pub(super) fn to_move(&self) -> Player {
        (self.first + self.record.to_move()) % 2
    }

    pub(super) fn seat_to_move(&self) -> &Seat {
        &self.seats[self.to_move()]
    }

    pub(super) fn is_over(&self) -> bool {
        self.record.ending() != Ending::Unfinished
    }

    /// The result in words, once the game is over.
    pub(super) fn result(&self) -> Option<String> {
        match self.record.ending() {
            Ending::Unfinished => None,
            Ending::Over(outcome) => Some(self.domain.result(outcome, self.to_move())),
            Ending::Forfeited(forfeit) => {
                let loser = (self.first + forfeit.by) % 2;
                let winner = D::PLAYERS[1 - loser];
                Some(format!("{winner} wins: {} {}", D::PLAYERS[loser], forfeit.reason))
            }
        }
    }

    /// The board as it is drawn.
    pub(super) fn view(&self) -> super::look::View<MoveOf<D>> {
        let last = self.record.moves().last().map(|last| last.mv);
        self.domain.view(self.record.game(), self.position(), self.to_move(), last)
    }

    pub(super) fn standing(&self) -> String {
        self.domain.standing(self.record.game(), self.position(), self.to_move())
    }

    /// The pass that is the only move.
    pub(super) fn forced_pass(&self) -> Option<MoveOf<D>> {
        self.domain.forced_pass(self.record.game(), self.position())
    }

    /// Names of the moves so far.
    pub(super) fn moves(&self) -> impl Iterator<Item = String> {
        self.record.moves().iter().map(|played| self.domain.move_name(played.mv))
    }

    /// Names of the legal moves.
    pub(super) fn legal(&self) -> Vec<String> {
        crate::game::children(self.record.game(), self.position())
            .map(|(mv, _)| self.domain.move_name(mv))
            .collect()
    }

    /// What the player has left, now.
    pub(super) fn left(&self, player: Player) -> Option<Duration> {
        self.control?;
        let clock = self.clocks[player];
        let running = player == self.to_move() && !self.is_over();
        let taken = if running { self.since.elapsed() } else { Duration::ZERO };
        Some((clock.remaining + clock.byo_yomi).saturating_sub(taken))
    }

    /// The time since the last move.
    pub(super) fn waited(&self) -> Duration {
        self.since.elapsed()
    }

    /// Plays a move of a person.
    ///
    /// # Errors
    /// Why it is not legal.
    pub(super) fn play(&mut self, mv: MoveOf<D>) -> Result<(), String> {
        self.add(MoveRecord::from(mv), None)
    }

    /// Plays a move that the engine to move chose.
    ///
    /// # Errors
    /// Why it is not legal: the engine has then lost.
    pub(super) fn play_chosen(
        &mut self,
        engine: &Engine,
        choice: &Choice<MoveOf<D>>,
    ) -> Result<(), String> {
        let Choice { mv, value, counts, .. } = *choice;
        let played = MoveRecord { value, nodes: counts.generated, ..MoveRecord::from(mv) };
        let number = value.and_then(|valued| self.domain.number(engine, valued.value));
        let done = self.add(played, number);
        if done.is_err() {
            let name = self.domain.move_name(mv);
            self.forfeit(format!("played an illegal move, {name}"));
        }
        done
    }

    fn add(&mut self, played: MoveRecord<MoveOf<D>>, value: Option<f64>) -> Result<(), String> {
        if self.is_over() {
            return Err("the game is over".to_owned());
        }
        if !self.record.game().is_legal(self.position(), played.mv) {
            let name = self.domain.move_name(played.mv);
            return Err(self.domain.why_not(self.record.game(), self.position(), &name));
        }
        let (player, taken) = (self.to_move(), self.since.elapsed());
        let mut clock = None;
        if self.control.is_some() {
            match self.clocks[player].after(taken) {
                Some(after) => self.clocks[player] = after,
                None => {
                    self.forfeit(OUT_OF_TIME.to_owned());
                    return Err("the time is up".to_owned());
                }
            }
            clock = Some(self.clocks[player].remaining);
        }
        let again = self.undone.pop().is_some_and(|(undone, _)| undone.mv == played.mv);
        if !again {
            self.undone.clear();
        }
        let played = MoveRecord { time: Some(taken), clock, ..played };
        // It is legal: checked above.
        let _ = self.record.play(played);
        self.values.push(value);
        self.since = Instant::now();
        self.changed = true;
        Ok(())
    }

    /// The player to move loses for this reason.
    pub(super) fn forfeit(&mut self, reason: String) {
        self.record.forfeit(self.record.to_move(), reason);
        self.changed = true;
    }

    /// Ends the game if the time of the player to move is up.
    pub(super) fn look_at_clock(&mut self) {
        if !self.is_over() && self.left(self.to_move()) == Some(Duration::ZERO) {
            self.forfeit(OUT_OF_TIME.to_owned());
        }
    }

    /// No time passes for the player to move: its turn begins anew, so far.
    pub(super) fn hold_clock(&mut self) {
        self.since = Instant::now();
    }

    /// Takes moves back until a person is to move (one move if there is none); returns how many.
    pub(super) fn undo(&mut self) -> usize {
        let persons = self.seats.iter().any(Seat::is_person);
        // Nothing happens if no person's turn comes.
        if persons && !(0..self.record.moves().len()).any(|ply| self.is_persons(ply)) {
            return 0;
        }
        let mut count = 0;
        while let Some(undone) = self.record.undo() {
            self.undone.push((undone, self.values.pop().flatten()));
            count += 1;
            // A pass was no choice.
            if !persons || self.seat_to_move().is_person() && self.forced_pass().is_none() {
                break;
            }
        }
        self.after_jump();
        count
    }

    fn is_persons(&self, ply: usize) -> bool {
        self.seats[(self.first + ply) % 2].is_person()
    }

    /// Plays the moves taken back again, until a person is to move; returns how many.
    pub(super) fn redo(&mut self) -> usize {
        let mut count = 0;
        while let Some((again, value)) = self.undone.pop() {
            if self.record.play(again).is_err() {
                break;
            }
            self.values.push(value);
            count += 1;
            if self.seat_to_move().is_person() && self.forced_pass().is_none() {
                break;
            }
        }
        self.after_jump();
        count
    }

    fn after_jump(&mut self) {
        self.set_clocks();
        self.since = Instant::now();
        self.changed = true;
    }

    /// Sets the clocks to what they showed after the last moves.
    fn set_clocks(&mut self) {
        let Some(control) = self.control else { return };
        for player in [0, 1] {
            let moves = self.record.moves().iter().enumerate();
            let own = moves.filter(|(ply, _)| (self.first + ply) % 2 == player);
            let last = own.filter_map(|(_, played)| played.clock).last();
            self.clocks[player].remaining = last.unwrap_or(control.remaining);
        }
    }

    /// The engine takes over the side to move, and the person the other.
    pub(super) fn hand_over(&mut self, engine: &Entrant) {
        let to_move = self.to_move();
        if self.seats[to_move].is_person() {
            self.seats.swap(0, 1);
            if self.seats[to_move].is_person() {
                self.seats[to_move] = Seat::Engine(Box::new(engine.clone()));
            }
        }
        self.changed = true;
    }

    /// Replaces the engines, such as by those of another level.
    pub(super) fn set_engines(&mut self, engine: &Entrant) {
        for seat in &mut self.seats {
            if !seat.is_person() {
                *seat = Seat::Engine(Box::new(engine.clone()));
            }
        }
        self.changed = true;
    }

    /// Puts back a move of a saved game, with its details and its value.
    ///
    /// # Errors
    /// If it is not legal.
    pub(super) fn put_back(
        &mut self,
        played: MoveRecord<MoveOf<D>>,
        value: Option<f64>,
    ) -> Result<(), IllegalMove> {
        self.record.play(played)?;
        self.values.push(value);
        self.after_jump();
        Ok(())
    }

    /// Whether the game changed since the last call.
    pub(super) fn take_changed(&mut self) -> bool {
        std::mem::take(&mut self.changed)
    }
}
