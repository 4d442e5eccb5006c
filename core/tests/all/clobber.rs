//! Clobber against naive rules on a grid, and what is known of rows of stones.

use std::collections::HashMap;

use plyscope_core::clobber::{Checkered, Clobber, MovableStones};
use plyscope_core::steps::Step;
use plyscope_core::{
    AlphaBeta, Evaluator as _, Game, Order, Outcome, Policy, Request, Search as _, Value, perft,
    storage,
};

use crate::support::naive_board::{self, At, Grid, NaiveRules};
use crate::support::playout::random_game;
use crate::support::random::Random;

type Board = Clobber<6, 5>;
const GAME: Board = Clobber;

/// Leaves after 1 to 4 plies on 6 x 5 squares, computed by a program in Python that shares nothing with these, on a set of squares.
const PERFT: [u64; 4] = [49, 2_116, 80_063, 2_630_382];

struct Rules;

impl NaiveRules for Rules {
    type Move = (At, At);

    fn moves(grid: &Grid, side: usize) -> Vec<(At, At)> {
        let mut moves = Vec::new();
        for (column, row) in grid.of(side) {
            for to in [(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)] {
                if grid.get(to) == Some(Some(1 - side)) {
                    moves.push(((column, row), to));
                }
            }
        }
        moves
    }

    fn play(grid: &mut Grid, side: usize, (from, to): (At, At)) {
        grid.set(from, None);
        grid.set(to, Some(side));
    }

    fn has_lost(grid: &Grid, side: usize) -> bool {
        Self::moves(grid, side).is_empty()
    }
}

fn start(columns: usize, rows: usize) -> Grid {
    let mut grid = Grid::new(columns, rows);
    for (column, row) in grid.squares() {
        grid.set((column, row), Some(((column + row) % 2) as usize));
    }
    grid
}

fn grid<const COLUMNS: usize, const ROWS: usize>(stones: &Checkered) -> Grid {
    let mut grid = Grid::new(COLUMNS, ROWS);
    let taken = (COLUMNS * ROWS) as u32 - stones.all().count_ones();
    for (column, row) in grid.squares() {
        let square = COLUMNS as i32 * row + column;
        let owner = [stones.mover, stones.opponent].iter().position(|side| side >> square & 1 == 1);
        grid.set((column, row), owner.map(|owner| (owner + taken as usize) % 2));
    }
    grid
}

fn squares<const COLUMNS: usize>(step: Step) -> (At, At) {
    let at = |square: u8| (i32::from(square) % COLUMNS as i32, i32::from(square) / COLUMNS as i32);
    (at(step.from), at(step.to))
}

fn compare<const COLUMNS: usize, const ROWS: usize>(games: u32) {
    let won = naive_board::play_both::<_, Rules>(
        &Clobber::<COLUMNS, ROWS>,
        (&Clobber::<COLUMNS, ROWS>::START, &start(COLUMNS, ROWS)),
        grid::<COLUMNS, ROWS>,
        squares::<COLUMNS>,
        (games, 1),
    );
    assert!(won.iter().all(|&won| won > games / 8), "{won:?}");
}

/// Whether the first player wins, by alpha-beta, after comparing with exhaustion by the naive rules.
fn first_wins<const COLUMNS: usize, const ROWS: usize>() -> bool {
    let mut search = AlphaBeta::new(
        Clobber::<COLUMNS, ROWS>,
        MovableStones::<COLUMNS, ROWS>,
        Policy::new(Order::Static),
        storage!(64, 2048),
    );
    let start = Clobber::<COLUMNS, ROWS>::START;
    let report = search.search(&Request::new(&start).depth(60)).unwrap();
    assert!(report.proven);
    let naive = naive_board::wins::<Rules>(&self::start(COLUMNS, ROWS), 0, &mut HashMap::new());
    assert_eq!(report.value == Value::decided(Outcome::WIN), naive, "{COLUMNS} x {ROWS}");
    naive
}

#[test]
fn random_games_are_those_of_the_naive_rules_on_every_board() {
    compare::<6, 5>(300);
    compare::<5, 6>(100);
    compare::<8, 7>(50);
    compare::<9, 7>(50);
    compare::<3, 3>(100);
    compare::<1, 12>(100);
    compare::<12, 1>(100);
}

#[test]
fn perft_is_that_of_the_naive_rules() {
    for (depth, leaves) in (1..).zip(PERFT) {
        assert_eq!(perft(&GAME, &Board::START, depth), leaves, "depth {depth}");
    }
    for depth in 1..4 {
        assert_eq!(naive_board::perft::<Rules>(&start(6, 5), 0, depth), PERFT[depth as usize - 1]);
    }
}

#[test]
fn of_rows_of_pairs_only_that_of_three_is_lost_to_the_first_player() {
    // Albert, Grossman, Nowakowski & Wolfe 2005, conjecture 1.
    let rows = [
        first_wins::<2, 1>(),
        first_wins::<4, 1>(),
        first_wins::<6, 1>(),
        first_wins::<8, 1>(),
        first_wins::<10, 1>(),
        first_wins::<12, 1>(),
        first_wins::<1, 14>(),
    ];
    assert_eq!(rows, [true, true, false, true, true, true, true]);
}

#[test]
fn small_boards_have_the_winners_that_exhaustion_finds() {
    let found = [
        first_wins::<2, 2>(),
        first_wins::<3, 2>(),
        first_wins::<2, 3>(),
        first_wins::<3, 3>(),
        first_wins::<4, 3>(),
        first_wins::<5, 2>(),
    ];
    assert_eq!(found, [true, false, false, true, false, true]);
}

#[test]
fn the_evaluation_counts_stones_that_can_move_and_the_move() {
    let mut random = Random::new(2);
    let mut uneven = 0;
    for _ in 0..100 {
        for stones in random_game(&GAME, &Board::START, 100, &mut random) {
            let grid = grid::<6, 5>(&stones);
            let side = (30 - stones.all().count_ones() as usize) % 2;
            let movable = |side| {
                let mut from: Vec<At> = Rules::moves(&grid, side).iter().map(|mv| mv.0).collect();
                from.sort_unstable();
                from.dedup();
                from.len() as i32
            };
            let value = 2 * (movable(side) - movable(1 - side)) + 1;
            uneven += u32::from(value != 1);
            assert_eq!(Rules::moves(&grid, 0).len(), Rules::moves(&grid, 1).len());
            for image in [stones, Board::turned(stones), Board::mirrored(stones)] {
                assert_eq!(MovableStones::<6, 5>.evaluate(&image, &()).get(), value);
                assert_eq!(perft(&GAME, &image, 2), perft(&GAME, &stones, 2));
            }
            assert_eq!(Board::turned(Board::turned(stones)), stones);
            assert_eq!(Board::mirrored(Board::mirrored(stones)), stones);
            assert_eq!(GAME.outcome(&stones) == Some(Outcome::LOSS), GAME.is_over(&stones));
        }
    }
    assert!(uneven > 500, "{uneven}");
}
