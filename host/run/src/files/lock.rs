//! Locks of directories and of files. The system releases them when a process is killed.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use super::{Stamp, target, with_ending};

/// The lock file of a directory. It is empty, and is not removed.
pub const LOCK: &str = "lock";

/// How often a lock file may vanish between its creation and its lock: each time, another process has ended.
const ATTEMPTS: u32 = 100;

/// An exclusive lock on a directory or a file, held until dropped.
#[derive(Debug)]
pub struct Lock {
    file: File,
    /// The lock file, if it is removed with the lock.
    made: Option<PathBuf>,
}

impl Lock {
    /// Locks a directory; `None` if another process holds the lock.
    ///
    /// # Errors
    /// If the lock file cannot be created.
    pub fn take(directory: &Path) -> io::Result<Option<Self>> {
        let path = directory.join(LOCK);
        let file = match open_new(&path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => open_ordinary(&path)?,
            made => made?,
        };
        Ok(locks(&file).then_some(Self { file, made: None }))
    }

    /// Locks a file, which need not exist, by a lock file beside it: `NAME.lock`, which is removed with the lock unless it holds
    /// something. `None` if another process, or another part of this one, holds the lock.
    ///
    /// # Errors
    /// If the lock file cannot be created.
    pub fn of_file(path: &Path) -> io::Result<Option<Self>> {
        let path = lock_file(path)?;
        for _ in 0..ATTEMPTS {
            let file = match open_new(&path) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                    match open_ordinary(&path) {
                        Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                        opened => opened?,
                    }
                }
                made => made?,
            };
            if !locks(&file) {
                return Ok(None);
            }
            // Its last holder may have removed it since: then another process locks another file.
            if is_at(&file, &path) {
                // An empty one that was there was left by a killed process; any other is somebody's own file.
                let is_empty = file.metadata()?.len() == 0;
                let made = (cfg!(unix) && is_empty).then_some(path);
                return Ok(Some(Self { file, made }));
            }
        }
        Err(io::Error::other(format!("{} cannot be locked", path.display())))
    }

    /// Whether the lock of a file is held, by this process or another. Leaves no trace.
    #[must_use]
    pub fn is_held(path: &Path) -> bool {
        let file = lock_file(path).and_then(|path| open_ordinary(&path));
        file.is_ok_and(|file| matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)))
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // Still locked: nobody else has this file.
        if let Some(path) = &self.made
            && is_at(&self.file, path)
        {
            let _ = fs::remove_file(path);
        }
    }
}

fn lock_file(path: &Path) -> io::Result<PathBuf> {
    Ok(with_ending(&target(path)?, ".lock"))
}

fn open_new(path: &Path) -> io::Result<File> {
    OpenOptions::new().write(true).create_new(true).open(path)
}

/// Opens a lock file that is there. Through a link it could be any file, and a pipe would wait for a reader.
fn open_ordinary(path: &Path) -> io::Result<File> {
    if fs::symlink_metadata(path)?.is_file() {
        return OpenOptions::new().write(true).open(path);
    }
    let way = format!("{} is in the way: remove it", path.display());
    Err(io::Error::new(io::ErrorKind::AlreadyExists, way))
}

/// Takes the lock. Some file systems have none: there, everyone gets it.
fn locks(file: &File) -> bool {
    !matches!(file.try_lock(), Err(TryLockError::WouldBlock))
}

/// Whether this open file is the one at the path.
fn is_at(file: &File, path: &Path) -> bool {
    let here = file.metadata().map(|data| Stamp::new(&data));
    matches!((here, Stamp::of(path)), (Ok(here), Ok(Some(there))) if here == there)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::super::tests::directory;
    use super::Lock;

    #[test]
    fn a_lock_is_held_by_one_and_its_file_goes_with_it() {
        let directory = directory("locks");
        let path = directory.join("game.json");
        assert!(!Lock::is_held(&path));
        let first = Lock::of_file(&path).unwrap();
        assert!(first.is_some() && Lock::of_file(&path).unwrap().is_none());
        assert!(Lock::is_held(&path) && !Lock::is_held(&directory.join("other.json")));
        drop(first);
        assert!(!Lock::is_held(&path));
        assert_eq!(fs::read_dir(&directory).unwrap().count(), 0);
        // What a killed process has left goes; a user's own file of that name stays.
        fs::write(directory.join("game.json.lock"), "").unwrap();
        drop(Lock::of_file(&path).unwrap().unwrap());
        assert_eq!(fs::read_dir(&directory).unwrap().count(), 0);
        fs::write(directory.join("game.json.lock"), "mine").unwrap();
        drop(Lock::of_file(&path).unwrap().unwrap());
        assert_eq!(fs::read(directory.join("game.json.lock")).unwrap(), b"mine");
        let first = Lock::take(&directory).unwrap();
        assert!(first.is_some() && Lock::take(&directory).unwrap().is_none());
        drop(first);
        assert!(Lock::take(&directory).unwrap().is_some());
        fs::remove_dir_all(&directory).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn a_lock_file_is_never_a_link_to_another_file() {
        let directory = directory("locks-links");
        for (name, made) in [("lock", Lock::take(&directory)), ("a.lock", Ok(None))] {
            drop(made);
            let _ = fs::remove_file(directory.join(name));
            std::os::unix::fs::symlink("elsewhere", directory.join(name)).unwrap();
        }
        assert!(Lock::take(&directory).unwrap_err().to_string().contains("in the way"));
        Lock::of_file(&directory.join("a")).unwrap_err();
        assert!(!directory.join("elsewhere").exists());
        fs::remove_dir_all(&directory).unwrap();
    }
}
