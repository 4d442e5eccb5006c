//! Self-play games with exact scores: a random opening, then alpha-beta, then perfect play to the end.

use plyscope_core::othello::{Board, Move, Othello};
use plyscope_core::{AlphaBeta, Evaluator, Game as _, Order, Outcome, Request, Value, storage};
use plyscope_players::game::{Ending, GameRecord};
use plyscope_run::interrupt;
use plyscope_run::seed::hash;

/// Parameters of self-play games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize)]
pub struct SelfPlay {
    /// Number of random moves at the beginning: this many, or up to three more.
    pub random_plies: u32,
    /// Search depth for each move after them.
    pub depth: u32,
    /// Number of empty squares from which play is perfect.
    pub solve: u32,
}

/// A position with its score: the final disc difference for the side to move, with perfect play from
/// [`SelfPlay::solve`] empty squares on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScoredBoard {
    /// The position.
    pub board: Board,
    /// Its score.
    pub score: i8,
}

/// Searches with enough depth for every game.
const PLIES: usize = 64;
const CHILDREN: usize = 1024;

/// The evaluation for perfect play. A finished game is worth its score. Any other position is worth more if the
/// opponent has more moves; this only orders moves, and never reaches a result.
#[derive(Clone, Copy)]
struct FastestFirst;

impl Evaluator<Board> for FastestFirst {
    type State = ();

    fn state(&self, _: &Board) {}

    fn evaluate(&self, board: &Board, _: &()) -> Value {
        Value::new(board.moves().count_ones().cast_signed())
    }

    fn finished(&self, outcome: Outcome) -> Value {
        Value::new(outcome.score())
    }
}

/// Plays one game and returns its positions after the random opening, without passes and the end. The game depends on
/// `seed` alone. `None` if the game ends in its opening, or after an interrupt.
pub fn play(
    evaluation: impl Evaluator<Board>,
    rules: &SelfPlay,
    seed: u64,
) -> Option<Vec<ScoredBoard>> {
    let mut record = GameRecord::new(Othello, Board::START);
    let random = u64::from(rules.random_plies) + hash(seed, 0) % 4;
    for ply in 1..=random {
        let moves: Vec<Move> = Othello.moves(record.position()).collect();
        let number = hash(seed, ply).checked_rem(moves.len() as u64)?;
        record.play(moves[number as usize]).ok()?;
    }
    let opening = record.moves().len();
    let mut search = AlphaBeta::new(Othello, evaluation, Order::Static, storage!(PLIES, CHILDREN));
    while record.ending() == Ending::Unfinished
        && record.position().empties().count_ones() > rules.solve
    {
        let request = Request::new(record.position()).depth(rules.depth);
        // The capacities suffice for any game.
        let report = interrupt::search(&mut search, &request).ok();
        record.play(report?.best_move?).ok()?;
    }
    let solved = record.moves().len();
    let mut solver =
        AlphaBeta::new(Othello, FastestFirst, Order::Static, storage!(PLIES, CHILDREN));
    let request = Request::new(record.position()).depth(PLIES as u32);
    let report = interrupt::search(&mut solver, &request).ok()?;
    // For the side to move where solving began.
    let score = report.value.get();
    for &mv in report.principal_variation {
        record.play(mv).ok()?;
    }
    let sample = |(ply, board): (usize, Board)| {
        let sign = if ply.abs_diff(solved).is_multiple_of(2) { 1 } else { -1 };
        ScoredBoard { board, score: (sign * score) as i8 }
    };
    let before_moves = record.positions().enumerate().take(record.moves().len()).skip(opening);
    Some(before_moves.filter(|(_, board)| !board.must_pass()).map(sample).collect())
}

#[cfg(test)]
mod tests {
    use plyscope_core::othello::{DiscDifference, Othello, Simple};
    use plyscope_core::{AlphaBeta, Order, Request, Search as _, storage};

    use super::{SelfPlay, play};

    #[test]
    fn scores_alternate_and_are_those_of_perfect_play_where_the_end_is_near() {
        let rules = SelfPlay { random_plies: 8, depth: 2, solve: 10 };
        let mut solver = AlphaBeta::new(Othello, DiscDifference, Order::Static, storage!(64, 1024));
        for seed in 0..5 {
            let samples = play(Simple, &rules, seed).unwrap();
            let again = play(Simple, &rules, seed);
            assert_eq!(Some(&samples), again.as_ref(), "a game depends on its seed alone");
            assert!(samples.len() > 40);
            for sample in &samples {
                if sample.board.empties().count_ones() <= 10 {
                    let report = solver.search(&Request::new(&sample.board).depth(64)).unwrap();
                    assert_eq!(report.value.get(), i32::from(sample.score));
                }
            }
        }
    }
}
