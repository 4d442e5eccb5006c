//! The command that repeats a run.

use plyscope_run::escape::shell;
use serde_json::{Map, Value};

use crate::{Experiment, Scale};

/// A setting's value as `--set` reads it.
#[must_use]
pub fn setting_text(value: &Value) -> String {
    match value {
        Value::Array(items) => items.iter().map(setting_text).collect::<Vec<_>>().join(","),
        Value::String(text) => text.clone(),
        value => value.to_string(),
    }
}

/// The scale nearest to these settings, and the settings that differ from it.
pub(super) fn nearest(
    experiment: &dyn Experiment,
    settings: &Map<String, Value>,
) -> (Scale, Vec<(String, String)>) {
    let changes = |scale: Scale| {
        let standard = experiment.settings(scale);
        let differs = |(name, value): &(&String, &Value)| standard.get(*name) != Some(*value);
        let changed = settings.iter().filter(differs);
        changed.map(|(name, value)| (name.clone(), setting_text(value))).collect::<Vec<_>>()
    };
    // Ties go to the first: the scale that needs no flag.
    let nearest = [Scale::Default, Scale::Quick, Scale::Paper].map(|scale| (scale, changes(scale)));
    nearest.into_iter().min_by_key(|(_, changes)| changes.len()).unwrap_or_default()
}

/// The command line that repeats the run.
pub(super) fn command(
    program: &str,
    id: &str,
    scale: Scale,
    changes: &[(String, String)],
) -> String {
    let program = shell(program.as_ref());
    let mut command = format!("{program} experiment run {id} --scale {scale}");
    for (name, value) in changes {
        command.push_str(" --set ");
        command.push_str(&shell(format!("{name}={value}").as_ref()));
    }
    command
}

#[cfg(test)]
mod tests {
    use plyscope_report::Summary;

    use super::{command, nearest};
    use crate::{About, Experiment, ExperimentError, Scale, Study};

    /// An experiment with values of all sorts among its settings.
    struct Sorts;

    crate::settings! {
        struct Settings {
            /// depth
            depth: u32,
            /// whether it is full
            full: bool,
            /// names of orders
            orders: Vec<String>,
            /// seed
            seed: u32,
            /// shares
            shares: Vec<f64>,
        }
    }

    impl Study for Sorts {
        type Settings = Settings;
        type Task = ();
        type Row = ();

        fn about(&self) -> &About {
            &About { id: "sorts", title: "", source: "", what: "", settings: Settings::KEYS }
        }

        fn settings(&self, scale: Scale) -> Settings {
            let (orders, share) = scale.pick(("none,static", 0.1), ("static", 0.5), ("none", 0.25));
            Settings {
                depth: scale.pick(8, 10, 12),
                full: scale == Scale::Paper,
                orders: orders.split(',').map(str::to_owned).collect(),
                seed: 1,
                shares: vec![share, 1.0],
            }
        }

        fn tasks(&self, _: &Settings, _: &[()]) -> Result<Vec<()>, ExperimentError> {
            Ok(Vec::new())
        }

        fn run(&self, _: &Settings, _: &()) -> Result<Vec<()>, ExperimentError> {
            Ok(vec![()])
        }

        fn summarise(&self, _: &Settings, _: &[()]) -> Summary {
            Summary::default()
        }
    }

    /// That `nearest` has the text of every setting of the experiments: `tests/tests/all/every_experiment.rs`.
    #[test]
    fn the_command_of_any_settings_gives_these_settings_again() {
        let scales = Scale::ALL.map(|scale| Experiment::settings(&Sorts, scale));
        // Some settings are of one scale, and some of another.
        for (one, two, taken) in (0..9 * 32).map(|n| (n % 3, n / 3 % 3, n / 9)) {
            let mut settings = scales[one].clone();
            let others = scales[two].iter().enumerate().filter(|(n, _)| taken >> n & 1 == 1);
            settings.extend(others.map(|(_, (name, value))| (name.clone(), value.clone())));
            let seeded = taken % 2 == 1;
            if seeded {
                settings.insert("seed".to_owned(), 77.into());
            }
            let (nearest, changes) = nearest(&Sorts, &settings);
            let again = Sorts.changed_settings(nearest, &changes).unwrap();
            assert_eq!(again, settings);
            assert!(changes.len() < 5, "{changes:?}");
            let command = command("plyscope", "sorts", nearest, &changes);
            assert_eq!(command.contains("--set seed=77"), seeded);
        }
    }

    #[test]
    fn what_a_shell_would_change_is_quoted() {
        let changes =
            [("order".to_owned(), "a b".to_owned()), ("depths".to_owned(), "2,3".to_owned())];
        assert_eq!(
            command("plyscope", "x", Scale::Quick, &changes),
            "plyscope experiment run x --scale quick --set 'order=a b' --set depths=2,3"
        );
    }
}
