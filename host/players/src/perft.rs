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
        let lines = if self.counts.is_empty() { LOOKS - 1 } else { LINES };
        if depth <= lines {
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
    use plyscope_core::Game as _;
    use plyscope_core::othello::{Board, Othello, parse_board};

    use super::Perft;

    /// Ten empty squares.
    const LATE: &str = "----O---XOOOOOO--XOOOXOXOOXOOOOXOOXOOOOXOOOOXXOXOOXXXXXX-OXXXXXX X";

    /// Whether a line of less than so many plies has a pass, and whether one ends the game.
    fn passes_and_ends(board: &Board, depth: u32) -> (bool, bool) {
        let here = (board.must_pass(), board.is_over());
        if depth <= 1 {
            return here;
        }
        Othello.moves(board).fold(here, |(passes, ends), mv| {
            let below = passes_and_ends(&Othello.play(board, mv), depth - 1);
            (passes || below.0, ends || below.1)
        })
    }

    #[test]
    fn counts_are_those_of_all_lines_with_any_table() {
        let (late, _) = parse_board(LATE).unwrap();
        assert_eq!(passes_and_ends(&late, 11), (true, true));
        for (board, deepest) in [(Board::START, 8), (late, 11)] {
            for bytes in [0, 31, 32, 3200, 1 << 20] {
                let mut perft = Perft::with_table(bytes).unwrap();
                for depth in 0..=deepest {
                    let expected = plyscope_core::perft(&Othello, &board, depth);
                    assert_eq!(perft.leaves(&board, depth), expected, "{bytes}, {depth}");
                }
            }
        }
    }
}
