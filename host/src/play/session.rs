//! A game as it is played: who plays, its moves, those taken back, and the clocks.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::look::{Look, MoveOf, Player, Position, number};
use super::taken_back::TakenBack;
use super::who::Who;
use crate::engine::{Entrant, TimeControl};
use crate::game::{Ending, GameRecord, IllegalMove, MoveRecord};
use crate::judged::Judged;
use crate::player::{Choice, Clock, Match, Refused, Seat};

/// The reason of a loss on time.
pub(super) const OUT_OF_TIME: &str = "ran out of time";

/// What a file says of a game beside its moves. Texts are empty where it says nothing.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct About {
    /// Names of the persons who play, by player; an engine has its own.
    pub(super) names: [String; 2],
    /// The place or tournament.
    pub(super) place: String,
    /// The date.
    pub(super) date: String,
}

/// A game in progress.
pub(crate) struct Session<D: Look> {
    pub(super) domain: D,
    pub(super) setup: D::Setup,
    pub(super) about: About,
    /// Who moves first in this game.
    pub(super) first: Player,
    pub(super) game: Match<D::Game, Who>,
    /// By move: its value in the game's [unit](Look::UNIT), as the engine that played it saw it.
    pub(super) values: Vec<Option<f64>>,
    /// What was taken back and can come again.
    pub(super) undone: TakenBack<MoveOf<D>>,
    /// The time control, if there is one.
    pub(super) control: Option<TimeControl>,
    /// Whether anything changed since the last call of [`Self::take_changed`].
    pub(super) changed: bool,
}

impl<D: Look> Session<D> {
    /// A new game.
    ///
    /// # Errors
    /// What is wrong with the setup.
    pub(crate) fn new(
        domain: D,
        setup: D::Setup,
        mut players: [Who; 2],
        control: Option<TimeControl>,
    ) -> Result<Self, String> {
        let (game, start, first) = domain.begin(&setup)?;
        // The side that moves first comes first.
        players.rotate_left(first);
        let clock = control.map(Clock::from);
        let seats = players.map(|who| Seat::new(who, clock, Duration::ZERO));
        Ok(Self {
            domain,
            setup,
            about: About::default(),
            first,
            game: Match::new(GameRecord::new(game, start), seats),
            values: Vec::new(),
            undone: TakenBack::default(),
            control,
            changed: true,
        })
    }

    /// Begins another game with the same players.
    pub(super) fn restart(&mut self, setup: D::Setup) -> Result<(), String> {
        let players = self.players().map(Who::clone);
        *self = Self::new(self.domain.clone(), setup, players, self.control)?;
        Ok(())
    }

    /// The game so far.
    pub(super) const fn record(&self) -> &GameRecord<D::Game> {
        self.game.record()
    }

    pub(super) fn position(&self) -> &Position<D> {
        self.record().position()
    }

    /// The player to move.
    pub(super) fn to_move(&self) -> Player {
        (self.first + self.record().to_move()) % 2
    }

    /// The side of a player in this game: side 0 moves first.
    const fn side(&self, player: Player) -> usize {
        (self.first + player) % 2
    }

    /// Who plays.
    pub(crate) fn players(&self) -> [&Who; 2] {
        [0, 1].map(|player| self.who(player))
    }

    /// Who this player is.
    pub(super) fn who(&self, player: Player) -> &Who {
        &self.game.seats()[self.side(player)].who
    }

    /// The player's name: the person's, if a file told it, or the engine's.
    pub(super) fn name(&self, player: Player) -> &str {
        match (self.who(player), self.about.names[player].as_str()) {
            (Who::Person, name) if !name.is_empty() => name,
            (who, _) => who.name(),
        }
    }

    /// Whether no person is to move.
    pub(super) fn is_engines_turn(&self) -> bool {
        !self.who_to_move().is_person()
    }

    /// Lets another play.
    pub(super) fn set_who(&mut self, player: Player, who: Who) {
        let side = self.side(player);
        self.game.seats_mut()[side].who = who;
        self.changed = true;
    }

    /// Who is to move.
    pub(super) fn who_to_move(&self) -> &Who {
        &self.game.seat_to_move().who
    }

    /// Whether no person plays.
    pub(super) fn is_of_engines(&self) -> bool {
        !self.players().iter().any(|who| who.is_person())
    }

    pub(super) fn is_over(&self) -> bool {
        self.game.is_over()
    }

