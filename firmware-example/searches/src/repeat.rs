//! Loops over a search's basic operations, for measurement.

use core::hint::black_box;

use heapless::Vec;
use plyscope_core::othello::{Board, Othello, bitboard};
use plyscope_core::wire::Measurable;
use plyscope_core::{Evaluator, Game, child_value, static_value};

use crate::evaluation::EVALUATOR;

/// Finds the legal moves of `board`, `times` times.
pub fn legal_moves(board: Board, times: u32) {
    for _ in 0..times {
        let board = black_box(board);
        black_box(bitboard::legal_moves(board.mover, board.opponent));
    }
}

/// Finds the discs that a disc on `square` flips, `times` times.
pub fn flips(board: Board, square: u32, times: u32) {
    for _ in 0..times {
        let (square, board) = (black_box(square), black_box(board));
        black_box(bitboard::flips(square, board.mover, board.opponent));
    }
}

/// Evaluates the first child of `board`, `times` times, with the evaluation state of `board` at hand, as in a search. Where
/// `board` has no moves, the same discs with the other side to move.
pub fn evaluation(board: Board, times: u32) {
    let mut moves = Othello.moves(&board);
    let child = Othello.next_child(&board, &mut moves).map_or(board.passed(), |(_, child)| child);
    let mut positions = (board, EVALUATOR.state(&board), child);
    for _ in 0..times {
        // Keeps the compiler from hoisting the evaluation out of the loop.
        let (board, state, child) = black_box(&mut positions);
        black_box(child_value(&Othello, &EVALUATOR, (&*board, &*state), child));
    }
}

/// Evaluates `board`, `times` times, computing its evaluation state each time.
pub fn evaluation_from_scratch(board: Board, times: u32) {
    for _ in 0..times {
        black_box(static_value(&Othello, &EVALUATOR, &black_box(board)));
    }
}

/// The deepest tree that [`perft`] counts.
pub const DEEPEST: usize = Measurable::DEEPEST_PERFT as usize;

/// Counts the leaves of the game tree to `depth` plies, at most [`DEEPEST`]. Core's own `perft` is recursive, so its stack
/// use has no static bound.
#[must_use]
pub fn perft(depth: usize) -> u64 {
    let root = black_box(Board::START);
    // The nodes on the path, except for the last two plies, each with its remaining moves.
    let mut path = Vec::<_, DEEPEST>::new();
    let mut leaves = 0;
    let mut arrived = Some(root);
    loop {
        if let Some(board) = arrived.take() {
            if depth == 0 {
                return 1;
            }
            if path.len() + 1 >= depth {
                leaves += Othello.count_moves(&board);
            } else if path.push((board, Othello.moves(&board))).is_err() {
                return leaves;
            }
        }
        let Some((board, moves)) = path.last_mut() else { return leaves };
        arrived = Othello.next_child(board, moves).map(|(_, child)| child);
        if arrived.is_none() {
            path.pop();
        }
    }
}
