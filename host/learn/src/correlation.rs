//! How well an evaluation predicts the outcome of tournament games.

use std::ops::RangeInclusive;

use plyscope_core::othello::{Board, Othello};
use plyscope_core::{Evaluator, static_value};
use plyscope_players::game::Ending;
use plyscope_players::game_files::wthor::WthorBase;

use super::fit::{Accuracy, accuracy};
use super::games::ScoredBoard;

/// The positions with this many discs in a base's complete games, without passes, each with the final disc difference
/// for the side to move.
#[must_use]
pub fn positions(base: &WthorBase, discs: &RangeInclusive<u32>) -> Vec<ScoredBoard> {
    let mut samples = Vec::new();
    for game in base.games.iter().filter(|game| matches!(game.record.ending(), Ending::Over(_))) {
        let black = 2 * i32::from(game.score) - 64;
        for (ply, board) in game.record.positions().enumerate() {
            let count = 64 - board.empties().count_ones();
            if discs.contains(&count) && board.moves() != 0 {
                // Black moves at even plies.
                let score = if ply.is_multiple_of(2) { black } else { -black };
                samples.push(ScoredBoard { board, score: score as i8 });
            }
        }
    }
    samples
}

/// The agreement of the evaluation's values with those outcomes. The error assumes values in hundredths of a disc.
#[must_use]
pub fn correlation(samples: &[ScoredBoard], evaluation: &impl Evaluator<Board>) -> Accuracy {
    accuracy(samples, |sample| {
        f64::from(static_value(&Othello, evaluation, &sample.board).get()) / 100.0
    })
}
