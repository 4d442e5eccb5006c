//! A study with its settings, without its types: what runs, resumes and merges experiments is compiled once for all of them.

use std::sync::{Mutex, MutexGuard, PoisonError};

use plyscope_report::{Claim, Remark, Summary};
use plyscope_run::record::{Shard, reason};
use serde::Serialize;
use serde_json::{Map, Value};

use super::half;
use super::keys::Key;
use super::settings;
use super::study::{Study, checked, refused};
use crate::{ExperimentError, Scale};

/// The tasks of a shard in one stage.
pub(crate) trait Tasks: Sync {
    /// Their number.
    fn count(&self) -> u64;

    /// The number of the tasks of all shards.
    fn of_all_shards(&self) -> u64;

    /// Runs the task of this number, from 0, and returns its rows as JSON. None if there is no such task.
    ///
    /// # Errors
    /// If a search fails.
    fn run(&self, number: u64) -> Result<Vec<String>, ExperimentError>;
}

/// A study with its settings. Rows are lines of JSON. The `lines` of all calls are those of one run, from its first row on: a line is
/// parsed once, and a later call passes more of them, or fewer.
pub(crate) trait Prepared: Sync {
    /// The experiment's name.
    fn id(&self) -> &'static str;

    /// The experiment's settings.
    fn keys(&self) -> &'static [Key];

    /// [`Study::STAGED`].
    fn is_staged(&self) -> bool;

    /// [`Study::ROWS_PER_TASK`].
    fn rows_per_task(&self) -> u64;

    /// Checks that these lines are rows, and have the shape that the settings give them.
    fn check(&self, lines: &[String]) -> Result<(), ExperimentError>;

    /// The parts of all tasks that are planned with these rows, as [`Study::part`] numbers them.
    fn parts(&self, lines: &[String]) -> Result<Vec<Option<u64>>, ExperimentError>;

    /// A shard's share of them.
    fn tasks(&self, shard: Shard, lines: &[String])
    -> Result<Box<dyn Tasks + '_>, ExperimentError>;

    /// [`Study::done`].
    fn done(&self, lines: &[String]) -> Result<Option<f64>, ExperimentError>;

    /// [`Study::summarise`]. `shown` are the settings as they are recorded.
    fn summarise(
        &self,
        shown: &Map<String, Value>,
        lines: &[String],
    ) -> Result<Summary, ExperimentError>;

    /// [`Study::remarks`].
    fn remarks(&self) -> &'static [Remark];

    /// Whether these settings, as they are recorded, are those of a scale.
    fn is_usual(&self, shown: &Map<String, Value>) -> bool;
}

/// The summary as it is shown: with remarks, or as a run with other settings than a scale's shows it.
pub(crate) fn shown_summary(
    prepared: &dyn Prepared,
    shown: &Map<String, Value>,
    summary: Summary,
) -> Summary {
    let mut summary = summary.with_remarks(prepared.remarks());
    if half::is_second(shown) {
        summary.tables.iter_mut().for_each(|table| table.title += half::IN_TITLES);
    }
    if !prepared.is_usual(shown) {
        let claims = summary.claims.into_iter();
        summary.claims = claims.filter_map(Claim::with_other_settings).collect();
    }
    summary
}

/// A study with its settings.
struct With<'s, S: Study> {
    study: &'s S,
    settings: S::Settings,
    /// The run's first rows, parsed so far.
    rows: Mutex<Vec<S::Row>>,
}

/// Prepares a study with settings, which it checks.
///
/// # Errors
/// [`ExperimentError::Settings`].
pub(crate) fn prepare<'s, S: Study>(
    study: &'s S,
    map: &Map<String, Value>,
) -> Result<Box<dyn Prepared + 's>, ExperimentError>
where
    S::Settings: 's,
{
    Ok(Box::new(With { study, settings: checked(study, map)?, rows: Mutex::default() }))
}

