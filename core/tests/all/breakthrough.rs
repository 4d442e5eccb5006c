//! Breakthrough against naive rules on a grid.

use std::collections::HashMap;

use plyscope_core::breakthrough::{Advance, Breakthrough, Pieces};
use plyscope_core::steps::Step;
use plyscope_core::{
    AlphaBeta, Evaluator as _, Game, Order, Outcome, Policy, Request, Search as _, Value, perft,
    storage,
};

use crate::support::naive_board::{self, At, Grid, NaiveRules};
use crate::support::playout::random_game;
use crate::support::random::Random;

type Board = Breakthrough<6, 6>;
const GAME: Board = Breakthrough;

/// Leaves after 1 to 5 plies on 6 x 6 squares, computed by a program in Python that shares nothing with these, on a set of squares.
const PERFT: [u64; 5] = [16, 256, 4_308, 71_478, 1_248_290];
/// The same after 1 to 4 plies on 8 x 8 squares.
const PERFT_8: [u64; 4] = [22, 484, 11_132, 256_036];

struct Rules;

impl NaiveRules for Rules {
    type Move = (At, At);

    fn moves(grid: &Grid, side: usize) -> Vec<(At, At)> {
        if Self::has_lost(grid, side) {
            return Vec::new();
        }
        let ahead = if side == 0 { 1 } else { -1 };
        let mut moves = Vec::new();
        for (column, row) in grid.of(side) {
            for aside in [-1, 0, 1] {
                let to = (column + aside, row + ahead);
                match grid.get(to) {
                    Some(None) => moves.push(((column, row), to)),
                    Some(Some(other)) if other != side && aside != 0 => {
                        moves.push(((column, row), to));
                    }
                    _ => {}
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
        let home = if side == 0 { 0 } else { grid.size().1 - 1 };
        grid.of(side).is_empty() || grid.of(1 - side).iter().any(|&(_, row)| row == home)
    }
}

fn start(columns: usize, rows: usize) -> Grid {
    let mut grid = Grid::new(columns, rows);
    for at in grid.squares() {
        if at.1 < 2 || at.1 >= rows as i32 - 2 {
            grid.set(at, Some(usize::from(at.1 >= 2)));
        }
    }
    grid
}

fn grid<const COLUMNS: usize, const ROWS: usize>(pieces: &Pieces) -> Grid {
    let mut grid = Grid::new(COLUMNS, ROWS);
    for (column, row) in grid.squares() {
        let square = COLUMNS as i32 * row + column;
        let sides = [pieces.white, pieces.black];
        grid.set((column, row), sides.iter().position(|side| side >> square & 1 == 1));
    }
    grid
}

fn squares<const COLUMNS: usize>(step: Step) -> (At, At) {
    let at = |square: u8| (i32::from(square) % COLUMNS as i32, i32::from(square) / COLUMNS as i32);
    (at(step.from), at(step.to))
}

fn compare<const COLUMNS: usize, const ROWS: usize>(games: u32) {
    let won = naive_board::play_both::<_, Rules>(
        &Breakthrough::<COLUMNS, ROWS>,
        (&Breakthrough::<COLUMNS, ROWS>::START, &start(COLUMNS, ROWS)),
        grid::<COLUMNS, ROWS>,
        squares::<COLUMNS>,
        (games, 1),
    );
    assert!(won.iter().all(|&won| won > games / 4), "{won:?}");
}

#[test]
fn random_games_are_those_of_the_naive_rules_on_every_board() {
    compare::<6, 6>(300);
    compare::<8, 8>(100);
    compare::<2, 4>(100);
    compare::<5, 6>(100);
    compare::<3, 7>(100);
    compare::<16, 4>(50);
}

#[test]
fn perft_is_that_of_the_naive_rules() {
    for (depth, leaves) in (1..).zip(PERFT) {
        assert_eq!(perft(&GAME, &Board::START, depth), leaves, "depth {depth}");
    }
    for (depth, leaves) in (1..).zip(PERFT_8) {
        assert_eq!(perft(&Breakthrough::<8, 8>, &Breakthrough::<8, 8>::START, depth), leaves);
    }
    for depth in 1..5 {
        assert_eq!(naive_board::perft::<Rules>(&start(6, 6), 0, depth), PERFT[depth as usize - 1]);
    }
}

#[test]
fn small_boards_have_the_winners_that_exhaustion_finds() {
    fn first_wins<const COLUMNS: usize, const ROWS: usize>() -> bool {
        let mut search = AlphaBeta::new(
            Breakthrough::<COLUMNS, ROWS>,
            Advance::<COLUMNS, ROWS>,
            Policy::new(Order::Static),
            storage!(64, 2048),
        );
        let start = Breakthrough::<COLUMNS, ROWS>::START;
        let report = search.search(&Request::new(&start).depth(60)).unwrap();
        assert!(report.proven);
        let naive = naive_board::wins::<Rules>(&self::start(COLUMNS, ROWS), 0, &mut HashMap::new());
        assert_eq!(report.value == Value::decided(Outcome::WIN), naive, "{COLUMNS} x {ROWS}");
        naive
    }
    let found = [
        first_wins::<2, 4>(),
        first_wins::<3, 4>(),
        first_wins::<2, 5>(),
        first_wins::<3, 5>(),
        first_wins::<2, 6>(),
        first_wins::<4, 4>(),
    ];
    assert_eq!(found, [false, false, false, false, true, false]);
}

#[test]
fn reaching_the_far_row_and_capturing_all_end_the_game() {
    let one = |column: u32, row: u32| 1u64 << (6 * row + column);
    // White reaches the last row, straight or by a capture.
    let before = Pieces { white: one(2, 4), black: one(3, 5) | one(0, 3), black_moves: false };
    for (to, over) in [(one(2, 5), true), (one(3, 5), true), (one(1, 5), true)] {
        let step = Step { from: 26, to: to.trailing_zeros() as u8 };
        assert!(GAME.is_legal(&before, step));
        assert_eq!(GAME.outcome(&GAME.play(&before, step)), over.then_some(Outcome::LOSS));
    }
    // The last piece is captured in the middle of the board.
    let before = Pieces { white: one(2, 2), black: one(3, 3), black_moves: true };
    let after = GAME.play(&before, Step { from: 21, to: 14 });
    assert_eq!((after.white, GAME.outcome(&after)), (0, Some(Outcome::LOSS)));
    // A piece straight ahead cannot be captured.
    let blocked = Pieces { white: one(2, 2), black: one(2, 3), black_moves: false };
    assert!(!GAME.is_legal(&blocked, Step { from: 14, to: 20 }));
    assert_eq!(GAME.count_moves(&blocked), 2);
}

#[test]
fn the_evaluation_counts_pieces_squares_of_rows_and_the_move() {
    let mut random = Random::new(2);
    for _ in 0..100 {
        for pieces in random_game(&GAME, &Board::START, 100, &mut random) {
            let grid = grid::<6, 6>(&pieces);
            let of = |side: usize| {
                let rows = |&(_, row): &At| if side == 0 { row } else { 5 - row };
                grid.of(side).iter().map(|at| 8 + rows(at).pow(2)).sum::<i32>()
            };
            let side = usize::from(pieces.black_moves);
            let value = of(side) - of(1 - side) + 8;
            assert_eq!(Advance::<6, 6>.evaluate(&pieces, &()).get(), value);
            let mirrored = Board::mirrored(&pieces);
            assert_eq!(Advance::<6, 6>.evaluate(&mirrored, &()).get(), value);
            assert_eq!(Board::mirrored(&mirrored), pieces);
            assert_eq!(perft(&GAME, &mirrored, 2), perft(&GAME, &pieces, 2));
        }
    }
}
