//! Regression of deep values on shallow ones, by phase.

use plyscope_core::search::probe::Cut;
use serde::Serialize;

use super::Pair;
use super::sample::{DepthValues, FEWEST_SOLVED};
use crate::LearnError;

/// One position in this many is kept out, for the shares within the ranges.
const HELD_OUT: usize = 5;

/// A phase also learns from positions with up to this many discs fewer or more than it has.
const OVERLAP: u32 = 2;
/// A number of empty squares in searches to the end learns from positions with up to this many more or fewer.
const OVERLAP_OF_ENDS: u32 = 1;
/// A phase with fewer positions takes more and more of its neighbours', until it has this many.
const ENOUGH: usize = 100;
/// With fewer positions, there is nothing to learn.
const FEWEST: usize = 10;

/// How a cut was learned.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PairCut {
    /// The phase, from 0, and its least and greatest number of discs.
    pub phase: u8,
    /// Least and greatest number of discs in this phase.
    pub discs: (u32, u32),
    /// The pair.
    pub pair: Pair,
    /// The pair whose values were measured, if the searches were not deep enough for this one: that with the same
    /// difference of depths (or as near as the depth allows) whose deep search is the deepest of the same parity.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub measured: Option<Pair>,
    /// Least and greatest number of discs of the positions learned from.
    pub learned_from: (u32, u32),
    /// Number of these positions.
    pub positions: usize,
    /// Mean of the deep minus the shallow value, in the evaluation's unit.
    pub mean_difference: f64,
    /// Slope of the deep value as a function of the shallow one.
    pub slope: f64,
    /// Its offset in the evaluation's unit.
    pub offset: f64,
    /// Standard deviation from it, in the evaluation's unit.
    pub deviation: f64,
    /// Correlation of both values.
    pub correlation: f64,
    /// Number of positions kept out, from the same numbers of discs.
    pub held_out: usize,
    /// Share of them within 1, 1.5 and 2 standard deviations; of normal values, it would be .683, .866 and .954.
    pub within: [f64; 3],
}

/// The standard deviations of [`PairCut::within`].
pub const DEVIATIONS: [f64; 3] = [1.0, 1.5, 2.0];

impl PairCut {
    /// The cut.
    #[must_use]
    pub fn cut(&self) -> Cut {
        let Pair { deep, shallow } = self.pair;
        Cut {
            deep,
            shallow,
            slope: (self.slope * 256.0).round().max(1.0) as u16,
            offset: self.offset.round() as i16,
            // Rounded up: a cut that is too wide only searches more.
            deviation: self.deviation.ceil().max(1.0) as u16,
        }
    }
}

/// The pair to measure for `pair` with searches to `depth`, if there is one.
pub(super) fn stand_in(pair: Pair, depth: u32) -> Option<Pair> {
    let Pair { deep, shallow } = pair;
    let depth = u8::try_from(depth).unwrap_or(u8::MAX);
    if deep <= depth {
        return Some(pair);
    }
    let deepest = depth - (depth ^ deep) % 2;
    let mut difference = deep - shallow;
    while difference > deepest {
        difference = difference.saturating_sub(2);
    }
    (difference > 0).then(|| Pair { deep: deepest, shallow: deepest - difference })
}

/// The first and the last number of discs of a phase: see [`plyscope_core::othello::patterns::phase`].
fn discs_of(phase: u8, phases: u8) -> (u32, u32) {
    let of =
        |discs: &u32| plyscope_core::othello::patterns::phase(*discs, phases) == usize::from(phase);
    ((4..=64).find(of).unwrap_or(4), (4..=64).rev().find(of).unwrap_or(64))
}

/// Learns all pairs in all phases, from values up to `depth`.
///
/// # Errors
/// [`LearnError::TooFewPositions`].
pub fn fit(
    samples: &[DepthValues],
    depth: u32,
    phases: u8,
    pairs: &[Pair],
) -> Result<Vec<PairCut>, LearnError> {
    let mut learned = Vec::new();
    for phase in 0..phases {
        for &pair in pairs {
            let one = fit_one(samples, depth, (phase, phases), pair);
            learned.push(one.ok_or(LearnError::TooFewPositions { pair })?);
        }
    }
    Ok(learned)
}

fn fit_one(
    samples: &[DepthValues],
    depth: u32,
    (phase, phases): (u8, u8),
    pair: Pair,
) -> Option<PairCut> {
    let discs = discs_of(phase, phases);
    let measured = stand_in(pair, depth)?;
    let values = |sample: &DepthValues| {
        let at = |depth: u8| sample.values.get(usize::from(depth)).map(|&value| value.into());
        Some((at(measured.shallow)?, at(measured.deep)?))
    };
    regress(samples, values, (phase, discs, OVERLAP), (pair, measured))
}

