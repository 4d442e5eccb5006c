//! Othello on bitboards.
//!
//! Bit 0 is a1, bit 7 is h1, bit 63 is h8. A position holds the mover's and the opponent's discs, not black's and white's.
//! Code that needs colours keeps the mover's colour separately, as [`Board`]'s parser does.

pub mod bill;
pub mod bitboard;
mod board;
pub mod endgame;
mod evaluation;
mod halves;
mod notation;
pub mod patterns;
mod prob_cuts;
pub mod strong;

use crate::{Game, Outcome, hash};
pub use bill::Bill;
pub use board::Board;
pub use evaluation::{DiscDifference, Simple, hundredths};
pub use notation::{Colour, ParseError, parse_bitboards, parse_board, parse_moves, play_moves};
pub use patterns::Patterns;
pub use prob_cuts::ProbCuts;
pub use strong::Strong;

/// A move: a square, or a pass.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "u8", into = "u8"))]
pub struct Move(u8);

impl Move {
    /// The only move of a player who cannot flip a disc while the opponent can.
    pub const PASS: Self = Self(64);

    /// The move to a square, 0 (a1) to 63 (h8); `None` beyond.
    #[must_use]
    pub const fn to(square: u8) -> Option<Self> {
        if square < 64 { Some(Self(square)) } else { None }
    }

    /// The square, 0 (a1) to 63 (h8); `None` for a pass.
    #[must_use]
    #[inline]
    pub const fn square(self) -> Option<u8> {
        if self.0 < 64 { Some(self.0) } else { None }
    }
}

/// The move's square, or 64 for a pass.
impl From<Move> for u8 {
    fn from(mv: Move) -> Self {
        mv.0
    }
}

/// The error for a number above 64, which is not a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotAMove;

impl core::fmt::Display for NotAMove {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("a move's number is 0 to 63 for a square, or 64 for a pass")
    }
}

impl core::error::Error for NotAMove {}

impl TryFrom<u8> for Move {
    type Error = NotAMove;

    fn try_from(number: u8) -> Result<Self, NotAMove> {
        if number <= Self::PASS.0 { Ok(Self(number)) } else { Err(NotAMove) }
    }
}

/// The rules of Othello. The game is over when neither side can flip a disc.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Othello;

/// The enumeration of a position's moves: the remaining squares, in order from a1 to h8, or a pass.
#[derive(Clone, Copy, Debug)]
pub struct Moves {
    squares: u64,
    pass: bool,
}

impl Moves {
    /// No moves.
    pub(crate) const NONE: Self = Self { squares: 0, pass: false };
}

impl Iterator for Moves {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        if self.squares != 0 {
            let square = self.squares.trailing_zeros();
            self.squares &= self.squares.wrapping_sub(1);
            return Some(Move(square as u8));
        }
        core::mem::take(&mut self.pass).then_some(Move::PASS)
    }
}

/// [`Game::next_child`], narrow: the square as a set is what is left out of the moves, which takes fewer instructions than a shift of
/// two words.
#[inline]
fn next_child_narrow(board: Board, moves: &mut Moves) -> Option<(Move, Board)> {
    let before = moves.squares;
    let mv = moves.next()?;
    let child = match mv.square() {
        Some(square) => board.with_disc(u32::from(square), before ^ moves.squares),
        None => board.passed(),
    };
    Some((mv, child))
}

impl Game for Othello {
    type Position = Board;
    type Move = Move;
    type Moves = Moves;

    #[inline]
    fn moves(&self, board: &Board) -> Moves {
        let squares = board.moves();
        // A pass is a move only if the opponent can move.
        Moves { squares, pass: squares == 0 && board.passed().moves() != 0 }
    }

    #[inline]
    fn next_child(&self, board: &Board, moves: &mut Moves) -> Option<(Move, Board)> {
        if bitboard::NARROW {
            return next_child_narrow(*board, moves);
        }
        let mv = moves.next()?;
        Some((mv, self.play(board, mv)))
    }

    #[inline]
    fn play(&self, board: &Board, mv: Move) -> Board {
        match mv.square() {
            Some(square) => board.place(u32::from(square)),
            None => board.passed(),
        }
    }

    #[inline]
    fn outcome(&self, board: &Board) -> Option<Outcome> {
        board.is_over().then(|| Outcome::scored(board.score()))
    }

    /// A hash of both sides' discs.
    #[inline]
    fn key(&self, board: &Board) -> Option<u64> {
        Some(hash::squares(board.mover, board.opponent))
    }

    #[inline]
    fn is_legal(&self, board: &Board, mv: Move) -> bool {
        match mv.square() {
            Some(square) => board.moves() & (1u64 << (square & 63)) != 0,
            None => board.must_pass(),
        }
    }

    #[inline]
    fn count_moves(&self, board: &Board) -> u64 {
        match board.moves().count_ones() {
            0 => u64::from(board.passed().moves() != 0),
            count => u64::from(count),
        }
    }

    #[inline]
    fn has_more(&self, _: &Board, moves: &Moves) -> bool {
        moves.squares != 0 || moves.pass
    }

    #[inline]
    fn pack(&self, mv: Move, _: u32) -> u32 {
        mv.0.into()
    }

    #[inline]
    fn packed(&self, _: &Board, mv: Move) -> u32 {
        self.pack(mv, 0)
    }

    #[inline]
    fn unpack(&self, _: &Board, packed: u32) -> Option<Move> {
        if packed <= 64 { Some(Move(packed as u8)) } else { None }
    }
}
