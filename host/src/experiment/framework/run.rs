//! Runs experiments, in run directories or without.

use std::cell::Cell;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use serde::Serialize;
use serde_json::{Map, Value, json};

use super::settings;
use super::stages::Stage;
use super::study::{Experiment, Study, checked, refused};
use crate::domain::OthelloEvaluation;
use crate::experiment::{ExperimentError, all, find_in};
use crate::parallel::in_order;
use crate::record::{Manifest, RecordError, Run, Shard, reason};
use crate::report::Summary;

/// What the manifests of experiments call themselves.
pub const KIND: &str = "experiment";

/// Time between two estimates of how much is done: each looks at all rows.
const BETWEEN_ESTIMATES: Duration = Duration::from_secs(2);

/// Where a run is kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Place {
    /// Nowhere.
    Nowhere,
    /// In a new run directory.
    New(PathBuf),
    /// In a run directory that is there.
    Existing(PathBuf),
    /// In a run directory that may be there.
    Either(PathBuf),
}

/// How far a run is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Progress {
    /// This many tasks more are to be done.
    Planned(u64),
    /// A task is done.
    Done,
    /// This share of all the work is done, from 0 to 1, by an estimate; none if there is nothing to go by. Told of staged
    /// experiments, whose tasks are not all planned at once: before a stage, and every few seconds.
    Share(Option<f64>),
}

/// How and where an experiment runs. None of it changes its rows.
pub struct Session<'a> {
    /// Worker threads.
    pub threads: usize,
    /// Where the run is kept.
    pub place: Place,
    /// Which share of it is to be done.
    pub shard: Shard,
    /// Is told how far it is.
    pub progress: &'a mut dyn FnMut(Progress),
    /// Whether to stop after the next task, beside [interrupts](crate::interrupt); what is recorded then stays.
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
    /// All rows are there.
    Finished {
        /// What they come to.
        summary: Summary,
        /// The rows.
        lines: Vec<String>,
    },
    /// The rows of a shard are there, which say nothing by themselves.
    Shard,
    /// It was stopped and can go on.
    Interrupted,
}

/// A row with its unit's number, as a line. By hand, for a flattened row is read through a form of its own, whose code
/// for thirty kinds of rows took long to compile.
fn numbered<R: Serialize>(unit: u64, row: &R) -> String {
    // Rows are structs of numbers, lists and strings: this cannot fail.
    let row = serde_json::to_string(row).unwrap_or_default();
    format!("{{\"unit\":{unit},{}", row.strip_prefix('{').unwrap_or_default())
}

/// The rows of lines.
pub(crate) fn read_rows<S: Study>(
    study: &S,
    lines: &[String],
) -> Result<Vec<S::Row>, ExperimentError> {
    let read = |(number, line): (usize, &String)| {
        // The unit's number is passed over: rows are in the order of their units.
        serde_json::from_str(line).map_err(|error| {
            let (id, reason) = (study.about().id.to_owned(), reason(&error));
            ExperimentError::Row { id, number: number + 1, reason }
        })
    };
    lines.iter().enumerate().map(read).collect()
}

/// The rows of lines, which must have the shape that these settings give them.
pub(crate) fn rows<S: Study>(
    study: &S,
    settings: &S::Settings,
    lines: &[String],
) -> Result<Vec<S::Row>, ExperimentError> {
    let rows = read_rows(study, lines)?;
    match rows.iter().position(|row| !study.fits(settings, row)) {
        None => Ok(rows),
        Some(place) => {
            let reason = "its lists have other lengths than the settings give them".to_owned();
            Err(ExperimentError::Row { id: study.about().id.to_owned(), number: place + 1, reason })
        }
    }
}

/// The settings that a run was made with.
pub(crate) fn settings_of(manifest: &Manifest) -> Result<Map<String, Value>, ExperimentError> {
    if manifest.kind != KIND {
        return Err(ExperimentError::NotAnExperiment(manifest.kind.clone()));
    }
    Ok(manifest.configuration["settings"].as_object().cloned().unwrap_or_default())
}

