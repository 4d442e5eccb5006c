//! Fits the weights of patterns to scores by normalised least mean squares, one sample at a time.

use plyscope_core::hash::crc32;
use plyscope_core::othello::patterns::{Indices, PLACES, PatternSet, header, phase, reflected};
use plyscope_run::interrupt;
use plyscope_run::seed::hash;

use super::games::ScoredBoard;

/// Samples between two checks for an interrupt.
const SAMPLES_PER_LOOK: u64 = 1 << 14;

/// Parameters of the fit.
#[derive(Clone, Copy, PartialEq, Debug, serde::Serialize)]
pub struct Fit {
    /// Passes over all samples.
    pub epochs: u32,
    /// The share of a sample's error that a step corrects in the first epoch. It falls to a tenth of that.
    pub rate: f32,
    /// A sample also counts for the adjacent phase if it is within this many discs of it.
    pub jitter: u32,
}

/// The classes of a set's indices that share a weight: those that the board's symmetries, and in folded sets a swap of
/// sides, map onto each other.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Ties {
    /// For each shape and index, smallest shape first, folded or not: the weight, and whether it is negated. An index
    /// that is its own opposite has no weight.
    pub(super) of: Vec<Option<(u32, bool)>>,
    /// The number of weights.
    pub(super) count: usize,
    /// For each place of the set, the position of its shape's index 0 in `of`.
    pub(super) empty: Vec<usize>,
}

impl Ties {
    pub(super) fn new(shapes: &[&[u8]], folded: bool) -> Self {
        let mut of: Vec<Option<(u32, bool)>> = Vec::new();
        let mut empty = Vec::new();
        let mut count = 0;
        for shape in shapes {
            let outline = |symmetry| {
                shape.iter().fold(0u64, |board, &square| board | 1 << reflected(square, symmetry))
            };
            // The permutations of the shape's squares under the symmetries that map it onto itself.
            let permutations: Vec<Vec<usize>> = (0..8)
                .filter(|&symmetry| outline(symmetry) == outline(0))
                .map(|symmetry| {
                    let target = |&square| {
                        let there = reflected(square, symmetry);
                        shape.iter().position(|&other| other == there).unwrap_or(0)
                    };
                    shape.iter().map(target).collect()
                })
                .collect();
            let most = (3i32.pow(shape.len() as u32) - 1) / 2;
            let zero = of.len() + most as usize;
            of.resize(of.len() + 2 * most as usize + 1, None);
            for index in -most..=most {
                let at = |index: i32| (zero as i64 + i64::from(index)) as usize;
                let same: Vec<i32> = permutations.iter().map(|to| permuted(index, to)).collect();
                // The first index of a class finds the others.
                let first = same.iter().all(|&other| index <= other)
                    && !(folded && same.iter().any(|&other| -other < index));
                if !first || folded && same.contains(&-index) {
                    continue;
                }
                for other in same {
                    of[at(other)] = Some((count, false));
                    if folded {
                        of[at(-other)] = Some((count, true));
                    }
                }
                count += 1;
            }
            let mut outlines: Vec<u64> = (0..8).map(outline).collect();
            outlines.sort_unstable();
            outlines.dedup();
            empty.extend(outlines.iter().map(|_| zero));
        }
        Self { of, count: count as usize, empty }
    }
}

/// An index after a permutation of its squares.
fn permuted(index: i32, to: &[usize]) -> i32 {
    let mut rest = index;
    to.iter().fold(0, |sum, &place| {
        let digit = (rest + 1).rem_euclid(3) - 1;
        rest = (rest - digit) / 3;
        sum + digit * 3i32.pow(place as u32)
    })
}

/// Weights in discs, while they are fitted.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights {
    set: &'static PatternSet,
    phases: u8,
    ties: Ties,
    /// One phase after the other.
    values: Vec<f32>,
}

impl Weights {
    /// All zero.
    #[must_use]
    pub fn new(set: &'static PatternSet, phases: u8) -> Self {
        let ties = Ties::new(set.shapes(), set.is_folded());
        Self { set, phases, values: vec![0.0; ties.count * usize::from(phases)], ties }
    }

    /// The weights of a sample in a phase, with their factors.
    fn shown(&self, sample: &ScoredBoard, phase: usize) -> [(usize, f32); PLACES] {
        let indices = Indices::new(self.set, &sample.board).places();
        let mut shown = [(0, 0.0); PLACES];
        for ((shown, index), empty) in shown.iter_mut().zip(indices).zip(&self.ties.empty) {
            let place = (*empty as i64 + i64::from(index)) as usize;
            if let Some((weight, negative)) = self.ties.of[place] {
                let factor = if negative { -1.0 } else { 1.0 };
                *shown = (phase * self.ties.count + weight as usize, factor);
            }
        }
        shown
    }

