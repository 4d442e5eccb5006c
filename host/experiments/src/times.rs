//! How long runs take: times that were recorded.

use crate::Scale;

/// Threads of the runs whose times were recorded.
pub const RECORDED_THREADS: usize = 2;

/// The seconds that plyscope's own experiment of this name took at this scale with [`RECORDED_THREADS`] threads; `None` if no such
/// run was recorded. `host/experiments/times/make` records them.
#[must_use]
pub fn recorded_seconds(id: &str, scale: Scale) -> Option<f64> {
    let recorded = match scale {
        Scale::Quick => include_str!("../times/quick.csv"),
        Scale::Default => include_str!("../times/default.csv"),
        Scale::Paper => return None,
    };
    let mut lines = recorded.lines().filter_map(|line| line.split_once(','));
    lines.find(|(name, _)| *name == id)?.1.parse().ok()
}

/// Whether there is an experiment of this name, for tests that should not compile all experiments: exactly these have recorded times,
/// as `tests/tests/all/every_experiment.rs` checks.
#[cfg(test)]
pub(crate) fn is_experiment(id: &str) -> bool {
    recorded_seconds(id, Scale::Quick).is_some()
}
