//! Files that one process writes again and again while it lives.

use std::ffi::OsString;
use std::fs::{self, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use super::{Lock, Stamp, target, write, write_new};

/// A file that this process alone writes: locked, and never written over another program's content.
#[derive(Debug)]
pub struct Claim {
    path: PathBuf,
    /// The file as claimed or last written; `None` if there was none.
    stamp: Option<Stamp>,
    _lock: Lock,
}

impl Claim {
    /// Claims a file, which need not exist. Links are followed. `None` if another process has claimed it.
    ///
    /// # Errors
    /// If it cannot be locked.
    pub fn take(path: &Path) -> io::Result<Option<Self>> {
        let path = target(path)?;
        let Some(lock) = Lock::of_file(&path)? else { return Ok(None) };
        let stamp = Stamp::of(&path)?;
        Ok(Some(Self { path, stamp, _lock: lock }))
    }

    /// Claims the first name of the form `NAME-1.json` that is free, and creates an empty file there, so that nobody else takes
    /// the name.
    ///
    /// # Errors
    /// If the file cannot be created.
    pub fn beside(path: &Path) -> io::Result<Self> {
        for number in 1..=u32::MAX {
            let path = numbered(path, number);
            if fs::symlink_metadata(&path).is_ok() {
                continue;
            }
            let Some(lock) = Lock::of_file(&path)? else { continue };
            match OpenOptions::new().write(true).create_new(true).open(&path) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                made => {
                    let stamp = Some(Stamp::new(&made?.metadata()?));
                    return Ok(Self { path, stamp, _lock: lock });
                }
            }
        }
        Err(io::Error::other("no name is free"))
    }

    /// The file, after following links.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether there is a file.
    #[must_use]
    pub fn exists(&self) -> bool {
        fs::symlink_metadata(&self.path).is_ok()
    }

    /// Whether another program has written the file since it was claimed or last written.
    #[must_use]
    pub fn is_changed(&self) -> bool {
        Stamp::of(&self.path).is_ok_and(|now| now.is_some() && now != self.stamp)
    }

    /// Writes the file, completely or not at all. If it was not there before, a file that appears meanwhile stays.
    ///
    /// # Errors
    /// If it cannot be written, or [is changed](Self::is_changed).
    pub fn write(&mut self, contents: &[u8]) -> io::Result<()> {
        if self.is_changed() {
            let reason = "another program has written it meanwhile";
            return Err(io::Error::new(io::ErrorKind::AlreadyExists, reason));
        }
        if self.exists() {
            write(&self.path, contents)?;
        } else {
            write_new(&self.path, contents)?;
        }
        self.stamp = Stamp::of(&self.path)?;
        Ok(())
    }

    /// Moves the file to a free name of the form `NAME-1.json`, which is returned.
    ///
    /// # Errors
    /// If that fails; the file is then where it was.
    pub fn set_aside(&mut self) -> io::Result<PathBuf> {
        let free = Self::beside(&self.path)?;
        if let Err(error) = fs::rename(&self.path, &free.path) {
            let _ = fs::remove_file(&free.path);
            return Err(error);
        }
        self.stamp = None;
        Ok(free.path)
    }
}

/// `NAME-1.json` for `NAME.json` and 1.
fn numbered(path: &Path, number: u32) -> PathBuf {
    let mut name = path.file_stem().map(OsString::from).unwrap_or_default();
    name.push(format!("-{number}"));
    if let Some(extension) = path.extension() {
        name.push(".");
        name.push(extension);
    }
    path.with_file_name(name)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::super::tests::directory;
    use super::{Claim, numbered};

    #[test]
    fn what_another_program_wrote_is_not_written_over() {
        let directory = directory("claims");
        let path = directory.join("game.json");
        let mut claim = Claim::take(&path).unwrap().unwrap();
        assert!(Claim::take(&path).unwrap().is_none());
        // A file appears before the first write.
        fs::write(&path, "theirs").unwrap();
        claim.write(b"ours").unwrap_err();
        assert_eq!(claim.set_aside().unwrap(), directory.join("game-1.json"));
        claim.write(b"ours").unwrap();
        claim.write(b"ours again").unwrap();
        // Another appears after it.
        fs::write(&path, "theirs, too").unwrap();
        assert!(claim.is_changed());
        claim.write(b"ours").unwrap_err();
        assert_eq!(claim.set_aside().unwrap(), directory.join("game-2.json"));
        // One that was removed is written again.
        claim.write(b"ours").unwrap();
        fs::remove_file(&path).unwrap();
        claim.write(b"ours").unwrap();
        drop(claim);
        for (name, text) in
            [("game.json", "ours"), ("game-1.json", "theirs"), ("game-2.json", "theirs, too")]
        {
            assert_eq!(fs::read_to_string(directory.join(name)).unwrap(), text, "{name}");
        }
        assert_eq!(fs::read_dir(&directory).unwrap().count(), 3, "locks and temporary files go");
        fs::remove_dir_all(&directory).unwrap();
    }

    #[test]
    fn free_names_are_claimed_once() {
        let directory = directory("free-names");
        let path = directory.join("game");
        let claims: Vec<Claim> = (0..3).map(|_| Claim::beside(&path).unwrap()).collect();
        let names: Vec<_> = claims.iter().map(|claim| claim.path().to_owned()).collect();
        assert_eq!(names, ["game-1", "game-2", "game-3"].map(|name| directory.join(name)));
        fs::remove_dir_all(&directory).unwrap();
        for (name, expected) in [
            ("a/NAME", "a/NAME-7"),
            ("x.tar.gz", "x.tar-7.gz"),
            (".game", ".game-7"),
            ("g.", "g-7."),
        ] {
            assert_eq!(numbered(Path::new(name), 7), Path::new(expected), "{name}");
        }
    }
}
