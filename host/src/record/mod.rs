//! Run directories: what exactly ran, and its rows, append-only; resumed after any kill, split into shards, merged.
//!
//! A run is a sequence of units (a pair of games, say), each with the same number of rows. `rows.jsonl` holds the rows of
//! the units in their order, one JSON object a line with the unit's number as `unit`, and always a prefix of what the
//! finished run has. `manifest.json` says what ran; its `configuration` decides every byte of the rows. `time.json` says
//! how long it took, all sessions together.

mod manifest;
mod merge;
mod time;

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

pub use manifest::{Manifest, Shard};
pub use merge::Merge;
pub use time::{TimeTaken, read as read_time};

/// Version of the layout of run directories.
pub const SCHEMA: u32 = 1;

const MANIFEST: &str = "manifest.json";
const ROWS: &str = "rows.jsonl";

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
    #[error("{0} holds a run already: continue it with --resume, or choose another directory")]
    Exists(PathBuf),
    /// A run that another process is writing.
    #[error("{0} is being written by another process: let that end, or end it, first")]
    Busy(PathBuf),
    /// A directory without a run.
    #[error("{0} holds no run: it has no manifest.json")]
    NoRun(PathBuf),
    /// A manifest that cannot be understood.
    #[error("{path} is damaged or of another version: {reason}")]
    Manifest {
        /// Which.
        path: PathBuf,
        /// Why.
        reason: String,
    },
    /// A row that is not what the run should have there.
    #[error(
        "{path}, line {line}: {reason}; it is not the last line, so no interruption explains it"
    )]
    Row {
        /// Which file.
        path: PathBuf,
        /// Which line, from 1.
        line: usize,
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

/// A run directory that is being written.
#[derive(Debug)]
pub struct Run {
    path: PathBuf,
    manifest: Manifest,
    rows: File,
    /// Units whose rows are complete.
    finished: u64,
}

impl Run {
    /// Begins a run in a directory that has none; the directory is made if need be.
    ///
    /// # Errors
    /// [`RecordError`] if there is a run, or the directory cannot be written.
    pub fn create(path: &Path, manifest: Manifest) -> Result<Self, RecordError> {
        fs::create_dir_all(path).map_err(io_error("create", path))?;
        let file = path.join(MANIFEST);
        if file.exists() {
            return Err(RecordError::Exists(path.to_owned()));
        }
        let rows = path.join(ROWS);
        let rows = OpenOptions::new()
            .create(true)
            .write(true)
            .truncate(true)
            .open(&rows)
            .map_err(io_error("write", &rows))?;
        lock(&rows, path)?;
        // The manifest last: with it the directory holds a run.
        write_atomically(&file, manifest.to_json().as_bytes())?;
        Ok(Self { path: path.to_owned(), manifest, rows, finished: 0 })
    }

    /// Goes on with a run, which must have the configuration and the shard of `manifest`. Rows of a unit that was not
    /// finished are cut off. Gives the rows that stay, line by line.
    ///
    /// # Errors
    /// [`RecordError`] if the run is another one or damaged.
    pub fn resume(path: &Path, manifest: &Manifest) -> Result<(Self, Vec<String>), RecordError> {
        let stored = Manifest::read(path)?;
        stored.must_equal(manifest, path)?;
        let file = path.join(ROWS);
        let mut rows =
            OpenOptions::new().write(true).open(&file).map_err(io_error("write", &file))?;
        // Two writers would cut each other's rows.
        lock(&rows, path)?;
        let (lines, length) = read_rows(path, &stored)?;
        rows.set_len(length).map_err(io_error("cut the unfinished end off", &file))?;
        io::Seek::seek(&mut rows, io::SeekFrom::End(0)).map_err(io_error("write", &file))?;
        let finished = lines.len() as u64 / stored.rows_per_unit;
        Ok((Self { path: path.to_owned(), manifest: stored, rows, finished }, lines))
    }

    /// Where the run is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The units that are still to be done, in order; none if their number is not known.
    #[must_use]
    pub fn missing(&self) -> Vec<u64> {
        let all = self.manifest.units_of_shard().unwrap_or(0);
        let left = all.saturating_sub(self.finished) as usize;
        self.manifest.units().skip(self.finished as usize).take(left).collect()
    }

    /// Adds seconds to the time that the run has taken.
    ///
    /// # Errors
    /// [`RecordError::Io`].
    pub fn add_time(&self, seconds: f64) -> Result<(), RecordError> {
        time::add(&self.path, seconds)
    }

    /// Appends the rows of the next unit, each a line without its end.
    ///
    /// # Errors
    /// [`RecordError::Append`] if they cannot be written; what was recorded before stays as it is.
    pub fn append(&mut self, lines: &[String]) -> Result<(), RecordError> {
        let mut text = lines.join("\n");
        text.push('\n');
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

/// Makes this process the only one that writes the rows, as long as the file is open.
fn lock(rows: &File, path: &Path) -> Result<(), RecordError> {
    match rows.try_lock() {
        Err(fs::TryLockError::WouldBlock) => Err(RecordError::Busy(path.to_owned())),
        // A file system without locks must do without.
        Err(fs::TryLockError::Error(_)) | Ok(()) => Ok(()),
    }
}

/// Reads a run that is not to be changed: its manifest, and the rows of all finished units.
///
/// # Errors
/// [`RecordError`] if there is no run, or it is damaged.
pub fn read(path: &Path) -> Result<(Manifest, Vec<String>), RecordError> {
    let manifest = Manifest::read(path)?;
    let (lines, _) = read_rows(path, &manifest)?;
    Ok((manifest, lines))
}

/// The rows of finished units, and how many bytes of the file they take.
fn read_rows(path: &Path, manifest: &Manifest) -> Result<(Vec<String>, u64), RecordError> {
    let file = path.join(ROWS);
    let text = fs::read(&file).map_err(io_error("read", &file))?;
    let mut lines = Vec::new();
    let mut lengths = Vec::new();
    let mut units = manifest.units();
    let mut unit = None;
    let mut start = 0;
    for (number, line) in text.split_inclusive(|&byte| byte == b'\n').enumerate() {
        if (number as u64).is_multiple_of(manifest.rows_per_unit) {
            unit = units.next();
        }
        let problem = match (std::str::from_utf8(line), unit) {
            _ if !line.ends_with(b"\n") => Some("the line has no end".to_owned()),
            (Err(error), _) => Some(error.to_string()),
            (Ok(_), None) => Some("the run has no more units".to_owned()),
            (Ok(line), Some(unit)) => match serde_json::from_str::<RowUnit>(line) {
                Err(error) => Some(error.to_string()),
                Ok(row) if row.unit != unit => {
                    Some(format!("unit {} where {unit} belongs", row.unit))
                }
                Ok(_) => None,
            },
        };
        if let Some(reason) = problem {
            if start + line.len() == text.len() {
                break;
            }
            return Err(RecordError::Row { path: file, line: number + 1, reason });
        }
        start += line.len();
        lines.push(String::from_utf8_lossy(line.trim_ascii_end()).into_owned());
        lengths.push(start as u64);
    }
    let whole = lines.len() - lines.len() % manifest.rows_per_unit as usize;
    lines.truncate(whole);
    let length = whole.checked_sub(1).and_then(|last| lengths.get(last)).copied().unwrap_or(0);
    Ok((lines, length))
}

/// What every row begins with.
#[derive(serde::Deserialize)]
struct RowUnit {
    unit: u64,
}

/// Writes a file whole or not at all: to a temporary one, to the disk, and then in place.
fn write_atomically(path: &Path, contents: &[u8]) -> Result<(), RecordError> {
    let temporary = path.with_extension("tmp");
    let write = || -> io::Result<()> {
        let mut file = File::create(&temporary)?;
        file.write_all(contents)?;
        file.sync_all()?;
        fs::rename(&temporary, path)
    };
    write().map_err(io_error("write", path))
}