/// The experiment that a run is of.
///
/// # Errors
/// [`ExperimentError`] if it is of none that there is.
pub fn of_run(manifest: &Manifest) -> Result<&'static dyn Experiment, ExperimentError> {
    of_run_in(all(), manifest)
}

/// The same, among experiments of one's own.
///
/// # Errors
/// [`ExperimentError`] if it is of none of them.
pub fn of_run_in<'e>(
    experiments: &[&'e dyn Experiment],
    manifest: &Manifest,
) -> Result<&'e dyn Experiment, ExperimentError> {
    settings_of(manifest)?;
    find_in(experiments, manifest.configuration["experiment"].as_str().unwrap_or_default())
}

pub(crate) fn run<S: Study>(
    study: &S,
    map: &Map<String, Value>,
    session: &mut Session<'_>,
) -> Result<Ended, ExperimentError> {
    let begin = Instant::now();
    let id = study.about().id;
    let settings = checked(study, map)?;
    let all = study.tasks(&settings, &[])?;
    let total = (!S::STAGED).then_some(all.len() as u64);
    let recorded_settings = by_content(map);
    let shown = settings::from_map(&recorded_settings).map_err(refused(id))?;
    let configuration = json!({ "experiment": id, "settings": recorded_settings });
    let manifest = Manifest::new(KIND, configuration, total, S::ROWS_PER_TASK, session.shard);
    let (mut record, mut lines) = open(&session.place, &manifest)?;
    // What must be kept of rows: all of them for a staged experiment's next stage, and for the summary.
    let mut rows = rows(study, &settings, &lines)?;
    let recorded = rows.len() as u64 / S::ROWS_PER_TASK;
    let mut stage = Stage::first(study, session.shard, all);
    let ended = loop {
        // Of a stage that is recorded nothing is left to do.
        let places: Vec<u64> = (recorded.max(stage.begin)..stage.end()).collect();
        (session.progress)(Progress::Planned(places.len() as u64));
        tell_share(study, &settings, &rows, session.progress);
        let mut told = Instant::now();
        let work = |place: u64| -> Result<Vec<(String, S::Row)>, ExperimentError> {
            let Some(task) = stage.task(place) else { return Ok(Vec::new()) };
            let rows = study.run(&settings, task)?;
            let line = |row| (numbered(manifest.unit(place), &row), row);
            Ok(rows.into_iter().map(line).collect())
        };
        let interrupted = Cell::new((session.interrupted)());
        let take = |_, new: Vec<(String, S::Row)>| {
            if (session.interrupted)() {
                interrupted.set(true);
                return Ok(ControlFlow::Break(()));
            }
            let (new_lines, new_rows): (Vec<String>, Vec<S::Row>) = new.into_iter().unzip();
            if let Some(record) = &mut record {
                record.append(&new_lines)?;
            }
            lines.extend(new_lines);
            rows.extend(new_rows);
            (session.progress)(Progress::Done);
            if told.elapsed() >= BETWEEN_ESTIMATES {
                tell_share(study, &settings, &rows, session.progress);
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
        stage = stage.next(study, &settings, session.shard, &rows)?;
        if !stage.is_empty() {
            continue;
        }
        break if session.shard == Shard::WHOLE {
            Ended::Finished { summary: study.summarise(&shown, &rows), lines }
        } else {
            Ended::Shard
        };
    };
    if let Some(record) = &record {
        record.add_time(begin.elapsed().as_secs_f64());
    }
    Ok(ended)
}

/// The settings as a run has them: weights count by what they are, not by where they are.
fn by_content(map: &Map<String, Value>) -> Map<String, Value> {
    let mut map = map.clone();
    if let Some(Value::String(evaluation)) = map.get_mut("evaluation") {
        *evaluation = OthelloEvaluation::identity(evaluation);
    }
    map
}

/// Tells how much of the work is done, where that is a matter of an estimate.
fn tell_share<S: Study>(
    study: &S,
    settings: &S::Settings,
    rows: &[S::Row],
    progress: &mut dyn FnMut(Progress),
) {
    if S::STAGED {
        progress(Progress::Share(study.done(settings, rows)));
    }
}

/// Opens the run directory, if there is to be one; gives the rows that it has already.
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
