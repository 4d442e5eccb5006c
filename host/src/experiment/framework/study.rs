//! What an experiment is.

use std::fmt::Debug;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::run::{self, Ended, Session};
use super::settings::{self, Scale, SettingsError};
use super::stages;
use crate::experiment::ExperimentError;
use crate::record::{Manifest, Merge};
use crate::report::Summary;

/// What is to be known of an experiment before it runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct About {
    /// Its name on the command line: `zhang-table-1`.
    pub id: &'static str,
    /// What it is about, in one line.
    pub title: &'static str,
    /// The paper and the place in it.
    pub source: &'static str,
    /// What the paper did, or what is asked, in a few sentences.
    pub what: &'static str,
    /// Every setting's name and what it means.
    pub settings: &'static [(&'static str, &'static str)],
}

/// An experiment, as it is written.
pub trait Study: Sync {
    /// What decides the rows; all of it can be changed with `--set`. By convention `seed` is the first seed and `seeds`
    /// their number (of trees or openings), or their numbers, case by case; none may be 0.
    type Settings: Serialize + DeserializeOwned + Sync;
    /// A piece of work.
    type Task: Clone + Send + Sync + Debug;
    /// A row of the run directory.
    type Row: Serialize + DeserializeOwned + Send;

    /// What it is.
    fn about(&self) -> &About;

    /// Rows of a task.
    const ROWS_PER_TASK: u64 = 1;

    /// Whether there are tasks that depend on rows.
    const STAGED: bool = false;

    /// The settings of a scale.
    fn settings(&self, scale: Scale) -> Self::Settings;

    /// Says what cannot be done.
    ///
    /// # Errors
    /// What is wrong, and what would not be.
    fn check(&self, settings: &Self::Settings) -> Result<(), String> {
        let _ = settings;
        Ok(())
    }

    /// The tasks, in their order. If the experiment is [staged](Study::STAGED): those of the next stage, after earlier
    /// stages have given `rows`; none when there is no further stage. Otherwise there are no rows yet.
    ///
    /// # Errors
    /// If the settings allow none.
    fn tasks(
        &self,
        settings: &Self::Settings,
        rows: &[Self::Row],
    ) -> Result<Vec<Self::Task>, ExperimentError>;

    /// If the experiment is [staged](Study::STAGED): the part of it that a task belongs to, such as a curve, by its number.
    /// Parts are what shards share out, so the tasks of a part, and their order, must depend on the rows of that part
    /// alone and of tasks that belong to none. These are done by every shard: their rows must always be the same, and they
    /// depend on such rows alone.
    fn part(&self, task: &Self::Task) -> Option<u64> {
        let _ = task;
        None
    }

    /// If the experiment is [staged](Study::STAGED): how much of the work these rows are, from 0 to 1, by an estimate;
    /// none as long as there is nothing to go by. Rows of other parts than those that have some are not waited for.
    fn done(&self, settings: &Self::Settings, rows: &[Self::Row]) -> Option<f64> {
        let _ = (settings, rows);
        None
    }

    /// Does a task; gives [`Study::ROWS_PER_TASK`] rows. They depend on settings and task only.
    ///
    /// # Errors
    /// If a search fails.
    fn run(
        &self,
        settings: &Self::Settings,
        task: &Self::Task,
    ) -> Result<Vec<Self::Row>, ExperimentError>;

    /// Whether a row has the shape that runs with these settings give it, as far as the summary relies on that: rows may have
    /// been changed by hand.
    fn fits(&self, settings: &Self::Settings, row: &Self::Row) -> bool {
        let _ = (settings, row);
        true
    }

    /// What the rows come to. They may be those of a run that is not finished.
    fn summarise(&self, settings: &Self::Settings, rows: &[Self::Row]) -> Summary;
}

/// An experiment, as it is used: settings and rows as JSON.
pub trait Experiment: Sync {
    /// What it is.
    fn about(&self) -> &About;

    /// The settings of a scale, by name.
    fn settings(&self, scale: Scale) -> Map<String, Value>;

    /// Settings of a scale with some changed, checked.
    ///
    /// # Errors
    /// [`ExperimentError::Settings`] if there is no such setting, or its value is none.
    fn changed_settings(
        &self,
        scale: Scale,
        changes: &[(String, String)],
    ) -> Result<Map<String, Value>, ExperimentError>;

    /// Runs it, or goes on with it.
    ///
    /// # Errors
    /// [`ExperimentError`].
    fn run(
        &self,
        settings: &Map<String, Value>,
        session: &mut Session<'_>,
    ) -> Result<Ended, ExperimentError>;

