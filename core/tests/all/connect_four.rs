//! Connect Four: rules, keys and evaluation against naive versions on a board of rows and columns, and the solver example.

#[expect(dead_code, reason = "its main only prints")]
#[path = "../../examples/connect_four_solver/main.rs"]
mod connect_four_solver;

use std::collections::HashMap;

use plyscope_core::connect_four::{COLUMNS, ConnectFour, Discs, OpenLines, ROWS};
use plyscope_core::search::table::Slot;
use plyscope_core::{
    AlphaBeta, Evaluator as _, Expansion, Game, Limits, Order, Outcome, Policy, Rbfms, Request,
    Search as _, Value, perft, static_value, storage,
};

use crate::support::naive;
use crate::support::outcome::run;
use crate::support::playout::{children, playout, random_game};
use crate::support::random::Random;

/// Leaves after 1 to 8 plies; a finished game counts as one.
const PERFT: [u64; 8] = [7, 49, 343, 2_401, 16_807, 117_649, 823_536, 5_686_266];

/// Different positions after 0 to 8 plies (OEIS A212693).
const POSITIONS: [usize; 9] = [1, 7, 49, 238, 1_120, 4_263, 16_422, 54_859, 184_275];

/// The disc on each square: `Some(true)` is the mover's.
fn squares(discs: &Discs) -> Vec<Vec<Option<bool>>> {
    let square = |column: u8, row: u8| {
        let bit = 7 * column + row;
        (discs.all >> bit & 1 == 1).then_some(discs.mover >> bit & 1 == 1)
    };
    (0..COLUMNS).map(|column| (0..ROWS).map(|row| square(column, row)).collect()).collect()
}

/// All 69 lines of four squares.
fn lines() -> Vec<[(usize, usize); 4]> {
    let mut all = Vec::new();
    for (across, up) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
        for column in 0..7i32 {
            for row in 0..6i32 {
                let line = [0, 1, 2, 3].map(|i| (column + i * across, row + i * up));
                if line.iter().all(|&(c, r)| (0..7).contains(&c) && (0..6).contains(&r)) {
                    all.push(line.map(|(c, r)| (c as usize, r as usize)));
                }
            }
        }
    }
    all
}

#[test]
fn perft_1_to_8_equals_the_published_numbers() {
    for (depth, leaves) in (1..).zip(PERFT) {
        assert_eq!(perft(&ConnectFour, &Discs::START, depth), leaves, "depth {depth}");
    }
}

#[test]
fn there_are_as_many_positions_as_published_with_keys_and_mirror_images_of_their_own() {
    let mut positions = vec![Discs::START];
    let mut keys = HashMap::new();
    for (plies, count) in POSITIONS.into_iter().enumerate() {
        assert_eq!(positions.len(), count, "{plies} plies");
        for discs in &positions {
            let key = ConnectFour.key(discs).unwrap();
            assert_eq!(keys.insert(key, *discs), None, "two positions with one key");
        }
        let mut next: HashMap<(u64, u64), Discs> = HashMap::new();
        for discs in &positions {
            for (column, child) in children(&ConnectFour, discs) {
                let image = ConnectFour.play(&discs.mirrored(), 6 - column);
                assert_eq!(image, child.mirrored());
                next.insert((child.mover, child.all), child);
            }
        }
        positions = next.into_values().collect();
    }
}

#[test]
fn moves_outcomes_and_values_are_those_of_a_naive_board() {
    let lines = lines();
    assert_eq!(lines.len(), 69);
    let mut random = Random::new(5);
    let (mut won, mut drawn) = (0, 0);
    for _ in 0..3000 {
        for discs in random_game(&ConnectFour, &Discs::START, 42, &mut random) {
            let board = squares(&discs);
            let count = |line: &[(usize, usize); 4], side: bool| {
                line.iter().filter(|&&(c, r)| board[c][r] == Some(side)).count()
            };
            let lost = lines.iter().any(|line| count(line, false) == 4);
            let full = board.iter().flatten().all(Option::is_some);
            let outcome = match (lost, full) {
                (true, _) => Some(Outcome::LOSS),
                (false, full) => full.then_some(Outcome::DRAW),
            };
            assert_eq!(ConnectFour.outcome(&discs), outcome, "{discs:?}");
            won += u32::from(lost);
            drawn += u32::from(outcome == Some(Outcome::DRAW));
            let free = |column: u8| outcome.is_none() && board[usize::from(column)][5].is_none();
            let legal: Vec<u8> = (0..COLUMNS).filter(|&column| free(column)).collect();
            let moves = children(&ConnectFour, &discs);
            assert!(moves.iter().map(|(column, _)| *column).eq(legal.iter().copied()));
            assert_eq!(ConnectFour.count_moves(&discs), legal.len() as u64);
            for column in 0..=u8::MAX {
                assert_eq!(ConnectFour.is_legal(&discs, column), legal.contains(&column));
            }
            for (column, child) in moves {
                assert_eq!(ConnectFour.play(&discs, column), child);
            }
            if outcome.is_none() {
                let weight = |line: &[(usize, usize); 4], own: bool| match count(line, !own) {
                    0 => [0, 1, 4, 16][count(line, own)],
                    _ => 0,
                };
                let value: i32 =
                    lines.iter().map(|line| weight(line, true) - weight(line, false)).sum();
                assert_eq!(OpenLines.evaluate(&discs, &()).get(), value, "{discs:?}");
                let exchanged = Discs { mover: discs.opponent(), all: discs.all };
                assert_eq!(OpenLines.evaluate(&exchanged, &()).get(), -value);
                assert_eq!(OpenLines.evaluate(&discs.mirrored(), &()).get(), value);
            }
        }
    }
    assert!(won > 1000 && drawn > 0, "{won} won, {drawn} drawn");
}