    fn told(&self, shown: &[(usize, f32); PLACES]) -> f32 {
        shown.iter().map(|&(place, factor)| self.values[place] * factor).sum()
    }

    /// The score predicted by the weights, in discs.
    #[must_use]
    pub fn predict(&self, sample: &ScoredBoard) -> f32 {
        self.told(&self.shown(sample, phase(discs(sample), self.phases)))
    }

    /// Runs one epoch over all samples, in an order that depends on `seed`.
    fn epoch(&mut self, samples: &[ScoredBoard], rate: f32, jitter: u32, seed: u64) {
        let count = samples.len() as u64;
        if count == 0 {
            return;
        }
        // A permutation, by steps of a size coprime with the number of samples.
        let mut step = hash(seed, 0) % count;
        while gcd(step, count) != 1 {
            step += 1;
        }
        let mut place = hash(seed, 1) % count;
        for number in 0..count {
            // An epoch of millions of samples takes seconds. A part of one is of no use after an interrupt.
            if number % SAMPLES_PER_LOOK == 0 && interrupt::requested() {
                return;
            }
            let sample = &samples[place as usize];
            place = (place + step) % count;
            let mut discs = discs(sample);
            if self.phases > 1 {
                let random = (hash(seed, 2 + number) % u64::from(2 * jitter + 1)) as u32;
                discs = (discs + random).saturating_sub(jitter);
            }
            let shown = self.shown(sample, phase(discs, self.phases));
            let error = f32::from(sample.score) - self.told(&shown);
            let correction = rate * error / PLACES as f32;
            for (place, factor) in shown {
                self.values[place] += correction * factor;
            }
        }
    }

    /// The weights as stored in a file: signed bytes, in eighths of a disc.
    #[must_use]
    pub fn file(&self) -> Vec<u8> {
        let mut bytes = header(self.set, self.phases).to_vec();
        for phase in self.values.chunks_exact(self.ties.count) {
            let mut start = 0;
            for shape in self.set.shapes() {
                let fillings = 3usize.pow(shape.len() as u32);
                let end = start + fillings;
                let from = if self.set.is_folded() { start + fillings / 2 } else { start };
                bytes.extend(self.ties.of[from..end].iter().map(|tie| {
                    let value = tie.map_or(0.0, |(weight, negative)| {
                        let value = phase[weight as usize];
                        if negative { -value } else { value }
                    });
                    ((8.0 * value).round().clamp(-127.0, 127.0) as i8).cast_unsigned()
                }));
                start = end;
            }
        }
        bytes.extend(crc32(&[&bytes]).to_le_bytes());
        bytes
    }
}

