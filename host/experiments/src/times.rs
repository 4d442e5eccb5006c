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

#[cfg(test)]
mod tests {
    use super::recorded_seconds;
    use crate::{Scale, all};

    #[test]
    fn every_experiment_has_a_recorded_time() {
        for scale in [Scale::Quick, Scale::Default] {
            let all = all().iter().map(|experiment| experiment.about().id);
            let lacking: Vec<&str> = all
                .filter(|id| !recorded_seconds(id, scale).is_some_and(|time| time > 0.0))
                .collect();
            assert!(
                lacking.is_empty(),
                "host/experiments/times/make at scale {scale}: {lacking:?}"
            );
        }
        assert_eq!(recorded_seconds("no-such-figure", Scale::Quick), None);
    }
}
