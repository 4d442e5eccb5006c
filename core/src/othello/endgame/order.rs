//! The order of moves where no table knows the best one: those first that leave the opponent few moves ("fastest first"),
//! then by corners and parity.

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

/// Squares by their usual worth to the player who takes them.
const WORTH: [(u64, i32); 4] = [
    (CORNERS, 18),
    // Next to a corner, diagonally and along the edge.
    (0x0042_0000_0000_4200, -6),
    (0x4281_0000_0000_8142, 0),
    (0x0000_3c24_243c_0000, 2),
];

/// The rank of a move to `square`, by the position it leads to, where the opponent has `replies`.
#[inline]
pub(super) fn rank(child: &Board, replies: u64, square: u32, odd: u64) -> i32 {
    let count = |squares: u64| squares.count_ones().cast_signed();
    let disc = 1u64 << (square & 63);
    // A corner counts twice among the replies.
    let mobility = count(replies).wrapping_add(count(replies & CORNERS));
    let mut rank = mobility.wrapping_mul(-16);
    if odd & disc != 0 {
        rank = rank.wrapping_add(8);
    }
    for (squares, worth) in WORTH {
        if squares & disc != 0 {
            rank = rank.wrapping_add(worth);
        }
    }
    let empties = child.empties();
    // Empty squares around the mover's discs are what the opponent may get later.
    let open = count(neighbourhood(child.opponent) & empties);
    rank.wrapping_sub(open.wrapping_mul(4))
}

/// The squares of `discs` and their neighbours.
#[inline]
const fn neighbourhood(discs: u64) -> u64 {
    let row = discs | (discs & 0x7f7f_7f7f_7f7f_7f7f) << 1 | (discs & 0xfefe_fefe_fefe_fefe) >> 1;
    row | row << 8 | row >> 8
}
