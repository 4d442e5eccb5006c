//! The stages of a run, and a shard's tasks in each.
//!
//! An experiment that is not staged has one stage, and each task is a part of its own. A shard has the rows of its
//! parts, in the order of the whole run. To merge shards, the tasks are listed stage by stage, and the rows of each are
//! taken from the shard that ran it.

use plyscope_run::record::{Merge, Shard};

use super::run::read_rows;
use crate::{ExperimentError, Study};

/// The known tasks of a shard.
pub(crate) struct Stage<T> {
    /// The number of the shard's tasks in earlier stages.
    pub(crate) begin: u64,
    tasks: Vec<T>,
}

impl<T: Clone> Stage<T> {
    /// The first stage: all tasks, or those planned without rows.
    pub(crate) fn first<S: Study<Task = T>>(study: &S, shard: Shard, all: Vec<T>) -> Self {
        Self { begin: 0, tasks: share(study, shard, all) }
    }

    /// The next stage, empty if there is none. `rows` holds at least the rows of all earlier stages.
    pub(crate) fn next<S: Study<Task = T>>(
        &self,
        study: &S,
        settings: &S::Settings,
        shard: Shard,
        rows: &[S::Row],
    ) -> Result<Self, ExperimentError> {
        let begin = self.end();
        if !S::STAGED || self.is_empty() {
            return Ok(Self { begin, tasks: Vec::new() });
        }
        let done = usize::try_from(begin * S::ROWS_PER_TASK).unwrap_or(usize::MAX);
        let all = study.tasks(settings, rows.get(..done).unwrap_or(rows))?;
        Ok(Self { begin, tasks: share(study, shard, all) })
    }

    pub(crate) fn end(&self) -> u64 {
        self.begin + self.tasks.len() as u64
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.tasks.is_empty()
    }

    /// The task after this many of the shard's tasks.
    pub(crate) fn task(&self, place: u64) -> Option<&T> {
        self.tasks.get(usize::try_from(place.checked_sub(self.begin)?).ok()?)
    }
}

/// The part of a task, the `number`th of its stage.
fn part<S: Study>(study: &S, number: usize, task: &S::Task) -> Option<u64> {
    if S::STAGED { study.part(task) } else { Some(number as u64) }
}

/// A shard's tasks in a stage.
fn share<S: Study>(study: &S, shard: Shard, all: Vec<S::Task>) -> Vec<S::Task> {
    let numbered = all.into_iter().enumerate();
    let own = numbered.filter(|(number, task)| shard.does(part(study, *number, task)));
    own.map(|(_, task)| task).collect()
}

/// The number of units left in the current stage of a shard with these rows; 0 if it is finished.
pub(crate) fn planned<S: Study>(
    study: &S,
    settings: &S::Settings,
    shard: Shard,
    rows: &[S::Row],
) -> Result<u64, ExperimentError> {
    let recorded = rows.len() as u64 / S::ROWS_PER_TASK;
    let mut stage = Stage::first(study, shard, study.tasks(settings, &[])?);
    while !stage.is_empty() && stage.end() <= recorded {
        stage = stage.next(study, settings, shard, rows)?;
    }
    Ok(stage.end().saturating_sub(recorded))
}

/// Takes the rows of all tasks from the shards.
pub(crate) fn merge<S: Study>(
    study: &S,
    settings: &S::Settings,
    merge: &mut Merge,
) -> Result<(), ExperimentError> {
    loop {
        let tasks = study.tasks(settings, &read_rows(study, merge.lines())?)?;
        for (number, task) in tasks.iter().enumerate() {
            merge.take(part(study, number, task))?;
        }
        if !S::STAGED || tasks.is_empty() {
            return Ok(());
        }
    }
}