impl<S: Study> With<'_, S> {
    /// Passes the rows of these lines on.
    fn with_rows<T>(
        &self,
        lines: &[String],
        use_rows: impl FnOnce(&[S::Row]) -> T,
    ) -> Result<T, ExperimentError> {
        Ok(use_rows(self.parsed(lines)?.get(..lines.len()).unwrap_or_default()))
    }

    /// The rows of these lines and of more, perhaps. Parses only lines that no earlier call had.
    fn parsed(&self, lines: &[String]) -> Result<MutexGuard<'_, Vec<S::Row>>, ExperimentError> {
        // Rows are pushed whole, so a panic elsewhere leaves no half of one.
        let mut rows = self.rows.lock().unwrap_or_else(PoisonError::into_inner);
        for (place, line) in lines.iter().enumerate().skip(rows.len()) {
            // The unit's number is skipped: rows are in the order of their units.
            let row = serde_json::from_str(line);
            rows.push(row.map_err(|error| self.refused_row(place, reason(&error)))?);
        }
        Ok(rows)
    }

    fn refused_row(&self, place: usize, reason: String) -> ExperimentError {
        ExperimentError::Row { id: self.id().to_owned(), number: place + 1, reason }
    }

    /// All tasks that are planned with these rows.
    fn planned(&self, lines: &[String]) -> Result<Vec<S::Task>, ExperimentError> {
        let lines = if S::STAGED { lines } else { &[] };
        self.with_rows(lines, |rows| self.study.tasks(&self.settings, rows))?
    }

    /// The part of a task, the `number`th of its stage.
    fn part(&self, number: usize, task: &S::Task) -> Option<u64> {
        if S::STAGED { self.study.part(task) } else { Some(number as u64) }
    }
}

impl<S: Study> Prepared for With<'_, S> {
    fn id(&self) -> &'static str {
        self.study.about().id
    }

    fn keys(&self) -> &'static [Key] {
        self.study.about().settings
    }

    fn is_staged(&self) -> bool {
        S::STAGED
    }

    fn rows_per_task(&self) -> u64 {
        S::ROWS_PER_TASK
    }

    fn check(&self, lines: &[String]) -> Result<(), ExperimentError> {
        let misfit = |rows: &[S::Row]| self.study.misfit(&self.settings, rows);
        match self.with_rows(lines, misfit)? {
            None => Ok(()),
            Some(place) => {
                let reason = "the lengths of its lists do not match the settings".to_owned();
                Err(self.refused_row(place, reason))
            }
        }
    }

    fn parts(&self, lines: &[String]) -> Result<Vec<Option<u64>>, ExperimentError> {
        let tasks = self.planned(lines)?;
        Ok(tasks.iter().enumerate().map(|(number, task)| self.part(number, task)).collect())
    }

    fn tasks(
        &self,
        shard: Shard,
        lines: &[String],
    ) -> Result<Box<dyn Tasks + '_>, ExperimentError> {
        let mut tasks = self.planned(lines)?;
        let mut number = 0;
        tasks.retain(|task| {
            number += 1;
            shard.does(self.part(number - 1, task))
        });
        Ok(Box::new(Share { of: self, tasks, of_all_shards: number as u64 }))
    }

    fn done(&self, lines: &[String]) -> Result<Option<f64>, ExperimentError> {
        self.with_rows(lines, |rows| self.study.done(&self.settings, rows))
    }

    fn summarise(
        &self,
        shown: &Map<String, Value>,
        lines: &[String],
    ) -> Result<Summary, ExperimentError> {
        let shown = settings::from_map(shown, self.keys()).map_err(refused(self.id()))?;
        self.with_rows(lines, |rows| self.study.summarise(&shown, rows))
    }

    fn remarks(&self) -> &'static [Remark] {
        self.study.remarks()
    }

    fn is_usual(&self, shown: &Map<String, Value>) -> bool {
        let of = |scale| settings::to_map(&self.study.settings(scale));
        let mut scales = Scale::ALL.into_iter();
        let shown = half::without(shown);
        scales.any(|scale| settings::recorded(&of(scale), self.keys()) == shown)
    }
}

/// A shard's tasks of a study.
struct Share<'s, S: Study> {
    of: &'s With<'s, S>,
    tasks: Vec<S::Task>,
    of_all_shards: u64,
}

impl<S: Study> Tasks for Share<'_, S> {
    fn count(&self) -> u64 {
        self.tasks.len() as u64
    }

    fn of_all_shards(&self) -> u64 {
        self.of_all_shards
    }

    fn run(&self, number: u64) -> Result<Vec<String>, ExperimentError> {
        let task = usize::try_from(number).ok().and_then(|number| self.tasks.get(number));
        let Some(task) = task else { return Ok(Vec::new()) };
        let rows = self.of.study.run(&self.of.settings, task)?;
        Ok(rows.iter().map(text).collect())
    }
}

/// A row as JSON. Rows are structs of numbers, lists and strings, so this cannot fail.
fn text<R: Serialize>(row: &R) -> String {
    serde_json::to_string(row).unwrap_or_default()
}
