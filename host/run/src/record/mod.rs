//! Run directories: the exact configuration and append-only rows. Runs can be resumed after any kill, sharded and merged.
//!
//! A run is a sequence of units (such as pairs of games), each with the same number of rows. `rows.jsonl` holds the rows in
//! order, one JSON object per line with the unit's number as `unit`; it is always a prefix of the finished run's file.
//! `manifest.json` describes the run; its `configuration` determines every byte of the rows. It has the
//! command lines, too, as typed: the first one, and those that resumed the run. `time.json` has the total time of
//! all sessions.
//!
//! Each line ends with the run's identity ([`Manifest::run`]) and a checksum, which also covers the row's place in its unit. This
//! layer adds and removes them: callers pass and receive rows without them. A process writes a directory only while it holds the lock on the file `lock`.

mod difference;
mod error;
mod manifest;
mod merge;
mod program;
mod row;
mod time;

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::files::{self, LOCK, Lock};
pub use difference::difference;
pub use error::RecordError;
pub use manifest::{MOST_SHARDS, Manifest, Shard};
pub use merge::Merge;
pub use program::Program;
use row::{NoRow, Seal};
pub use row::{numbered, parse, parse_after, reason};
pub use time::{TimeTaken, read as read_time};

/// Version of the layout of run directories. Version 1 had rows without identity and checksum; it is refused. In version 2 the
/// checksum did not cover the row's place; such runs are read, resumed and merged as they are.
pub const SCHEMA: u32 = 3;

/// The earliest layout that is read.
const EARLIEST: u32 = 2;

const MANIFEST: &str = "manifest.json";
const ROWS: &str = "rows.jsonl";

/// The file that marks the directory of an unfinished merge.
const MERGING: &str = "merging";

