//! Whole files, and directories that one process writes at a time: after any interruption a file is the old one or the new.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use crate::escape::terminal;

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

/// Where a file of a directory that this process has locked is written before it takes its place: always the same name, so
/// that whoever comes after a kill knows what was left there.
pub(crate) fn temporary(path: &Path) -> PathBuf {
    with_ending(path, ".tmp")
}

fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.file_name().map_or_else(OsString::new, OsString::from);
    name.push(ending);
    path.with_file_name(name)
}

/// Writes a file that a user has named, whole or not at all: beside it, to the disk, and then in its place. A link stays one,
/// also where its target is not there yet, and the file keeps its permissions; what is no file, such as a pipe, is written as
/// it is. No other file is touched.
///
/// # Errors
/// If it cannot be written; the file that was there then still is.
pub fn write(path: &Path, contents: &[u8]) -> io::Result<()> {
    if fs::metadata(path).is_ok_and(|data| !data.is_file()) {
        return fs::write(path, contents);
    }
    let path = target(path)?;
    let temporary = with_ending(&path, &format!(".{}.tmp", std::process::id()));
    let file = OpenOptions::new().write(true).create_new(true).open(&temporary);
    let file = file.map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => {
            let way = format!("{} is in the way: remove it", temporary.display());
            io::Error::new(error.kind(), way)
        }
        _ => error,
    })?;
    fill_and_move(file, contents, &temporary, &path)
}

/// Writes a file of a directory that this process has locked, whole or not at all, by way of [`temporary`].
///
/// # Errors
/// If it cannot be written; the file that was there then still is.
pub(crate) fn write_own(path: &Path, contents: &[u8]) -> io::Result<()> {
    let temporary = temporary(path);
    fill_and_move(File::create(&temporary)?, contents, &temporary, path)
}

/// What a path stands for: where links lead, even if nothing is there yet.
fn target(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    loop {
        match fs::canonicalize(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => match fs::read_link(&path) {
                Ok(link) => path = path.parent().unwrap_or(Path::new("")).join(link),
                Err(_) => return Ok(path),
            },
            found => return found,
        }
    }
}

/// Gives a new file its contents, the permissions of the one before, and its place.
fn fill_and_move(mut file: File, contents: &[u8], temporary: &Path, path: &Path) -> io::Result<()> {
    let written = (|| {
        if let Ok(before) = fs::metadata(path) {
            file.set_permissions(before.permissions())?;
        }
        file.write_all(contents)?;
        file.sync_all()?;
        fs::rename(temporary, path)
    })();
    if written.is_err() {
        // Half a file is of no use to anyone.
        let _ = fs::remove_file(temporary);
    }
    written?;
    sync_parent(path)
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

/// Tells of something that stops nothing, in one line.
pub(crate) fn warn(text: &str) {
    let _ = writeln!(io::stderr(), "warning: {}", terminal(text));
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::PathBuf;

    use super::{Lock, temporary, with_ending, write, write_own};

    fn directory(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("plyscope-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        path
    }

    #[test]
    fn a_file_that_cannot_be_written_leaves_the_one_before_and_nothing_else() {
        let directory = directory("files");
        let path = directory.join("one.txt");
        let by_process = with_ending(&path, &format!(".{}.tmp", std::process::id()));
        for (write, in_the_way) in
            [(write as fn(&_, &_) -> _, by_process), (write_own, temporary(&path))]
        {
            write(&path, b"first").unwrap();
            write(&path, b"second").unwrap();
            assert_eq!(fs::read(&path).unwrap(), b"second");
            // Where the temporary file belongs there is something else.
            fs::create_dir(&in_the_way).unwrap();
            write(&path, b"third").unwrap_err();
            assert_eq!(fs::read(&path).unwrap(), b"second");
            fs::remove_dir(&in_the_way).unwrap();
            assert_eq!(fs::read_dir(&directory).unwrap().count(), 1);
        }
        let first = Lock::take(&directory).unwrap();
        assert!(first.is_some() && Lock::take(&directory).unwrap().is_none());
        drop(first);
        assert!(Lock::take(&directory).unwrap().is_some());
        fs::remove_dir_all(&directory).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn a_users_other_files_links_and_permissions_stay_as_they_are() {
        use std::os::unix::fs::{PermissionsExt as _, symlink};
        let directory = directory("files-of-users");
        let path = directory.join("out.csv");
        let other = directory.join("out.csv.tmp");
        fs::write(&other, "mine").unwrap();
        fs::write(&path, "before").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
        write(&path, b"after").unwrap();
        assert_eq!(
            (fs::read(&path).unwrap(), fs::read(&other).unwrap()),
            (b"after".into(), b"mine".into())
        );
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        // Links to links to what is not there yet.
        fs::create_dir(directory.join("there")).unwrap();
        symlink("there/next", directory.join("link")).unwrap();
        symlink("../new.csv", directory.join("there/next")).unwrap();
        write(&directory.join("link"), b"new").unwrap();
        assert!(directory.join("link").is_symlink() && directory.join("there/next").is_symlink());
        assert_eq!(fs::read(directory.join("new.csv")).unwrap(), b"new");
        symlink("loop", directory.join("loop")).unwrap();
        write(&directory.join("loop"), b"new").unwrap_err();
        fs::remove_dir_all(&directory).unwrap();
    }
}
