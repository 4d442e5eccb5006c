//! The stages of a run, and a shard's tasks in each.
//!
//! An experiment that is not staged has one stage, and each task is a part of its own. A shard has the rows of its
//! parts, in the order of the whole run. To merge shards, the tasks are listed stage by stage, and the rows of each are
//! taken from the shard that ran it.

use plyscope_run::record::{Merge, Shard};

use super::prepared::{Prepared, Tasks};
use crate::ExperimentError;

/// The known tasks of a shard.
pub(crate) struct Stage<'p> {
    prepared: &'p dyn Prepared,
    shard: Shard,
    /// The number of the shard's tasks in earlier stages.
    pub(crate) begin: u64,
    /// None after the last stage.
    tasks: Option<Box<dyn Tasks + 'p>>,
}

impl<'p> Stage<'p> {
    /// The first stage: all tasks, or those planned without rows.
    pub(crate) fn first(prepared: &'p dyn Prepared, shard: Shard) -> Result<Self, ExperimentError> {
        Ok(Self { prepared, shard, begin: 0, tasks: Some(prepared.tasks(shard, &[])?) })
    }

    /// The next stage, empty if there is none. `lines` holds at least the rows of all earlier stages.
    pub(crate) fn next(&self, lines: &[String]) -> Result<Self, ExperimentError> {
        let Self { prepared, shard, .. } = *self;
        let begin = self.end();
        if !prepared.is_staged() || self.is_empty() {
            return Ok(Self { prepared, shard, begin, tasks: None });
        }
        let done = usize::try_from(begin * prepared.rows_per_task()).unwrap_or(usize::MAX);
        let tasks = prepared.tasks(shard, lines.get(..done).unwrap_or(lines))?;
        Ok(Self { prepared, shard, begin, tasks: Some(tasks) })
    }

    /// The number of the stage's tasks of all shards.
    pub(crate) fn of_all_shards(&self) -> u64 {
        self.tasks.as_ref().map_or(0, |tasks| tasks.of_all_shards())
    }

    fn count(&self) -> u64 {
        self.tasks.as_ref().map_or(0, |tasks| tasks.count())
    }

    pub(crate) fn end(&self) -> u64 {
        self.begin + self.count()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.count() == 0
    }

    /// Runs the task after this many of the shard's tasks, and returns its rows. None if it is in another stage.
    pub(crate) fn run(&self, place: u64) -> Result<Vec<String>, ExperimentError> {
        match (&self.tasks, place.checked_sub(self.begin)) {
            (Some(tasks), Some(number)) => tasks.run(number),
            _ => Ok(Vec::new()),
        }
    }
}

/// The number of units left in the current stage of a shard with these rows; 0 if it is finished.
pub(crate) fn planned(
    prepared: &dyn Prepared,
    shard: Shard,
    lines: &[String],
) -> Result<u64, ExperimentError> {
    let recorded = lines.len() as u64 / prepared.rows_per_task();
    let mut stage = Stage::first(prepared, shard)?;
    while !stage.is_empty() && stage.end() <= recorded {
        stage = stage.next(lines)?;
    }
    Ok(stage.end().saturating_sub(recorded))
}

/// Takes the rows of all tasks from the shards.
pub(crate) fn merge(prepared: &dyn Prepared, merge: &mut Merge) -> Result<(), ExperimentError> {
    loop {
        let parts = prepared.parts(merge.lines())?;
        let is_last = !prepared.is_staged() || parts.is_empty();
        for part in parts {
            merge.take(part)?;
        }
        if is_last {
            return Ok(());
        }
    }
}
