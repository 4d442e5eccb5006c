//! Code shared by the benchmarks.

use plyscope_core::Game as _;
use plyscope_core::othello::{Board, Othello};

/// Positions after 26 plies of random games of Othello, the same in every run.
pub(crate) fn midgame(count: usize) -> Vec<Board> {
    let mut seed = 0x5eed_u64;
    let mut boards = Vec::new();
    while boards.len() < count {
        let mut board = Board::START;
        for _ in 0..26 {
            let moves = Othello.count_moves(&board);
            if moves == 0 {
                break;
            }
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let mut cursor = Othello.moves(&board);
            let chosen = (0..=(seed >> 33) % moves)
                .filter_map(|_| Othello.next_child(&board, &mut cursor))
                .last();
            if let Some((_, child)) = chosen {
                board = child;
            }
        }
        if !board.is_over() {
            boards.push(board);
        }
    }
    boards
}
