//! Runs the example of a complete game.

#[expect(dead_code, reason = "its main only prints")]
#[path = "../../examples/own_game.rs"]
mod example;

use crate::support::naive;
use crate::support::outcome::run;
use crate::support::playout::playout;
use crate::support::random::Random;
use example::{Marks, NoughtsAndCrosses, Open};
use plyscope_core::{
    AlphaBeta, Expansion, Game as _, Limits, Order, Outcome, Policy, Rbfms, Request, Search as _,
    Value, perft, static_value, storage,
};

const START: Marks = Marks { mover: 0, opponent: 0 };

#[test]
fn there_are_255168_games_of_noughts_and_crosses_and_perfect_play_is_a_draw() {
    assert_eq!(perft(&NoughtsAndCrosses, &START, 9), 255_168);
    let mut alpha_beta =
        AlphaBeta::new(NoughtsAndCrosses, Open, Policy::new(Order::Static), storage!(10, 64));
    let found = alpha_beta.search(&Request::new(&START).depth(10)).unwrap();
    assert_eq!((found.value, found.proven), (Value::ZERO, true));
}

#[test]
fn alpha_beta_finds_the_examples_minimax_value() {
    let mut random = Random::new(4);
    for plies in (0..9).cycle().take(60) {
        let marks = playout(&NoughtsAndCrosses, &START, plies, &mut random);
        let value = naive::minimax(&NoughtsAndCrosses, &Open, &marks, 4);
        let mut alpha_beta =
            AlphaBeta::new(NoughtsAndCrosses, Open, Policy::new(Order::Static), storage!(10, 64));
        assert_eq!(run(&mut alpha_beta, &marks, Limits::depth(4)).value, value, "{plies} plies");
    }
}

#[test]
fn both_searches_of_the_example_complete_three_in_a_row() {
    let marks = Marks { mover: 0o003, opponent: 0o030 };
    let mut alpha_beta =
        AlphaBeta::new(NoughtsAndCrosses, Open, Policy::new(Order::Static), storage!(10, 64));
    let found = alpha_beta.search(&Request::new(&marks).depth(2)).unwrap();
    assert_eq!((found.best_move, found.value), (Some(2), Value::decided(Outcome::WIN)));
    let mut best_first = Rbfms::new(NoughtsAndCrosses, Open, Expansion::Full, storage!(10, 64));
    assert_eq!(best_first.search(&Request::new(&marks).depth(2)).unwrap().best_move, Some(2));
}

#[test]
fn a_full_board_without_three_in_a_row_is_a_draw_whatever_lines_are_open() {
    // X O X / X O O / O X X
    let full = Marks { mover: 0o162, opponent: 0o615 };
    assert_eq!((full.mover | full.opponent, full.mover & full.opponent), (0o777, 0));
    assert!(NoughtsAndCrosses.is_over(&full));
    let outcome = NoughtsAndCrosses.outcome(&full);
    assert_eq!(outcome, Some(Outcome::DRAW));
    assert_eq!(static_value(&NoughtsAndCrosses, &Open, &full), Value::ZERO);
}
