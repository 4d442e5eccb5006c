//! Positions of self-play games, searched to every depth.

use plyscope_core::othello::endgame::{Endgame, Guided};
use plyscope_core::othello::{Board, Move, Othello};
use plyscope_core::search::alpha_beta::{NullWindows, Policy};
use plyscope_core::search::table::{Slot, TranspositionTable};
use plyscope_core::{
    AlphaBeta, DepthFirst, Evaluator, FirstLine, Game as _, Order, Request, static_value, storage,
};
use plyscope_players::domain::OthelloEvaluation;
use plyscope_run::interrupt::{self, Interrupted};
use plyscope_run::seed::hash;
use serde::{Deserialize, Serialize};

/// The positions, and how they are searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Sampling {
    /// Number of positions, each from a game of its own.
    pub positions: u64,
    /// Depth of the deepest search.
    pub depth: u32,
    /// The seed of all random choices.
    pub seed: u64,
    /// The most empty squares of a position, if all are solved: for searches to the end of the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solved: Option<u32>,
}

/// The fewest empty squares of positions that are solved.
pub const FEWEST_SOLVED: u32 = 11;
/// The most empty squares of positions that may be solved.
pub const MOST_SOLVED: u32 = 24;

/// A position's number of discs and its values for the side to move, by depth from 0 on. Values end before the first that
/// is decided, or that no line's horizon affects: these say nothing about the evaluation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DepthValues {
    /// Number of discs.
    pub discs: u32,
    /// Values by depth.
    pub values: Vec<i32>,
    /// The final score under best play in hundredths of a disc, if the position was solved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<i32>,
}

impl DepthValues {
    /// Values of a game that has no phases: all have the same number of discs.
    pub const fn without_phases(values: Vec<i32>) -> Self {
        Self { discs: 32, values, score: None }
    }
}

/// Numbers of discs of the positions: all are equally likely.
const FEWEST_DISCS: u32 = 10;
const MOST_DISCS: u32 = 60;

/// A game begins with this many random moves, or up to seven more.
const RANDOM_PLIES: u64 = 4;
/// Then one move in this many is random.
const RANDOM_EVERY: u64 = 8;
/// The others are found by a search to this depth.
const DEPTH: u32 = 3;

/// Searches with enough depth and children for every game.
const PLIES: usize = 64;
const CHILDREN: usize = 1024;

/// Slots of the table: more than the deepest searches need.
const SLOTS: usize = 1 << 18;

/// The position of this number, with its values. It depends on the seed and the number alone.
///
/// # Errors
/// [`Interrupted`].
pub fn sample(
    evaluation: &OthelloEvaluation,
    sampling: &Sampling,
    number: u64,
) -> Result<DepthValues, Interrupted> {
    match evaluation.patterns() {
        Some(patterns) => sample_by(patterns, sampling, number),
        None => sample_by(*evaluation, sampling, number),
    }
}

fn sample_by<E: Evaluator<Board> + Copy>(
    evaluation: E,
    sampling: &Sampling,
    number: u64,
) -> Result<DepthValues, Interrupted> {
    let seed = hash(sampling.seed, number);
    let (fewest, most) = match sampling.solved {
        None => (FEWEST_DISCS, MOST_DISCS),
        Some(empties) => (64 - empties, 64 - FEWEST_SOLVED),
    };
    let span = u64::from(most - fewest) + 1;
    let discs = fewest + (hash(seed, 0) % span) as u32;
    let board = find_by(evaluation, discs, seed, &|_| true)?;
    let score = sampling.solved.map(|_| solve(evaluation, &board)).transpose()?;
    Ok(DepthValues { discs, values: values(evaluation, &board, sampling.depth), score })
}

/// The final score under best play, in hundredths of a disc.
fn solve<E: Evaluator<Board> + Copy>(evaluation: E, board: &Board) -> Result<i32, Interrupted> {
    let slots: Vec<Slot> = (0..SLOTS).map(|_| Slot::new()).collect();
    let table = TranspositionTable::new(&slots);
    // The evaluation orders moves; the score does not depend on it.
    let mut solver: Box<Endgame<'_, _>> = Box::new(Endgame::with_guide(table, Guided(evaluation)));
    match interrupt::search(solver.as_mut(), &Request::new(board)) {
        Ok(report) if report.proven => Ok(100 * report.value.get()),
        // Its frames suffice for any position.
        _ => Err(Interrupted),
    }
}

/// A wanted position with this many discs, from the first game that has one. It depends on the seed alone.
///
/// # Errors
/// [`Interrupted`]: after an interrupt no game would have one.
pub fn find(
    evaluation: &OthelloEvaluation,
    discs: u32,
    seed: u64,
    is_wanted: &dyn Fn(&Board) -> bool,
) -> Result<Board, Interrupted> {
    match evaluation.patterns() {
        Some(patterns) => find_by(patterns, discs, seed, is_wanted),
        None => find_by(*evaluation, discs, seed, is_wanted),
    }
}

fn find_by<E: Evaluator<Board> + Copy>(
    evaluation: E,
    discs: u32,
    seed: u64,
    is_wanted: &dyn Fn(&Board) -> bool,
) -> Result<Board, Interrupted> {
    let mut game = 0;
    loop {
        interrupt::check()?;
        game += 1;
        // Some games end earlier; others have no such position before a pass.
        if let Some(board) =
            position(evaluation, discs, hash(seed, game)).filter(|board| is_wanted(board))
        {
            return Ok(board);
        }
    }
}

