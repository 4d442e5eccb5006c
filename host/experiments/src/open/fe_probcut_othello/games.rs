//! Games of spreads against ProbCut, in one and the same search.

use cpu_time::ThreadTime;
use plyscope_core::Game as _;
use plyscope_core::othello::{Board, Othello};
use plyscope_measure::selective::{InOthello, empty, in_othello};
use plyscope_players::domain::{Openings as _, OthelloDomain, OthelloEvaluation};
use plyscope_report::{Cell, Estimate, Table};
use plyscope_run::statistics::clustered::Clusters;
use serde::{Deserialize, Serialize};

use super::search::{Learned, slots};
use super::{METHODS, PROBCUT, Row, SPREADS, Settings};
use crate::ExperimentError;
use crate::kit::fields::{OTHELLO, openings};
use crate::kit::used::Used;

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
    /// Processor time of the sides' searches in nanoseconds, if it is measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    times: Option<[u64; 2]>,
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
        let times = settings.game_times.then_some([0; 2]);
        let mut pair = Pair { start: OTHELLO.start_name(start), times, ..Pair::default() };
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
                empty(&slots);
                let begun = settings.game_times.then(ThreadTime::now);
                let InOthello { nodes, best, .. } =
                    in_othello(evaluation, &board, limits, selective, &slots)?;
                if let (Some(times), Some(begun)) = (&mut pair.times, begun) {
                    times[side] += begun.elapsed().as_nanos() as u64;
                }
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

/// What both sides did in all games.
pub(super) struct Played {
    /// Points of spreads in per cent.
    pub(super) score: Estimate,
    /// Nodes a move.
    nodes: [f64; 2],
    /// Processor time of a move in microseconds, if it was measured in all games.
    times: Option<[f64; 2]>,
}

impl Played {
    /// `None` before the first game.
    pub(super) fn of(rows: &[Row]) -> Option<Self> {
        let mut clusters = Clusters::default();
        let (mut nodes, mut moves, mut times) = ([0; 2], [0; 2], Some([0; 2]));
        let pairs = rows.iter().filter_map(|row| match row {
            Row::Games { pairs } => Some(pairs),
            Row::Values { .. } | Row::Searches { .. } => None,
        });
        let sum = |a: [u64; 2], b: [u64; 2]| [a[0] + b[0], a[1] + b[1]];
        for pair in pairs.flatten() {
            clusters.add(OthelloDomain::kind_of(&pair.start), pair.points);
            nodes = sum(nodes, pair.nodes);
            moves = sum(moves, pair.moves);
            times = times.zip(pair.times).map(|(all, these)| sum(all, these));
        }
        let found = clusters.estimates()?;
        let (low, high) = found.interval;
        let a_move =
            |all: [u64; 2]| [0, 1].map(|side| all[side] as f64 / f64::max(moves[side] as f64, 1.0));
        Some(Self {
            score: Estimate { value: found.score, low, high }.times(100.0),
            nodes: a_move(nodes),
            times: times.map(|all| a_move(all).map(|nanoseconds| nanoseconds / 1000.0)),
        })
    }
}

/// The result of the games.
pub(super) fn table(settings: &Settings, rows: &[Row]) -> Table {
    let Settings { evaluation, depth, games, game_confidences, game_nodes, .. } = settings;
    let title = format!("Games: {games} pairs, evaluation {evaluation}, to depth {depth}");
    let headings = ["side", "strictness (deviations)", "nodes a move given", "used", "points (%)"];
    let time = settings.game_times.then_some("processor time of a move (µs)");
    let mut table = Table::new(title.clone(), headings.into_iter().chain(time));
    let Some(Played { score, nodes, times }) = Played::of(rows) else { return table };
    table.title = Used::title(&title, &[Used::by_opponents([nodes])]);
    let other =
        Estimate { value: 100.0 - score.value, low: 100.0 - score.high, high: 100.0 - score.low };
    for (side, points) in [score, other].into_iter().enumerate() {
        let mut row = vec![
            Cell::text(METHODS[SIDES[side]]),
            Cell::number(f64::from(game_confidences[side]) / 100.0, 2),
            Cell::number(game_nodes[side] as f64, 0),
            Cell::number(nodes[side], 0),
            Cell::measured(points, 1),
        ];
        row.extend(time.map(|_| Cell::or_empty(times.map(|times| Cell::number(times[side], 0)))));
        table.rows.push(row);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair(start: &str, times: Option<[u64; 2]>) -> Pair {
        Pair { start: start.to_owned(), points: 3, moves: [30, 20], nodes: [900, 500], times }
    }

    #[test]
    fn times_are_means_of_all_moves_or_none_if_a_game_has_none() {
        let played = |pairs: Vec<Pair>| Played::of(&[Row::Games { pairs }]).expect("games");
        let first = || pair("d3c3", Some([30_000, 50_000]));
        let timed = played(vec![first(), pair("d3c5", Some([60_000, 10_000]))]);
        assert_eq!((timed.nodes, timed.times), ([30.0, 25.0], Some([1.5, 1.5])));
        assert_eq!(timed.score.value, 75.0);
        assert_eq!(played(vec![first(), pair("d3c5", None)]).times, None);
        assert!(Played::of(&[]).is_none());
    }
}
