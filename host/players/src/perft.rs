//! Counts the leaves of Othello's game tree.

use plyscope_core::Game as _;
use plyscope_core::othello::{Board, Othello};
use plyscope_run::interrupt;

/// Counting trees of this depth takes a few milliseconds.
const DEPTH_OF_A_LOOK: u32 = 8;

/// [`plyscope_core::perft`] that can be interrupted: the count is then too small.
#[must_use]
pub fn perft(board: &Board, depth: u32) -> u64 {
    if depth <= DEPTH_OF_A_LOOK {
        return plyscope_core::perft(&Othello, board, depth);
    }
    let moves = Othello.moves(board);
    let children = moves.map(|mv| Othello.play(board, mv)).take_while(|_| !interrupt::requested());
    // A finished game counts as one.
    children.map(|child| perft(&child, depth - 1)).sum::<u64>().max(1)
}
