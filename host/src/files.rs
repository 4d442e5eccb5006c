//! Atomic writes of files, and locks of directories. After any interruption, a file has its old or its new content.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use crate::escape::terminal;

/// The lock file of a directory. It is empty, and is not removed.
pub(crate) const LOCK: &str = "lock";

/// An exclusive lock on a directory, held until dropped; the system releases it when a process is killed.
#[derive(Debug)]
pub(crate) struct Lock {
    _file: File,
}

impl Lock {
    /// Locks a directory; `None` if another process holds the lock.
    ///
    /// # Errors
    /// If the lock file cannot be created.
    pub(crate) fn take(directory: &Path) -> io::Result<Option<Self>> {
        let path = directory.join(LOCK);
        let file = OpenOptions::new().create(true).truncate(false).write(true).open(path)?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => Ok(None),
            // Some file systems have no locks.
            Err(TryLockError::Error(_)) | Ok(()) => Ok(Some(Self { _file: file })),
        }
    }
}

/// The temporary path of a file in a locked directory. The name is fixed, so that the remains of a killed process can be
/// recognised.
pub(crate) fn temporary(path: &Path) -> PathBuf {
    with_ending(path, ".tmp")
}

fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.file_name().map_or_else(OsString::new, OsString::from);
    name.push(ending);
    path.with_file_name(name)
}

/// Writes a file named by the user, completely or not at all: writes and syncs a temporary file beside it, then renames that.
/// Links are followed, even if their target does not exist yet, and permissions are kept. Pipes and other special files are
/// written directly. No other file is touched.
///
/// # Errors
/// If it cannot be written; an existing file is then unchanged.
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

/// Writes a file of a directory locked by this process, completely or not at all, by way of [`temporary`].
///
/// # Errors
/// If it cannot be written; the file that was there then still is.
pub(crate) fn write_own(path: &Path, contents: &[u8]) -> io::Result<()> {
    let temporary = temporary(path);
    fill_and_move(File::create(&temporary)?, contents, &temporary, path)
}

/// The path after following links, even if nothing is there yet.
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

/// Writes a new file with the permissions of the old one, and renames it.
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
        // Do not leave a partial file.
        let _ = fs::remove_file(temporary);
    }
    written?;
    sync_parent(path)
}

/// Syncs a path's parent directory to disk: a new or changed name.
///
/// # Errors
/// If that fails.
pub(crate) fn sync_parent(path: &Path) -> io::Result<()> {
    let parent = match path.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    };
    // On other systems directories cannot be opened.
    if cfg!(unix) { File::open(parent)?.sync_all() } else { Ok(()) }
}

/// Prints a warning in one line.
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
            // Something else is at the temporary path.
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
        // Links to links to a file that does not exist yet.
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
