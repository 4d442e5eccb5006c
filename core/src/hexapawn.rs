//! Hexapawn (Eiselt's notes, Lecture 13), on a board of any size up to 64 squares.
//!
//! Pawns move one square ahead if it is empty, and capture one square diagonally ahead. A player wins by reaching the far
//! row or by leaving the opponent without a move. Black is MAX and moves up the board; White begins.

use crate::{Evaluator, Game, Outcome, Side, Value, hash};

/// Hexapawn on `COLUMNS` x `ROWS` squares; 3 x 3 is the notes' game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Hexapawn<const COLUMNS: usize, const ROWS: usize>;

/// A position. Square `c + COLUMNS r` is column c from the left, row r from Black's side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Pawns {
    /// Black's pawns.
    pub black: u64,
    /// White's pawns.
    pub white: u64,
    /// The side to move: Black is MAX.
    pub mover: Side,
}

/// A pawn's move from one square to another.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct PawnMove {
    /// Where the pawn stood.
    pub from: u8,
    /// Where it goes.
    pub to: u8,
}

/// The enumeration of moves: three for each square, columns from left to right, top row first; for each pawn
/// the capture to the left, the step ahead, the capture to the right (left and right as Black sees them).
#[derive(Clone, Copy, Debug)]
pub struct PawnMoves {
    next: u32,
}

impl<const COLUMNS: usize, const ROWS: usize> Hexapawn<COLUMNS, ROWS> {
    const SIZE: () = assert!(
        COLUMNS >= 1 && ROWS >= 3 && COLUMNS * ROWS <= 64,
        "hexapawn needs a column, three rows, and at most 64 squares"
    );
    const C: u32 = COLUMNS as u32;
    const R: u32 = ROWS as u32;
    /// Black's first row, White's goal.
    const BOTTOM: u64 = if COLUMNS == 64 { u64::MAX } else { (1u64 << COLUMNS) - 1 };
    /// White's first row, Black's goal.
    const TOP: u64 = Self::BOTTOM << (COLUMNS * (ROWS - 1));

    /// The start: a row of pawns on each side, White to move.
    #[must_use]
    pub const fn start() -> Pawns {
        const { Self::SIZE };
        Pawns { black: Self::BOTTOM, white: Self::TOP, mover: Side::Min }
    }

    /// Whether a pawn has reached the far row.
    const fn is_decided(pawns: &Pawns) -> bool {
        pawns.black & Self::TOP != 0 || pawns.white & Self::BOTTOM != 0
    }

    /// The target of the pawn on `square`, `side` columns to the right (-1, 0 or 1), if it may go there.
    fn target(pawns: &Pawns, square: u32, side: i32) -> Option<u32> {
        let (own, other) = match pawns.mover {
            Side::Max => (pawns.black, pawns.white),
            Side::Min => (pawns.white, pawns.black),
        };
        if own & 1u64.wrapping_shl(square) == 0 {
            return None;
        }
        let column = square.checked_rem(Self::C)?.checked_add_signed(side)?;
        let row = square.checked_div(Self::C)?;
        let row = match pawns.mover {
            Side::Max => row.wrapping_add(1),
            Side::Min => row.checked_sub(1)?,
        };
        if column >= Self::C || row >= Self::R {
            return None;
        }
        let target = row.wrapping_mul(Self::C).wrapping_add(column);
        let free = if side == 0 { !(own | other) } else { other };
        (free & 1u64.wrapping_shl(target) != 0).then_some(target)
    }

    /// The pawns of `own`, moving up if `up`, with no pawn ahead of them in their column.
    fn with_clear_path(own: u64, all: u64, up: bool) -> i32 {
        let mut blocked = all;
        for _ in 1..ROWS {
            // A pawn blocks all squares behind it, seen from the moving side.
            blocked |= if up { blocked >> COLUMNS } else { blocked << COLUMNS };
        }
        let behind = if up { blocked >> COLUMNS } else { blocked << COLUMNS };
        (own & !behind).count_ones().cast_signed()
    }
}

impl<const COLUMNS: usize, const ROWS: usize> Game for Hexapawn<COLUMNS, ROWS> {
    type Position = Pawns;
    type Move = PawnMove;
    type Moves = PawnMoves;

