//! What games have in common, and what is doubtful about one.

use std::collections::BTreeMap;

use plyscope_core::othello::patterns::reflected;
use plyscope_core::othello::{Board, Colour, Move};
use serde::Serialize;

use super::filter::discs_placed;
use super::ggf::GgfGame;
use super::{Winner, known_score, result_of, year_of};
use crate::game::Ending;
use crate::symmetry::{least, mirrored};

/// Discs of an opening in a summary, beyond the first four.
const OPENING: usize = 6;

/// A summary of games.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Summary {
    /// Number of games.
    pub games: u64,
    /// Games that were played to their end.
    pub finished: u64,
    /// Games without a result.
    pub without_result: u64,
    /// Games that Black won.
    pub black_wins: u64,
    /// Drawn games.
    pub draws: u64,
    /// Games that White won.
    pub white_wins: u64,
    /// Games in which one side lost all its discs.
    pub wipe_outs: u64,
    /// Games with a pass.
    pub with_passes: u64,
    /// Number of games by Black's discs minus White's, rounded.
    pub scores: BTreeMap<i32, u64>,
    /// Number of games by discs placed.
    pub lengths: BTreeMap<u32, u64>,
    /// Number of games by year.
    pub years: BTreeMap<u16, u64>,
    /// Games and half points of each player.
    pub players: BTreeMap<String, (u64, u64)>,
    /// Number of games by place or tournament.
    pub events: BTreeMap<String, u64>,
    /// Number of games by opening of six discs; symmetric ones and those of other orders of moves are one.
    pub openings: BTreeMap<String, u64>,
    /// Games whose file gives the score with best play.
    pub with_best_score: u64,
    /// Those whose result is that score.
    pub best_score_reached: u64,
    /// Sum of the differences between the two, in discs.
    pub discs_lost: u64,
    /// The name of each opening that was seen.
    #[serde(skip)]
    names: BTreeMap<[u64; 2], String>,
}

impl Summary {
    /// Adds a game.
    pub fn add(&mut self, game: &GgfGame) {
        self.games += 1;
        let record = game.record();
        self.finished += u64::from(matches!(record.ending(), Ending::Over(_)));
        let end = record.position();
        self.wipe_outs += u64::from(end.mover == 0 || end.opponent == 0);
        self.with_passes += u64::from(game.moves.iter().any(|played| played.mv == Move::PASS));
        *self.lengths.entry(discs_placed(game)).or_default() += 1;
        if let Some(year) = year_of(&game.date) {
            *self.years.entry(year).or_default() += 1;
        }
        if !game.place.is_empty() {
            *self.events.entry(game.place.clone()).or_default() += 1;
        }
        let result = game.result.or_else(|| result_of(game));
        let mut halves = [0, 0];
        match result {
            None => self.without_result += 1,
            Some(result) => {
                // At most 64 discs, but a file may say anything.
                let discs = result.discs.clamp(-1000.0, 1000.0).round() as i32;
                *self.scores.entry(discs).or_default() += 1;
                let count;
                (count, halves) = match Winner::of(result) {
                    Winner::Black => (&mut self.black_wins, [2, 0]),
                    Winner::Draw => (&mut self.draws, [1, 1]),
                    Winner::White => (&mut self.white_wins, [0, 2]),
                };
                *count += 1;
                if let Some((_, best)) = known_score(game) {
                    self.with_best_score += 1;
                    self.best_score_reached += u64::from(best == discs);
                    self.discs_lost += u64::from(best.abs_diff(discs));
                }
            }
        }
        for (name, halves) in [&game.black, &game.white].into_iter().zip(halves) {
            if !name.is_empty() && name != "?" {
                let player = self.players.entry(name.clone()).or_default();
                player.0 += 1;
                player.1 += halves;
            }
        }
        self.add_opening(game);
    }

    fn add_opening(&mut self, game: &GgfGame) {
        let usual = (game.start, game.first) == (Board::START, Colour::Black);
        if !usual || (discs_placed(game) as usize) < OPENING {
            return;
        }
        let line: Vec<Move> = game.moves.iter().take(OPENING).map(|played| played.mv).collect();
        // No pass is possible before the ninth disc.
        let Some(board) = game.record().positions().nth(OPENING) else { return };
        let kind = least(&board).0;
        let name = self.names.entry(kind).or_insert_with(|| beginning_with_f5(&line));
        *self.openings.entry(name.clone()).or_default() += 1;
    }

    /// The mean of Black's discs minus White's; `None` without results.
    #[must_use]
    pub fn mean_score(&self) -> Option<f64> {
        let count: u64 = self.scores.values().sum();
        let sum: f64 = self.scores.iter().map(|(&score, &n)| f64::from(score) * n as f64).sum();
        (count > 0).then(|| sum / count as f64)
    }
}

/// A line of moves from the start, mirrored so that it begins with f5.
#[must_use]
pub fn beginning_with_f5(line: &[Move]) -> String {
    let f5 = 8 * 4 + 5;
    // d4 and e5 are White's.
    let keeps_start = |symmetry: u8| matches!(reflected(27, symmetry), 27 | 36);
    let first = line.first().and_then(|mv| mv.square());
    let symmetry = (0..8u8).find(|&symmetry| {
        keeps_start(symmetry) && first.is_some_and(|square| reflected(square, symmetry) == f5)
    });
    line.iter().map(|&mv| mirrored(mv, symmetry.unwrap_or(0)).to_string()).collect()
}

/// Something doubtful about a game that can be read.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Doubt {
    /// The result is not that of the final position.
    #[error(
        "the result is {stored:+} for Black, but the final position has {played:+}; correct one of them"
    )]
    Result {
        /// In the file.
        stored: f64,
        /// By the moves.
        played: f64,
    },
    /// The game breaks off without a result.
    #[error("it ends after {discs} discs without a result; add the result or the moves")]
    BreaksOff {
        /// Discs placed.
        discs: u32,
    },
    /// A result that no game has.
    #[error("the result {0:+} is out of range; a game ends with -64 to +64")]
    Range(f64),
}

/// What is doubtful about a game.
#[must_use]
pub fn doubts(game: &GgfGame) -> Vec<Doubt> {
    let mut all = Vec::new();
    let record = game.record();
    match (game.result, result_of(game)) {
        (None, None) if !game.moves.is_empty() => {
            all.push(Doubt::BreaksOff { discs: discs_placed(game) });
        }
        (Some(stored), _) if stored.discs.abs() > 64.0 => all.push(Doubt::Range(stored.discs)),
        (Some(stored), Some(played)) if stored.ending.is_none() => {
            // Servers count empty squares for nobody.
            let board = record.position();
            let empties = f64::from(board.empties().count_ones()) * played.discs.signum();
            let bare = played.discs - empties;
            if stored.discs != played.discs && stored.discs != bare {
                all.push(Doubt::Result { stored: stored.discs, played: played.discs });
            }
        }
        _ => {}
    }
    all
}
