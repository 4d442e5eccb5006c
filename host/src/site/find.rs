//! Which run directories are meant.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use super::{SiteError, io_error};
use crate::experiment::KIND;
use crate::record::{self, is_run};

/// Run directories that were found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Found {
    /// Those of experiments.
    pub runs: Vec<PathBuf>,
    /// Those of something else, in directories that hold several.
    pub others: Vec<PathBuf>,
}

impl Found {
    /// Finds the runs that are meant by directories: each is a run, or holds some (not deeper than one level). A run
    /// that is meant twice is found once.
    ///
    /// # Errors
    /// [`SiteError`] if a directory cannot be read, or has no runs of experiments.
    pub fn below(directories: &[PathBuf]) -> Result<Self, SiteError> {
        let mut found = Self::default();
        let mut seen = BTreeSet::new();
        for directory in directories {
            let real = fs::canonicalize(directory).map_err(io_error("open", directory))?;
            if is_run(directory) {
                // What it is a run of is seen when it is read: it was asked for.
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
