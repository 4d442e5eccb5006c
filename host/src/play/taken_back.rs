//! Moves and a forfeit that were taken back, and going to and fro in a game.

use std::time::Duration;

use super::look::Look;
use super::session::{OUT_OF_TIME, Session};
use crate::game::{Ending, MoveRecord};

/// What was taken back and can come again.
pub(super) struct TakenBack<M> {
    /// Moves with their values, the last one first to come again.
    moves: Vec<(MoveRecord<M>, Option<f64>)>,
    /// The reason of the forfeit behind them.
    forfeit: Option<String>,
}

impl<M> Default for TakenBack<M> {
    fn default() -> Self {
        Self { moves: Vec::new(), forfeit: None }
    }
}

impl<M: Copy + PartialEq> TakenBack<M> {
    /// Moves with their values, as they come again.
    pub(super) fn moves(&self) -> impl Iterator<Item = (&MoveRecord<M>, Option<f64>)> {
        self.moves.iter().rev().map(|(undone, value)| (undone, *value))
    }

    /// Whether no move was taken back.
    pub(super) const fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// The reason of the forfeit behind the moves.
    pub(super) fn forfeit(&self) -> Option<&str> {
        self.forfeit.as_deref()
    }

    /// A player chose this move: what cannot follow it is forgotten, and so is a forfeit right behind it, for the game goes on.
    pub(super) fn was_played(&mut self, mv: M) {
        if self.moves.pop().is_none_or(|(undone, _)| undone.mv != mv) {
            self.moves.clear();
        }
        if self.moves.is_empty() {
            self.forfeit = None;
        }
    }
}

impl<D: Look> Session<D> {
    /// Takes moves back until a person is to move (one move if there is none); returns how many.
    pub(super) fn undo(&mut self) -> usize {
        let persons = !self.is_of_engines();
        // Nothing happens if no person's turn comes.
        if persons && !(0..self.record().moves().len()).any(|ply| self.is_persons(ply)) {
            return 0;
        }
        let mut count = 0;
        while self.take_back() {
            count += 1;
            // A pass was no choice.
            if !persons || self.who_to_move().is_person() && self.forced_pass().is_none() {
                break;
            }
        }
        self.after_jump();
        count
    }

    /// Plays the moves taken back again, until a person is to move; returns how many.
    pub(super) fn redo(&mut self) -> usize {
        let mut count = 0;
        while self.play_again() {
            count += 1;
            if self.who_to_move().is_person() && self.forced_pass().is_none() {
                break;
            }
        }
        self.after_jump();
        count
    }

    /// Takes moves back, or plays them again, until there are so many, or as near as there can be.
    pub(super) fn go_to(&mut self, ply: usize) {
        while self.record().moves().len() > ply && self.take_back() {}
        while self.record().moves().len() < ply && self.play_again() {}
        self.after_jump();
    }

    /// Takes the last move back, with a forfeit behind it; false, and only the forfeit goes, at the start.
    fn take_back(&mut self) -> bool {
        let forfeit = match self.record().ending() {
            // One before moves that were taken back is of this place, and goes.
            Ending::Forfeited(forfeit) if self.undone.is_empty() => Some(forfeit.reason.clone()),
            _ => self.undone.forfeit.take(),
        };
        let Some(undone) = self.game.undo() else { return false };
        self.undone.moves.push((undone, self.values.pop().flatten()));
        self.undone.forfeit = forfeit;
        true
    }

    /// Plays the next of the moves taken back, and the forfeit behind the last one; false if there is none.
    fn play_again(&mut self) -> bool {
        let Some((again, value)) = self.undone.moves.pop() else { return false };
        if self.game.replay(again).is_err() {
            return false;
        }
        self.values.push(value);
        if self.undone.is_empty()
            && let Some(reason) = self.undone.forfeit.take()
        {
            self.forfeit(reason);
        }
        true
    }

    pub(super) fn after_jump(&mut self) {
        self.game.set_clocks_back();
        if let Ending::Forfeited(forfeit) = self.record().ending()
            && forfeit.reason == OUT_OF_TIME
        {
            self.set_left(self.to_move(), Duration::ZERO);
        }
        self.changed = true;
    }
}
