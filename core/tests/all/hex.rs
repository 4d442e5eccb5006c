//! Hex against naive rules on a grid, its theorems, and its evaluation against shortest paths on lists of cells.

use std::collections::HashMap;

use plyscope_core::hex::{Hex, ShortestConnection, Stones};
use plyscope_core::{
    AlphaBeta, Evaluator as _, Game, Order, Outcome, Policy, Request, Search as _, Value, perft,
    storage,
};

use crate::support::naive_board::{self, At, Grid, NaiveRules};
use crate::support::playout::{playout, random_game};
use crate::support::random::Random;

const GAME: Hex<7> = Hex;

/// Neighbours in rotation: each touches the next.
const AROUND: [At; 6] = [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)];

fn beside((column, row): At, direction: usize) -> At {
    let (right, down) = AROUND[direction % 6];
    (column + right, row + down)
}

struct Rules;

/// Whether `at` is on a side's first or second edge: the first side's are top and bottom.
fn is_on(grid: &Grid, side: usize, edge: usize, (column, row): At) -> bool {
    let (columns, rows) = grid.size();
    match (side, edge) {
        (0, 0) => row == 0,
        (0, _) => row == rows - 1,
        (_, 0) => column == 0,
        _ => column == columns - 1,
    }
}

impl Rules {
    fn connects(grid: &Grid, side: usize) -> bool {
        let mut left: Vec<At> =
            grid.of(side).into_iter().filter(|&at| is_on(grid, side, 0, at)).collect();
        let mut met = left.clone();
        while let Some(at) = left.pop() {
            if is_on(grid, side, 1, at) {
                return true;
            }
            for direction in 0..6 {
                let next = beside(at, direction);
                if grid.get(next) == Some(Some(side)) && !met.contains(&next) {
                    met.push(next);
                    left.push(next);
                }
            }
        }
        false
    }
}

impl NaiveRules for Rules {
    type Move = At;

    fn moves(grid: &Grid, side: usize) -> Vec<At> {
        if Self::has_lost(grid, side) {
            return Vec::new();
        }
        grid.squares().filter(|&at| grid.get(at) == Some(None)).collect()
    }

    fn play(grid: &mut Grid, side: usize, at: At) {
        grid.set(at, Some(side));
    }

    fn has_lost(grid: &Grid, side: usize) -> bool {
        Self::connects(grid, 1 - side)
    }
}

fn grid<const SIZE: usize>(stones: &Stones) -> Grid {
    let mut grid = Grid::new(SIZE, SIZE);
    for (column, row) in grid.squares() {
        let sides = [stones.first, stones.second];
        grid.set((column, row), sides.iter().position(|side| side >> (8 * row + column) & 1 == 1));
    }
    grid
}

fn at(cell: u8) -> At {
    (i32::from(cell % 8), i32::from(cell / 8))
}

fn compare<const SIZE: usize>(games: u32) {
    let won = naive_board::play_both::<_, Rules>(
        &Hex::<SIZE>,
        (&Stones::START, &Grid::new(SIZE, SIZE)),
        grid::<SIZE>,
        at,
        (games, 1),
    );
    assert!(SIZE == 1 || won.iter().all(|&won| won > games / 5), "{won:?}");
}

#[test]
fn random_games_are_those_of_the_naive_rules_on_every_board() {
    compare::<1>(2);
    compare::<2>(50);
    compare::<3>(100);
    compare::<4>(100);
    compare::<5>(100);
    compare::<6>(100);
    compare::<7>(100);
}

#[test]
fn perft_is_known_as_long_as_nobody_can_be_connected() {
    // 49 cells, then 48, and so on; on 3 x 3 cells games end, so the naive rules count them.
    for (depth, leaves) in [(1, 49), (2, 49 * 48), (3, 49 * 48 * 47), (4, 49 * 48 * 47 * 46)] {
        assert_eq!(perft(&GAME, &Stones::START, depth), leaves);
    }
    for depth in 1..=9 {
        let naive = naive_board::perft::<Rules>(&Grid::new(3, 3), 0, depth);
        assert_eq!(perft(&Hex::<3>, &Stones::START, depth), naive, "depth {depth}");
    }
}

#[test]
fn a_full_board_has_exactly_one_winner() {
    let mut random = Random::new(3);
    for _ in 0..2000 {
        let mut full = Grid::new(7, 7);
        let mut stones = Stones::START;
        for (column, row) in full.squares() {
            let side = random.below(2) as usize;
            full.set((column, row), Some(side));
            let cell = 1 << (8 * row + column);
            if side == 0 { stones.first |= cell } else { stones.second |= cell }
        }
        assert_ne!(Rules::connects(&full, 0), Rules::connects(&full, 1));
        // 49 stones: the second side would move.
        let first_won = Rules::connects(&full, 0);
        let outcome = if first_won { Outcome::LOSS } else { Outcome::WIN };
        assert_eq!(GAME.outcome(&stones), Some(outcome));
        assert!(GAME.is_over(&stones));
    }
}

