//! The fit of [weights that change with every disc](plyscope_core::othello::patterns::mixed): by stochastic gradients, one position at a
//! time, with a rate for each number that falls with the squares of its slopes (Adagrad; Duchi, Hazan and Singer 2011).
//!
//! The rate falls to a twentieth in the course of the passes. Positions are visited in a scattered order, the same in each pass.

use plyscope_core::othello::patterns::mixed::{MOBILITIES, NUMBERS, UNIT, ZERO, mobility};
use plyscope_run::seed::hash;

use super::design::Shapes;
use crate::labels::LabelledBoard;

/// Positions between two calls of `go_on`.
const POSITIONS_PER_LOOK: usize = 1 << 16;

/// The first step of a number with a slope of one, in tens of discs.
const RATE: f32 = 0.03;

/// The share of a step that the factors make: each of them has many more positions.
const OF_FACTORS: f32 = 0.3;

/// What the squares of slopes begin with.
const BEGUN: f32 = 0.1;

/// The unit of the fit, in discs.
const TEN: f32 = 10.0;

/// Steps between numbers of successive positions: a prime above any number of them that fits in memory.
const STRIDE: u64 = 4_398_042_316_799;

/// The numbers and the sums of their squared slopes.
#[derive(Clone)]
struct Learned<const COUNT: usize> {
    numbers: [f32; COUNT],
    squares: [f32; COUNT],
}

impl<const COUNT: usize> Learned<COUNT> {
    fn new(numbers: [f32; COUNT]) -> Self {
        Self { numbers, squares: [BEGUN; COUNT] }
    }

    fn step(&mut self, slopes: &[f32; COUNT], rate: f32) {
        for ((number, square), slope) in self.numbers.iter_mut().zip(&mut self.squares).zip(slopes)
        {
            *square += slope * slope;
            *number -= rate * slope / square.sqrt();
        }
    }
}

/// The four numbers of each filling, and the factors and the constant of each number of discs.
struct Model {
    fillings: Vec<Learned<NUMBERS>>,
    factors: Vec<Learned<{ NUMBERS + 1 }>>,
}

impl Model {
    /// The first number alone counts, and the others begin with small random ones.
    fn new(fillings: usize) -> Self {
        let random = |place: usize, size: f32| {
            let bits = hash(1, place as u64) >> 40;
            size * (bits as f32 / (1u64 << 23) as f32 - 1.0)
        };
        let numbers = |size: f32, first: f32, place: usize| {
            move |number| match number {
                0 => first,
                NUMBERS => 0.0,
                _ => random(place * NUMBERS + number, size),
            }
        };
        Self {
            fillings: (0..fillings)
                .map(|place| Learned::new(std::array::from_fn(numbers(0.01, 0.0, place))))
                .collect(),
            factors: (0..65)
                .map(|discs| Learned::new(std::array::from_fn(numbers(0.1, 1.0, fillings + discs))))
                .collect(),
        }
    }

    fn sums(&self, codes: &[u32]) -> [f32; NUMBERS] {
        let mut sums = [0.0; NUMBERS];
        for &code in codes {
            for (sum, number) in sums.iter_mut().zip(&self.fillings[code as usize].numbers) {
                *sum += number;
            }
        }
        sums
    }

    /// One step towards the label of a position with these fillings.
    fn learn(&mut self, codes: &[u32], sample: &LabelledBoard, how: &How, rate: f32) {
        let sums = self.sums(codes);
        let factors = &mut self.factors[sample.discs() as usize];
        let label = f32::from(sample.value) / 100.0;
        let told = factors.numbers.iter().zip(&sums).map(|(factor, sum)| factor * sum).sum::<f32>()
            + factors.numbers[NUMBERS];
        let share = 1.0 / (1.0 + (label / how.near).powi(2));
        let slope = (told * TEN - label).clamp(-how.limit, how.limit) / TEN * share;
        let of_sums: [f32; NUMBERS] = std::array::from_fn(|number| slope * factors.numbers[number]);
        factors.step(
            &std::array::from_fn(|number| slope * sums.get(number).copied().unwrap_or(1.0)),
            rate * OF_FACTORS,
        );
        for &code in codes {
            self.fillings[code as usize].step(&of_sums, rate);
        }
    }

