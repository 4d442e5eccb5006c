//! Runs experiments, with or without a run directory.

use std::cell::Cell;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use plyscope_players::domain::{OpeningChoice, OthelloEvaluation};
use plyscope_report::Summary;
use plyscope_run::parallel::in_order;
use plyscope_run::record::{Manifest, RecordError, Run, Shard};
use serde_json::{Map, Value, json};

use super::prepared::Prepared;
use super::stages::Stage;
use super::study::Experiment;
use crate::{ExperimentError, all, find_in};

/// The kind of run in an experiment's manifest.
pub const KIND: &str = "experiment";

/// Time between two progress estimates. Each reads all rows.
const BETWEEN_ESTIMATES: Duration = Duration::from_secs(2);

/// Where a run is kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Place {
    /// Nowhere: nothing is written.
    Nowhere,
    /// In a new run directory.
    New(PathBuf),
    /// In an existing run directory.
    Existing(PathBuf),
    /// In a run directory, created if missing.
    Either(PathBuf),
}

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
pub struct Session<'a> {
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

impl std::fmt::Debug for Session<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Session")
            .field("threads", &self.threads)
            .field("place", &self.place)
            .field("shard", &self.shard)
            .finish_non_exhaustive()
    }
}

/// How a session ended.
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

/// A row with its unit's number, as a line. Written by hand: serde's flattened rows took long to compile for thirty row
/// types.
fn numbered(unit: u64, row: &str) -> String {
    format!("{{\"unit\":{unit},{}", row.strip_prefix('{').unwrap_or_default())
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

/// Runs a study with settings, or resumes it.
pub(crate) fn run(
    prepared: &dyn Prepared,
    map: &Map<String, Value>,
    session: &mut Session<'_>,
) -> Result<Ended, ExperimentError> {
    let begin = Instant::now();
    let mut stage = Stage::first(prepared, session.shard)?;
    let total = (!prepared.is_staged()).then(|| stage.of_all_shards());
    let shown = by_content(map);
    let configuration = json!({ "experiment": prepared.id(), "settings": shown });
    let per_task = prepared.rows_per_task();
    let manifest = Manifest::new(KIND, configuration, total, per_task, session.shard);
    // All rows must be kept for the summary and for the next stage of a staged experiment.
    let (mut record, mut lines) = open(&session.place, &manifest)?;
    prepared.check(&lines)?;
    let recorded = lines.len() as u64 / per_task;
    let ended = loop {
        // A recorded stage has nothing left to do.
        let places: Vec<u64> = (recorded.max(stage.begin)..stage.end()).collect();
        (session.progress)(RunProgress::Planned(places.len() as u64));
        tell_share(prepared, &lines, session.progress);
        let mut told = Instant::now();
        let work = |place: u64| -> Result<Vec<String>, ExperimentError> {
            let rows = stage.run(place)?;
            Ok(rows.iter().map(|row| numbered(manifest.unit(place), row)).collect())
        };
        let interrupted = Cell::new((session.interrupted)());
        let take = |_, new: Vec<String>| {
            if (session.interrupted)() {
                interrupted.set(true);
                return Ok(ControlFlow::Break(()));
            }
            if let Some(record) = &mut record {
                record.append(&new)?;
            }
            lines.extend(new);
            (session.progress)(RunProgress::Done);
            if told.elapsed() >= BETWEEN_ESTIMATES {
                tell_share(prepared, &lines, session.progress);
                told = Instant::now();
            }
            Ok(ControlFlow::Continue(()))
        };
        if !interrupted.get() {
            match in_order(&places, session.threads, work, take) {
                Err(ExperimentError::Interrupted(_)) => interrupted.set(true),
                outcome => outcome?,
            }
        }
        if interrupted.get() {
            break Ended::Interrupted;
        }
        stage = stage.next(&lines)?;
        if !stage.is_empty() {
            continue;
        }
        break if session.shard == Shard::WHOLE {
            let summary = prepared.summarise(&shown, &lines)?.with_remarks(prepared.remarks());
            Ended::Finished { summary, lines }
        } else {
            Ended::Shard
        };
    };
    if let Some(record) = &record {
        record.add_time(begin.elapsed().as_secs_f64());
    }
    Ok(ended)
}

/// The settings as a run stores them: weights and openings are identified by content, not by path.
fn by_content(map: &Map<String, Value>) -> Map<String, Value> {
    let mut map = map.clone();
    if let Some(Value::String(evaluation)) = map.get_mut("evaluation") {
        *evaluation = OthelloEvaluation::identity(evaluation);
    }
    if let Some(Value::String(openings)) = map.get_mut("openings") {
        let choice = openings.parse::<OpeningChoice>().and_then(OpeningChoice::without_file);
        if let Ok(choice) = choice {
            *openings = choice.to_string();
        }
    }
    map
}

/// Reports how much of the work is done, where that is an estimate.
fn tell_share(prepared: &dyn Prepared, lines: &[String], progress: &mut dyn FnMut(RunProgress)) {
    if prepared.is_staged() {
        // What cannot be read gives no estimate; the next stage says why.
        progress(RunProgress::Share(prepared.done(lines).unwrap_or_default()));
    }
}

/// Opens the run directory, if any, and returns the rows already in it.
fn open(place: &Place, manifest: &Manifest) -> Result<(Option<Run>, Vec<String>), RecordError> {
    let create = |path| Ok((Some(Run::create(path, manifest.clone())?), Vec::new()));
    let resume = |path| Run::resume(path, manifest).map(|(run, lines)| (Some(run), lines));
    match place {
        Place::Nowhere => Ok((None, Vec::new())),
        Place::New(path) => create(path),
        Place::Existing(path) => resume(path),
        Place::Either(path) => {
            Run::create_or_resume(path, manifest).map(|(run, lines)| (Some(run), lines))
        }
    }
}

#[cfg(test)]
#[path = "run_tests.rs"]
mod tests;
