//! Linear regression with many weights, by conjugate gradients.
//!
//! What is minimised is the sum of the squares of the errors, each with its position's weight, and of the squares of the
//! weights' distances from where they began, times the [ridge](Regression::ridge). Errors beyond the [limit](Regression::limit)
//! count linearly (Huber), so that a few wild positions do not decide.

use serde::Serialize;

use super::design::Part;

/// How a regression goes.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Regression {
    /// Number of iterations.
    pub iterations: u32,
    /// The number of positions that a weight's distance from its beginning weighs as much as.
    pub ridge: f32,
    /// The error in discs beyond which it counts linearly.
    pub limit: f32,
}

/// Moves `weights` towards the labels of the positions of `part`, each of which counts as often as `shares` says. `go_on` is
/// called after each iteration, and stops the regression by returning false.
pub fn regress(
    how: &Regression,
    part: Part<'_>,
    shares: &[f32],
    weights: &mut [f32],
    mut go_on: impl FnMut() -> bool,
) {
    let count = weights.len();
    // What is left to explain of each label.
    let mut rest = part.targets.to_vec();
    part.forward(weights, -1.0, &mut rest);
    let mut scale = vec![0.0; count];
    part.counts(shares, &mut scale);
    scale.iter_mut().for_each(|scale| *scale = 1.0 / (*scale + how.ridge).max(1e-3));
    let begun = weights.to_vec();
    let mut direction = vec![0.0; count];
    let mut amounts = vec![0.0; rest.len()];
    let mut slope = vec![0.0; count];
    let mut before = 0.0f64;
    for iteration in 0..how.iterations {
        for ((amount, rest), share) in amounts.iter_mut().zip(&rest).zip(shares) {
            *amount = rest.clamp(-how.limit, how.limit) * share;
        }
        let last = std::mem::replace(&mut slope, vec![0.0; count]);
        part.backward(&amounts, &mut slope);
        for ((slope, weight), begun) in slope.iter_mut().zip(&*weights).zip(&begun) {
            *slope -= how.ridge * (weight - begun);
        }
        // Polak and Ribière: the share of the last direction falls to nothing where the problem is not quadratic.
        let (mut now, mut change) = (0.0f64, 0.0f64);
        for ((slope, last), scale) in slope.iter().zip(&last).zip(&scale) {
            now += f64::from(slope * slope * scale);
            change += f64::from(slope * (slope - last) * scale);
        }
        if now <= f64::from(f32::MIN_POSITIVE) {
            break;
        }
        let share = if iteration == 0 { 0.0 } else { (change / before).max(0.0) as f32 };
        before = now;
        for ((direction, slope), scale) in direction.iter_mut().zip(&slope).zip(&scale) {
            *direction = slope * scale + share * *direction;
        }
        // The best step, were all errors within the limit: never too long.
        amounts.fill(0.0);
        part.forward(&direction, 1.0, &mut amounts);
        let (mut along, mut curvature) = (0.0f64, 0.0f64);
        for (direction, slope) in direction.iter().zip(&slope) {
            along += f64::from(direction * slope);
            curvature += f64::from(how.ridge * direction * direction);
        }
        for (amount, share) in amounts.iter().zip(shares) {
            curvature += f64::from(share * amount * amount);
        }
        let step = (along / curvature.max(f64::MIN_POSITIVE)) as f32;
        for (rest, amount) in rest.iter_mut().zip(&amounts) {
            *rest -= step * amount;
        }
        for (weight, direction) in weights.iter_mut().zip(&direction) {
            *weight += step * direction;
        }
        if !go_on() {
            break;
        }
    }
}
