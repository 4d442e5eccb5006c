//! Where a command records its work: `--run-dir` and `--resume`.

use std::path::{Path, PathBuf};

use crate::session::Place;
use clap::Args;

use super::interrupt::GoesOn;

/// The place that `--run-dir` and `--resume` give.
pub(super) fn place(run_dir: Option<PathBuf>, resume: Option<PathBuf>) -> Place {
    match (run_dir, resume) {
        (Some(path), _) => Place::New(path),
        (None, Some(path)) => Place::Existing(path),
        (None, None) => Place::Nowhere,
    }
}

/// The directory of a run, which is needed.
#[derive(Args)]
#[group(skip)]
pub(super) struct RunPlace {
    /// Record the work in this new or empty directory
    #[arg(long, value_name = "DIR", conflicts_with_all = ["resume", "directory"], required_unless_present_any = ["resume", "directory"])]
    run_dir: Option<PathBuf>,
    /// Resume the work in this directory; repeat the other arguments
    #[arg(long, value_name = "DIR", conflicts_with = "directory")]
    resume: Option<PathBuf>,
    /// Record the work in this directory, or resume it there: the name of both before
    #[arg(long, value_name = "DIR", hide = true)]
    directory: Option<PathBuf>,
}

impl RunPlace {
    /// How to resume the command after an interrupt.
    pub(super) fn goes_on(&self) -> GoesOn {
        match &self.directory {
            Some(_) => GoesOn::Same,
            None => GoesOn::resume(self.run_dir.as_deref(), self.resume.as_deref()),
        }
    }

    /// The place of the run, and its directory.
    pub(super) fn place(&self) -> anyhow::Result<(Place, &Path)> {
        let (place, path): (fn(PathBuf) -> Place, _) =
            match (&self.run_dir, &self.resume, &self.directory) {
                (Some(path), ..) => (Place::New, path),
                (_, Some(path), _) => (Place::Existing, path),
                (.., Some(path)) => (Place::Either, path),
                // The arguments were checked.
                (None, None, None) => return Err(super::usage("give --run-dir")),
            };
        Ok((place(path.clone()), path))
    }
}
