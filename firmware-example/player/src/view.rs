//! What a display shows.

use plyscope_core::othello::{Board, Colour, Move};

use crate::chip::Chip;
use crate::device::Device;
use crate::thinker::Purpose;

/// The game as a display shows it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct View {
    /// The position.
    pub board: Board,
    /// The side to move.
    pub mover: Colour,
    /// The last move that was no pass.
    pub last: Option<Move>,
    /// The person's side; [`None`] if two persons play.
    pub side: Option<Colour>,
    /// Whether a person is to move.
    pub is_persons_turn: bool,
    /// Whether the device thinks about its reply or a hint.
    pub is_thinking: bool,
    /// Whether the game is over.
    pub is_over: bool,
}

impl View {
    /// Black's and White's discs.
    #[must_use]
    pub const fn discs(&self) -> (u64, u64) {
        match self.mover {
            Colour::Black => (self.board.mover, self.board.opponent),
            Colour::White => (self.board.opponent, self.board.mover),
        }
    }

    /// The score in discs if the game ends here, positive for Black.
    #[must_use]
    pub const fn score(&self) -> i32 {
        match self.mover {
            Colour::Black => self.board.score(),
            Colour::White => -self.board.score(),
        }
    }
}

impl Device<'_> {
    /// What a display shows now.
    #[must_use]
    pub fn view(&self, chip: &impl Chip) -> View {
        let now = self.play.game.now();
        let is_over = self.play.is_over(chip);
        let is_thinking = self.thinker.purpose().is_some_and(Purpose::is_for_person);
        View {
            board: now.board,
            mover: now.mover,
            last: self.play.game.last(),
            side: self.play.game.persons.side(),
            is_persons_turn: self.play.game.persons_turn() && !is_over,
            is_thinking,
            is_over,
        }
    }
}
