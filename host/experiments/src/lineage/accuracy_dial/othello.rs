//! How noisy Othello's evaluations are, in the terms of random trees.

use plyscope_core::othello::{Board, Othello};
use plyscope_core::{Game, static_value};
use plyscope_players::domain::{Evaluations as _, OthelloDomain};
use plyscope_players::player::PlayerError;
use plyscope_report::{Cell, Table};
use serde::{Deserialize, Serialize};

use crate::ExperimentError;
use crate::framework::half;

/// The evaluations of Fig. 16.
pub(super) const EVALUATIONS: [&str; 3] = ["simple", "discs", "bill"];

/// Plies of a game whose values count: neither the opening nor the end.
const PLIES: std::ops::RangeInclusive<usize> = 8..=44;

/// Sums of the changes of a static value over two and over four plies, for the side that moves at both ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Steps {
    count: u64,
    sums: [i64; 2],
    squares: [i64; 2],
}

impl Steps {
    /// The variances of the changes.
    fn variances(&self) -> [f64; 2] {
        let count = self.count as f64;
        std::array::from_fn(|step| {
            self.squares[step] as f64 / count - (self.sums[step] as f64 / count).powi(2)
        })
    }

    /// The variance of an edge cost and that of the noise, if values were sums of independent costs plus independent noise: over k
    /// plies the change then has the variance of k costs and two noises.
    fn parts(&self) -> [f64; 2] {
        let [two, four] = self.variances();
        [(four - two) / 2.0, (2.0 * two - four) / 2.0]
    }

    /// The noise's amplitude over the greatest edge cost, for both uniform; 0 if no noise shows.
    fn dial(&self) -> Option<f64> {
        let [cost, noise] = self.parts();
        (self.count > 0 && cost > 0.0).then(|| (noise.max(0.0) / cost).sqrt())
    }
}

/// Plays games of random moves, others in the second half, and looks at an evaluation's values.
pub(super) fn steps(name: &str, seed: u32, games: u32) -> Result<Steps, ExperimentError> {
    let evaluation = OthelloDomain::default().evaluation(Some(name)).map_err(PlayerError::from)?;
    let mut steps = Steps::default();
    let first = u64::from(half::of(seed).0) << 32;
    for game in 0..games {
        let mut random = (first + u64::from(game)).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        let mut board = Board::START;
        let mut values = Vec::new();
        while !Othello.is_over(&board) && values.len() <= *PLIES.end() {
            values.push(i64::from(static_value(&Othello, &evaluation, &board).get()));
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let number = (random >> 33) % Othello.count_moves(&board);
            let mut moves = Othello.moves(&board);
            let child = (0..=number).filter_map(|_| Othello.next_child(&board, &mut moves)).last();
            let Some((_, child)) = child else { break };
            board = child;
        }
        for first in *PLIES.start()..values.len().saturating_sub(4) {
            steps.count += 1;
            for (step, plies) in [2, 4].into_iter().enumerate() {
                let change = values[first + plies] - values[first];
                steps.sums[step] += change;
                steps.squares[step] += change * change;
            }
        }
    }
    Ok(steps)
}

/// Whether this evaluation is noisier than each of the others.
pub(super) fn noisier(evaluations: &[(String, Steps)], name: &str) -> Vec<(String, bool)> {
    let dial = |of: &str| evaluations.iter().find(|(name, _)| name == of)?.1.dial();
    let Some(this) = dial(name) else { return Vec::new() };
    let others = EVALUATIONS.into_iter().filter(|other| *other != name);
    let case = |other| {
        dial(other).map(|noise| (format!("{other} ({this:.2} against {noise:.2})"), this > noise))
    };
    others.filter_map(case).collect()
}

/// What the noise would be if the evaluations were those of random trees.
pub(super) fn table(evaluations: &[(String, Steps)]) -> Table {
    let mut table = Table::new(
        "Othello's evaluations on the dial, by the changes of their values in games of random moves",
        [
            "evaluation",
            "positions",
            "deviation of a change over 2 plies",
            "over 4 plies",
            "noise / greatest edge cost",
        ],
    );
    for (name, steps) in evaluations {
        let [two, four] = steps.variances();
        table.rows.push(vec![
            Cell::text(name),
            Cell::number(steps.count as f64, 0),
            Cell::number(two.max(0.0).sqrt(), 1),
            Cell::number(four.max(0.0).sqrt(), 1),
            Cell::or_empty(steps.dial().map(|dial| Cell::number(dial, 2))),
        ]);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::Steps;

    #[test]
    fn costs_and_noise_are_told_apart() {
        // Costs of variance 5 and noise of variance 20: 10 + 40 over two plies, 20 + 40 over four.
        let steps = Steps { count: 1000, sums: [3000, 0], squares: [59_000, 60_000] };
        let [cost, noise] = steps.parts();
        assert!((cost - 5.0).abs() < 1e-9 && (noise - 20.0).abs() < 1e-9);
        assert!(steps.dial().is_some_and(|dial| (dial - 2.0).abs() < 1e-9));
        assert_eq!(Steps::default().dial(), None);
    }
}
