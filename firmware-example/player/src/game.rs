//! A game at the terminal: its start, the moves since, and who plays which side.

use heapless::Vec;
use plyscope_core::Game as _;
use plyscope_core::othello::{Board, Colour, Move, Othello};
use serde::{Deserialize, Serialize};

/// Capacity for moves: sixty, and more passes than any game has.
pub(crate) const LONGEST: usize = 96;

#[derive(Clone, Copy)]
pub(crate) struct Position {
    pub(crate) board: Board,
    pub(crate) mover: Colour,
}

impl Position {
    pub(crate) fn after(self, mv: Move) -> Self {
        Self { board: Othello.play(&self.board, mv), mover: self.mover.other() }
    }

    /// Discs of Black and of White.
    pub(crate) fn discs(self) -> (u32, u32) {
        let (mover, opponent) = (self.board.mover.count_ones(), self.board.opponent.count_ones());
        match self.mover {
            Colour::Black => (mover, opponent),
            Colour::White => (opponent, mover),
        }
    }
}

/// The sides that persons play.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Persons {
    Black,
    White,
    Both,
}

impl Persons {
    pub(crate) const fn only(side: Colour) -> Self {
        match side {
            Colour::Black => Self::Black,
            Colour::White => Self::White,
        }
    }

    /// The person's side, if there is one person.
    pub(crate) const fn side(self) -> Option<Colour> {
        match self {
            Self::Black => Some(Colour::Black),
            Self::White => Some(Colour::White),
            Self::Both => None,
        }
    }
}

pub(crate) struct Game {
    start: Position,
    now: Position,
    moves: Vec<Move, LONGEST>,
    pub(crate) persons: Persons,
}

impl Game {
    pub(crate) const fn new(board: Board, mover: Colour, persons: Persons) -> Self {
        let start = Position { board, mover };
        Self { start, now: start, moves: Vec::new(), persons }
    }

    pub(crate) fn start(&self) -> Position {
        self.start
    }

    pub(crate) fn now(&self) -> Position {
        self.now
    }

    /// The moves since the start.
    pub(crate) fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The last move that was no pass.
    pub(crate) fn last(&self) -> Option<Move> {
        self.moves.iter().rev().find(|&&mv| mv != Move::PASS).copied()
    }

    pub(crate) fn persons_turn(&self) -> bool {
        self.persons.side().is_none_or(|side| side == self.now.mover)
    }

    /// Gives the person the side that is not to move.
    pub(crate) fn hand_over(&mut self) {
        self.persons = Persons::only(self.now.mover.other());
    }

    /// Plays a legal move. No game exceeds the capacity; if one did, its moves could not be undone.
    pub(crate) fn play(&mut self, mv: Move) {
        self.now = self.now.after(mv);
        if self.moves.push(mv).is_err() {
            self.start = self.now;
            self.moves.clear();
        }
    }

    /// Takes moves back to the last time that a person had a move. Returns whether there was one.
    pub(crate) fn undo(&mut self) -> bool {
        let mut now = self.start;
        let mut before = None;
        for (count, &mv) in self.moves.iter().enumerate() {
            let theirs = self.persons.side().is_none_or(|side| side == now.mover);
            if theirs && mv != Move::PASS {
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