/// The first position of a game with this many discs; `None` if there is none, or if its mover must pass.
fn position<E: Evaluator<Board> + Copy>(evaluation: E, discs: u32, seed: u64) -> Option<Board> {
    let mut search =
        AlphaBeta::new(Othello, evaluation, Policy::new(Order::Static), storage!(4, 256));
    let random_plies = RANDOM_PLIES + hash(seed, 0) % 8;
    let mut board = Board::START;
    for ply in 1.. {
        if 64 - board.empties().count_ones() >= discs {
            break;
        }
        let random = hash(seed, ply);
        let mv = if ply <= random_plies || random.is_multiple_of(RANDOM_EVERY) {
            let moves: Vec<Move> = Othello.moves(&board).collect();
            let place = (random / RANDOM_EVERY).checked_rem(moves.len() as u64)?;
            moves[place as usize]
        } else {
            let request = Request::new(&board).depth(DEPTH);
            // The capacities suffice for any position.
            interrupt::search(&mut search, &request).ok()?.best_move?
        };
        board = Othello.play(&board, mv);
    }
    (!board.must_pass() && !board.is_over()).then_some(board)
}

/// The values of a position by depth, from 0 to `deepest`.
fn values<E: Evaluator<Board> + Copy>(evaluation: E, board: &Board, deepest: u32) -> Vec<i32> {
    let slots: Vec<Slot> = (0..SLOTS).map(|_| Slot::new()).collect();
    let policy = Policy::new(Order::Static)
        .remembering(TranspositionTable::new(&slots))
        .scouting(NullWindows);
    let storage = storage!(PLIES, CHILDREN);
    let mut search = Box::new(DepthFirst::new(Othello, evaluation, policy, storage));
    let mut values = vec![static_value(&Othello, &evaluation, board).get()];
    for depth in 1..=deepest {
        let first = if depth == 1 { FirstLine::None } else { FirstLine::Last };
        let request = Request::new(board).depth(depth).first_line(first);
        // The capacities suffice for any game.
        let Ok(report) = interrupt::search(search.as_mut(), &request) else { break };
        if report.proven || report.value.outcome().is_some() {
            break;
        }
        values.push(report.value.get());
    }
    values
}

#[cfg(test)]
mod tests {
    use plyscope_core::othello::{Othello, Patterns};
    use plyscope_core::{AlphaBeta, Order, Policy, Request, Search as _, storage};

    use super::{FEWEST_DISCS, MOST_DISCS, Sampling, find_by, sample_by, values};

    #[test]
    fn values_are_those_of_full_searches_until_the_game_is_decided() {
        let patterns = Patterns::SMALL;
        for discs in [20, 40, 56, 60] {
            let board = find_by(patterns, discs, 7, &|_| true).unwrap();
            assert_eq!(64 - board.empties().count_ones(), discs);
            let found = values(patterns, &board, 5);
            let mut plain =
                AlphaBeta::new(Othello, patterns, Policy::new(Order::None), storage!(8, 256));
            for depth in 0..=5 {
                let report = plain.search(&Request::new(&board).depth(depth)).unwrap();
                match found.get(depth as usize) {
                    Some(&value) => assert_eq!(report.value.get(), value, "{discs}, {depth}"),
                    // A game that is decided at a depth is decided at every greater one.
                    None => assert!(report.proven || report.value.outcome().is_some()),
                }
            }
            assert!(discs > 50 || found.len() == 6);
        }
    }

    #[test]
    fn positions_are_of_all_phases_and_depend_on_seed_and_number_alone() {
        let sampling = Sampling { positions: 0, depth: 1, seed: 3, solved: None };
        let some: Vec<_> =
            (0..200).map(|unit| sample_by(Patterns::SMALL, &sampling, unit).unwrap()).collect();
        assert_eq!(some[17], sample_by(Patterns::SMALL, &sampling, 17).unwrap());
        assert!(some.iter().all(|one| (FEWEST_DISCS..=MOST_DISCS).contains(&one.discs)));
        for from in (FEWEST_DISCS..MOST_DISCS).step_by(10) {
            let here = some.iter().filter(|one| (from..from + 10).contains(&one.discs)).count();
            assert!((20..60).contains(&here), "{here} from {from} discs");
        }
        let other = sample_by(Patterns::SMALL, &Sampling { seed: 4, ..sampling }, 17).unwrap();
        assert_ne!(some[17], other);
        assert!(some.iter().all(|one| one.score.is_none()));
    }

    #[test]
    fn solved_positions_have_few_empty_squares_and_their_scores() {
        let sampling = Sampling { positions: 0, depth: 2, seed: 3, solved: Some(12) };
        let mut found = [0; 2];
        for unit in 0..12 {
            let sample = sample_by(Patterns::SMALL, &sampling, unit).unwrap();
            found[(sample.discs - 52) as usize] += 1;
            let score = sample.score.unwrap();
            assert!(score % 200 == 0 && (-6400..=6400).contains(&score), "{sample:?}");
        }
        assert!(found.iter().all(|&found| found > 0), "{found:?}");
    }
}
