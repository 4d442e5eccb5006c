//! What can be wrong with run directories.

use std::io;
use std::path::PathBuf;

use super::SCHEMA;

/// Errors of run directories.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RecordError {
    /// A file or directory that cannot be read or written.
    #[error("cannot {action} {path}: {cause}")]
    Io {
        /// The action that failed.
        action: &'static str,
        /// The path.
        path: PathBuf,
        /// The error.
        cause: io::Error,
    },
    /// Rows that could not be appended; those before them are safe.
    #[error(
        "cannot write to {path}: {cause}; {units} finished units are recorded and safe: make room, then resume"
    )]
    Append {
        /// The path.
        path: PathBuf,
        /// The error.
        cause: io::Error,
        /// Number of safe units.
        units: u64,
    },
    /// A directory that already holds a run.
    #[error("{0} holds a run already: resume it, or choose another directory")]
    Exists(PathBuf),
    /// A directory that holds something other than a run.
    #[error(
        "{path} holds no run and is not empty (it has {name}): choose another directory, or move that away"
    )]
    NotEmpty {
        /// The directory or file.
        path: PathBuf,
        /// A name in it.
        name: String,
    },
    /// A run that another process is writing.
    #[error("{0} is being written by another process: wait for it or end it first")]
    Busy(PathBuf),
    /// A path inside a run.
    #[error("{path} would be inside the run in {run}: choose a directory outside it")]
    Inside {
        /// The directory or file.
        path: PathBuf,
        /// The run.
        run: PathBuf,
    },
    /// A directory without a run.
    #[error("{0} holds no run: it has no manifest.json")]
    NoRun(PathBuf),
    /// A run of an earlier version of this program.
    #[error(
        "{path} was made by an earlier version of this program (layout {schema}, now {SCHEMA}): read or finish it with \
         that version, or run it again in another directory"
    )]
    Earlier {
        /// The directory or file.
        path: PathBuf,
        /// Its layout.
        schema: u64,
    },
    /// A manifest that cannot be read.
    #[error(
        "{path} is damaged or of another version: {reason}; restore it, or run again in another directory"
    )]
    Manifest {
        /// The directory or file.
        path: PathBuf,
        /// The reason.
        reason: String,
    },
    /// A row that does not belong there.
    #[error(
        "{path}, line {line}: {reason}; no interruption explains it: restore the file, or run again in another directory"
    )]
    Row {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// The error.
        reason: String,
    },
    /// A valid row whose content is not that of such a run.
    #[error(
        "row {number} cannot be read: {reason}; it was written by another version of this program, or by hand"
    )]
    Content {
        /// The row, from 1.
        number: usize,
        /// The error.
        reason: String,
    },
    /// A run with another configuration.
    #[error("{path} was run with another configuration: {difference}")]
    Configuration {
        /// The directory or file.
        path: PathBuf,
        /// The differences.
        difference: String,
    },
    /// Shards that cannot be merged.
    #[error("cannot merge: {0}")]
    Merge(String),
}
