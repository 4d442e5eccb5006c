//! Whole files, and directories that one process writes at a time: after any interruption a file is the old one or the new.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// The file by which a process makes a directory its own. It stays there, empty.
pub(crate) const LOCK: &str = "lock";

/// A directory that this process alone writes, as long as the value lives; the system ends that when a process is killed.
#[derive(Debug)]
pub(crate) struct Lock {
    _file: File,
}

impl Lock {
    /// Locks a directory; none if another process has.
    ///
    /// # Errors
    /// If the lock's file cannot be made.
    pub(crate) fn take(directory: &Path) -> io::Result<Option<Self>> {
        let path = directory.join(LOCK);
        let file = OpenOptions::new().create(true).truncate(false).write(true).open(path)?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => Ok(None),
            // A file system without locks must do without.
            Err(TryLockError::Error(_)) | Ok(()) => Ok(Some(Self { _file: file })),
        }
    }
}

/// Where a file is written before it takes its place.
pub(crate) fn temporary(path: &Path) -> PathBuf {
    let mut name = path.file_name().map_or_else(OsString::new, OsString::from);
    name.push(".tmp");
    path.with_file_name(name)
}

/// Writes a whole file or nothing: beside it, to the disk, and then in its place. A link stays one; what is no file, such
/// as a pipe, is written as it is.
///
/// # Errors
/// If it cannot be written; the file that was there then still is.
pub fn write(path: &Path, contents: &[u8]) -> io::Result<()> {
    if fs::metadata(path).is_ok_and(|data| !data.is_file()) {
        return fs::write(path, contents);
    }
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let temporary = temporary(&path);
    let written = (|| {
        let mut file = File::create(&temporary)?;
        file.write_all(contents)?;
        file.sync_all()?;
        fs::rename(&temporary, &path)
    })();
    if written.is_err() {
        // Half a file is of no use to anyone.
        let _ = fs::remove_file(&temporary);
    }
    written?;
    sync_parent(&path)
}

/// Has the disk keep what a directory holds: a new file's or directory's name, or that it was moved.
///
/// # Errors
/// If that fails.
pub(crate) fn sync_parent(path: &Path) -> io::Result<()> {
    let parent = match path.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    };
    // Elsewhere directories cannot be opened.
    if cfg!(unix) { File::open(parent)?.sync_all() } else { Ok(()) }
}

/// Tells of something that stops nothing.
pub(crate) fn warn(text: &str) {
    let _ = writeln!(io::stderr(), "warning: {text}");
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{Lock, write};

    #[test]
    fn a_file_that_cannot_be_written_leaves_the_one_before_and_nothing_else() {
        let directory = std::env::temp_dir().join(format!("plyscope-files-{}", std::process::id()));
        fs::create_dir_all(&directory).unwrap();
        let path = directory.join("one.txt");
        write(&path, b"first").unwrap();
        write(&path, b"second").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"second");
        // Where the temporary file belongs there is something else.
        fs::create_dir(directory.join("one.txt.tmp")).unwrap();
        write(&path, b"third").unwrap_err();
        assert_eq!(fs::read(&path).unwrap(), b"second");
        fs::remove_dir(directory.join("one.txt.tmp")).unwrap();
        assert_eq!(fs::read_dir(&directory).unwrap().count(), 1);
        let first = Lock::take(&directory).unwrap();
        assert!(first.is_some() && Lock::take(&directory).unwrap().is_none());
        drop(first);
        assert!(Lock::take(&directory).unwrap().is_some());
        fs::remove_dir_all(&directory).unwrap();
    }
}
