//! Measures a search's basic operations in clock ticks.

use plyscope_core::Game;
use plyscope_core::othello::{Board, Othello};
use plyscope_core::wire::Measurable;
use plyscope_firmware_searches::repeat;

use crate::chip::Chip;

/// Repetitions between two readings of the clock, enough for the readings' cost not to matter.
const REPEATS: u32 = 32;

/// The number of repetitions and the ticks that they took. `None` if the operation is out of range.
pub(crate) fn measure(what: Measurable, chip: &impl Chip) -> Option<(u64, u64)> {
    if let Measurable::Perft(depth) = what {
        if depth > Measurable::DEEPEST_PERFT {
            return None;
        }
        let start = chip.ticks();
        let leaves = repeat::perft(usize::from(depth));
        return Some((leaves, chip.ticks() - start));
    }
    let (mut times, mut ticks) = (0, 0);
    along_a_game(|board| {
        if what == Measurable::Flips {
            let mut moves = board.moves();
            while moves != 0 {
                let square = moves.trailing_zeros();
                moves &= moves - 1;
                let start = chip.ticks();
                repeat::flips(board, square, REPEATS);
                ticks += chip.ticks() - start;
                times += u64::from(REPEATS);
            }
            return;
        }
        let start = chip.ticks();
        match what {
            Measurable::LegalMoves => repeat::legal_moves(board, REPEATS),
            Measurable::EvaluationFromScratch => repeat::evaluation_from_scratch(board, REPEATS),
            _ => repeat::evaluation(board, REPEATS),
        }
        ticks += chip.ticks() - start;
        times += u64::from(REPEATS);
    });
    Some((times, ticks))
}

/// Visits the positions of a game in which each side plays the middle one of its moves.
fn along_a_game(mut visit: impl FnMut(Board)) {
    let mut board = Board::START;
    loop {
        let mut moves = Othello.moves(&board);
        let mut middle = Othello.count_moves(&board) / 2;
        let mut next = None;
        while let Some((_, child)) = Othello.next_child(&board, &mut moves) {
            next = Some(child);
            if middle == 0 {
                break;
            }
            middle -= 1;
        }
        let Some(child) = next else { return };
        visit(board);
        board = child;
    }
}
