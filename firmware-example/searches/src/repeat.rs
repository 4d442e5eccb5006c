//! What searches are made of, done many times, to be measured.

use core::hint::black_box;

use plyscope_core::Evaluator;
use plyscope_core::othello::{Board, Othello, Simple, bitboard};

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

/// Evaluates `board`, `times` times.
pub fn evaluation(board: Board, times: u32) {
    for _ in 0..times {
        black_box(Simple.evaluate(&black_box(board)));
    }
}

/// The leaves of the tree of all games to this depth.
#[must_use]
pub fn perft(depth: u32) -> u64 {
    plyscope_core::perft(&Othello, &black_box(Board::START), depth)
}
