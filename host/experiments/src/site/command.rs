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
    use super::{command, nearest};
    use crate::{Scale, all};

    #[test]
    fn the_command_of_any_settings_gives_these_settings_again() {
        for experiment in all() {
            let about = experiment.about();
            for scale in Scale::ALL {
                let mut settings = experiment.settings(scale);
                // The papers' small trees have none.
                let seeded = settings.contains_key("seed");
                if seeded {
                    settings.insert("seed".to_owned(), 77.into());
                }
                let (nearest, changes) = nearest(*experiment, &settings);
                let again = experiment.changed_settings(nearest, &changes).unwrap();
                assert_eq!(again, settings, "{}", about.id);
                let command = command("plyscope", about.id, nearest, &changes);
                assert_eq!(command.contains("--set seed=77"), seeded);
            }
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
