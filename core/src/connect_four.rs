//! Connect Four on seven columns of six squares, on bitboards.
//!
//! Players drop discs into columns in turn; four in a row, in any direction, win. The first player wins from the start
//! (Allis 1988). Lines are written as the field does: one digit for each disc, columns 1 to 7 from the left.
//!
//! ```
//! use plyscope_core::connect_four::{ConnectFour, Discs};
//! use plyscope_core::{Game, Outcome};
//! let discs = Discs::after("1212121")?;
//! assert_eq!(ConnectFour.outcome(&discs), Some(Outcome::LOSS));
//! # Ok::<(), plyscope_core::connect_four::LineError>(())
//! ```

use core::fmt;

use crate::{Evaluator, Game, Outcome, Value, hash};

/// The number of columns.
pub const COLUMNS: u8 = 7;
/// The number of rows.
pub const ROWS: u8 = 6;

/// From a square to the next one up, down to the right, to the right, and up to the right.
const STEPS: [u32; 4] = [1, 6, 7, 8];
/// The lowest square of each column.
const BOTTOM: u64 = 0x0408_1020_4081;
/// All squares.
const BOARD: u64 = 0xfdfb_f7ef_dfbf;

/// Connect Four.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct ConnectFour;

/// A position. Column c from the left has bits 7c (bottom) to 7c + 5; bit 7c + 6 stays empty, so that lines do not run from
/// one column into the next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Discs {
    /// The discs of the side to move.
    pub mover: u64,
    /// The discs of both sides.
    pub all: u64,
}

/// A line that cannot be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct LineError {
    /// The number of the move that is not legal, counted from 1.
    pub number: usize,
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = self.number;
        write!(f, "move {number} is not legal: write a column that is not full, 1 to {COLUMNS}")
    }
}

impl core::error::Error for LineError {}

impl Discs {
    /// The empty board.
    pub const START: Self = Self { mover: 0, all: 0 };

    /// The position after a line from the start, such as `44444326`: columns 1 to 7.
    ///
    /// # Errors
    /// [`LineError`] if a column is full or does not exist, or the game is over.
    pub fn after(line: &str) -> Result<Self, LineError> {
        let mut discs = Self::START;
        for (number, column) in (1..).zip(line.bytes()) {
            let column = column.wrapping_sub(b'1');
            if !ConnectFour.is_legal(&discs, column) {
                return Err(LineError { number });
            }
            discs = ConnectFour.play(&discs, column);
        }
        Ok(discs)
    }

    /// The discs of the side that has just moved.
    #[must_use]
    #[inline]
    pub const fn opponent(self) -> u64 {
        self.all ^ self.mover
    }

    /// The position as a mirror shows it, the left column on the right.
    #[must_use]
    pub const fn mirrored(self) -> Self {
        Self { mover: mirror(self.mover), all: mirror(self.all) }
    }

    /// Whether the side to move has four in a row after its next disc.
    #[must_use]
    pub fn wins_at_once(&self) -> bool {
        let mut columns = ConnectFour.moves(self);
        while let Some((_, child)) = ConnectFour.next_child(self, &mut columns) {
            if has_four(child.opponent()) {
                return true;
            }
        }
        false
    }
}

/// The columns of `squares` in reverse order.
const fn mirror(squares: u64) -> u64 {
    const COLUMN: u64 = 0x7f;
    let outer = (squares & COLUMN) << 42 | (squares >> 42) & COLUMN;
    let middle = (squares & COLUMN << 7) << 28 | (squares >> 28) & COLUMN << 7;
    let inner = (squares & COLUMN << 14) << 14 | (squares >> 14) & COLUMN << 14;
    outer | middle | inner | squares & COLUMN << 21
}

/// Whether `discs` have four in a row.
#[inline]
fn has_four(discs: u64) -> bool {
    STEPS.into_iter().any(|step| {
        let pairs = discs & (discs >> step);
        pairs & pairs.wrapping_shr(step.wrapping_mul(2)) != 0
    })
}

/// A move is a column, 0 to 6 from the left. Moves are enumerated from left to right, as the set of squares where the next
/// disc comes to lie.
impl Game for ConnectFour {
    type Position = Discs;
    type Move = u8;
    type Moves = u64;

