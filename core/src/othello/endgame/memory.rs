//! What the solver keeps of a position in a transposition table: two bounds of its score and two moves.

use crate::othello::Board;
use crate::search::table::{Record, TranspositionTable};

/// What is known of a position, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Known {
    pub(super) lower: i8,
    pub(super) upper: i8,
    /// The best moves, the last one found first.
    pub(super) moves: [u8; 2],
}

impl Known {
    /// Nothing.
    pub(super) const NOTHING: Self = Self { lower: -64, upper: 64, moves: [Self::NO_SQUARE; 2] };
    /// No move, in a record.
    pub(super) const NO_SQUARE: u8 = 64;

    /// The key of a position in the table. Not the game's own: other searches' records in the same table mean something
    /// else.
    #[inline]
    pub(super) const fn key(board: &Board) -> u64 {
        board.key() ^ 0x6a09_e667_f3bc_c908
    }

    /// A record's move as a set of squares.
    #[inline]
    pub(super) const fn disc(square: u8) -> u64 {
        if square < Self::NO_SQUARE { 1u64 << (square & 63) } else { 0 }
    }

    /// A value that answers whether the score is above `alpha`.
    #[inline]
    pub(super) fn decides(&self, alpha: i32) -> Option<i32> {
        let (lower, upper) = (i32::from(self.lower), i32::from(self.upper));
        if lower > alpha {
            Some(lower)
        } else if upper <= alpha {
            Some(upper)
        } else {
            None
        }
    }

    /// What is known of `board`, which has the key `key`.
    #[inline]
    pub(super) fn of(table: &TranspositionTable<'_>, key: u64, board: &Board) -> Self {
        match table.get(key) {
            Some(Record { payload, tag: found, .. }) if found == tag(board) => {
                let [lower, upper, first, second] = payload.to_le_bytes();
                let (lower, upper) = (lower.cast_signed(), upper.cast_signed());
                Self { lower, upper, moves: [first, second] }
            }
            _ => Self::NOTHING,
        }
    }

    /// Stores this of `board`, a position with so many empty squares.
    #[inline]
    pub(super) fn store(
        self,
        table: &TranspositionTable<'_>,
        key: u64,
        board: &Board,
        empties: u32,
    ) {
        let [first, second] = self.moves;
        let payload = u32::from_le_bytes([
            self.lower.cast_unsigned(),
            self.upper.cast_unsigned(),
            first,
            second,
        ]);
        table.put(key, Record { payload, tag: tag(board), worth: empties as u8 });
    }

    /// Puts this move first.
    pub(super) const fn begin_with(&mut self, square: u8) {
        let [first, second] = self.moves;
        self.moves = [square, if first == square { second } else { first }];
    }

    /// Adds a result of a search in a window: the value it found and its best move.
    #[inline]
    pub(super) fn learn(&mut self, (alpha, beta): (i32, i32), value: i32, square: u8) {
        let score = value.clamp(-64, 64) as i8;
        if value > alpha {
            self.lower = self.lower.max(score);
        }
        if value < beta {
            self.upper = self.upper.min(score);
        }
        self.prefer(square);
    }

    /// Puts a move first.
    #[inline]
    pub(super) const fn prefer(&mut self, square: u8) {
        let [first, _] = self.moves;
        if square != Self::NO_SQUARE && first != square {
            self.moves = [square, first];
        }
    }
}

/// 20 bits more of the position than the key has.
#[inline]
const fn tag(board: &Board) -> u32 {
    let mixed = board.mover.wrapping_mul(0x9fb2_1c65_1e98_df25)
        ^ board.opponent.wrapping_mul(0xd6e8_feb8_6659_fd93).rotate_left(17);
    (mixed >> 44) as u32
}

#[cfg(test)]
mod tests {
    use super::{Board, Known, tag};

    /// The hash that makes keys gives some boards one: those of one square on the mover's side and one on the opponent's, near the end of
    /// their boards.
    #[test]
    fn boards_with_one_key_have_different_tags() {
        let squares = || (0..64).map(|square| 1u64 << square);
        let mut shared = 0;
        for (mover, opponent) in [
            (0x0000_1c3e_0408_1000, 0x0008_2001_3834_0000),
            (0x0010_0008_3c00_0000, 0x0000_1814_0038_0000),
        ] {
            let board = Board { mover, opponent };
            for (one, two) in squares().flat_map(|one| squares().map(move |two| (one, two))) {
                for (three, four) in squares().flat_map(|one| squares().map(move |two| (one, two)))
                {
                    let other =
                        Board { mover: mover ^ (one | two), opponent: opponent ^ (three | four) };
                    if Known::key(&other) == Known::key(&board) {
                        shared += 1;
                        assert_ne!(tag(&other), tag(&board), "{other:?}");
                    }
                }
            }
        }
        assert!(shared > 0, "this test sees what it is about");
    }
}