    /// The result in words, once the game is over.
    pub(super) fn result(&self) -> Option<String> {
        match self.record().ending() {
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
        let last = self.record().moves().last().map(|last| last.mv);
        self.domain.view(self.record().game(), self.position(), self.to_move(), last)
    }

    /// The board as lines of text, if it is drawn so.
    pub(super) fn drawing(&self) -> Option<String> {
        self.domain.drawing(self.record().game(), self.position())
    }

    pub(super) fn standing(&self) -> String {
        self.domain.standing(self.record().game(), self.position(), self.to_move())
    }

    /// The pass that is the only move.
    pub(super) fn forced_pass(&self) -> Option<MoveOf<D>> {
        self.domain.forced_pass(self.record().game(), self.position())
    }

    /// Names of the moves so far.
    pub(super) fn moves(&self) -> impl Iterator<Item = String> {
        self.record().moves().iter().map(|played| self.domain.move_name(played.mv))
    }

    /// Names of the moves so far, and of those that were taken back behind them.
    pub(super) fn line(&self) -> impl Iterator<Item = String> {
        let undone = self.undone.moves();
        self.moves().chain(undone.map(|(undone, _)| self.domain.move_name(undone.mv)))
    }

    /// The moves of [`Self::line`] with their values.
    pub(super) fn valued_line(
        &self,
    ) -> impl Iterator<Item = (&MoveRecord<MoveOf<D>>, Option<f64>)> {
        let played = self.record().moves().iter().zip(self.values.iter().copied());
        played.chain(self.undone.moves())
    }

    /// Whether moves were taken back that can be played again.
    pub(super) const fn is_taken_back(&self) -> bool {
        !self.undone.is_empty()
    }

    /// Whether there is no move, nor one that was taken back.
    pub(super) fn is_empty(&self) -> bool {
        self.record().moves().is_empty() && self.undone.is_empty()
    }

    /// Names of the legal moves.
    pub(super) fn legal(&self) -> Vec<String> {
        crate::game::children(self.record().game(), self.position())
            .map(|(mv, _)| self.domain.move_name(mv))
            .collect()
    }

    /// What the player has left, now.
    pub(super) fn left(&self, player: Player) -> Option<Duration> {
        self.game.left(self.side(player))
    }

    /// Sets what the player has left.
    pub(super) fn set_left(&mut self, player: Player, left: Duration) {
        let side = self.side(player);
        if let Some(clock) = &mut self.game.seats_mut()[side].clock {
            clock.remaining = left;
        }
    }

    /// The time since the last move.
    pub(super) fn waited(&self) -> Duration {
        self.game.waited()
    }

    /// The clock of the player to move.
    pub(super) fn clock(&self) -> Option<Clock> {
        self.game.clock()
    }

    /// Plays what the player to move chose, a person or an engine. If the time is up, the player has lost.
    ///
    /// # Errors
    /// Why it is not played.
    pub(super) fn play(&mut self, choice: impl Into<Choice<MoveOf<D>>>) -> Result<(), String> {
        let choice = choice.into();
        let value = self.value_of(&choice);
        match self.game.play(choice, Some(self.waited())) {
            Ok(()) => {}
            Err(_) if self.is_over() => return Err("the game is over".to_owned()),
            Err(Refused::Illegal(_)) => {
                let name = self.domain.move_name(choice.mv);
                return Err(self.domain.why_not(self.record().game(), self.position(), &name));
            }
            Err(Refused::Late(_)) => {
                self.lose_on_time();
                return Err("the time is up".to_owned());
            }
        }
        self.undone.was_played(choice.mv);
        self.values.push(value);
        self.changed = true;
        Ok(())
    }

    /// The value that the engine to move gave its choice.
    fn value_of(&self, choice: &Choice<MoveOf<D>>) -> Option<f64> {
        let (engine, valued) = self.who_to_move().engine().zip(choice.value)?;
        let (unit, side) = (self.domain.unit_of(&engine.player), D::PLAYERS[self.to_move()]);
        number::<D>(&Judged::new(valued.value, valued.bound, false, unit, side))
    }

    /// The player to move loses for this reason.
    pub(super) fn forfeit(&mut self, reason: String) {
        self.game.forfeit(reason);
        self.changed = true;
    }

    /// Ends the game if the time of the player to move is up.
    pub(super) fn look_at_clock(&mut self) {
        if !self.is_over() && self.left(self.to_move()) == Some(Duration::ZERO) {
            self.lose_on_time();
        }
    }

    fn lose_on_time(&mut self) {
        self.set_left(self.to_move(), Duration::ZERO);
        self.forfeit(OUT_OF_TIME.to_owned());
    }

    /// No time passes for the player to move: its turn begins anew, so far.
    pub(super) fn hold_clock(&mut self) {
        self.game.begin_turn();
    }

    pub(super) fn is_persons(&self, ply: usize) -> bool {
        self.game.seats()[self.record().side_at(ply)].who.is_person()
    }

    /// The engine takes over the side to move, and the person the other.
    pub(super) fn hand_over(&mut self, engine: &Entrant) {
        let [to_move, other] = [self.to_move(), 1 - self.to_move()];
        if self.who(to_move).is_person() {
            let next = match self.who(other) {
                Who::Person => engine.clone().into(),
                engine => engine.clone(),
            };
            self.set_who(to_move, next);
            self.set_who(other, Who::Person);
        }
        self.changed = true;
    }

    /// Replaces the engines, such as by those of another level.
    pub(super) fn set_engines(&mut self, engine: &Entrant) {
        for player in [0, 1] {
            if !self.who(player).is_person() {
                self.set_who(player, engine.clone().into());
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
        self.game.replay(played)?;
        self.values.push(value);
        self.after_jump();
        Ok(())
    }

    /// Whether the game changed since the last call.
    pub(super) fn take_changed(&mut self) -> bool {
        std::mem::take(&mut self.changed)
    }
}
