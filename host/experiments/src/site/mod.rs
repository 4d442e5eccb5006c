//! Reports on runs of experiments: one page for a browser, and a file for every figure and table.
//!
//! A [`Site`] has a [`Chapter`] for each run. Everything in it comes from the run directories; verdicts follow from
//! their rows. The page is a single file: it contains its styles, script, figures and data.

mod answer;
mod chapter;
mod command;
mod extent;
mod files;
mod find;
mod open;
mod overlay;
mod page;
mod provenance;
mod sample;
mod topics;
mod verdicts;

use std::io;
use std::path::{Path, PathBuf};

use plyscope_run::record::RecordError;

use crate::{Experiment, ExperimentError, all};

pub use chapter::{Chapter, Setting, time_text};
pub use command::setting_text;
pub use extent::Extent;
pub use find::FoundRuns;

/// A report.
#[derive(Debug)]
pub struct Site {
    /// Its chapters, in the order of the experiments.
    pub chapters: Vec<Chapter>,
    /// The names of all experiments.
    experiments: Vec<&'static str>,
}

/// Errors from reports.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SiteError {
    /// A directory has no runs.
    #[error("{0} holds no run of an experiment: no manifest.json, and no directory in it has one")]
    NoRuns(PathBuf),
    /// A run cannot be shown.
    #[error("{path}: {cause}")]
    Run {
        /// Which.
        path: PathBuf,
        /// Why not.
        cause: Box<ExperimentError>,
    },
    /// A run directory is damaged.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// A file or directory cannot be read or written.
    #[error("cannot {action} {path}: {cause}")]
    Io {
        /// The action.
        action: &'static str,
        /// Where.
        path: PathBuf,
        /// Why not.
        cause: io::Error,
    },
    /// The page cannot be rendered.
    #[error("the page cannot be rendered")]
    Page(#[from] askama::Error),
    /// A picture cannot be drawn.
    #[error(transparent)]
    Png(#[from] plyscope_report::PngError),
    /// Runs cannot share figures.
    #[error("cannot overlay: {why}")]
    Overlay {
        /// Why not.
        why: String,
    },
    /// Interrupted; nothing was written.
    #[error(transparent)]
    Interrupted(#[from] plyscope_run::interrupt::Interrupted),
}

fn io_error(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> SiteError {
    let path = path.to_owned();
    move |cause| SiteError::Io { action, path, cause }
}

impl Site {
    /// Reads each run once, and sorts the runs in the order of the experiments. Runs of one experiment keep the order
    /// of `runs`.
    ///
    /// # Errors
    /// [`SiteError`] if a run is damaged or of an unknown experiment.
    pub fn read(runs: &[PathBuf]) -> Result<Self, SiteError> {
        Self::read_in(all(), runs)
    }

    /// The same for a list of your own experiments.
    ///
    /// # Errors
    /// [`SiteError`] if a run is damaged or of none of them.
    pub fn read_in(
        experiments: &[&'static dyn Experiment],
        runs: &[PathBuf],
    ) -> Result<Self, SiteError> {
        let mut chapters = Vec::new();
        for path in runs {
            chapters.push(chapter::read(experiments, path)?);
        }
        let experiments: Vec<&str> = experiments.iter().map(|one| one.about().id).collect();
        chapters.sort_by_key(|chapter| experiments.iter().position(|id| *id == chapter.about.id));
        let mut site = Self { chapters, experiments };
        site.name_chapters();
        Ok(site)
    }

    /// Gives every chapter a unique key: the second run of an experiment is `ID-2`.
    fn name_chapters(&mut self) {
        let mut before: Option<&'static str> = None;
        let mut number = 1;
        for chapter in &mut self.chapters {
            let id = chapter.about.id;
            number = if before == Some(id) { number + 1 } else { 1 };
            before = Some(id);
            chapter.key = if number == 1 { id.to_owned() } else { format!("{id}-{number}") };
        }
    }

    /// Number of runs of which something is missing.
    fn unfinished(&self) -> usize {
        self.chapters.iter().filter(|chapter| !chapter.extent.is_whole()).count()
    }

    /// Experiments without a chapter.
    #[must_use]
    pub fn missing(&self) -> Vec<&'static str> {
        let ids = self.experiments.iter().copied();
        ids.filter(|id| self.chapters.iter().all(|chapter| chapter.about.id != *id)).collect()
    }

    /// Their names, if most experiments have a chapter: a report on a few lists no others.
    fn missing_words(&self) -> String {
        let missing = self.missing();
        let few = 2 * missing.len() < self.experiments.len();
        if few { missing.join(", ") } else { String::new() }
    }
}
