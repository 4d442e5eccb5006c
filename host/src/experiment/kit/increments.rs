//! The increments of an evaluation of Othello, measured as Zhang's off-line learning does (1996, section 5.2).
//!
//! Ten games are sampled, and the edge costs of all nodes are looked at that the searches for their moves generate:
//! the differences between the static values of a node and its parent, from MAX's side. Finished games are left out,
//! for their values say nothing about the evaluation. The extremes are the paper's `l` and `u`; beside them stand two
//! readings of its "most likely" `l'` and `u'`, see [`Increments`].

use plyscope_core::othello::Board;
use serde::{Deserialize, Serialize};

use crate::domain::OthelloEvaluation;
use crate::experiment::ExperimentError;
use crate::learn::edge_costs::{openings, sample};
use crate::player::PlayerError;

/// Games, and the depth of the searches for their moves, in plies.
const GAMES: usize = 10;
pub(crate) const DEPTH: u32 = 4;

/// Bins on either side of 0 in which the most likely increment is looked for.
const BINS: usize = 50;

/// What an evaluation's value changes by over a ply, from MAX's side: each time the lower number and the upper.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Increments {
    /// Edges looked at.
    pub(crate) edges: u64,
    /// The extremes, `l` and `u`.
    pub(crate) extreme: [i32; 2],
    /// Mean decrement and mean increment.
    pub(crate) mean: [i32; 2],
    /// The far end of the fullest of fifty bins between 0 and the extreme. The paper's 59869 and -53618 are the fiftieth
    /// parts of its 2993448 and -2680916, so they may be just that: the first of fifty bins.
    pub(crate) mode: [i32; 2],
}

/// The openings that are learned from.
pub(crate) fn learned_from() -> Vec<Board> {
    let all = openings(244);
    all.iter().copied().step_by(all.len().div_ceil(GAMES)).collect()
}

/// Measures the increments of an evaluation of Othello.
pub(crate) fn measure(evaluation: &str) -> Result<Increments, ExperimentError> {
    let evaluation = OthelloEvaluation::named(evaluation).map_err(PlayerError::from)?;
    Ok(of(&sample(&evaluation, &learned_from(), DEPTH, 1, || ())?.costs))
}

/// The increments among edge costs.
pub(crate) fn of(costs: &[i32]) -> Increments {
    let side = |sign: i32| -> (i32, i32, i32) {
        let sizes: Vec<i32> =
            costs.iter().map(|cost| cost.saturating_mul(sign)).filter(|&size| size > 0).collect();
        let extreme = sizes.iter().copied().max().unwrap_or(0);
        let sum: i64 = sizes.iter().map(|&size| i64::from(size)).sum();
        let mean = sum as f64 / sizes.len().max(1) as f64;
        let width = f64::from(extreme) / BINS as f64;
        let mut bins = [0u64; BINS];
        for &size in &sizes {
            bins[((f64::from(size) / width).ceil() as usize).clamp(1, BINS) - 1] += 1;
        }
        // The first of the fullest.
        let fullest = (0..BINS).rev().max_by_key(|&bin| bins[bin]).unwrap_or(0);
        let mode = width * (fullest + 1) as f64;
        (sign * extreme, sign * mean.round() as i32, sign * mode.round() as i32)
    };
    let (below, above) = (side(-1), side(1));
    Increments {
        edges: costs.len() as u64,
        extreme: [below.0, above.0],
        mean: [below.1, above.1],
        mode: [below.2, above.2],
    }
}

#[cfg(test)]
mod tests {
    use plyscope_core::othello::Simple;

    use super::{measure, of};

    #[test]
    fn extremes_means_and_the_fullest_bin_are_those_of_a_small_sample() {
        let found = of(&[-100, -1, -1, 0, 10, 30, 50, 30]);
        assert_eq!(found.extreme, [-100, 50]);
        assert_eq!(found.mean, [-34, 30]);
        // Bins of 2 and of 1: the first below 0, the thirtieth above.
        assert_eq!(found.mode, [-2, 30]);
    }

    #[test]
    fn the_simple_evaluations_mean_increments_are_the_likely_ones_that_it_names() {
        let found = measure("simple").unwrap();
        let (decrement, increment) = Simple::MOST_LIKELY;
        assert!(found.edges > 100_000, "{found:?}");
        assert!((found.mean[0] - decrement).abs() < 25, "{found:?}");
        assert!((found.mean[1] - increment).abs() < 25, "{found:?}");
    }
}