fn discs(sample: &ScoredBoard) -> u32 {
    64 - sample.board.empties().count_ones()
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// How well values predict scores.
#[derive(Clone, Copy, PartialEq, Debug, Default, serde::Serialize, serde::Deserialize)]
pub struct Accuracy {
    /// Correlation of the predicted scores with the true ones.
    pub correlation: f64,
    /// Root mean square error in discs, if predictions are in discs.
    pub rms_error: Option<f64>,
}

/// How well the predictions `told` agree with the scores of the samples.
#[must_use]
pub fn accuracy(samples: &[ScoredBoard], told: impl Fn(&ScoredBoard) -> f64) -> Accuracy {
    let pairs = || samples.iter().map(|sample| (told(sample), f64::from(sample.score)));
    let count = samples.len() as f64;
    let (mut sum_x, mut sum_y) = (0.0, 0.0);
    for (x, y) in pairs() {
        sum_x += x;
        sum_y += y;
    }
    let (mean_x, mean_y) = (sum_x / count, sum_y / count);
    let (mut xx, mut yy, mut xy, mut error) = (0.0, 0.0, 0.0, 0.0);
    for (x, y) in pairs() {
        xx += (x - mean_x) * (x - mean_x);
        yy += (y - mean_y) * (y - mean_y);
        xy += (x - mean_x) * (y - mean_y);
        error += (x - y) * (x - y);
    }
    // A rounded mean would leave a variance where all are the same.
    let alike = |of: &dyn Fn((f64, f64)) -> f64| {
        let first = pairs().next().map(of);
        pairs().all(|pair| Some(of(pair)) == first)
    };
    if alike(&|pair| pair.0) || alike(&|pair| pair.1) {
        xy = f64::NAN;
    }
    Accuracy { correlation: xy / (xx * yy).sqrt(), rms_error: Some((error / count).sqrt()) }
}

/// Fits weights to `samples`. Calls `watch` with the number of each finished epoch, and stops early if it returns
/// false.
#[must_use]
pub fn fit(
    mut weights: Weights,
    samples: &[ScoredBoard],
    how: &Fit,
    seed: u64,
    watch: impl Fn(u32) -> bool,
) -> Weights {
    for epoch in 0..how.epochs {
        // Falls from the full rate to a tenth.
        let progress = epoch as f32 / how.epochs.max(2).saturating_sub(1) as f32;
        let rate = how.rate * (1.0 - 0.9 * progress);
        weights.epoch(samples, rate, how.jitter, hash(seed, u64::from(epoch)));
        if !watch(epoch + 1) {
            break;
        }
    }
    weights
}

#[cfg(test)]
mod tests {
    use plyscope_core::othello::patterns::PatternSet;
    use plyscope_core::othello::{Board, Othello, Patterns, Simple};
    use plyscope_core::static_value;

    use super::{Fit, Ties, Weights, accuracy, fit, permuted};
    use crate::games::{ScoredBoard, SelfPlay, play};
    use plyscope_run::seed::hash;

    #[test]
    fn weights_that_were_fitted_tell_games_that_they_have_not_seen() {
        let rules = SelfPlay { random_plies: 8, depth: 1, solve: 8 };
        let samples = |seeds: std::ops::Range<u64>| -> Vec<ScoredBoard> {
            seeds.filter_map(|seed| play(Simple, &rules, seed).samples()).flatten().collect()
        };
        let (seen, unseen) = (samples(0..400), samples(1000..1060));
        let how = Fit { epochs: 8, rate: 0.3, jitter: 2 };
        for (set, phases) in [(PatternSet::W, 1), (PatternSet::LOGISTELLO_FOLDED, 3)] {
            let weights = fit(Weights::new(set, phases), &seen, &how, 1, |_| true);
            let fitted = accuracy(&unseen, |sample| f64::from(weights.predict(sample)));
            assert!(fitted.correlation > 0.3, "{fitted:?}");
            // Rounded to bytes, as in the evaluation, they predict almost the same.
            let file = weights.file();
            let patterns = Patterns::new(&file).unwrap();
            let told = |sample: &ScoredBoard| {
                f64::from(static_value(&Othello, &patterns, &sample.board).get()) / 100.0
            };
            let unfinished: Vec<ScoredBoard> =
                unseen.iter().filter(|sample| !sample.board.is_over()).copied().collect();
            let quantised = accuracy(&unfinished, told);
            assert!((quantised.correlation - fitted.correlation).abs() < 0.02, "{quantised:?}");
        }
    }

    #[test]
    fn permuting_digits_moves_them() {
        // Balanced ternary, the least digit first: 1 -1 0.
        assert_eq!(permuted(1 - 3, &[2, 1, 0]), 9 - 3);
        assert_eq!(permuted(-13, &[1, 2, 0]), -13);
    }

    #[test]
    fn a_position_and_its_reflections_are_worth_the_same_and_folded_ones_the_opposite_to_the_other()
    {
        for set in PatternSet::ALL {
            let mut weights = Weights::new(set, 1);
            for (number, value) in (0..).zip(&mut weights.values) {
                *value = (hash(1, number) % 33) as f32 / 8.0 - 2.0;
            }
            let file = weights.file();
            let patterns = Patterns::new(&file).unwrap();
            let board = Board { mover: 0x0010_3412_8800_0401, opponent: 0x0102_0040_1076_1000 };
            let value = static_value(&Othello, &patterns, &board);
            let upside_down = |b: u64| b.swap_bytes();
            let turned = |b: u64| b.reverse_bits();
            for change in [upside_down, turned] {
                let seen = Board { mover: change(board.mover), opponent: change(board.opponent) };
                assert_eq!(static_value(&Othello, &patterns, &seen), value, "{}", set.name());
            }
            assert_eq!(
                static_value(&Othello, &patterns, &board.passed()) == -value,
                set.is_folded()
            );
        }
    }

    #[test]
    fn ties_leave_about_half_of_symmetric_shapes_and_of_folded_sets() {
        let count = |set: &PatternSet| Ties::new(set.shapes(), set.is_folded()).count;
        // 2 x 4 corners have no symmetry; all other shapes have one.
        let w: usize = [8, 8, 8, 8, 8, 7, 6, 5, 4]
            .iter()
            .map(|&n| (3usize.pow(n) + 3usize.pow(n.div_ceil(2))) / 2)
            .sum();
        assert_eq!(count(PatternSet::W), w + 6561 + (19_683 + 729) / 2);
        assert!(count(PatternSet::W_FOLDED) * 2 < count(PatternSet::W));
    }
}