    /// How many units a run with these rows does next: all that are left, or if the experiment is
    /// [staged](Study::STAGED) those of the stage that it is in; 0 if it is finished.
    ///
    /// # Errors
    /// [`ExperimentError::Row`] if they are not this experiment's.
    fn planned(&self, manifest: &Manifest, lines: &[String]) -> Result<u64, ExperimentError>;

    /// Has the shards of a run merged.
    ///
    /// # Errors
    /// [`ExperimentError::Record`] if one is unfinished, or they do not belong together.
    fn merge(&self, merge: &mut Merge) -> Result<(), ExperimentError>;

    /// What the rows of a run come to.
    ///
    /// # Errors
    /// [`ExperimentError::Row`] if they are not this experiment's.
    fn summarise(&self, manifest: &Manifest, lines: &[String]) -> Result<Summary, ExperimentError>;
}

/// Makes an error one of these settings.
pub(crate) fn refused(id: &'static str) -> impl FnOnce(SettingsError) -> ExperimentError {
    move |cause| ExperimentError::Settings { id, cause }
}

/// The most trees or openings of a setting `seeds`, all of it together: they are listed before a run begins.
const MOST_SEEDS: u64 = 1_000_000;

/// The most values of a setting that is a list.
const MOST_VALUES: usize = 1000;

/// What is too much for any experiment.
fn too_much(map: &Map<String, Value>) -> Option<String> {
    let lists = map.iter().filter_map(|(name, value)| Some((name, value.as_array()?)));
    for (name, values) in lists {
        if values.len() > MOST_VALUES {
            let count = values.len();
            return Some(format!("{name} has {count} values: give at most {MOST_VALUES}"));
        }
    }
    let count = |value: &Value| value.as_u64().unwrap_or(0);
    for (name, value) in map.iter().filter(|(name, _)| name.ends_with("seeds")) {
        let all = match value {
            Value::Array(counts) => counts.iter().map(count).fold(0, u64::saturating_add),
            one => count(one),
        };
        if all > MOST_SEEDS {
            return Some(format!("{name} are {all}: give at most {MOST_SEEDS} together"));
        }
    }
    None
}

/// Says whether `seeds` has a 0: nothing can be said of no trees, and a case that is not wanted is left out of its list.
fn has_no_seeds(map: &Map<String, Value>) -> bool {
    let is_zero = |value: &Value| value.as_u64() == Some(0);
    map.get("seeds").is_some_and(|seeds| match seeds {
        Value::Array(counts) => counts.iter().any(is_zero),
        count => is_zero(count),
    })
}

/// Reads settings and has the experiment check them.
pub(crate) fn checked<S: Study>(
    study: &S,
    map: &Map<String, Value>,
) -> Result<S::Settings, ExperimentError> {
    let id = study.about().id;
    if has_no_seeds(map) {
        let reason = "seeds are numbers of trees or openings: at least 1".to_owned();
        return Err(refused(id)(SettingsError::Refused(reason)));
    }
    if let Some(reason) = too_much(map) {
        return Err(refused(id)(SettingsError::Refused(reason)));
    }
    let settings = settings::from_map(map).map_err(refused(id))?;
    study.check(&settings).map_err(|reason| refused(id)(SettingsError::Refused(reason)))?;
    Ok(settings)
}

impl<S: Study> Experiment for S {
    fn about(&self) -> &About {
        Study::about(self)
    }

    fn settings(&self, scale: Scale) -> Map<String, Value> {
        settings::to_map(&Study::settings(self, scale))
    }

    fn changed_settings(
        &self,
        scale: Scale,
        changes: &[(String, String)],
    ) -> Result<Map<String, Value>, ExperimentError> {
        let mut map = Experiment::settings(self, scale);
        for (name, text) in changes {
            settings::change(&mut map, name, text).map_err(refused(Study::about(self).id))?;
        }
        checked(self, &map)?;
        Ok(map)
    }

    fn run(
        &self,
        settings: &Map<String, Value>,
        session: &mut Session<'_>,
    ) -> Result<Ended, ExperimentError> {
        run::run(self, settings, session)
    }

    fn planned(&self, manifest: &Manifest, lines: &[String]) -> Result<u64, ExperimentError> {
        let settings = checked(self, &run::settings_of(manifest)?)?;
        stages::planned(self, &settings, manifest.shard, &run::rows(self, &settings, lines)?)
    }

    fn merge(&self, merge: &mut Merge) -> Result<(), ExperimentError> {
        let settings = checked(self, &run::settings_of(merge.manifest())?)?;
        stages::merge(self, &settings, merge)
    }

    fn summarise(&self, manifest: &Manifest, lines: &[String]) -> Result<Summary, ExperimentError> {
        let settings = checked(self, &run::settings_of(manifest)?)?;
        Ok(Study::summarise(self, &settings, &run::rows(self, &settings, lines)?))
    }
}

#[cfg(test)]
#[path = "study_tests.rs"]
mod tests;
