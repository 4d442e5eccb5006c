//! What estimators are compared on: futility pruning as an estimator, and spreads learned from samples.

use plyscope_core::search::forward_estimation::{Cut, Estimator};
use plyscope_core::{Side, Value};
use plyscope_learn::edge_costs::quantile;
use statrs::function::erf::erf;

/// Futility: one ply above the horizon, a node is pruned if its static value is far enough outside the window.
pub(crate) struct Futility {
    /// How a node's value one ply deep follows from its static value.
    pub(crate) cut: Cut,
    /// Half width of the range, in hundredths of a standard deviation.
    pub(crate) confidence: u16,
}

impl Estimator for Futility {
    fn range(&self, static_value: Value, depth: u32, _: Side) -> (Value, Value) {
        match depth {
            1 => self.cut.range(static_value, self.confidence),
            _ => (Value::NEG_INFINITY, Value::INFINITY),
        }
    }

    fn is_two_sided(&self) -> bool {
        true
    }
}

/// The middle share of what is gained over static values, by confidence (in hundredths of a standard deviation: the share of as many
/// normal values) and by depth from 1 to `depth`. `samples` are values by depth, the static value first.
pub(crate) fn spreads(samples: &[&[i32]], confidences: &[u16], depth: u32) -> Vec<Vec<(i32, i32)>> {
    let mut differences: Vec<Vec<i32>> = (1..=depth as usize)
        .map(|depth| {
            let of = |values: &&[i32]| Some(values.get(depth)? - values.first()?);
            samples.iter().filter_map(of).collect()
        })
        .collect();
    differences.iter_mut().for_each(|depth| depth.sort_unstable());
    let by_confidence = confidences.iter().map(|&confidence| {
        let share = erf(f64::from(confidence) / 100.0 / std::f64::consts::SQRT_2);
        let (low, high) = ((1.0 - share) / 2.0, f64::midpoint(1.0, share));
        differences.iter().map(|all| (quantile(all, low), quantile(all, high))).collect()
    });
    by_confidence.collect()
}
