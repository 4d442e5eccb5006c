//! Finds run directories.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use plyscope_run::record::{self, is_run};

use super::{SiteError, io_error};
use crate::KIND;

/// The run directories found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FoundRuns {
    /// Runs of experiments.
    pub runs: Vec<PathBuf>,
    /// Other runs, in directories that hold several.
    pub others: Vec<PathBuf>,
}

impl FoundRuns {
    /// Finds the runs in these directories: each is a run, or holds runs (one level deep). A run given twice is found
    /// once.
    ///
    /// # Errors
    /// [`SiteError`] if a directory cannot be read, or has no runs of experiments.
    pub fn below(directories: &[PathBuf]) -> Result<Self, SiteError> {
        let mut found = Self::default();
        let mut seen = BTreeSet::new();
        for directory in directories {
            let real = fs::canonicalize(directory).map_err(io_error("open", directory))?;
            if is_run(directory) {
                // The user asked for this run, so its kind is checked when it is read.
                if seen.insert(real) {
                    found.runs.push(directory.clone());
                }
                continue;
            }
            let mut inside = Vec::new();
            for entry in fs::read_dir(directory).map_err(io_error("read", directory))? {
                inside.push(entry.map_err(io_error("read", directory))?.path());
            }
            inside.retain(|path| is_run(path));
            inside.sort();
            let mut any = false;
            for path in inside {
                let (manifest, _) = record::read(&path)?;
                if manifest.kind != KIND {
                    found.others.push(path);
                    continue;
                }
                any = true;
                let real = fs::canonicalize(&path).map_err(io_error("open", &path))?;
                if seen.insert(real) {
                    found.runs.push(path);
                }
            }
            if !any {
                return Err(SiteError::NoRuns(directory.clone()));
            }
        }
        Ok(found)
    }
}
