//! Run directories: what exactly ran, and its rows, append-only; resumed after any kill, split into shards, merged.
//!
//! A run is a sequence of units (a pair of games, say), each with the same number of rows. `rows.jsonl` holds the rows of
//! the units in their order, one JSON object a line with the unit's number as `unit`, and always a prefix of what the
//! finished run has. `manifest.json` says what ran; its `configuration` decides every byte of the rows. `time.json` says
//! how long it took, all sessions together.
//!
//! Each line ends with the run's identity ([`Manifest::run`]) and a checksum. They belong to this layer: rows are given to
//! it, and read from it, without them. A process writes a directory only while it holds the lock on the file `lock`.

mod difference;
mod manifest;
mod merge;
mod program;
mod row;
mod time;

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use crate::files::{self, LOCK, Lock};
pub(crate) use difference::difference;
pub use manifest::{MOST_SHARDS, Manifest, Shard};
pub use merge::Merge;
pub use program::Program;
pub(crate) use row::reason;
use row::{NoRow, seal, unseal};
pub use time::{TimeTaken, read as read_time};

/// Version of the layout of run directories. The first had rows without identity and checksum.
pub const SCHEMA: u32 = 2;

const MANIFEST: &str = "manifest.json";
const ROWS: &str = "rows.jsonl";

/// The file that marks the directory of a merge that is not finished.
const MERGING: &str = "merging";

/// What goes wrong with run directories.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RecordError {
    /// A file or directory that cannot be read or written.
    #[error("cannot {action} {path}: {cause}")]
    Io {
        /// What was tried.
        action: &'static str,
        /// Where.
        path: PathBuf,
        /// Why not.
        cause: io::Error,
    },
    /// Rows that could not be appended; those before them are safe.
    #[error(
        "cannot write to {path}: {cause}; {units} finished units are recorded and safe: make room, then resume"
    )]
    Append {
        /// Where.
        path: PathBuf,
        /// Why not.
        cause: io::Error,
        /// How many units are safe.
        units: u64,
    },
    /// A directory that holds a run already.
    #[error("{0} holds a run already: resume it, or choose another directory")]
    Exists(PathBuf),
    /// A directory that holds something that is no run.
    #[error(
        "{path} holds no run, and is not empty: there is {name}; choose another directory, or move that away"
    )]
    NotEmpty {
        /// Which.
        path: PathBuf,
        /// Something in it.
        name: String,
    },
    /// A run that another process is writing.
    #[error("{0} is being written by another process: let that end, or end it, first")]
    Busy(PathBuf),
    /// A place inside of a run.
    #[error("{path} would be inside of the run in {run}: choose a directory outside of it")]
    Inside {
        /// Which.
        path: PathBuf,
        /// The run.
        run: PathBuf,
    },
    /// A directory without a run.
    #[error("{0} holds no run: it has no manifest.json")]
    NoRun(PathBuf),
    /// A directory of another kind.
    #[error(
        "{0} holds a training of `plyscope learn evaluation`, and no run: give the directory of a run, or choose another one"
    )]
    Training(PathBuf),
    /// A run of an earlier version of this program.
    #[error(
        "{path} was made by an earlier version of this program (layout {schema}, now {SCHEMA}): read or finish it with \
         that version, or run it again in another directory"
    )]
    Earlier {
        /// Which.
        path: PathBuf,
        /// Its layout.
        schema: u64,
    },
    /// A manifest that cannot be understood.
    #[error(
        "{path} is damaged or of another version: {reason}; restore it, or run again in another directory"
    )]
    Manifest {
        /// Which.
        path: PathBuf,
        /// Why.
        reason: String,
    },
    /// A row that is not what the run should have there.
    #[error(
        "{path}, line {line}: {reason}; no interruption explains it: restore the file, or run again in another directory"
    )]
    Row {
        /// Which file.
        path: PathBuf,
        /// Which line, from 1.
        line: usize,
        /// What is wrong.
        reason: String,
    },
    /// A whole row of this run that does not hold what such a run's rows hold.
    #[error(
        "row {number} cannot be read: {reason}; it was written by another version of this program, or by hand"
    )]
    Content {
        /// Which, from 1.
        number: usize,
        /// What is wrong.
        reason: String,
    },
    /// A run with another configuration.
    #[error("{path} was run with another configuration: {difference}")]
    Configuration {
        /// Which.
        path: PathBuf,
        /// What differs.
        difference: String,
    },
    /// Shards that do not make a whole.
    #[error("cannot merge: {0}")]
    Merge(String),
}

