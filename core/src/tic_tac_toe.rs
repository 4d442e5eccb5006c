//! Tic-tac-toe, on bitboards: three in a row win. With best play it is a draw.
//!
//! ```
//! use plyscope_core::tic_tac_toe::{Marks, TicTacToe};
//! use plyscope_core::{Game, perft};
//! // 255,168 games: as many lines from the empty board to the end.
//! assert_eq!(perft(&TicTacToe, &Marks::START, 9), 255_168);
//! ```

use crate::{Evaluator, Game, Outcome, Value, hash};

/// The squares.
const BOARD: u16 = 0x1ff;
/// Rows, columns and diagonals.
const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

/// Tic-tac-toe.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct TicTacToe;

/// A position. Square `c + 3 r`, a bit of both sets, is column c from the left, row r from below.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Marks {
    /// The marks of the side to move.
    pub mover: u16,
    /// The marks of the other side.
    pub opponent: u16,
}

impl Marks {
    /// The empty board.
    pub const START: Self = Self { mover: 0, opponent: 0 };

    /// The marks of both sides.
    #[must_use]
    pub const fn all(self) -> u16 {
        self.mover | self.opponent
    }

    /// The position as a mirror shows it, the left column on the right.
    #[must_use]
    pub const fn mirrored(self) -> Self {
        const fn mirror(squares: u16) -> u16 {
            (squares & 0o111) << 2 | squares & 0o222 | squares >> 2 & 0o111
        }
        Self { mover: mirror(self.mover), opponent: mirror(self.opponent) }
    }

    /// The position with columns and rows exchanged.
    #[must_use]
    pub const fn transposed(self) -> Self {
        const fn transpose(squares: u16) -> u16 {
            let steps = (squares & 0o042) << 2 | squares >> 2 & 0o042;
            squares & 0o421 | steps | (squares & 0o004) << 4 | squares >> 4 & 0o004
        }
        Self { mover: transpose(self.mover), opponent: transpose(self.opponent) }
    }
}

/// Whether `marks` have three in a row.
#[inline]
fn has_three(marks: u16) -> bool {
    LINES.into_iter().any(|line| marks & line == line)
}

/// A move is a square, 0 to 8. Moves are enumerated from the lower left on, row by row, as the set of empty squares.
impl Game for TicTacToe {
    type Position = Marks;
    type Move = u8;
    type Moves = u16;

    #[inline]
    fn moves(&self, marks: &Marks) -> u16 {
        if has_three(marks.opponent) { 0 } else { BOARD & !marks.all() }
    }

    #[inline]
    fn next_child(&self, marks: &Marks, squares: &mut u16) -> Option<(u8, Marks)> {
        if *squares == 0 {
            return None;
        }
        let square = squares.trailing_zeros() as u8;
        *squares &= squares.wrapping_sub(1);
        Some((square, self.play(marks, square)))
    }

    #[inline]
    fn play(&self, marks: &Marks, square: u8) -> Marks {
        Marks { mover: marks.opponent, opponent: marks.mover | 1u16.wrapping_shl(square.into()) }
    }

    #[inline]
    fn outcome(&self, marks: &Marks) -> Option<Outcome> {
        if has_three(marks.opponent) {
            return Some(Outcome::LOSS);
        }
        (marks.all() == BOARD).then_some(Outcome::DRAW)
    }

    /// Different positions have different keys.
    #[inline]
    fn key(&self, marks: &Marks) -> Option<u64> {
        Some(hash::squares(marks.mover.into(), marks.opponent.into()))
    }

    #[inline]
    fn has_more(&self, _: &Marks, squares: &u16) -> bool {
        *squares != 0
    }

    #[inline]
    fn is_legal(&self, marks: &Marks, square: u8) -> bool {
        square < 9 && self.moves(marks) & 1u16.wrapping_shl(square.into()) != 0
    }

    #[inline]
    fn count_moves(&self, marks: &Marks) -> u64 {
        self.moves(marks).count_ones().into()
    }

    #[inline]
    fn pack(&self, square: u8, _: u32) -> u32 {
        square.into()
    }

    #[inline]
    fn packed(&self, _: &Marks, square: u8) -> u32 {
        square.into()
    }

    #[inline]
    fn unpack(&self, _: &Marks, packed: u32) -> Option<u8> {
        Some(packed as u8)
    }
}

/// The static evaluation of textbooks: the lines that the mover can still fill, less those that the opponent can.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct FreeLines;

impl Evaluator<Marks> for FreeLines {
    type State = ();

    fn state(&self, _: &Marks) {}

    fn evaluate(&self, marks: &Marks, _: &()) -> Value {
        let free = |other: u16| LINES.into_iter().filter(|line| line & other == 0).count() as i32;
        Value::new(free(marks.opponent).wrapping_sub(free(marks.mover)))
    }
}