    /// The bytes of a file's weights.
    fn bytes(&self, shapes: &Shapes) -> Vec<u8> {
        let steps: [f32; NUMBERS] = std::array::from_fn(|number| self.step_of(number));
        let byte = |(number, step): (&f32, &f32)| {
            let amount = (number / step).round().clamp(-127.0, 127.0) as i32;
            (i32::from(ZERO) + amount) as u8
        };
        let mobilities = shapes.count()..self.fillings.len();
        let places = shapes.weights().map(|weight| weight as usize).chain(mobilities);
        let mut bytes: Vec<u8> = places
            .flat_map(|place| self.fillings[place].numbers.iter().zip(&steps).map(byte))
            .collect();
        for factors in &self.factors {
            for (number, factor) in factors.numbers.iter().enumerate() {
                let step = steps.get(number).copied().unwrap_or(1.0);
                let hundredths = factor * step * TEN * 100.0;
                bytes.extend(((hundredths * UNIT as f32).round() as i32).to_le_bytes());
            }
        }
        bytes
    }

    /// The amount that a byte of this number of all fillings counts: the one of a few whose bytes are least wrong, each filling counting as
    /// much as its slopes.
    fn step_of(&self, number: usize) -> f32 {
        let seen = || {
            self.fillings
                .iter()
                .map(move |filling| (filling.numbers[number], filling.squares[number] - BEGUN))
        };
        let most = seen().fold(1e-3f32, |most, (amount, _)| most.max(amount.abs()));
        let wrong = |step: f32| {
            seen().fold(0.0f64, |sum, (amount, weight)| {
                let kept = (amount / step).round().clamp(-127.0, 127.0) * step;
                sum + f64::from(weight) * f64::from(kept - amount).powi(2)
            })
        };
        let steps = (0..24).map(|shrunk| most / 127.0 * 0.88f32.powi(shrunk));
        steps.min_by(|one, other| wrong(*one).total_cmp(&wrong(*other))).unwrap_or(most)
    }
}

/// How the fit goes.
pub(super) struct How {
    /// Passes over all positions.
    pub(super) passes: u32,
    /// The error in discs beyond which it counts linearly.
    pub(super) limit: f32,
    /// The label in discs that counts half as much as an even one.
    pub(super) near: f32,
}

/// The bytes of the weights that are learned from these samples. `go_on` is called now and then with the share of the work that is done,
/// and stops it by returning false.
pub(super) fn fit(
    shapes: &Shapes,
    samples: &[LabelledBoard],
    how: &How,
    mut go_on: impl FnMut(f32) -> bool,
) -> Vec<u8> {
    let mut model = Model::new(shapes.count() + (MOBILITIES * MOBILITIES) as usize);
    let count = samples.len();
    let all = count * how.passes as usize;
    let stride = (STRIDE % count.max(1) as u64) as usize;
    let mut codes = Vec::with_capacity(shapes.places() + 1);
    let mut at = 0;
    for visited in 0..all {
        let done = visited as f32 / all as f32;
        if visited % POSITIONS_PER_LOOK == 0 && !go_on(done) {
            break;
        }
        let sample = &samples[at];
        at = (at + stride) % count;
        // Encoded anew in each pass: all codes would be 200 bytes a position.
        codes.clear();
        shapes.encode(&sample.board, &mut codes);
        codes.push(shapes.count() as u32 + mobility(&sample.board));
        model.learn(&codes, sample, how, RATE * (1.0 - 0.95 * done));
    }
    model.bytes(shapes)
}
