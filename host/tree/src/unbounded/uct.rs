//! Monte Carlo tree search without chance: UCT with static values for playouts, and implicit minimax back-ups.
//!
//! It is the same tree as best-first minimax with another way down (Kocsis & Szepesvári 2006; Lanctot et al. 2014). An iteration
//! goes down by upper confidence bounds, expands one position, and counts the value of its best child for every move of its line.

use plyscope_core::{Evaluator, Game, Value};

use super::Unbounded;

/// The parameters of UCT.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Uct {
    /// The weight of exploration, 0 or more: the factor of sqrt(ln N / n). Values are between -1 and 1.
    pub exploration: f64,
    /// The weight of backed-up minimax values beside means, 0 to 1 (implicit minimax).
    pub implicit: f64,
    /// The static value that counts as half a win, at least 1: v counts v / (|v| + scale).
    pub scale: u32,
}

/// One, in the fixed-point numbers of sums, which do not depend on their order.
pub(super) const ONE: i64 = 1 << 24;

impl Uct {
    /// A value between -1 and 1.
    pub(super) fn reward(&self, value: Value) -> i64 {
        let value = i64::from(value.get());
        value * ONE / (value.abs() + i64::from(self.scale.max(1)))
    }
}

/// The natural logarithm of a number from 1 on, the same on every machine.
pub(super) fn ln(number: u64) -> f64 {
    let number = number.max(1);
    let exponent = number.ilog2();
    let mantissa = number as f64 / (1u64 << exponent) as f64;
    // ln m = 2 artanh z, where z is at most a third.
    let z = (mantissa - 1.0) / (mantissa + 1.0);
    let square = z * z;
    let (mut sum, mut power) = (0.0, z);
    for i in 0..20 {
        sum += power / f64::from(2 * i + 1);
        power *= square;
    }
    2.0 * sum + f64::from(exponent) * core::f64::consts::LN_2
}

impl<G: Game, E: Evaluator<G::Position>> Unbounded<G, E> {
    /// The number of the edge with the largest upper confidence bound, of those to children that are not closed. A child's static
    /// value, at its generation, counts as its first visit. Of equals, the first in the game's order.
    pub(super) fn choose_by_bounds(&self, node: u32, uct: &Uct) -> Option<usize> {
        let range = self.graph.node(node).edges();
        let edges = self.graph.edges.get(range.clone())?;
        let sums = self.graph.sums.as_ref()?.get(range)?;
        let total: u64 = edges.iter().map(|edge| u64::from(edge.visits) + 1).sum();
        let log = ln(total);
        let low = self.graph.certain(node).map(|certain| certain.low);
        let mut best = None;
        for (number, (edge, sum)) in edges.iter().zip(sums).enumerate() {
            let child = self.graph.node(edge.child);
            if self.is_closed(edge, low) {
                continue;
            }
            let visits = f64::from(edge.visits) + 1.0;
            let mean = *sum as f64 / visits;
            let minimax = uct.reward(-child.value) as f64;
            let value = ((1.0 - uct.implicit) * mean + uct.implicit * minimax) / ONE as f64;
            let bound = value + uct.exploration * libm::sqrt(log / visits);
            if best.is_none_or(|(most, _)| bound > most) {
                best = Some((bound, number));
            }
        }
        best.map(|(_, number)| number)
    }

    /// Counts a reward for the side that chooses an edge.
    pub(super) fn count_reward(&mut self, edge: u32, reward: i64) {
        let sums = self.graph.sums.as_mut();
        if let Some(sum) = sums.and_then(|sums| sums.get_mut(edge as usize)) {
            *sum += reward;
        }
    }
}

#[cfg(test)]
mod tests {
    use plyscope_core::{Outcome, Value};

    use super::{ONE, Uct, ln};

    #[test]
    fn logarithms_are_those_of_the_standard_library() {
        for number in (1..2000).chain([1 << 20, 1 << 40, u64::MAX]) {
            assert!((ln(number) - (number as f64).ln()).abs() < 1e-12, "{number}");
        }
    }

    #[test]
    fn rewards_are_odd_and_half_at_the_scale() {
        let uct = Uct { exploration: 1.0, implicit: 0.0, scale: 50 };
        assert_eq!(uct.reward(Value::new(50)), ONE / 2);
        assert_eq!(uct.reward(Value::new(-50)), -ONE / 2);
        let win = uct.reward(Value::decided(Outcome::WIN));
        assert!(win < ONE && win > ONE * 99 / 100);
    }
}
