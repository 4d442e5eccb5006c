//! Same answer from every exact search in games with rules: Othello and hexapawn.

use crate::support::exactness::check_all;
use crate::support::playout::playout;
use crate::support::random::Random;
use plyscope_core::hexapawn::{Hexapawn, PawnCount};
use plyscope_core::othello::{Board, DiscDifference, Othello, Simple};
use plyscope_core::{Game, Value};

#[test]
fn all_exact_searches_agree_in_othello() {
    let mut random = Random::new(1);
    for game in 0..500 {
        let plies = random.below(61);
        let board = playout(&Othello, &Board::START, plies, &mut random);
        let guess = Value::new(random.below(2_001) as i32 - 1_000);
        let depth = 1 + game % 4;
        check_all(&Othello, &Simple, &board, depth, guess, &format!("{board:?}"));
    }
}

#[test]
fn all_exact_searches_agree_in_othello_at_depth_5() {
    let mut random = Random::new(2);
    for plies in (0..50).step_by(4) {
        let board = playout(&Othello, &Board::START, plies, &mut random);
        check_all(&Othello, &Simple, &board, 5, Value::ZERO, &format!("{board:?}"));
    }
}

#[test]
fn all_exact_searches_agree_at_the_end_of_othello_games() {
    let mut random = Random::new(3);
    for game in 0..300 {
        // The last plies, where games end at all depths and passes are common.
        let plies = 52 + random.below(9);
        let board = playout(&Othello, &Board::START, plies, &mut random);
        let guess = Value::new(random.below(129) as i32 - 64);
        check_all(&Othello, &DiscDifference, &board, 1 + game % 6, guess, &format!("{board:?}"));
    }
}

#[test]
fn all_exact_searches_agree_in_hexapawn_on_3_x_3_and_4_x_4() {
    check_hexapawn::<3, 3>(7);
    check_hexapawn::<4, 4>(5);
}

fn check_hexapawn<const COLUMNS: usize, const ROWS: usize>(deepest: u32) {
    let game = Hexapawn::<COLUMNS, ROWS>;
    let evaluator = PawnCount::<COLUMNS, ROWS>;
    let mut random = Random::new(4);
    for _ in 0..60 {
        let plies = random.below(5);
        let pawns = playout(&game, &Hexapawn::<COLUMNS, ROWS>::start(), plies, &mut random);
        let guess = Value::new(random.below(21) as i32 - 10);
        for depth in 0..=deepest {
            check_all(&game, &evaluator, &pawns, depth, guess, &format!("{pawns:?}"));
        }
    }
}

/// The suite above means little if its positions are all alike.
#[test]
fn the_positions_include_passes_and_finished_games() {
    let mut random = Random::new(3);
    let (mut passes, mut over) = (0, 0);
    for _ in 0..300 {
        let plies = 52 + random.below(9);
        let board = playout(&Othello, &Board::START, plies, &mut random);
        random.below(129);
        passes += u32::from(board.must_pass());
        over += u32::from(Othello.is_over(&board));
    }
    assert!(passes >= 10 && over >= 10, "{passes} passes, {over} finished games");
}
