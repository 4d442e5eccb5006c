//! Games of spreads against ProbCut, in one and the same search.

use plyscope_core::Game as _;
use plyscope_core::othello::{Board, Othello};
use plyscope_measure::selective::{InOthello, in_othello};
use plyscope_players::domain::{Openings as _, OthelloDomain, OthelloEvaluation};
use plyscope_report::{Cell, Estimate, Table};
use plyscope_run::statistics::clustered::Clusters;
use serde::{Deserialize, Serialize};

use super::search::{Learned, slots};
use super::{METHODS, PROBCUT, Row, SPREADS, Settings};
use crate::ExperimentError;
use crate::kit::fields::{OTHELLO, openings};

/// The methods that play, in the order of settings.
pub(super) const SIDES: [usize; 2] = [SPREADS, PROBCUT];

/// A pair of games from one opening.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Pair {
    start: String,
    /// The first side's points in both games; a game has two.
    points: u64,
    /// Moves and nodes of the sides.
    moves: [u64; 2],
    nodes: [u64; 2],
}

/// Plays some pairs.
pub(super) fn play(
    evaluation: &OthelloEvaluation,
    settings: &Settings,
    learned: &Learned,
    (first, count): (u32, u32),
) -> Result<Vec<Pair>, ExperimentError> {
    let starts = openings(&*OTHELLO, settings.games, settings.seed)
        .map_err(|error| ExperimentError::Other(error.to_string()))?;
    let places = [0, 1].map(|side| {
        let strictness = settings.game_confidences[side];
        let place = settings.confidences.iter().position(|&one| one == strictness);
        (place.unwrap_or(0), strictness)
    });
    let slots = slots(settings.depth);
    let mut pairs = Vec::new();
    for start in starts.iter().skip(first as usize).take(count as usize) {
        let mut pair = Pair { start: OTHELLO.start_name(start), ..Pair::default() };
        for first in 0..2 {
            let (mut board, mut side): (Board, usize) = (start.0, first);
            while !board.is_over() {
                if board.must_pass() {
                    board = board.passed();
                    side = 1 - side;
                    continue;
                }
                let phase = Learned::phase(settings, &board);
                let selective = learned.selective(SIDES[side], phase, places[side]);
                let limits = (settings.depth, settings.game_nodes[side]);
                let InOthello { nodes, best, .. } =
                    in_othello(evaluation, &board, limits, selective, &slots)?;
                pair.nodes[side] += nodes;
                pair.moves[side] += 1;
                board = Othello.play(&board, best);
                side = 1 - side;
            }
            let score = if side == 0 { board.score() } else { -board.score() };
            pair.points += (1 + score.signum()) as u64;
        }
        pairs.push(pair);
    }
    Ok(pairs)
}

/// Points of spreads in per cent, and nodes a move of both.
pub(super) fn score(rows: &[Row]) -> Option<(Estimate, [f64; 2])> {
    let mut clusters = Clusters::default();
    let (mut nodes, mut moves) = ([0; 2], [0; 2]);
    let pairs = rows.iter().filter_map(|row| match row {
        Row::Games { pairs } => Some(pairs),
        Row::Values { .. } | Row::Searches { .. } => None,
    });
    for pair in pairs.flatten() {
        clusters.add(OthelloDomain::kind_of(&pair.start), pair.points);
        for side in 0..2 {
            nodes[side] += pair.nodes[side];
            moves[side] += pair.moves[side];
        }
    }
    let found = clusters.estimates()?;
    let (low, high) = found.interval;
    let score = Estimate { value: found.score, low, high }.times(100.0);
    Some((score, [0, 1].map(|side| nodes[side] as f64 / f64::max(moves[side] as f64, 1.0))))
}

/// The result of the games.
pub(super) fn table(settings: &Settings, rows: &[Row]) -> Table {
    let Settings { evaluation, depth, games, game_confidences, game_nodes, .. } = settings;
    let title =
        format!("Games at equal time: {games} pairs, evaluation {evaluation}, to depth {depth}");
    let headings = ["side", "strictness (deviations)", "nodes a move given", "used", "points (%)"];
    let mut table = Table::new(title, headings);
    let Some((score, nodes)) = score(rows) else { return table };
    let other =
        Estimate { value: 100.0 - score.value, low: 100.0 - score.high, high: 100.0 - score.low };
    for (side, points) in [score, other].into_iter().enumerate() {
        table.rows.push(vec![
            Cell::text(METHODS[SIDES[side]]),
            Cell::number(f64::from(game_confidences[side]) / 100.0, 2),
            Cell::number(game_nodes[side] as f64, 0),
            Cell::number(nodes[side], 0),
            Cell::measured(points, 1),
        ]);
    }
    table
}
