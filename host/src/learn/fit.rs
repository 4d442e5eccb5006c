//! Fitting the weights of patterns to scores: normalised least mean squares, one sample at a time.

use plyscope_core::othello::patterns::{INSTANCES, WEIGHTS, backwards, indices, phase};

use super::games::Sample;
use crate::seed::hash;

/// How weights are fitted.
#[derive(Clone, Copy, PartialEq, Debug, serde::Serialize)]
pub struct Fit {
    /// Sets of weights: the game's phases.
    pub phases: usize,
    /// Times that every sample is seen.
    pub epochs: u32,
    /// The share of a sample's error that is put right at once, in the first epoch; it falls to a tenth of that.
    pub rate: f32,
    /// Discs up to which a sample is also taken for one of the phase next to its own.
    pub jitter: u32,
}

/// Weights in discs, being fitted. Those of one pattern read backwards are one weight.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights {
    phases: usize,
    values: Vec<f32>,
    /// Each index's one of the two that are the same.
    canonical: Vec<u16>,
}

impl Weights {
    /// All zero.
    #[must_use]
    pub fn new(phases: usize) -> Self {
        let canonical = (0..WEIGHTS as u16).map(|index| index.min(backwards(index))).collect();
        Self { phases, values: vec![0.0; phases * WEIGHTS], canonical }
    }

    /// The places of the weights of a sample in a phase.
    fn places(&self, sample: &Sample, phase: usize) -> [usize; INSTANCES] {
        indices(&sample.board)
            .map(|index| phase * WEIGHTS + usize::from(self.canonical[usize::from(index)]))
    }

    fn phase_of(&self, sample: &Sample) -> usize {
        phase(discs(sample), self.phases)
    }

    /// The score that the weights tell, in discs.
    #[must_use]
    pub fn predict(&self, sample: &Sample) -> f32 {
        let places = self.places(sample, self.phase_of(sample));
        places.iter().map(|&place| self.values[place]).sum()
    }

    /// Sees all samples once more, in an order that depends on `seed`.
    fn epoch(&mut self, samples: &[Sample], rate: f32, jitter: u32, seed: u64) {
        let count = samples.len() as u64;
        if count == 0 {
            return;
        }
        // A permutation by steps that have no divisor in common with the number.
        let mut step = hash(seed, 0) % count;
        while gcd(step, count) != 1 {
            step += 1;
        }
        let mut place = hash(seed, 1) % count;
        for number in 0..count {
            let sample = &samples[place as usize];
            place = (place + step) % count;
            let random = (hash(seed, 2 + number) % u64::from(2 * jitter + 1)) as u32;
            let shifted = (discs(sample) + random).saturating_sub(jitter);
            let places = self.places(sample, phase(shifted, self.phases));
            let told: f32 = places.iter().map(|&place| self.values[place]).sum();
            let correction = rate * (f32::from(sample.score) - told) / INSTANCES as f32;
            for place in places {
                self.values[place] += correction;
            }
        }
    }

    /// The weights as the evaluation has them: signed bytes, eighths of a disc, backwards ones written out.
    #[must_use]
    pub fn bytes(&self) -> Vec<u8> {
        let byte = |(place, _): (usize, &f32)| {
            let (set, index) = (place / WEIGHTS, place % WEIGHTS);
            let value = self.values[set * WEIGHTS + usize::from(self.canonical[index])];
            ((8.0 * value).round().clamp(-127.0, 127.0) as i8).cast_unsigned()
        };
        self.values.iter().enumerate().map(byte).collect()
    }
}

fn discs(sample: &Sample) -> u32 {
    64 - sample.board.empties().count_ones()
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// How well weights tell scores.
#[derive(Clone, Copy, PartialEq, Debug, Default, serde::Serialize)]
pub struct Accuracy {
    /// Correlation of the scores told with the true ones.
    pub correlation: f64,
    /// Root of the mean square error, in discs.
    pub rms_error: f64,
}

/// How well `told` agrees with the scores of the samples.
#[must_use]
pub fn accuracy(samples: &[Sample], told: impl Fn(&Sample) -> f64) -> Accuracy {
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
    Accuracy { correlation: xy / (xx * yy).sqrt(), rms_error: (error / count).sqrt() }
}

/// Fits weights to `samples`, and tells `watch` the accuracy on `held_out` after each epoch.
#[must_use]
pub fn fit(
    samples: &[Sample],
    held_out: &[Sample],
    how: &Fit,
    seed: u64,
    mut watch: impl FnMut(u32, Accuracy),
) -> Weights {
    let mut weights = Weights::new(how.phases);
    for epoch in 0..how.epochs {
        let progress = epoch as f32 / how.epochs.max(2).saturating_sub(1) as f32;
        let rate = how.rate * 0.1f32.powf(progress);
        weights.epoch(samples, rate, how.jitter, hash(seed, u64::from(epoch)));
        watch(epoch + 1, accuracy(held_out, |sample| f64::from(weights.predict(sample))));
    }
    weights
}

#[cfg(test)]
mod tests {
    use plyscope_core::Evaluator as _;
    use plyscope_core::othello::{Patterns, Simple};

    use super::{Fit, accuracy, fit};
    use crate::learn::games::{Sample, SelfPlay, play};

    #[test]
    fn weights_that_were_fitted_tell_games_that_they_have_not_seen() {
        let rules = SelfPlay { random_plies: 8, depth: 1, solve: 8 };
        let samples = |seeds: std::ops::Range<u64>| -> Vec<Sample> {
            seeds.flat_map(|seed| play(Simple, &rules, seed)).collect()
        };
        let (seen, unseen) = (samples(0..400), samples(1000..1060));
        let how = Fit { phases: 1, epochs: 8, rate: 0.3, jitter: 0 };
        let mut watched = Vec::new();
        let weights = fit(&seen, &unseen, &how, 1, |_, accuracy| watched.push(accuracy));
        assert_eq!(watched.len(), 8);
        let last = watched[7];
        assert!(last.correlation > 0.3, "{last:?}");
        // As the evaluation has them, in bytes, they tell almost the same.
        let bytes = weights.bytes();
        let patterns = Patterns::new(&bytes).unwrap();
        let told = |sample: &Sample| f64::from(patterns.evaluate(&sample.board).get()) / 100.0;
        let unfinished: Vec<Sample> =
            unseen.iter().filter(|sample| !sample.board.is_over()).copied().collect();
        let quantised = accuracy(&unfinished, told);
        assert!((quantised.correlation - last.correlation).abs() < 0.02, "{quantised:?}, {last:?}");
    }
}
