//! Runs the example of a complete game.

#[expect(dead_code, reason = "its main only prints")]
#[path = "../../examples/connect_four_solver/main.rs"]
mod connect_four_solver;
pub(crate) use connect_four_solver::connect_four;

use crate::support::naive;
use crate::support::outcome::run;
use crate::support::playout::playout;
use crate::support::random::Random;
use connect_four::{ConnectFour, Discs, Middle};
use plyscope_core::search::table::Slot;
use plyscope_core::{
    AlphaBeta, Expansion, Game as _, Limits, Order, Outcome, Rbfms, Request, Search as _, Value,
    static_value, storage,
};

/// The position after these columns.
fn after(columns: &[u8]) -> Discs {
    columns
        .iter()
        .fold(Discs { mover: 0, all: 0 }, |discs, &column| ConnectFour.play(&discs, column))
}

#[test]
fn both_searches_of_the_example_complete_four_in_a_row_and_stop_the_opponents() {
    // Both sides have three in a column; the side to move wins.
    let race = after(&[0, 1, 0, 1, 0, 1]);
    // The first player has three in a column; the second must block.
    let threat = after(&[0, 1, 0, 1, 0]);
    for (position, wins) in [(race, true), (threat, false)] {
        let mut alpha_beta = AlphaBeta::new(ConnectFour, Middle, Order::Static, storage!(8, 64));
        let found = alpha_beta.search(&Request::new(&position).depth(2)).unwrap();
        assert_eq!((found.best_move, found.value == Value::decided(Outcome::WIN)), (Some(0), wins));
        assert!(found.value > Value::decided(Outcome::LOSS));
        let mut best_first = Rbfms::new(ConnectFour, Middle, Expansion::Full, storage!(8, 64));
        let found = best_first.search(&Request::new(&position).depth(2)).unwrap();
        assert_eq!(found.best_move, Some(0));
    }
}

#[test]
fn alpha_beta_finds_the_examples_minimax_value() {
    let mut random = Random::new(4);
    for plies in 0..40 {
        let discs = playout(&ConnectFour, &after(&[]), plies, &mut random);
        let value = naive::minimax(&ConnectFour, &Middle, &discs, 4);
        let mut alpha_beta = AlphaBeta::new(ConnectFour, Middle, Order::Static, storage!(8, 64));
        assert_eq!(run(&mut alpha_beta, &discs, Limits::depth(4)).value, value, "{plies} plies");
    }
}

#[test]
fn a_full_board_without_four_in_a_row_is_a_draw_whoever_holds_the_middle() {
    let mut random = Random::new(1);
    let is_uneven = |discs: &Discs| {
        let middle = |discs: u64| (discs >> 21 & 0x3f).count_ones();
        middle(discs.mover) != middle(discs.all ^ discs.mover)
    };
    let drawn = (0..100_000)
        .map(|_| playout(&ConnectFour, &after(&[]), 42, &mut random))
        .filter(|discs| discs.all.count_ones() == 42 && ConnectFour.moves(discs) == 0)
        .find(is_uneven)
        .expect("there are such games");
    assert_eq!(static_value(&ConnectFour, &Middle, &drawn).get(), 0);
}

#[test]
fn the_solver_of_the_examples_knows_who_wins() {
    let mut random = Random::new(8);
    let (mut results, mut solved) = ([0; 3], 0);
    for plies in (28..42).cycle().take(1500) {
        let discs = playout(&ConnectFour, &after(&[]), plies, &mut random);
        if ConnectFour.is_over(&discs) {
            continue;
        }
        let value = naive::minimax(&ConnectFour, &Middle, &discs, 42).get().signum();
        for count in [0, 2, 1 << 10] {
            let slots: Vec<Slot> = (0..count).map(|_| Slot::new()).collect();
            let same =
                connect_four_solver::connect_four::Discs { mover: discs.mover, all: discs.all };
            assert_eq!(connect_four_solver::solve(&same, &slots).0, value, "{count} slots");
        }
        results[(value + 1) as usize] += 1;
        solved += 1;
    }
    assert!(solved > 70 && results.iter().all(|&count| count > 0), "{results:?}");
}
