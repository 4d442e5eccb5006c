//! Experiments in two stages: something is learned or timed, and then games or searches use it.

use std::fmt::Debug;
use std::sync::Arc;

use plyscope_report::Summary;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::{About, ExperimentError, Scale, Study};

/// The share of the time that learning takes, for the estimate of progress.
const LEARNING: f64 = 0.1;

/// An experiment that learns, and then plays or searches.
pub(crate) trait TwoStage: Sync {
    /// As in [`Study`].
    type Settings: Serialize + DeserializeOwned + Sync;
    /// A piece of the first stage.
    type Lesson: Clone + Send + Sync + Debug;
    /// What the rows of the first stage teach.
    type Learned: Send + Sync + Debug;
    /// A piece of the second stage.
    type Piece: Clone + Send + Sync + Debug;
    /// A row of either stage.
    type Row: Serialize + DeserializeOwned + Send;

    /// As in [`Study`].
    fn about(&self) -> &About;

    /// As in [`Study`].
    fn settings(&self, scale: Scale) -> Self::Settings;

    /// As in [`Study`].
    fn check(&self, settings: &Self::Settings) -> Result<(), String>;

    /// The pieces of the first stage, with a row each. Without any, the second stage is the only one.
    fn lessons(&self, settings: &Self::Settings) -> Vec<Self::Lesson>;

    /// Runs a piece of the first stage. All shards do, so its row must always be the same.
    ///
    /// # Errors
    /// If a search fails.
    fn learn(
        &self,
        settings: &Self::Settings,
        lesson: &Self::Lesson,
    ) -> Result<Self::Row, ExperimentError>;

    /// What the rows of the first stage teach.
    ///
    /// # Errors
    /// If nothing can be learned from them.
    fn learned(
        &self,
        settings: &Self::Settings,
        rows: &[Self::Row],
    ) -> Result<Self::Learned, ExperimentError>;

    /// The pieces of the second stage, each with its part, by which shards divide them.
    fn pieces(&self, settings: &Self::Settings) -> Vec<(u64, Self::Piece)>;

    /// Runs a piece of the second stage.
    ///
    /// # Errors
    /// If a search fails.
    fn apply(
        &self,
        settings: &Self::Settings,
        learned: &Self::Learned,
        piece: &Self::Piece,
    ) -> Result<Self::Row, ExperimentError>;

    /// As in [`Study`].
    fn fits(&self, settings: &Self::Settings, row: &Self::Row) -> bool {
        let _ = (settings, row);
        true
    }

    /// As in [`Study`].
    fn misfit(&self, settings: &Self::Settings, rows: &[Self::Row]) -> Option<usize> {
        rows.iter().position(|row| !self.fits(settings, row))
    }

    /// As in [`Study`].
    fn summarise(&self, settings: &Self::Settings, rows: &[Self::Row]) -> Summary;
}

/// Makes an experiment in two stages a [`Study`].
pub(crate) struct Staged<T>(pub(crate) T);

/// A piece of one of the stages.
#[derive(Clone, Debug)]
pub(crate) enum Task<L, P, K> {
    Learn(L),
    Apply { part: u64, piece: P, learned: K },
}

impl<T: TwoStage> Study for Staged<T> {
    type Settings = T::Settings;
    type Task = Task<T::Lesson, T::Piece, Arc<T::Learned>>;
    type Row = T::Row;
    const STAGED: bool = true;

    fn about(&self) -> &About {
        self.0.about()
    }

    fn settings(&self, scale: Scale) -> T::Settings {
        self.0.settings(scale)
    }

    fn check(&self, settings: &T::Settings) -> Result<(), String> {
        self.0.check(settings)
    }

    fn tasks(
        &self,
        settings: &T::Settings,
        rows: &[T::Row],
    ) -> Result<Vec<Self::Task>, ExperimentError> {
        let lessons = self.0.lessons(settings);
        if rows.len() > lessons.len() {
            return Ok(Vec::new());
        }
        if rows.is_empty() && !lessons.is_empty() {
            return Ok(lessons.into_iter().map(Task::Learn).collect());
        }
        let learned = Arc::new(self.0.learned(settings, rows)?);
        let task = |(part, piece)| Task::Apply { part, piece, learned: learned.clone() };
        Ok(self.0.pieces(settings).into_iter().map(task).collect())
    }

    fn part(&self, task: &Self::Task) -> Option<u64> {
        match task {
            Task::Learn(_) => None,
            Task::Apply { part, .. } => Some(*part),
        }
    }

    fn done(&self, settings: &T::Settings, rows: &[T::Row]) -> Option<f64> {
        let (lessons, pieces) = (self.0.lessons(settings).len(), self.0.pieces(settings).len());
        let share = |done: usize, all: usize| done as f64 / all.max(1) as f64;
        let applied = share(rows.len().saturating_sub(lessons), pieces);
        let learning = if lessons == 0 { 0.0 } else { LEARNING };
        let learned = share(rows.len().min(lessons), lessons);
        Some(learning * learned + (1.0 - learning) * applied)
    }

    fn run(
        &self,
        settings: &T::Settings,
        task: &Self::Task,
    ) -> Result<Vec<T::Row>, ExperimentError> {
        let row = match task {
            Task::Learn(lesson) => self.0.learn(settings, lesson),
            Task::Apply { piece, learned, .. } => self.0.apply(settings, learned, piece),
        };
        Ok(vec![row?])
    }

    fn misfit(&self, settings: &T::Settings, rows: &[T::Row]) -> Option<usize> {
        self.0.misfit(settings, rows)
    }

    fn summarise(&self, settings: &T::Settings, rows: &[T::Row]) -> Summary {
        self.0.summarise(settings, rows)
    }
}
