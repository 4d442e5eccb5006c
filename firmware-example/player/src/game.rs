//! A person's game: its start, the moves since, and the person's side.

use heapless::Vec;
use plyscope_core::Game as _;
use plyscope_core::othello::{Board, Colour, Move, Othello};

/// Capacity for moves: sixty, and more passes than any game has.
const LONGEST: usize = 96;

#[derive(Clone, Copy)]
pub(crate) struct Position {
    pub(crate) board: Board,
    pub(crate) mover: Colour,
}

impl Position {
    pub(crate) fn after(self, mv: Move) -> Self {
        Self { board: Othello.play(&self.board, mv), mover: self.mover.other() }
    }
}

pub(crate) struct Game {
    start: Position,
    now: Position,
    moves: Vec<Move, LONGEST>,
    /// The person's side.
    person: Colour,
}

impl Game {
    pub(crate) const fn new(board: Board, mover: Colour, person: Colour) -> Self {
        let start = Position { board, mover };
        Self { start, now: start, moves: Vec::new(), person }
    }

    pub(crate) fn now(&self) -> Position {
        self.now
    }

    pub(crate) fn persons_turn(&self) -> bool {
        self.now.mover == self.person
    }

    /// Gives the person the side that is not to move.
    pub(crate) fn hand_over(&mut self) {
        self.person = self.now.mover.other();
    }

    /// Plays a legal move. No game exceeds the capacity; if one did, its moves could not be undone.
    pub(crate) fn play(&mut self, mv: Move) {
        self.now = self.now.after(mv);
        if self.moves.push(mv).is_err() {
            self.start = self.now;
            self.moves.clear();
        }
    }

    /// Takes moves back to the person's previous turn. Returns whether there was one.
    pub(crate) fn undo(&mut self) -> bool {
        let mut now = self.start;
        let mut before = None;
        for (count, &mv) in self.moves.iter().enumerate() {
            if now.mover == self.person {
                before = Some((count, now));
            }
            now = now.after(mv);
        }
        let Some((count, position)) = before else { return false };
        self.moves.truncate(count);
        self.now = position;
        true
    }
}