fn io_error(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> RecordError {
    let path = path.to_owned();
    move |cause| RecordError::Io { action, path, cause }
}

/// Whether a directory holds a run. What a merge has not finished is none.
#[must_use]
pub fn is_run(path: &Path) -> bool {
    path.join(MANIFEST).is_file() && !path.join(MERGING).exists()
}

/// Refuses a place for a new run whose parent is a run: what is in there would be taken for a part of that.
fn must_be_outside(path: &Path) -> Result<(), RecordError> {
    let parent = path.parent().unwrap_or(path);
    match Manifest::read(parent) {
        Ok(_) | Err(RecordError::Earlier { .. }) => {
            // The parent of a name alone is empty.
            let run = if parent == Path::new("") { Path::new(".") } else { parent };
            Err(RecordError::Inside { path: path.to_owned(), run: run.to_owned() })
        }
        Err(_) => Ok(()),
    }
}

/// Refuses a directory that holds a run, or anything else but what an attempt to begin one leaves behind.
fn may_begin(path: &Path) -> Result<(), RecordError> {
    if is_run(path) {
        return Err(match Manifest::read(path) {
            Err(training @ RecordError::Training(_)) => training,
            _ => RecordError::Exists(path.to_owned()),
        });
    }
    for entry in fs::read_dir(path).map_err(io_error("read", path))? {
        let name = entry.map_err(io_error("read", path))?.file_name();
        let is_empty = || fs::metadata(path.join(&name)).is_ok_and(|data| data.len() == 0);
        let left = match name.to_str() {
            Some(LOCK | ROWS) => is_empty(),
            Some(name) => {
                let temporary = files::temporary(Path::new(MANIFEST));
                temporary == Path::new(name)
            }
            None => false,
        };
        if !left {
            // Another process may have begun one since.
            if is_run(path) {
                return Err(RecordError::Exists(path.to_owned()));
            }
            let name = name.to_string_lossy().into_owned();
            return Err(RecordError::NotEmpty { path: path.to_owned(), name });
        }
    }
    Ok(())
}

/// Makes this process the only one that writes a directory.
fn lock(path: &Path) -> Result<Lock, RecordError> {
    let lock = Lock::take(path).map_err(io_error("lock", &path.join(LOCK)))?;
    lock.ok_or_else(|| RecordError::Busy(path.to_owned()))
}

/// A run directory that is being written.
#[derive(Debug)]
pub struct Run {
    path: PathBuf,
    manifest: Manifest,
    /// [`Manifest::run`].
    identity: String,
    rows: File,
    /// Units whose rows are complete.
    finished: u64,
    /// Two writers would cut each other's rows.
    _lock: Lock,
}

impl Run {
    /// Begins a run in a directory that has none, and nothing else; the directory is made if need be.
    ///
    /// # Errors
    /// [`RecordError`] if there is something, or the directory cannot be written.
    pub fn create(path: &Path, manifest: Manifest) -> Result<Self, RecordError> {
        must_be_outside(path)?;
        fs::create_dir_all(path).map_err(io_error("create", path))?;
        may_begin(path)?;
        let lock = lock(path)?;
        // Another process may have begun, and ended, before this one had the lock.
        may_begin(path)?;
        let file = path.join(ROWS);
        let rows = OpenOptions::new().create(true).append(true).open(&file);
        let rows = rows.map_err(io_error("write", &file))?;
        // The manifest last: with it the directory holds a run.
        let file = path.join(MANIFEST);
        files::write_own(&file, manifest.to_json().as_bytes()).map_err(io_error("write", &file))?;
        files::sync_parent(path).map_err(io_error("write", path))?;
        let identity = manifest.run();
        Ok(Self { path: path.to_owned(), manifest, identity, rows, finished: 0, _lock: lock })
    }

    /// Goes on with a run, which must have the configuration and the shard of `manifest`. Rows of a unit that was not
    /// finished are cut off. Gives the rows that stay, line by line.
    ///
    /// # Errors
    /// [`RecordError`] if the run is another one or damaged.
    pub fn resume(path: &Path, manifest: &Manifest) -> Result<(Self, Vec<String>), RecordError> {
        let stored = Manifest::read(path)?;
        stored.must_equal(manifest, path)?;
        let lock = lock(path)?;
        let file = path.join(ROWS);
        let rows = OpenOptions::new().append(true).open(&file).map_err(io_error("write", &file))?;
        let Recorded { lines, length } = read_rows(path, &stored)?;
        rows.set_len(length).map_err(io_error("cut the unfinished end off", &file))?;
        let finished = lines.len() as u64 / stored.rows_per_unit;
        let identity = stored.run();
        let path = path.to_owned();
        Ok((Self { path, manifest: stored, identity, rows, finished, _lock: lock }, lines))
    }

    /// Goes on with a run, or begins it where there is none.
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

    /// Where the run is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The units that are still to be done, in order; none if their number is not known.
    pub fn missing(&self) -> impl Iterator<Item = u64> + use<> {
        self.manifest.units_from(self.finished).take(self.left() as usize)
    }

    /// How many these are.
    #[must_use]
    pub fn left(&self) -> u64 {
        self.manifest.units_of_shard().unwrap_or(0).saturating_sub(self.finished)
    }

    /// Adds seconds to the time that the run has taken. Where that cannot be written, stderr is told.
    pub fn add_time(&self, seconds: f64) {
        time::add(&self.path, seconds);
    }

    /// Appends the rows of the next unit, each a line without its end.
    ///
    /// # Errors
    /// [`RecordError::Append`] if they cannot be written; what was recorded before stays as it is.
    pub fn append(&mut self, lines: &[String]) -> Result<(), RecordError> {
        let text: String =
            lines.iter().flat_map(|line| [seal(line, &self.identity), "\n".to_owned()]).collect();
        let before = self.rows.metadata().map(|data| data.len());
        let written = self.rows.write_all(text.as_bytes()).and_then(|()| self.rows.sync_data());
        written.map_err(|cause| {
            // Half a row would do no harm, but need not stay.
            if let Ok(length) = before {
                let _ = self.rows.set_len(length);
            }
            RecordError::Append { path: self.path.join(ROWS), cause, units: self.finished }
        })?;
        self.finished += 1;
        Ok(())
    }
}

/// Reads a run that is not to be changed: its manifest, and the rows of all finished units.
///
/// # Errors
/// [`RecordError`] if there is no run, or it is damaged.
pub fn read(path: &Path) -> Result<(Manifest, Vec<String>), RecordError> {
    let manifest = Manifest::read(path)?;
    let Recorded { lines, .. } = read_rows(path, &manifest)?;
    Ok((manifest, lines))
}

/// Writes rows as if a run had given them.
#[cfg(test)]
pub(crate) fn write_rows(path: &Path, rows: &str) {
    let run = Manifest::read(path).unwrap().run();
    let lines: String = rows.lines().map(|row| seal(row, &run) + "\n").collect();
    fs::write(path.join(ROWS), lines).unwrap();
}

/// The rows of finished units, and how many bytes of the file they take.
struct Recorded {
    lines: Vec<String>,
    length: u64,
}

/// Reads rows, and looks at every checksum. A damaged end is told on stderr if it is more than a line cut short.
fn read_rows(path: &Path, manifest: &Manifest) -> Result<Recorded, RecordError> {
    let file = path.join(ROWS);
    let text = fs::read(&file).map_err(io_error("read", &file))?;
    let run = manifest.run();
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
        match unseal(line, &run) {
            Ok((row, found)) if Some(found) == unit => lines.push(row),
            Ok((_, found)) => {
                let belongs = unit.map_or("no further unit".to_owned(), |unit| unit.to_string());
                return Err(refuse(format!("unit {found} where {belongs} belongs")));
            }
            Err(NoRow::Foreign(reason)) => return Err(refuse(reason)),
            Err(NoRow::Damaged(reason)) => {
                // Only the last unit can have been written in part: those before it were on the disk.
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
