//! Self-play games with exact scores: a random opening, then alpha-beta, then perfect play to the end.

use plyscope_core::othello::{Board, Move, Othello};
use plyscope_core::{
    AlphaBeta, Evaluator, Game as _, Order, Outcome, Policy, Request, Value, storage,
};
use plyscope_players::game::{Ending, GameRecord};
use plyscope_run::interrupt;
use plyscope_run::seed::hash;
use serde::{Deserialize, Serialize};

/// Parameters of self-play games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
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

/// A game of self-play, from the start to its end.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlayedGame {
    /// The number of moves of its random opening, without passes.
    pub from: usize,
    /// All moves without passes, as text.
    pub moves: String,
}

impl PlayedGame {
    /// The positions after the opening in which the mover has a move, with their scores. `None` if these are not the moves of a
    /// finished game.
    #[must_use]
    pub fn samples(&self) -> Option<Vec<ScoredBoard>> {
        let mut record = GameRecord::new(Othello, Board::START);
        let mut before = Vec::with_capacity(self.moves.len() / 2);
        for square in self.moves.as_bytes().chunks(2) {
            if record.position().must_pass() {
                record.play(Move::PASS).ok()?;
            }
            before.push((record.to_move(), *record.position()));
            record.play(std::str::from_utf8(square).ok()?.parse::<Move>().ok()?).ok()?;
        }
        let Ending::Over(outcome) = record.ending() else { return None };
        let sample = |&(side, board): &(usize, Board)| {
            let sign = if side == record.to_move() { 1 } else { -1 };
            ScoredBoard { board, score: (sign * outcome.score()) as i8 }
        };
        Some(before.get(self.from..)?.iter().map(sample).collect())
    }
}

/// Plays one game, which depends on `seed` alone. After an interrupt it is unfinished.
pub fn play(evaluation: impl Evaluator<Board>, rules: &SelfPlay, seed: u64) -> PlayedGame {
    let mut record = GameRecord::new(Othello, Board::START);
    let random = u64::from(rules.random_plies) + hash(seed, 0) % 4;
    for ply in 1..=random {
        let moves: Vec<Move> = Othello.moves(record.position()).collect();
        let Some(number) = hash(seed, ply).checked_rem(moves.len() as u64) else { break };
        // The rules allow it.
        let _ = record.play(moves[number as usize]);
    }
    let opening = record.moves().len();
    let _ = play_on(&mut record, evaluation, rules);
    let squares = |plies: usize| {
        let moves = record.moves().iter().take(plies).map(|played| played.mv);
        moves.filter(|&mv| mv != Move::PASS)
    };
    PlayedGame {
        from: squares(opening).count(),
        moves: squares(usize::MAX).map(|mv| mv.to_string()).collect(),
    }
}

/// Plays a game after its opening to its end. `None` after an interrupt.
fn play_on(
    record: &mut GameRecord<Othello>,
    evaluation: impl Evaluator<Board>,
    rules: &SelfPlay,
) -> Option<()> {
    let mut search =
        AlphaBeta::new(Othello, evaluation, Policy::new(Order::Static), storage!(PLIES, CHILDREN));
    while record.ending() == Ending::Unfinished
        && record.position().empties().count_ones() > rules.solve
    {
        let request = Request::new(record.position()).depth(rules.depth);
        // The capacities suffice for any game.
        let report = interrupt::search(&mut search, &request).ok();
        record.play(report?.best_move?).ok()?;
    }
    let mut solver = AlphaBeta::new(
        Othello,
        FastestFirst,
        Policy::new(Order::Static),
        storage!(PLIES, CHILDREN),
    );
    let request = Request::new(record.position()).depth(PLIES as u32);
    let report = interrupt::search(&mut solver, &request).ok()?;
    report.principal_variation.iter().try_for_each(|&mv| record.play(mv).ok())
}

#[cfg(test)]
mod tests {
    use plyscope_core::othello::{DiscDifference, Othello, Simple};
    use plyscope_core::{AlphaBeta, Order, Policy, Request, Search as _, storage};

    use super::{PlayedGame, SelfPlay, play};

    #[test]
    fn scores_alternate_and_are_those_of_perfect_play_where_the_end_is_near() {
        let rules = SelfPlay { random_plies: 8, depth: 2, solve: 10 };
        let mut solver =
            AlphaBeta::new(Othello, DiscDifference, Policy::new(Order::Static), storage!(64, 1024));
        for seed in 0..5 {
            let game = play(Simple, &rules, seed);
            let again = play(Simple, &rules, seed);
            assert_eq!(game, again, "a game depends on its seed alone");
            let samples = game.samples().unwrap();
            assert!(samples.len() > 40);
            for sample in &samples {
                if sample.board.empties().count_ones() <= 10 {
                    let report = solver.search(&Request::new(&sample.board).depth(64)).unwrap();
                    assert_eq!(report.value.get(), i32::from(sample.score));
                }
            }
        }
    }

    #[test]
    fn moves_that_are_not_those_of_a_finished_game_have_no_scores() {
        let game = play(Simple, &SelfPlay { random_plies: 8, depth: 1, solve: 6 }, 1);
        assert_eq!(
            game.samples().map(|samples| samples.len()),
            Some(game.moves.len() / 2 - game.from)
        );
        let with = |moves: String, from| PlayedGame { from, moves }.samples();
        assert_eq!(with(game.moves[..game.moves.len() - 2].to_owned(), 8), None, "unfinished");
        assert_eq!(with(game.moves[..game.moves.len() - 1].to_owned(), 8), None, "cut");
        assert_eq!(with(format!("a1{}", game.moves), 8), None, "illegal");
        assert_eq!(with(game.moves.clone(), 61), None, "more random moves than moves");
    }
}
