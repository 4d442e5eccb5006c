//! The order of moves: those first that leave the opponent few moves ("fastest first"), then by corners, parity and squares.

use super::squares::CORNERS;
use crate::othello::Board;

/// The most moves of a position that are ranked; any others follow in the order of their squares.
pub(super) const WIDTH: usize = 24;

/// A ranked move: the rank above, the square below. Larger is earlier.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Ranked(i32);

impl Ranked {
    #[inline]
    pub(super) const fn new(rank: i32, square: u32) -> Self {
        Self(rank.wrapping_mul(64) | (square & 63) as i32)
    }

    #[inline]
    pub(super) const fn square(self) -> u8 {
        (self.0 & 63) as u8
    }
}

// The weights were fitted to the number of nodes on positions with 14 and 16 empty squares. Their unit is a sixteenth of a
// reply.

/// A reply.
const REPLY: i32 = 16;
/// A reply in a corner, besides.
const CORNER: i32 = 21;
/// A move in a quadrant with an odd number of empty squares.
const ODD: i32 = 12;
/// A corner that is held, or an edge square beside a corner that is held.
const HELD: i32 = 6;

/// The worth of a square to the player who takes it, by square.
#[expect(
    clippy::indexing_slicing,
    reason = "const-evaluated: an out-of-range index fails the build"
)]
static WORTH: [i8; 64] = {
    // A quarter of the board's upper left quadrant, a1 to d4 without those below the diagonal: a1, b1, c1, d1; b2, c2, d2;
    // c3, d3; d4.
    const CLASSES: [[i8; 4]; 4] = [[9, 2, 6, 3], [2, -12, 9, 3], [6, 9, -5, 2], [3, 3, 2, 2]];
    let mut worth = [0; 64];
    let mut square = 0usize;
    while square < 64 {
        let (file, rank) = (square & 7, square >> 3);
        let file = if file < 4 { file } else { 7 ^ file };
        let rank = if rank < 4 { rank } else { 7 ^ rank };
        worth[square] = CLASSES[rank][file];
        square = square.wrapping_add(1);
    }
    worth
};

/// The rank of a move to `square` after which the opponent has `replies`. `odd` are the quadrants with an odd number of empty
/// squares before the move.
#[inline]
#[expect(clippy::indexing_slicing, reason = "the mask keeps the index below 64")]
pub(super) fn rank(replies: u64, square: u32, odd: u64) -> i32 {
    let count = |squares: u64| squares.count_ones().cast_signed();
    let mut rank = i32::from(WORTH[(square & 63) as usize])
        .wrapping_sub(count(replies).wrapping_mul(REPLY))
        .wrapping_sub(corners(replies).wrapping_mul(CORNER));
    if odd >> (square & 63) & 1 != 0 {
        rank = rank.wrapping_add(ODD);
    }
    rank
}

/// What the corners that the mover holds after a move add to the move's rank. Worth its time only far from the end.
#[inline]
pub(super) fn held(child: &Board) -> i32 {
    let own = child.opponent;
    let corners = own & CORNERS;
    if corners == 0 {
        return 0;
    }
    let held = corners | own & beside(corners);
    held.count_ones().cast_signed().wrapping_mul(HELD)
}

/// The number of corners in a set: shorter than counting all bits.
#[inline]
const fn corners(squares: u64) -> i32 {
    // a1 and h1 at bits 0 and 7, a8 and h8 at 56 and 63: the lower two are added to the upper two.
    let sums = (squares & CORNERS) >> 7 & 0x0100_0000_0000_0001;
    let sums = sums.wrapping_add(squares & 0x0100_0000_0000_0001);
    (sums.wrapping_add(sums >> 56) & 7) as i32
}

/// The edge squares beside some corners.
#[inline]
const fn beside(corners: u64) -> u64 {
    // From a corner, such a step never leads around the board to another edge's end, but for the four masked ones.
    (corners << 1 | corners >> 1) & 0x4200_0000_0000_0042
        | (corners << 8 | corners >> 8) & 0x0081_0000_0000_8100
}