    #[inline]
    fn moves(&self, discs: &Discs) -> u64 {
        if has_four(discs.opponent()) {
            return 0;
        }
        discs.all.wrapping_add(BOTTOM) & BOARD
    }

    #[inline]
    fn next_child(&self, discs: &Discs, squares: &mut u64) -> Option<(u8, Discs)> {
        let square = *squares & squares.wrapping_neg();
        if square == 0 {
            return None;
        }
        *squares ^= square;
        let column = (square.trailing_zeros() / 7) as u8;
        Some((column, Discs { mover: discs.opponent(), all: discs.all | square }))
    }

    #[inline]
    fn play(&self, discs: &Discs, column: u8) -> Discs {
        let bottom = 1u64.wrapping_shl(u32::from(column).wrapping_mul(7));
        Discs { mover: discs.opponent(), all: discs.all | discs.all.wrapping_add(bottom) }
    }

    #[inline]
    fn outcome(&self, discs: &Discs) -> Option<Outcome> {
        if has_four(discs.opponent()) {
            return Some(Outcome::LOSS);
        }
        (discs.all == BOARD).then_some(Outcome::DRAW)
    }

    /// Different positions have different keys. The key of the mirrored position is another one: its moves are others.
    #[inline]
    fn key(&self, discs: &Discs) -> Option<u64> {
        // The sum has a bit above each column's highest disc and the mover's discs below, so it is a position's own.
        Some(hash::mix(discs.mover.wrapping_add(discs.all).wrapping_add(BOTTOM)))
    }

    #[inline]
    fn has_more(&self, _: &Discs, squares: &u64) -> bool {
        *squares != 0
    }

    #[inline]
    fn is_legal(&self, discs: &Discs, column: u8) -> bool {
        let top = 1u64.wrapping_shl(u32::from(column).wrapping_mul(7).wrapping_add(5));
        column < COLUMNS && discs.all & top == 0 && !has_four(discs.opponent())
    }

    #[inline]
    fn count_moves(&self, discs: &Discs) -> u64 {
        self.moves(discs).count_ones().into()
    }

    #[inline]
    fn pack(&self, column: u8, _: u32) -> u32 {
        column.into()
    }

    #[inline]
    fn packed(&self, _: &Discs, column: u8) -> u32 {
        column.into()
    }

    #[inline]
    fn unpack(&self, _: &Discs, packed: u32) -> Option<u8> {
        Some(packed as u8)
    }
}

/// A plain static evaluation: the lines of four squares that a side can still fill, because the opponent has no disc there.
/// A line counts 1 with one disc of the side, 4 with two, 16 with three; the value is the mover's sum minus the opponent's.
///
/// The value is antisymmetric: with the colours exchanged and the same discs, it has the other sign. It does not see who is to
/// move, nor whether a line's empty squares can be reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct OpenLines;

/// The weighted number of lines that `own` can still fill.
fn open_lines(own: u64, other: u64) -> i32 {
    let free = BOARD & !other;
    let mut sum = 0u32;
    for step in STEPS {
        let (second, third) = (step.wrapping_mul(2), step.wrapping_mul(3));
        let lines = free & free >> step & free.wrapping_shr(second) & free.wrapping_shr(third);
        // The number of own discs in each line in binary, three at most.
        let (a, b) = (own, own >> step);
        let (c, d) = (own.wrapping_shr(second), own.wrapping_shr(third));
        let (ones, twos) = ((a ^ b) ^ (c ^ d), (a & b) | (c & d) | (a ^ b) & (c ^ d));
        let one = (lines & ones & !twos).count_ones();
        let two = (lines & twos & !ones).count_ones().wrapping_mul(4);
        let three = (lines & ones & twos).count_ones().wrapping_mul(16);
        sum = sum.wrapping_add(one).wrapping_add(two).wrapping_add(three);
    }
    sum.cast_signed()
}

impl Evaluator<Discs> for OpenLines {
    type State = ();

    fn state(&self, _: &Discs) {}

    fn evaluate(&self, discs: &Discs, _: &()) -> Value {
        let (own, other) = (discs.mover, discs.opponent());
        Value::new(open_lines(own, other).wrapping_sub(open_lines(other, own)))
    }
}
