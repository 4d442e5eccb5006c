//! The traits of an experiment.

use std::fmt::Debug;

use plyscope_report::{Claim, Remark, Summary};
use plyscope_run::record::{Manifest, Merge};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::half;
use super::keys::Key;
use super::prepared::{prepare, shown_summary};
use super::run::{self, Ended, RunOptions};
use super::settings::{self, Scale, SettingsError};
use super::stages;
use crate::{ExperimentError, remarks_on};

/// The description of an experiment.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct About {
    /// Its name on the command line: `zhang-table-1`.
    pub id: &'static str,
    /// Its subject, in one line.
    pub title: &'static str,
    /// The paper, and the place in it.
    pub source: &'static str,
    /// What the paper did, or the question, in a few sentences.
    pub what: &'static str,
    /// Its settings.
    pub settings: &'static [Key],
}

impl About {
    /// Its settings, and the half of the trees and openings if it can be of either (`half=second`; the usual one is not recorded).
    pub fn keys(&self) -> impl Iterator<Item = &'static Key> {
        half::all(self.settings)
    }
}

/// An experiment, as implemented.
pub trait Study: Sync {
    /// Everything that determines the rows, declared by [`settings!`](crate::settings). Each setting can be changed with `--set`.
    type Settings: Serialize + DeserializeOwned + Sync;
    /// A piece of work.
    type Task: Clone + Send + Sync + Debug;
    /// A row in the run directory.
    type Row: Serialize + DeserializeOwned + Send;

    /// The experiment's description.
    fn about(&self) -> &About;

    /// Rows of a task.
    const ROWS_PER_TASK: u64 = 1;

    /// Whether later tasks depend on earlier rows.
    const STAGED: bool = false;

    /// The settings of a scale.
    fn settings(&self, scale: Scale) -> Self::Settings;

    /// Checks the settings.
    ///
    /// # Errors
    /// The reason, and the values that would be accepted.
    fn check(&self, settings: &Self::Settings) -> Result<(), String> {
        let _ = settings;
        Ok(())
    }

    /// The tasks, in order. For a [staged](Study::STAGED) experiment: the tasks of the next stage, given the `rows` of
    /// the earlier stages; empty after the last stage. Otherwise `rows` is empty.
    ///
    /// # Errors
    /// If the settings allow no tasks.
    fn tasks(
        &self,
        settings: &Self::Settings,
        rows: &[Self::Row],
    ) -> Result<Vec<Self::Task>, ExperimentError>;

    /// For a [staged](Study::STAGED) experiment: the number of the part, such as a curve, that a task belongs to.
    /// Shards divide the parts among them. The tasks of a part, and their order, may therefore depend only on that
    /// part's rows and on rows of tasks without a part. Every shard runs the tasks without a part: their rows must
    /// always be the same, and they may depend only on one another's rows.
    fn part(&self, task: &Self::Task) -> Option<u64> {
        let _ = task;
        None
    }

    /// For a [staged](Study::STAGED) experiment: the estimated share of the work, from 0 to 1, that these rows are;
    /// `None` while there is no basis for an estimate. Parts without any rows are left out of the estimate.
    fn done(&self, settings: &Self::Settings, rows: &[Self::Row]) -> Option<f64> {
        let _ = (settings, rows);
        None
    }

    /// Runs a task and returns [`Study::ROWS_PER_TASK`] rows. They depend only on the settings and the task.
    ///
    /// # Errors
    /// If a search fails.
    fn run(
        &self,
        settings: &Self::Settings,
        task: &Self::Task,
    ) -> Result<Vec<Self::Row>, ExperimentError>;

    /// Whether a row has the shape that these settings give it, as far as the summary relies on it. Rows may have been
    /// edited by hand.
    fn fits(&self, settings: &Self::Settings, row: &Self::Row) -> bool {
        let _ = (settings, row);
        true
    }

    /// The place of the first row that does not fit: what is asked of all rows at once, for studies that have to work something out of
    /// the settings first.
    fn misfit(&self, settings: &Self::Settings, rows: &[Self::Row]) -> Option<usize> {
        rows.iter().position(|row| !self.fits(settings, row))
    }

    /// Summarises the rows. The run may be unfinished.
    fn summarise(&self, settings: &Self::Settings, rows: &[Self::Row]) -> Summary;