    fn moves(&self, pawns: &Pawns) -> PawnMoves {
        const { Self::SIZE };
        PawnMoves { next: if Self::is_decided(pawns) { u32::MAX } else { 0 } }
    }

    fn next_child(&self, pawns: &Pawns, moves: &mut PawnMoves) -> Option<(PawnMove, Pawns)> {
        let squares = Self::C.wrapping_mul(Self::R);
        while moves.next < squares.wrapping_mul(3) {
            let (place, side) = (moves.next / 3, moves.next % 3);
            moves.next = moves.next.wrapping_add(1);
            // Columns from left to right, top row first.
            let column = place.checked_div(Self::R)?;
            let row = Self::R.wrapping_sub(1).wrapping_sub(place.checked_rem(Self::R)?);
            let square = row.wrapping_mul(Self::C).wrapping_add(column);
            let side = side.cast_signed().wrapping_sub(1);
            if let Some(target) = Self::target(pawns, square, side) {
                let mv = PawnMove { from: square as u8, to: target as u8 };
                return Some((mv, self.play(pawns, mv)));
            }
        }
        None
    }

    fn play(&self, pawns: &Pawns, mv: PawnMove) -> Pawns {
        let (from, to) = (1u64.wrapping_shl(mv.from.into()), 1u64.wrapping_shl(mv.to.into()));
        let (black, white) = match pawns.mover {
            Side::Max => (pawns.black & !from | to, pawns.white & !to),
            Side::Min => (pawns.black & !to, pawns.white & !from | to),
        };
        Pawns { black, white, mover: pawns.mover.other() }
    }

    /// Either the last move reached the far row, or the mover cannot move: the mover has lost.
    fn outcome(&self, pawns: &Pawns) -> Option<Outcome> {
        self.is_over(pawns).then_some(Outcome::LOSS)
    }

    /// A hash of both sides' pawns and the side to move.
    fn key(&self, pawns: &Pawns) -> Option<u64> {
        let key = hash::squares(pawns.black, pawns.white);
        Some(if pawns.mover == Side::Max { key } else { !key })
    }

    fn mover(&self, pawns: &Pawns) -> Side {
        pawns.mover
    }

    fn pack(&self, mv: PawnMove, _: u32) -> u32 {
        u32::from(mv.from) << 8 | u32::from(mv.to)
    }

    #[inline]
    fn packed(&self, _: &Pawns, mv: PawnMove) -> u32 {
        self.pack(mv, 0)
    }

    fn unpack(&self, _: &Pawns, packed: u32) -> Option<PawnMove> {
        Some(PawnMove { from: (packed >> 8) as u8, to: packed as u8 })
    }
}

/// The notes' static evaluation: 10 for a game that Black has won, -10 for one that White has won. Otherwise the number of
/// Black's pawns minus White's, plus the number of Black's pawns with a clear path to the far row minus White's.
///
/// The notes print only its values; this reading reproduces all eight of the first table and all seven of the second.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PawnCount<const COLUMNS: usize, const ROWS: usize>;

/// The value of a won game.
pub const WIN: Value = Value::new(10);

impl<const COLUMNS: usize, const ROWS: usize> Evaluator<Pawns> for PawnCount<COLUMNS, ROWS> {
    type State = ();

    fn state(&self, _: &Pawns) {}

    fn evaluate(&self, pawns: &Pawns, _: &()) -> Value {
        let all = pawns.black | pawns.white;
        let count = |set: u64| set.count_ones().cast_signed();
        let value = count(pawns.black)
            .wrapping_sub(count(pawns.white))
            .wrapping_add(Hexapawn::<COLUMNS, ROWS>::with_clear_path(pawns.black, all, true))
            .wrapping_sub(Hexapawn::<COLUMNS, ROWS>::with_clear_path(pawns.white, all, false));
        match pawns.mover {
            Side::Max => Value::new(value),
            Side::Min => -Value::new(value),
        }
    }

    fn finished(&self, outcome: Outcome) -> Value {
        Value::new(outcome.score().wrapping_mul(WIN.get()))
    }
}