/// Learns all pairs for searches to the end of the game, in which the deep depth is the number of empty squares, from positions with
/// at most so many empty squares, and values up to `depth`.
///
/// # Errors
/// [`LearnError::TooFewPositions`].
pub fn fit_ends(
    samples: &[DepthValues],
    (solved, depth): (u32, u32),
    pairs: &[Pair],
) -> Result<Vec<PairCut>, LearnError> {
    let one = |&pair: &Pair| {
        let measured = stand_in_end(pair, (solved, depth))?;
        let values = |sample: &DepthValues| {
            let shallow = *sample.values.get(usize::from(measured.shallow))?;
            Some((shallow.into(), sample.score?.into()))
        };
        let discs = 64 - u32::from(measured.deep);
        regress(samples, values, (0, (discs, discs), OVERLAP_OF_ENDS), (pair, measured))
    };
    let learned =
        pairs.iter().map(|pair| one(pair).ok_or(LearnError::TooFewPositions { pair: *pair }));
    learned.collect()
}

/// The pair to measure for `pair` in a search to the end of the game: with the most empty squares that are solved and the same
/// difference, if there are more.
pub(super) fn stand_in_end(pair: Pair, (solved, depth): (u32, u32)) -> Option<Pair> {
    let most = u8::try_from(solved).unwrap_or(u8::MAX);
    let beyond = pair.deep.saturating_sub(most);
    let shallow = pair.shallow.checked_sub(beyond)?;
    let is_measured = u32::from(pair.deep) >= FEWEST_SOLVED && u32::from(shallow) <= depth;
    is_measured.then_some(Pair { deep: pair.deep - beyond, shallow })
}

/// The regression on the positions with so many discs, fewest and most, or up to `overlap` more or fewer, that have both values, the
/// shallow and the deep one.
fn regress(
    samples: &[DepthValues],
    values: impl Fn(&DepthValues) -> Option<(f64, f64)>,
    (phase, discs, overlap): (u8, (u32, u32), u32),
    (pair, measured): (Pair, Pair),
) -> Option<PairCut> {
    // All positions' discs and values, of those to learn from and those kept out.
    let all: Vec<(usize, u32, f64, f64)> = samples
        .iter()
        .enumerate()
        .filter_map(|(number, sample)| {
            let (shallow, deep) = values(sample)?;
            Some((number, sample.discs, shallow, deep))
        })
        .collect();
    let within = |reach: u32| (discs.0.saturating_sub(reach), discs.1 + reach);
    let select = |(least, greatest): (u32, u32), held_out: bool| -> Vec<(f64, f64)> {
        all.iter()
            .filter(|(number, discs, ..)| {
                (least..=greatest).contains(discs) && number.is_multiple_of(HELD_OUT) == held_out
            })
            .map(|&(.., shallow, deep)| (shallow, deep))
            .collect()
    };
    let enough = |reach: &u32| select(within(*reach), false).len() >= ENOUGH;
    let reach = (overlap..60).find(enough).unwrap_or(60);
    let values = select(within(reach), false);
    if values.len() < FEWEST {
        return None;
    }
    let count = values.len() as f64;
    let mean =
        |of: &dyn Fn(f64, f64) -> f64| values.iter().map(|&(x, y)| of(x, y)).sum::<f64>() / count;
    let (mean_x, mean_y) = (mean(&|x, _| x), mean(&|_, y| y));
    let covariance = mean(&|x, y| (x - mean_x) * (y - mean_y));
    let (of_x, of_y) = (mean(&|x, _| (x - mean_x).powi(2)), mean(&|_, y| (y - mean_y).powi(2)));
    let slope = covariance / of_x;
    let offset = mean_y - slope * mean_x;
    let squares = mean(&|x, y| (y - slope * x - offset).powi(2)) * count;
    let deviation = (squares / (count - 2.0)).sqrt();
    let is_usable = slope > 0.0
        && slope < 255.0
        && offset.abs() <= f64::from(i16::MAX)
        && deviation <= f64::from(u16::MAX);
    if !is_usable {
        return None;
    }
    let kept_out = select(within(reach), true);
    let inside = |deviations: f64| {
        let is_inside =
            |&&(x, y): &&(f64, f64)| (y - slope * x - offset).abs() <= deviations * deviation;
        kept_out.iter().filter(is_inside).count() as f64 / kept_out.len().max(1) as f64
    };
    let round = |number: f64, decimals: i32| {
        let scale = 10f64.powi(decimals);
        (number * scale).round() / scale
    };
    Some(PairCut {
        phase,
        discs,
        pair,
        measured: (measured != pair).then_some(measured),
        learned_from: within(reach),
        positions: values.len(),
        mean_difference: round(mean_y - mean_x, 2),
        slope: round(slope, 5),
        offset: round(offset, 2),
        deviation: round(deviation, 2),
        correlation: round(covariance / (of_x * of_y).sqrt(), 5),
        held_out: kept_out.len(),
        within: DEVIATIONS.map(|deviations| round(inside(deviations), 4)),
    })
}

#[cfg(test)]
mod tests {
    use super::{DepthValues, Pair, discs_of, fit, fit_ends, stand_in, stand_in_end};
    use plyscope_run::seed::hash;

    fn pair(deep: u8, shallow: u8) -> Pair {
        Pair { deep, shallow }
    }

