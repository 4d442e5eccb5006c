//! Fits the discriminants: for each number of discs, two normal distributions of the features, of won and of lost
//! positions. A discriminant is the log-likelihood ratio of the two.

use std::ops::RangeInclusive;

use plyscope_core::othello::Bill;
use plyscope_core::othello::bill::{Discriminant, FEATURES};

use crate::games::ScoredBoard;

/// The largest distance in discs from which a discriminant takes samples.
const POOLED: u32 = 2;

/// The minimum number of samples of either class.
const FEWEST: f64 = 100.0;

/// Added to each feature's variance, so that almost constant features do not get huge coefficients. Features are in the
/// hundreds.
const RIDGE: f64 = 2500.0;

type Vector = [f64; FEATURES];
type Matrix = [Vector; FEATURES];

/// Sums over the samples of one class with one number of discs.
#[derive(Clone, Copy, Default)]
struct Sums {
    count: f64,
    features: Vector,
    products: Matrix,
}

impl Sums {
    fn add(&mut self, features: &Vector) {
        self.count += 1.0;
        for i in 0..FEATURES {
            self.features[i] += features[i];
            for j in 0..FEATURES {
                self.products[i][j] += features[i] * features[j];
            }
        }
    }

    fn plus(mut self, other: &Self) -> Self {
        self.count += other.count;
        for i in 0..FEATURES {
            self.features[i] += other.features[i];
            for j in 0..FEATURES {
                self.products[i][j] += other.products[i][j];
            }
        }
        self
    }

    fn normal(&self) -> Normal {
        let mean = self.features.map(|sum| sum / self.count);
        let mut covariance = [[0.0; FEATURES]; FEATURES];
        for i in 0..FEATURES {
            for j in 0..FEATURES {
                covariance[i][j] = self.products[i][j] / self.count - mean[i] * mean[j];
            }
            covariance[i][i] += RIDGE;
        }
        let (inverse, determinant) = inverted(covariance);
        Normal { mean, inverse, log_determinant: determinant.ln() }
    }
}

/// A normal distribution, with its covariance inverted.
struct Normal {
    mean: Vector,
    inverse: Matrix,
    log_determinant: f64,
}

impl Normal {
    /// The inverse of the covariance times the mean.
    fn slope(&self) -> Vector {
        self.inverse.map(|row| dot(&row, &self.mean))
    }
}

fn dot(a: &Vector, b: &Vector) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// The inverse and the determinant of a positive definite matrix.
fn inverted(mut matrix: Matrix) -> (Matrix, f64) {
    let mut inverse = [[0.0; FEATURES]; FEATURES];
    for (i, row) in inverse.iter_mut().enumerate() {
        row[i] = 1.0;
    }
    let mut determinant = 1.0;
    for column in 0..FEATURES {
        // Positive definite: no pivot is 0.
        let pivot = matrix[column][column];
        determinant *= pivot;
        matrix[column] = matrix[column].map(|entry| entry / pivot);
        inverse[column] = inverse[column].map(|entry| entry / pivot);
        for row in (0..FEATURES).filter(|&row| row != column) {
            let factor = matrix[row][column];
            for k in 0..FEATURES {
                matrix[row][k] -= factor * matrix[column][k];
                inverse[row][k] -= factor * inverse[column][k];
            }
        }
    }
    (inverse, determinant)
}

/// The polynomial `ln(Pwin / Ploss) = -1/2 (Qw - Ql) - 1/2 ln(|Sw| / |Sl|) + ln(Nw / Nl)`, where Q is the Mahalanobis form of
/// a class, S its covariance and N its number of samples.
fn discriminant(won: &Sums, lost: &Sums) -> Discriminant {
    let prior = (won.count / lost.count).ln();
    let (won, lost) = (won.normal(), lost.normal());
    let (up, down) = (won.slope(), lost.slope());
    let form = dot(&won.mean, &up) - dot(&lost.mean, &down);
    let constant = prior - form / 2.0 - (won.log_determinant - lost.log_determinant) / 2.0;
    let fixed = |number: f64, bits: i32| {
        (number * f64::from(Bill::NAT) * f64::from(1 << bits)).round() as i32
    };
    let mut quadratic = [0; 10];
    let pairs = (0..FEATURES).flat_map(|i| (i..FEATURES).map(move |j| (i, j)));
    for (coefficient, (i, j)) in quadratic.iter_mut().zip(pairs) {
        let difference = won.inverse[i][j] - lost.inverse[i][j];
        *coefficient = fixed(if i == j { -difference / 2.0 } else { -difference }, 24);
    }
    Discriminant {
        constant: fixed(constant, 0),
        linear: [0, 1, 2, 3].map(|i| fixed(up[i] - down[i], 16)),
        quadratic,
    }
}

/// The discriminants from the first to the last number of discs with enough samples; `None` if there is none. Of `bill`
/// only the edge table is used.
#[must_use]
pub fn fit(samples: &[ScoredBoard], bill: &Bill<'_>) -> Option<(u32, Vec<Discriminant>)> {
    // By discs, positions lost and won by the side to move.
    let mut sums = [[Sums::default(); 2]; 65];
    for &ScoredBoard { board, score } in samples.iter().filter(|sample| sample.score != 0) {
        let discs = 64 - board.empties().count_ones();
        let features = bill.features(&board, board.moves(), board.passed().moves());
        sums[discs as usize][usize::from(score > 0)].add(&features.map(f64::from));
    }
    let pooled = |discs: u32, class: usize| {
        let near: RangeInclusive<u32> = discs.saturating_sub(POOLED)..=(discs + POOLED).min(64);
        near.fold(Sums::default(), |sum, discs| sum.plus(&sums[discs as usize][class]))
    };
    // Only numbers of discs with samples of their own.
    let enough = |discs: &u32| {
        let own = &sums[*discs as usize];
        own[0].count.min(own[1].count) > 0.0
            && pooled(*discs, 0).count.min(pooled(*discs, 1).count) >= FEWEST
    };
    let first = (4..=64).find(enough)?;
    let stages = (first..=64).take_while(enough);
    Some((first, stages.map(|discs| discriminant(&pooled(discs, 1), &pooled(discs, 0))).collect()))
}