fn io_error(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> RecordError {
    let path = path.to_owned();
    move |cause| RecordError::Io { action, path, cause }
}

/// Whether a directory holds a run. An unfinished merge is not a run.
#[must_use]
pub fn is_run(path: &Path) -> bool {
    path.join(MANIFEST).is_file() && !path.join(MERGING).exists()
}

/// Refuses a path for a new run whose parent is a run: its files would count as part of that run.
fn must_be_outside(path: &Path) -> Result<(), RecordError> {
    let parent = path.parent().unwrap_or(path);
    match Manifest::read(parent) {
        Ok(_) | Err(RecordError::Earlier { .. }) => {
            // The parent of a bare name is empty.
            let run = if parent == Path::new("") { Path::new(".") } else { parent };
            Err(RecordError::Inside { path: path.to_owned(), run: run.to_owned() })
        }
        Err(_) => Ok(()),
    }
}

/// Refuses a directory that holds a run, or anything but the remains of a failed start.
fn may_begin(path: &Path) -> Result<(), RecordError> {
    if is_run(path) {
        return Err(RecordError::Exists(path.to_owned()));
    }
    for entry in fs::read_dir(path).map_err(io_error("read", path))? {
        let name = entry.map_err(io_error("read", path))?.file_name();
        // Links are not followed: this program leaves none.
        let data = fs::symlink_metadata(path.join(&name)).ok().filter(fs::Metadata::is_file);
        let left = match (data, name.to_str()) {
            (Some(data), Some(LOCK | ROWS)) => data.len() == 0,
            (Some(_), Some(name)) => files::temporary(Path::new(MANIFEST)) == Path::new(name),
            _ => false,
        };
        if !left {
            // Another process may have started one since.
            if is_run(path) {
                return Err(RecordError::Exists(path.to_owned()));
            }
            let name = name.to_string_lossy().into_owned();
            return Err(RecordError::NotEmpty { path: path.to_owned(), name });
        }
    }
    Ok(())
}

/// Takes the lock on a directory.
fn lock(path: &Path) -> Result<Lock, RecordError> {
    let lock = Lock::take(path).map_err(io_error("lock", &path.join(LOCK)))?;
    lock.ok_or_else(|| RecordError::Busy(path.to_owned()))
}

/// A run directory open for writing.
#[derive(Debug)]
pub struct Run {
    path: PathBuf,
    manifest: Manifest,
    seal: Seal,
    rows: File,
    /// Units whose rows are complete.
    finished: u64,
    /// Whether the manifest does not say yet that this process resumed the run.
    resumes: bool,
    /// The lock: two writers would truncate each other's rows.
    _lock: Lock,
}

impl Run {
    /// Starts a run in an empty directory, which is created if needed.
    ///
    /// # Errors
    /// [`RecordError`] if the directory is not empty or cannot be written.
    pub fn create(path: &Path, manifest: Manifest) -> Result<Self, RecordError> {
        must_be_outside(path)?;
        fs::create_dir_all(path).map_err(io_error("create", path))?;
        may_begin(path)?;
        let lock = lock(path)?;
        // Another process may have started and finished before this one took the lock.
        may_begin(path)?;
        let file = path.join(ROWS);
        let rows = OpenOptions::new().create(true).append(true).open(&file);
        let rows = rows.map_err(io_error("write", &file))?;
        // The manifest comes last: it makes the directory a run.
        let file = path.join(MANIFEST);
        files::write_own(&file, manifest.to_json().as_bytes()).map_err(io_error("write", &file))?;
        files::sync_parent(path).map_err(io_error("write", path))?;
        let seal = Seal::of(&manifest);
        let path = path.to_owned();
        Ok(Self { path, manifest, seal, rows, finished: 0, resumes: false, _lock: lock })
    }

    /// Resumes a run, which must have the configuration and the shard of `manifest`. Truncates rows of an unfinished unit.
    /// Returns the remaining rows, line by line.
    ///
    /// # Errors
    /// [`RecordError`] if the run differs or is damaged.
    pub fn resume(path: &Path, manifest: &Manifest) -> Result<(Self, Vec<String>), RecordError> {
        let stored = Manifest::read(path)?;
        stored.must_equal(manifest, path)?;
        let lock = lock(path)?;
        let file = path.join(ROWS);
        let rows = OpenOptions::new().append(true).open(&file).map_err(io_error("write", &file))?;
        let Recorded { lines, length } = read_rows(path, &stored)?;
        rows.set_len(length).map_err(io_error("cut the unfinished end off", &file))?;
        let finished = lines.len() as u64 / stored.rows_per_unit;
        let seal = Seal::of(&stored);
        let path = path.to_owned();
        let run = Self { path, manifest: stored, seal, rows, finished, resumes: true, _lock: lock };
        Ok((run, lines))
    }

    /// Checks that a run, if there is one, can be resumed with this configuration and shard. Its rows are not read.
    ///
    /// # Errors
    /// [`RecordError`] if the run differs or its manifest is damaged.
    pub fn can_resume(
        path: &Path,
        kind: &str,
        configuration: Value,
        shard: Shard,
    ) -> Result<(), RecordError> {
        let stored = match Manifest::read(path) {
            Err(RecordError::NoRun(_)) => return Ok(()),
            stored => stored?,
        };
        let (units, rows) = (stored.total_units, stored.rows_per_unit);
        stored.must_equal(&Manifest::new(kind, configuration, units, rows, shard), path)
    }

    /// Resumes a run, or starts it if there is none.
    ///
    /// # Errors
    /// As [`create`](Self::create) and [`resume`](Self::resume).
    pub fn create_or_resume(
        path: &Path,
        manifest: &Manifest,
    ) -> Result<(Self, Vec<String>), RecordError> {
        match Self::resume(path, manifest) {
            Err(RecordError::NoRun(_)) => Ok((Self::create(path, manifest.clone())?, Vec::new())),
            resumed => resumed,
        }
    }

    /// The directory of the run.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The remaining units, in order; empty if their number is unknown.
    pub fn missing(&self) -> impl Iterator<Item = u64> + use<> {
        self.manifest.units_from(self.finished).take(self.left() as usize)
    }

    /// The number of remaining units.
    #[must_use]
    pub fn left(&self) -> u64 {
        self.manifest.units_of_shard().unwrap_or(0).saturating_sub(self.finished)
    }

    /// Adds seconds to the run's time. A failed write is only a warning on stderr.
    pub fn add_time(&self, seconds: f64) {
        time::add(&self.path, seconds);
    }

    /// Appends the rows of the next unit, each a line without a line end.
    ///
    /// # Errors
    /// [`RecordError::Append`] if they cannot be written; earlier rows are unchanged.
    pub fn append(&mut self, lines: &[String]) -> Result<(), RecordError> {
        let text = self.seal.lines(lines);
        let before = self.rows.metadata().map(|data| data.len());
        let written = self.rows.write_all(text.as_bytes()).and_then(|()| self.rows.sync_data());
        written.map_err(|cause| {
            // A partial row is harmless, but is removed.
            if let Ok(length) = before {
                let _ = self.rows.set_len(length);
            }
            RecordError::Append { path: self.path.join(ROWS), cause, units: self.finished }
        })?;
        self.finished += 1;
        if std::mem::take(&mut self.resumes) {
            self.say_resumed();
        }
        Ok(())
    }

    /// Adds this process's command and program to the manifest, and warns of another program. A failed write is only a warning on stderr:
    /// the rows do not depend on it.
    fn say_resumed(&mut self) {
        let command = manifest::command();
        let program = Program::of_this_process().build();
        let is_new = self.manifest.note_program(&program);
        if is_new {
            files::warn(&format!(
                "{} was begun by {} {}; rows by {program} are added, which may differ: to be sure, finish it with the first, or begin a new run",
                self.path.display(),
                self.manifest.name,
                self.manifest.program
            ));
        }
        if self.manifest.resumed.last() != Some(&command) {
            self.manifest.resumed.push(command);
        } else if !is_new {
            return;
        }
        let file = self.path.join(MANIFEST);
        if let Err(error) = files::write_own(&file, self.manifest.to_json().as_bytes()) {
            files::warn(&format!("cannot write {}: {error}", file.display()));
        }
    }
}

/// Reads a run without changing it: its manifest and the rows of all finished units.
///
/// # Errors
/// [`RecordError`] if there is no run or it is damaged.
pub fn read(path: &Path) -> Result<(Manifest, Vec<String>), RecordError> {
    let manifest = Manifest::read(path)?;
    let Recorded { lines, .. } = read_rows(path, &manifest)?;
    Ok((manifest, lines))
}

/// Replaces a run's rows, whatever they say, for tests of those who read runs.
///
/// # Errors
/// [`RecordError`] if there is no run or its rows cannot be written.
#[doc(hidden)]
pub fn replace_rows(path: &Path, rows: &str) -> Result<(), RecordError> {
    let seal = Seal::of(&Manifest::read(path)?);
    let rows: Vec<String> = rows.lines().map(str::to_owned).collect();
    let file = path.join(ROWS);
    fs::write(&file, seal.lines(&rows)).map_err(io_error("write", &file))
}

/// The rows of finished units, and their length in the file in bytes.
struct Recorded {
    lines: Vec<String>,
    length: u64,
}

/// Reads rows and checks every checksum. Warns on stderr of a damaged end, unless it is only a truncated line.
fn read_rows(path: &Path, manifest: &Manifest) -> Result<Recorded, RecordError> {
    let file = path.join(ROWS);
    let text = files::read_ordinary(&file, u64::MAX).map_err(io_error("read", &file))?;
    let seal = Seal::of(manifest);
    let per_unit = manifest.rows_per_unit;
    let mut lines = Vec::new();
    let mut units = manifest.units();
    let mut unit = None;
    let (mut length, mut start) = (0, 0);
    for (number, line) in text.split_inclusive(|&byte| byte == b'\n').enumerate() {
        let before = number as u64 % per_unit;
        if before == 0 {
            unit = units.next();
        }
        let refuse = |reason| RecordError::Row { path: file.clone(), line: number + 1, reason };
        match seal.open(line, before) {
            Ok((row, found)) if Some(found) == unit => lines.push(row),
            Ok((_, found)) => {
                let belongs = unit.map_or("no further unit".to_owned(), |unit| unit.to_string());
                return Err(refuse(format!("unit {found} where {belongs} belongs")));
            }
            Err(NoRow::Foreign(reason)) => return Err(refuse(reason)),
            Err(NoRow::Damaged(reason)) => {
                // Only the last unit can be partial: earlier ones were synced to disk.
                let rest = text.get(start..).unwrap_or_default();
                if rest.split_inclusive(|&byte| byte == b'\n').count() as u64 > per_unit - before {
                    return Err(refuse(reason));
                }
                if rest.ends_with(b"\n") {
                    let (file, number) = (file.display(), number + 1);
                    let place = if unit.is_some() {
                        "of the last unit, which counts as not done"
                    } else {
                        "after the last unit, and does not count"
                    };
                    files::warn(&format!("{file}, line {number}: {reason}; it is {place}"));
                }
                break;
            }
        }
        start += line.len();
        if before + 1 == per_unit {
            length = start as u64;
        }
    }
    lines.truncate(lines.len() - lines.len() % per_unit as usize);
    Ok(Recorded { lines, length })
}
