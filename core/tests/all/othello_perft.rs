//! The rules of Othello by counting: perft from the start, a pass counted as a ply, a finished game counted as one.

use plyscope_core::othello::{Board, Othello};
use plyscope_core::{Game, perft};

/// `othello.md`, depths 1 to 12: the published standard.
const PERFT: [u64; 12] = [
    4,
    12,
    56,
    244,
    1_396,
    8_200,
    55_092,
    390_216,
    3_005_288,
    24_571_284,
    212_258_800,
    1_939_886_636,
];

fn assert_perft(depth: u32) {
    assert_eq!(perft(&Othello, &Board::START, depth), PERFT[depth as usize - 1], "depth {depth}");
}

#[test]
fn perft_1_to_9_equals_the_published_numbers() {
    (1..=9).for_each(assert_perft);
}

#[test]
fn perft_10_equals_the_published_number() {
    assert_perft(10);
}

mod nightly {
    use super::assert_perft;

    #[test]
    #[ignore = "212 million leaves"]
    fn perft_11_equals_the_published_number() {
        assert_perft(11);
    }

    #[test]
    #[ignore = "2 billion leaves"]
    fn perft_12_equals_the_published_number() {
        assert_perft(12);
    }
}

/// `perft` counts the last ply without playing it; here every position is reached and looked at.
#[test]
fn perft_equals_counting_the_positions_one_by_one() {
    fn leaves(board: &Board, depth: u32) -> u64 {
        let mut moves = Othello.moves(board);
        let mut count = 0;
        while depth > 0
            && let Some((_, child)) = Othello.next_child(board, &mut moves)
        {
            count += leaves(&child, depth - 1);
        }
        count.max(1)
    }
    for (depth, expected) in (1..=7).zip(PERFT) {
        assert_eq!(leaves(&Board::START, depth), expected, "depth {depth}");
    }
    assert_eq!(perft(&Othello, &Board::START, 0), 1);
}
