//! What estimators are compared on: spreads learned from samples.

use plyscope_learn::edge_costs::quantile;
use statrs::function::erf::erf;

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