    #[test]
    fn pairs_beyond_the_deepest_search_take_what_is_measured_with_the_same_difference() {
        assert_eq!(stand_in(pair(6, 4), 10), Some(pair(6, 4)));
        assert_eq!(stand_in(pair(12, 8), 10), Some(pair(10, 6)));
        assert_eq!(stand_in(pair(13, 9), 10), Some(pair(9, 5)));
        assert_eq!(stand_in(pair(11, 10), 10), Some(pair(9, 8)));
        // No pair has such a difference: the greatest of the same parity.
        assert_eq!(stand_in(pair(24, 10), 10), Some(pair(10, 0)));
        assert_eq!(stand_in(pair(24, 11), 10), Some(pair(10, 1)));
        assert_eq!(stand_in(pair(4, 2), 1), None);
        assert_eq!(stand_in(pair(5, 2), 1), Some(pair(1, 0)));
    }

    #[test]
    fn phases_hold_all_numbers_of_discs_once() {
        for phases in 1..=12 {
            let mut next = 4;
            for phase in 0..phases {
                let (least, greatest) = discs_of(phase, phases);
                assert_eq!(least, next);
                next = greatest + 1;
            }
            assert_eq!(next, 65);
        }
    }

    /// Positions whose deep value is a known function of the shallow one, with known noise.
    fn samples(count: u64, noise: f64) -> Vec<DepthValues> {
        let uniform = |number: u64, index: u64| hash(number, index) as f64 / u64::MAX as f64 - 0.5;
        let one = |number: u64| {
            let discs = 10 + (hash(number, 9) % 50) as u32;
            let shallow = 4000.0 * uniform(number, 0);
            // Twelve uniform numbers have a deviation of 1.
            let normal: f64 = (1..=12).map(|index| uniform(number, index)).sum();
            let slope = if discs < 35 { 1.1 } else { 0.9 };
            let deep = slope * shallow + 25.0 + noise * normal;
            let values = vec![shallow.round() as i32, 0, deep.round() as i32];
            DepthValues { discs, values, score: Some(2 * deep.round() as i32) }
        };
        (0..count).map(one).collect()
    }

    #[test]
    fn the_fit_finds_slope_offset_and_deviation_by_phase() {
        let learned = fit(&samples(20_000, 200.0), 2, 5, &[pair(2, 0)]).unwrap();
        assert_eq!(learned.len(), 5);
        for one in &learned {
            let slope = if one.phase < 2 { 1.1 } else { 0.9 };
            // The phase in the middle learns from both sides.
            if one.phase != 2 {
                assert!((one.slope - slope).abs() < 0.01, "{one:?}");
                assert!((one.deviation - 200.0).abs() < 5.0, "{one:?}");
            }
            assert!((one.offset - 25.0).abs() < 10.0, "{one:?}");
            let [near, _, far] = one.within;
            assert!((near - 0.683).abs() < 0.05 && (far - 0.954).abs() < 0.03, "{one:?}");
            let cut = one.cut();
            assert!((f64::from(cut.slope) / 256.0 - one.slope).abs() < 0.005);
        }
    }

    #[test]
    fn ends_are_learned_from_scores_and_beyond_the_solved_positions_with_the_same_difference() {
        let within = (20, 6);
        assert_eq!(stand_in_end(pair(18, 6), within), Some(pair(18, 6)));
        assert_eq!(stand_in_end(pair(24, 8), within), Some(pair(20, 4)));
        assert_eq!(stand_in_end(pair(30, 8), within), None, "no search is so shallow");
        assert_eq!(stand_in_end(pair(18, 8), within), None, "no search is so deep");
        assert_eq!(stand_in_end(pair(10, 2), within), None, "nothing is solved there");
        let learned =
            fit_ends(&samples(20_000, 200.0), (20, 2), &[pair(16, 0), pair(22, 2)]).unwrap();
        let [one, two] = &learned[..] else { panic!("{learned:?}") };
        // Twice the deep values, whose slope is 0.9 there.
        assert!((one.slope - 1.8).abs() < 0.02 && (one.deviation - 400.0).abs() < 30.0, "{one:?}");
        assert_eq!((one.discs, one.learned_from, one.measured), ((48, 48), (47, 49), None));
        assert_eq!((two.discs, two.measured), ((44, 44), Some(pair(20, 0))));
        assert!(fit_ends(&samples(20_000, 1.0), (20, 2), &[pair(23, 2)]).is_err());
    }

    #[test]
    fn a_phase_without_positions_learns_from_its_neighbours_and_without_any_nothing() {
        let mut some = samples(600, 100.0);
        some.retain(|sample| sample.discs < 30);
        let learned = fit(&some, 2, 6, &[pair(2, 0)]).unwrap();
        assert!(learned.iter().all(|one| one.positions >= 100), "{learned:?}");
        assert!(learned[5].learned_from.0 < 30);
        assert!(fit(&some[..11], 2, 1, &[pair(2, 0)]).is_err());
        assert!(fit(&some, 2, 1, &[pair(3, 1)]).is_err(), "no sample has depth 3");
    }
}