#[test]
fn lines_are_read_and_an_illegal_move_is_named() {
    assert_eq!(Discs::after("").unwrap(), Discs::START);
    let discs = Discs::after("44").unwrap();
    assert_eq!((discs.mover, discs.all), (1 << 21, 3 << 21));
    for (line, number) in [("8", 1), ("0", 1), ("4x", 2), ("4444444", 7), ("12121211", 8)] {
        let error = Discs::after(line).unwrap_err();
        assert_eq!(error.number, number, "{line}");
        assert!(error.to_string().contains(&format!("move {number} ")));
    }
    assert!(Discs::after("121212").unwrap().wins_at_once());
    assert!(!Discs::after("12121").unwrap().wins_at_once());
}

#[test]
fn both_searches_complete_four_in_a_row_and_stop_the_opponents() {
    // Both sides have three in a column; the side to move wins.
    let race = Discs::after("121212").unwrap();
    // The first player has three in a column; the second must block.
    let threat = Discs::after("12121").unwrap();
    for (position, wins) in [(race, true), (threat, false)] {
        let mut alpha_beta =
            AlphaBeta::new(ConnectFour, OpenLines, Policy::new(Order::Static), storage!(8, 64));
        let found = alpha_beta.search(&Request::new(&position).depth(2)).unwrap();
        assert_eq!((found.best_move, found.value == Value::decided(Outcome::WIN)), (Some(0), wins));
        assert!(found.value > Value::decided(Outcome::LOSS));
        let mut best_first = Rbfms::new(ConnectFour, OpenLines, Expansion::Full, storage!(8, 64));
        let found = best_first.search(&Request::new(&position).depth(2)).unwrap();
        assert_eq!(found.best_move, Some(0));
    }
}

#[test]
fn alpha_beta_finds_the_minimax_value() {
    let mut random = Random::new(4);
    for plies in 0..40 {
        let discs = playout(&ConnectFour, &Discs::START, plies, &mut random);
        let value = naive::minimax(&ConnectFour, &OpenLines, &discs, 4);
        let mut alpha_beta =
            AlphaBeta::new(ConnectFour, OpenLines, Policy::new(Order::Static), storage!(8, 64));
        assert_eq!(run(&mut alpha_beta, &discs, Limits::depth(4)).value, value, "{plies} plies");
    }
}

#[test]
fn a_full_board_without_four_in_a_row_is_worth_nothing() {
    let mut random = Random::new(1);
    let drawn = (0..100_000)
        .map(|_| playout(&ConnectFour, &Discs::START, 42, &mut random))
        .find(|discs| ConnectFour.outcome(discs) == Some(Outcome::DRAW))
        .expect("there are such games");
    assert_eq!(static_value(&ConnectFour, &OpenLines, &drawn), Value::ZERO);
}

#[test]
fn the_solver_of_the_examples_knows_who_wins() {
    let mut random = Random::new(8);
    let (mut results, mut solved) = ([0; 3], 0);
    for plies in (28..42).cycle().take(1500) {
        let discs = playout(&ConnectFour, &Discs::START, plies, &mut random);
        if ConnectFour.is_over(&discs) {
            continue;
        }
        let value = naive::minimax(&ConnectFour, &OpenLines, &discs, 42).get().signum();
        for count in [0, 2, 1 << 10] {
            let slots: Vec<Slot> = (0..count).map(|_| Slot::new()).collect();
            assert_eq!(connect_four_solver::solve(&discs, &slots).0, value, "{count} slots");
        }
        results[(value + 1) as usize] += 1;
        solved += 1;
    }
    assert!(solved > 70 && results.iter().all(|&count| count > 0), "{results:?}");
}
