//! What a run does one after the other, and which of it a shard does.
//!
//! An experiment that is not staged has one stage, and each of its tasks is a part by itself. The rows of a shard are those
//! of the whole that belong to its parts, in the same order; so the whole is put together again by asking for its tasks,
//! stage by stage, and taking the rows of each from the shard that did it.

use super::run::read_rows;
use crate::experiment::{ExperimentError, Study};
use crate::record::{Merge, Shard};

/// The tasks of a shard that are known.
pub(crate) struct Stage<T> {
    /// How many of its tasks came before.
    pub(crate) begin: u64,
    tasks: Vec<T>,
}

impl<T: Clone> Stage<T> {
    /// The first, which has all tasks or those of no rows.
    pub(crate) fn first<S: Study<Task = T>>(study: &S, shard: Shard, all: Vec<T>) -> Self {
        Self { begin: 0, tasks: share(study, shard, all) }
    }

    /// The next; empty if there is none. There are `rows` of all earlier ones at least.
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

    /// The task that has so many of the shard's before it.
    pub(crate) fn task(&self, place: u64) -> Option<&T> {
        self.tasks.get(usize::try_from(place.checked_sub(self.begin)?).ok()?)
    }
}

/// The part that a task belongs to, the `number`th of its stage.
fn part<S: Study>(study: &S, number: usize, task: &S::Task) -> Option<u64> {
    if S::STAGED { study.part(task) } else { Some(number as u64) }
}

/// What a shard does of a stage.
fn share<S: Study>(study: &S, shard: Shard, all: Vec<S::Task>) -> Vec<S::Task> {
    let numbered = all.into_iter().enumerate();
    let own = numbered.filter(|(number, task)| shard.does(part(study, *number, task)));
    own.map(|(_, task)| task).collect()
}

/// How many units are left of the stage that a shard with these rows is in; 0 if it is finished.
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