#[test]
fn the_first_player_wins_on_small_boards_and_by_the_openings_that_exhaustion_finds() {
    fn winning<const SIZE: usize>() -> Vec<At> {
        let game = Hex::<SIZE>;
        let policy = Policy::new(Order::Static);
        let mut search =
            AlphaBeta::new(game, ShortestConnection::<SIZE>, policy, storage!(40, 2048));
        let cells = crate::support::playout::children(&game, &Stones::START);
        let wins = cells.into_iter().filter(|(_, child)| {
            let report = search.search(&Request::new(child).depth(36)).unwrap();
            assert!(report.proven);
            report.value == Value::decided(Outcome::LOSS)
        });
        wins.map(|(cell, _)| at(cell)).collect()
    }
    let mut known = HashMap::new();
    let naive: Vec<At> = Grid::new(3, 3)
        .squares()
        .filter(|&at| {
            let mut grid = Grid::new(3, 3);
            Rules::play(&mut grid, 0, at);
            !naive_board::wins::<Rules>(&grid, 1, &mut known)
        })
        .collect();
    assert_eq!(winning::<3>(), naive);
    assert_eq!(winning::<2>(), [(1, 0), (0, 1)], "the short diagonal");
    assert_eq!(naive.len(), 5);
    // On 4 x 4 cells, the short diagonal only.
    assert_eq!(winning::<4>(), [(3, 0), (2, 1), (1, 2), (0, 3)]);
}

/// The evaluation's distances by lists: the cells, with stones to place, of one side from one edge.
fn distances(grid: &Grid, side: usize, edge: usize) -> HashMap<At, u32> {
    let empty = |at: At| grid.get(at) == Some(None);
    let is_linked_to_edge = |at: At, edge: usize| {
        let second = (0..6).any(|turn| {
            let pair = [beside(at, turn), beside(at, turn + 1)];
            pair.iter().all(|&cell| empty(cell) && is_on(grid, side, edge, cell))
        });
        is_on(grid, side, edge, at) || second
    };
    let linked = |one: At, other: At| {
        (0..6).any(|turn| {
            let (left, right) = (beside(one, turn), beside(one, turn + 1));
            let (right_aside, down_aside) = (left.0 + right.0 - one.0, left.1 + right.1 - one.1);
            beside(one, turn) == other
                || empty(left) && empty(right) && other == (right_aside, down_aside)
        })
    };
    let cost = |at: At| match grid.get(at) {
        Some(None) => Some(1),
        Some(Some(owner)) if owner == side => Some(0),
        _ => None,
    };
    let cells: Vec<At> = grid.squares().filter(|&at| cost(at).is_some()).collect();
    let mut found: HashMap<At, u32> = HashMap::new();
    // Repeated until nothing changes: Bellman's way.
    loop {
        let mut changed = false;
        for &cell in &cells {
            let from_edge = is_linked_to_edge(cell, edge).then_some(0);
            let others = cells.iter().filter(|&&other| linked(cell, other));
            let near = others.filter_map(|other| found.get(other).copied()).min();
            let Some(before) = from_edge.into_iter().chain(near).min() else { continue };
            let distance = before + cost(cell).unwrap();
            if found.get(&cell).is_none_or(|&known| distance < known) {
                found.insert(cell, distance);
                changed = true;
            }
        }
        if !changed {
            return found;
        }
    }
}

fn connection(grid: &Grid, side: usize) -> i32 {
    let (near, far) = (distances(grid, side, 0), distances(grid, side, 1));
    let cost = |at: &At| u32::from(grid.get(*at) == Some(None));
    let both = near.iter().filter_map(|(at, near)| Some((at, near + far.get(at)? - cost(at))));
    let both: Vec<(&At, u32)> = both.collect();
    let shortest = both.iter().map(|&(_, sum)| sum).min().unwrap_or(8).min(8);
    let ways = both.iter().filter(|&&(at, sum)| sum == shortest && cost(at) == 1).count();
    (if shortest < 8 { ways as i32 } else { 0 }) - 16 * shortest as i32
}

#[test]
fn the_evaluation_counts_stones_to_place_and_ways_to_do_it() {
    let mut random = Random::new(4);
    for _ in 0..40 {
        let plies = random.below(40);
        let stones = playout(&GAME, &Stones::START, plies, &mut random);
        if GAME.is_over(&stones) {
            continue;
        }
        let grid = grid::<7>(&stones);
        let side = usize::from(stones.second_moves());
        let value = connection(&grid, side) - connection(&grid, 1 - side) + 12;
        let found = |stones: &Stones| ShortestConnection::<7>.evaluate(stones, &()).get();
        assert_eq!(found(&stones), value, "{stones:?}");
        assert_eq!(found(&Hex::<7>::turned(stones)), value);
        assert_eq!(Hex::<7>::turned(Hex::<7>::turned(stones)), stones);
    }
}

#[test]
fn turned_positions_have_the_same_games() {
    let mut random = Random::new(5);
    for stones in random_game(&Hex::<4>, &Stones::START, 16, &mut random) {
        assert_eq!(perft(&Hex::<4>, &Hex::<4>::turned(stones), 3), perft(&Hex::<4>, &stones, 3));
    }
}