    /// Remarks on the claims, by their keys: the likely causes of differences. By default those of plyscope's own experiment of
    /// this name, if there is one; they are in `remarks.rs` beside the experiments.
    fn remarks(&self) -> &'static [Remark] {
        remarks_on(self.about().id)
    }
}

/// An experiment, as used: settings and rows are JSON.
pub trait Experiment: Sync {
    /// The experiment's description.
    fn about(&self) -> &About;

    /// The settings of a scale, by name.
    fn settings(&self, scale: Scale) -> Map<String, Value>;

    /// The settings of a scale with some of them changed, checked.
    ///
    /// # Errors
    /// [`ExperimentError::Settings`] if there is no such setting, or the text is not a value of it.
    fn changed_settings(
        &self,
        scale: Scale,
        changes: &[(String, String)],
    ) -> Result<Map<String, Value>, ExperimentError>;

    /// Runs the experiment, or resumes it.
    ///
    /// # Errors
    /// [`ExperimentError`].
    fn run(
        &self,
        settings: &Map<String, Value>,
        options: &mut RunOptions<'_>,
    ) -> Result<Ended, ExperimentError>;

    /// The number of units that a run with these rows does next: all that are left, or for a [staged](Study::STAGED)
    /// experiment those left in the current stage; 0 if the run is finished.
    ///
    /// # Errors
    /// [`ExperimentError::Row`] if they are not this experiment's.
    fn planned(&self, manifest: &Manifest, lines: &[String]) -> Result<u64, ExperimentError>;

    /// Merges the shards of a run.
    ///
    /// # Errors
    /// [`ExperimentError::Record`] if one is unfinished, or they do not belong together.
    fn merge(&self, merge: &mut Merge) -> Result<(), ExperimentError>;

    /// Summarises the rows of a run.
    ///
    /// # Errors
    /// [`ExperimentError::Row`] if they are not this experiment's.
    fn summarise(&self, manifest: &Manifest, lines: &[String]) -> Result<Summary, ExperimentError>;
}

/// Wraps an error as one of these settings.
pub(crate) fn refused(id: &'static str) -> impl FnOnce(SettingsError) -> ExperimentError {
    move |cause| ExperimentError::Settings { id, cause }
}

/// Parses settings and lets the experiment check them.
pub(crate) fn checked<S: Study>(
    study: &S,
    map: &Map<String, Value>,
) -> Result<S::Settings, ExperimentError> {
    let &About { id, settings: keys, .. } = study.about();
    let settings = settings::from_map(map, keys).map_err(refused(id))?;
    study.check(&settings).map_err(SettingsError::Refused).map_err(refused(id))?;
    Ok(settings)
}

/// Settings with some of them changed, not checked.
fn changed(
    about: &About,
    mut map: Map<String, Value>,
    changes: &[(String, String)],
) -> Result<Map<String, Value>, ExperimentError> {
    for (name, text) in changes {
        settings::change(&mut map, about.settings, name, text).map_err(refused(about.id))?;
    }
    Ok(map)
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
        let map = changed(Study::about(self), Experiment::settings(self, scale), changes)?;
        checked(self, &map)?;
        Ok(map)
    }

    fn run(
        &self,
        settings: &Map<String, Value>,
        options: &mut RunOptions<'_>,
    ) -> Result<Ended, ExperimentError> {
        run::run(&*prepare(self, settings)?, settings, options)
    }

    fn planned(&self, manifest: &Manifest, lines: &[String]) -> Result<u64, ExperimentError> {
        let prepared = prepare(self, &run::settings_of(manifest)?)?;
        prepared.check(lines)?;
        stages::planned(&*prepared, manifest.shard, lines)
    }

    fn merge(&self, merge: &mut Merge) -> Result<(), ExperimentError> {
        stages::merge(&*prepare(self, &run::settings_of(merge.manifest())?)?, merge)
    }

    fn summarise(&self, manifest: &Manifest, lines: &[String]) -> Result<Summary, ExperimentError> {
        let settings = run::settings_of(manifest)?;
        let prepared = prepare(self, &settings)?;
        prepared.check(lines)?;
        let mut summary = prepared.summarise(&settings, lines)?;
        if stages::planned(&*prepared, manifest.shard, lines)? > 0 {
            summary.claims = summary.claims.into_iter().map(Claim::of_unfinished_run).collect();
        }
        Ok(shown_summary(&*prepared, &settings, summary))
    }
}
