//! Counts the leaves of Othello's game tree.

use std::collections::TryReserveError;

use plyscope_core::Game as _;
use plyscope_core::othello::{Board, Othello};
use plyscope_run::interrupt;

use crate::symmetry::least;

/// Trees of this depth are counted line by line: sooner than their positions could be looked up.
const LINES: u32 = 2;
/// From this depth on, counting takes long enough for a look whether it should end.
const LOOKS: u32 = 7;

/// [`plyscope_core::perft`] that remembers positions that it has counted, and their symmetric images, and can be interrupted.
#[derive(Debug)]
pub struct Perft {
    /// By the positions' keys: both sides' discs in the least image, depth, leaves. A new count replaces the one in its place.
    counts: Vec<[u64; 4]>,
}

impl Perft {
    /// With a table of at most so many bytes; without room for a position, every line is counted.
    ///
    /// # Errors
    /// [`TryReserveError`] if there is not so much memory.
    pub fn with_table(bytes: u64) -> Result<Self, TryReserveError> {
        let places = usize::try_from(bytes).unwrap_or(usize::MAX) / size_of::<[u64; 4]>();
        let mut counts = Vec::new();
        counts.try_reserve_exact(places)?;
        counts.resize(places, [0; 4]);
        Ok(Self { counts })
    }

    /// The number of leaves to this depth in plies. A pass is a ply, and a finished game counts as one leaf. Too small after an interrupt.
    pub fn leaves(&mut self, board: &Board, depth: u32) -> u64 {
        if depth <= LINES || self.counts.is_empty() && depth < LOOKS {
            return plyscope_core::perft(&Othello, board, depth);
        }
        if self.counts.is_empty() {
            return self.below(board, depth);
        }
        let ([mover, opponent], _) = least(board);
        let key = Board { mover, opponent }.key();
        // The key's part of the table.
        let place = ((u128::from(key) * self.counts.len() as u128) >> 64) as usize;
        let wanted = [mover, opponent, depth.into()];
        let [known @ .., leaves] = self.counts[place];
        if known == wanted {
            return leaves;
        }
        let leaves = self.below(board, depth);
        self.counts[place] = [mover, opponent, depth.into(), leaves];
        leaves
    }

    fn below(&mut self, board: &Board, depth: u32) -> u64 {
        let (mut moves, mut leaves) = (Othello.moves(board), 0);
        while let Some((_, child)) = Othello.next_child(board, &mut moves) {
            if depth >= LOOKS && interrupt::requested() {
                break;
            }
            leaves += self.leaves(&child, depth - 1);
        }
        // A finished game counts as one.
        leaves.max(1)
    }
}

#[cfg(test)]
mod tests {
    use plyscope_core::othello::{Board, Othello};

    use super::Perft;

    /// A few moves before the end: with passes, and games that end early.
    const LATE: Board = Board { mover: 0x0000_1c3e_1e3c_7e00, opponent: 0x00ff_6240_6040_0000 };

    #[test]
    fn counts_are_those_of_all_lines_with_any_table() {
        for (board, depths) in [(Board::START, 0..=7), (LATE, 0..=5)] {
            for bytes in [0, 31, 32, 3200, 1 << 20] {
                let mut perft = Perft::with_table(bytes).unwrap();
                for depth in depths.clone() {
                    let expected = plyscope_core::perft(&Othello, &board, depth);
                    assert_eq!(perft.leaves(&board, depth), expected, "{bytes}, {depth}");
                }
            }
        }
    }
}
