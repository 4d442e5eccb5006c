//! How much of a run is there.

use std::cell::Cell;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use serde_json::{Map, Value};

use super::{BookError, io_error};
use crate::experiment::{Ended, Experiment, Place, Progress, Session};
use crate::record::{Manifest, Shard};

/// How much of a run is there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Extent {
    /// Units that are recorded.
    pub units: u64,
    /// Units that there should be, as far as is known.
    pub of: u64,
    /// Whether there may be more: what is still to be done depends on rows that are not there.
    pub open: bool,
    /// Which part of the whole it is.
    pub shard: Shard,
}

impl Extent {
    /// Whether nothing is missing.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.units >= self.of && !self.open && self.shard == Shard::WHOLE
    }

    /// `37 of 100 units`, `37 of at least 40 units`, `25 of 25 units of shard 2/4`.
    #[must_use]
    pub fn display(&self) -> String {
        let least = if self.open { "at least " } else { "" };
        let text = format!("{} of {least}{} units", self.units, self.of);
        if self.shard == Shard::WHOLE { text } else { format!("{text} of shard {}", self.shard) }
    }

    /// Finds out. Where the number of units is not known beforehand, the experiment says what it would do next.
    pub(super) fn of_run(
        experiment: &dyn Experiment,
        manifest: &Manifest,
        settings: &Map<String, Value>,
        lines: &[String],
        path: &Path,
    ) -> Result<Self, BookError> {
        let units = lines.len() as u64 / manifest.rows_per_unit;
        let shard = manifest.shard;
        if let Some(of) = manifest.units_of_shard() {
            return Ok(Self { units, of, open: false, shard });
        }
        let next = next(experiment, settings, path)?;
        Ok(Self { units, of: units + next, open: next > 0, shard })
    }
}

/// The units that a staged run would do next; 0 if it is finished. Runs are only read here, and an experiment goes on in
/// the directory that it is given: so it is given a copy, and stopped before it does anything.
fn next(
    experiment: &dyn Experiment,
    settings: &Map<String, Value>,
    path: &Path,
) -> Result<u64, BookError> {
    let copy = Copy::of(path)?;
    let planned = Cell::new(0);
    let mut session = Session {
        threads: 1,
        place: Place::Existing(copy.0.clone()),
        shard: Shard::WHOLE,
        progress: &mut |step| {
            if let Progress::Planned(units) = step {
                planned.set(units);
            }
        },
        interrupted: &|| planned.get() > 0,
    };
    match experiment.run(settings, &mut session) {
        Ok(Ended::Finished { .. } | Ended::Shard) => Ok(0),
        Ok(Ended::Interrupted) => Ok(planned.get()),
        Err(cause) => Err(BookError::Run { path: path.to_owned(), cause }),
    }
}

/// A run directory's copy; goes away with it.
struct Copy(PathBuf);

impl Copy {
    fn of(path: &Path) -> Result<Self, BookError> {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("plyscope-report-{}-{number}", std::process::id());
        let copy = Self(std::env::temp_dir().join(name));
        fs::create_dir(&copy.0).map_err(io_error("create", &copy.0))?;
        for name in ["manifest.json", "rows.jsonl"] {
            let from = path.join(name);
            fs::copy(&from, copy.0.join(name)).map_err(io_error("copy", &from))?;
        }
        Ok(copy)
    }
}

impl Drop for Copy {
    fn drop(&mut self) {
        // What stays in the directory for temporary files does no harm.
        let _ = fs::remove_dir_all(&self.0);
    }
}
