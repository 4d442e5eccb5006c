//! Runs experiments, with or without a run directory.

use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, Instant};

use plyscope_report::Summary;
use plyscope_run::record::{Manifest, Run, Shard, numbered};
pub use plyscope_run::session::Place;
use plyscope_run::session::{Session, Unit, Workers};
use serde_json::{Map, Value, json};

use super::prepared::{Prepared, shown_summary};
use super::settings;
use super::stages::Stage;
use super::study::{About, Experiment};
use crate::{ExperimentError, all, find_in};

/// The kind of run in an experiment's manifest.
pub const KIND: &str = "experiment";

/// Time between two progress estimates.
const BETWEEN_ESTIMATES: Duration = Duration::from_secs(2);

/// A run's progress.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum RunProgress {
    /// This many more tasks are left to do.
    Planned(u64),
    /// A task is done.
    Done,
    /// The estimated share of all work that is done, from 0 to 1, or `None` without a basis for an estimate. Reported
    /// for staged experiments, whose tasks are not all planned at once: before each stage, and every few seconds.
    Share(Option<f64>),
}

/// How and where an experiment runs. Nothing here changes its rows.
pub struct RunOptions<'a> {
    /// Worker threads.
    pub threads: usize,
    /// Where the run is kept.
    pub place: Place,
    /// The shard to run.
    pub shard: Shard,
    /// Called with the run's progress.
    pub progress: &'a mut dyn FnMut(RunProgress),
    /// Returns whether to stop after the next task, in addition to [interrupts](plyscope_run::interrupt). Recorded rows are
    /// kept.
    pub interrupted: &'a dyn Fn() -> bool,
}

impl std::fmt::Debug for RunOptions<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RunOptions")
            .field("threads", &self.threads)
            .field("place", &self.place)
            .field("shard", &self.shard)
            .finish_non_exhaustive()
    }
}

/// How a run ended.
#[derive(Clone, PartialEq, Debug)]
pub enum Ended {
    /// All rows are recorded.
    Finished {
        /// Their summary.
        summary: Summary,
        /// The rows.
        lines: Vec<String>,
    },
    /// All rows of a shard are recorded. They have no summary of their own.
    Shard,
    /// The run was stopped and can be resumed.
    Interrupted,
}

/// The settings of a run.
pub(crate) fn settings_of(manifest: &Manifest) -> Result<Map<String, Value>, ExperimentError> {
    if manifest.kind != KIND {
        return Err(ExperimentError::NotAnExperiment(manifest.kind.clone()));
    }
    Ok(manifest.configuration["settings"].as_object().cloned().unwrap_or_default())
}

/// The experiment that a run is of.
///
/// # Errors
/// [`ExperimentError`] if no experiment matches.
pub fn of_run(manifest: &Manifest) -> Result<&'static dyn Experiment, ExperimentError> {
    of_run_in(all(), manifest)
}

/// The same for a list of your own experiments.
///
/// # Errors
/// [`ExperimentError`] if none of them matches.
pub fn of_run_in<'e>(
    experiments: &[&'e dyn Experiment],
    manifest: &Manifest,
) -> Result<&'e dyn Experiment, ExperimentError> {
    settings_of(manifest)?;
    find_in(experiments, manifest.configuration["experiment"].as_str().unwrap_or_default())
}

/// A run's configuration, of settings as it [records](settings::recorded) them.
fn configuration(id: &str, shown: &Map<String, Value>) -> Value {
    json!({ "experiment": id, "settings": shown })
}

/// Checks that an experiment's run in this directory, if there is one, can be resumed with these settings and this shard, before others
/// are run. Its rows are not read.
///
/// # Errors
/// [`ExperimentError::Record`] if the run differs or its manifest is damaged.
pub fn can_resume(
    experiment: &dyn Experiment,
    map: &Map<String, Value>,
    shard: Shard,
    path: &Path,
) -> Result<(), ExperimentError> {
    let &About { id, settings: keys, .. } = experiment.about();
    let shown = settings::recorded(map, keys);
    Ok(Run::can_resume(path, KIND, configuration(id, &shown), shard)?)
}

/// Runs a study with settings, or resumes it.
pub(crate) fn run(
    prepared: &dyn Prepared,
    map: &Map<String, Value>,
    options: &mut RunOptions<'_>,
) -> Result<Ended, ExperimentError> {
    let mut stage = Stage::first(prepared, options.shard)?;
    let total = (!prepared.is_staged()).then(|| stage.of_all_shards());
    let shown = settings::recorded(map, prepared.keys());
    let configuration = configuration(prepared.id(), &shown);
    let manifest =
        Manifest::new(KIND, configuration, total, prepared.rows_per_task(), options.shard);
    // All rows must be kept for the summary and for the next stage of a staged experiment.
    let (mut session, mut lines) = Session::open(&options.place, manifest)?;
    prepared.check(&lines)?;
    let workers = Workers { threads: options.threads, stop: options.interrupted };
    let progress = &mut *options.progress;
    while !stage.is_empty() {
        // A recorded stage has nothing left to do.
        progress(RunProgress::Planned(stage.end().saturating_sub(session.finished())));
        tell_share(prepared, &lines, progress);
        let mut told = Instant::now();
        let work = |unit: Unit| -> Result<_, ExperimentError> {
            let rows = stage.run(unit.place)?;
            Ok((rows.iter().map(|row| numbered(unit.number, row)).collect(), ()))
        };
        let take = |rows, ()| {
            lines.extend(rows);
            progress(RunProgress::Done);
            if told.elapsed() >= BETWEEN_ESTIMATES {
                tell_share(prepared, &lines, progress);
                told = Instant::now();
            }
            Ok(ControlFlow::Continue(()))
        };
        match session.run_to(stage.end(), workers, work, take) {
            Err(ExperimentError::Interrupted(_)) => return Ok(Ended::Interrupted),
            ended => ended?,
        }
        stage = stage.next(&lines)?;
    }
    if options.shard != Shard::WHOLE {
        return Ok(Ended::Shard);
    }
    let summary = shown_summary(prepared, &shown, prepared.summarise(&shown, &lines)?);
    Ok(Ended::Finished { summary, lines })
}

/// Reports how much of the work is done, where that is an estimate.
fn tell_share(prepared: &dyn Prepared, lines: &[String], progress: &mut dyn FnMut(RunProgress)) {
    if prepared.is_staged() {
        // What cannot be read gives no estimate; the next stage says why.
        progress(RunProgress::Share(prepared.done(lines).unwrap_or_default()));
    }
}

#[cfg(test)]
mod tests;
