//! Files: atomic writes, reads with a bound, and locks. After any interruption, a file has its old or its new content.

mod claim;
mod lock;
mod read;
mod stamp;

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use crate::escape::terminal;
use crate::interrupt;
pub use claim::Claim;
pub use lock::LOCK;
pub use lock::Lock;
pub use read::{MB, read, read_ordinary, read_stream, text};
use stamp::Stamp;

/// How often an interrupt is looked for while nobody reads a pipe.
const LOOK: Duration = Duration::from_millis(50);

/// Links followed before a path is taken for a loop.
const LINKS: u32 = 40;

/// The temporary path of a file in a locked directory. The name is fixed, so that the remains of a killed process can be
/// recognised.
pub fn temporary(path: &Path) -> PathBuf {
    with_ending(path, ".tmp")
}

fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.file_name().map_or_else(OsString::new, OsString::from);
    name.push(ending);
    path.with_file_name(name)
}

/// Opens a pipe or a device to write. A pipe without a reader makes the opening wait, on a thread of its own: an interrupt ends the
/// wait here, and the thread ends with the process.
fn open_special(path: &Path) -> io::Result<File> {
    let (sender, receiver) = channel();
    let owned = path.to_owned();
    thread::Builder::new().spawn(move || {
        let _ = sender.send(OpenOptions::new().write(true).open(owned));
    })?;
    loop {
        match receiver.recv_timeout(LOOK) {
            Ok(opened) => return opened,
            Err(RecvTimeoutError::Timeout) if !interrupt::requested() => {}
            Err(_) => return Err(io::Error::other("interrupted while nobody read the pipe")),
        }
    }
}

/// Whether a path is a device, a pipe, a socket or a directory.
pub fn is_special(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|data| !data.is_file())
}

/// Writes a file named by the user, completely or not at all: writes and syncs a temporary file beside it, then renames that.
/// Links are followed, even if their target does not exist yet, and permissions are kept. Pipes and other special files are
/// written directly. No other file is touched.
///
/// # Errors
/// If it cannot be written; an existing file is then unchanged.
pub fn write(path: &Path, contents: &[u8]) -> io::Result<()> {
    let mut output = Output::create(path)?;
    output.write_all(contents)?;
    output.finish()
}

/// Writes a file that must not exist yet, completely or not at all.
///
/// # Errors
/// If there is anything, which then stays, or it cannot be written.
pub fn write_new(path: &Path, contents: &[u8]) -> io::Result<()> {
    let mut draft = Draft::beside(path)?;
    draft.file.write_all(contents)?;
    draft.file.sync_all()?;
    match fs::hard_link(&draft.temporary, path) {
        Ok(()) => {}
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return Err(error),
        // Some file systems have no links: an empty file takes the name.
        Err(_) => {
            drop(OpenOptions::new().write(true).create_new(true).open(path)?);
            fs::rename(&draft.temporary, path)?;
        }
    }
    drop(draft);
    sync_parent(path)
}

/// Writes a file of a directory locked by this process, completely or not at all, by way of [`temporary`].
///
/// # Errors
/// If it cannot be written; the file that was there then still is.
pub fn write_own(path: &Path, contents: &[u8]) -> io::Result<()> {
    let temporary = temporary(path);
    let file = create_anew(&temporary)?;
    let mut draft = Draft { file, temporary, is_moved: false };
    draft.take_permissions(path)?;
    draft.file.write_all(contents)?;
    draft.move_to(path)
}

/// Creates a file in a directory of this program, in place of the remains of a killed process. Never opens what is there: it
/// could be a link to another file.
pub fn create_anew(path: &Path) -> io::Result<File> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    OpenOptions::new().write(true).create_new(true).open(path)
}

/// The path after following links, even if nothing is there yet.
fn target(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..LINKS {
        match fs::read_link(&path) {
            Ok(link) => path = path.parent().unwrap_or(Path::new("")).join(link),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other(format!("{} has too many links, or a loop of them", path.display())))
}

/// A file named by the user that is written piece by piece, completely or not at all, as by [`write()`]. Without
/// [`finish`](Self::finish), the file stays as it was.
#[derive(Debug)]
pub struct Output {
    place: Place,
}

#[derive(Debug)]
enum Place {
    /// A pipe or another special file.
    Special(File),
    /// The new content, and the file that it will be.
    Draft(Draft, PathBuf),
}

impl Output {
    /// Begins to write a file.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn create(path: &Path) -> io::Result<Self> {
        if is_special(path) {
            return Ok(Self { place: Place::Special(open_special(path)?) });
        }
        let path = target(path)?;
        Ok(Self { place: Place::Draft(Draft::beside(&path)?, path) })
    }

    /// Puts what was written in the place of the file, once.
    ///
    /// # Errors
    /// If that fails; the file is then unchanged.
    pub fn finish(&mut self) -> io::Result<()> {
        match &mut self.place {
            Place::Special(file) => file.flush(),
            Place::Draft(draft, path) => draft.move_to(path),
        }
    }
}

impl io::Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.place {
            Place::Special(file) | Place::Draft(Draft { file, .. }, _) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.place {
            Place::Special(file) | Place::Draft(Draft { file, .. }, _) => file.flush(),
        }
    }
}

/// A temporary file, removed unless it is moved.
#[derive(Debug)]
struct Draft {
    file: File,
    temporary: PathBuf,
    is_moved: bool,
}

impl Draft {
    /// A draft beside a user's file.
    fn beside(path: &Path) -> io::Result<Self> {
        let temporary = with_ending(path, &format!(".{}.tmp", std::process::id()));
        let file = OpenOptions::new().write(true).create_new(true).open(&temporary);
        let file = file.map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => {
                let way = format!("{} is in the way: remove it", temporary.display());
                io::Error::new(error.kind(), way)
            }
            _ => error,
        })?;
        let draft = Self { file, temporary, is_moved: false };
        // Before there is anything that others could read.
        draft.take_permissions(path)?;
        Ok(draft)
    }

    fn take_permissions(&self, path: &Path) -> io::Result<()> {
        match fs::metadata(path) {
            Ok(before) => self.file.set_permissions(before.permissions()),
            Err(_) => Ok(()),
        }
    }

    /// Syncs the file and renames it.
    fn move_to(&mut self, path: &Path) -> io::Result<()> {
        self.file.sync_all()?;
        fs::rename(&self.temporary, path)?;
        self.is_moved = true;
        sync_parent(path)
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        if !self.is_moved {
            // Do not leave a partial file.
            let _ = fs::remove_file(&self.temporary);
        }
    }
}

/// Syncs a path's parent directory to disk: a new or changed name.
///
/// # Errors
/// If that fails.
pub fn sync_parent(path: &Path) -> io::Result<()> {
    let parent = match path.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    };
    // On other systems directories cannot be opened.
    if cfg!(unix) { File::open(parent)?.sync_all() } else { Ok(()) }
}

/// Prints a warning in one line.
pub fn warn(text: &str) {
    let _ = writeln!(io::stderr(), "warning: {}", terminal(text));
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::PathBuf;

    use super::{Output, create_anew, temporary, with_ending, write, write_new, write_own};

    pub(super) fn directory(name: &str) -> PathBuf {
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

    #[test]
    fn a_stream_that_is_not_finished_leaves_the_file_before() {
        use std::io::Write as _;
        let directory = directory("streams");
        let path = directory.join("trace.json");
        write(&path, b"before").unwrap();
        let mut output = Output::create(&path).unwrap();
        output.write_all(b"half").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"before");
        drop(output);
        assert_eq!(fs::read(&path).unwrap(), b"before");
        let mut output = Output::create(&path).unwrap();
        output.write_all(b"whole").unwrap();
        output.finish().unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"whole");
        write_new(&path, b"new").unwrap_err();
        assert_eq!(fs::read(&path).unwrap(), b"whole");
        write_new(&directory.join("other"), b"new").unwrap();
        assert_eq!(fs::read(directory.join("other")).unwrap(), b"new");
        assert_eq!(fs::read_dir(&directory).unwrap().count(), 2);
        fs::remove_dir_all(&directory).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn temporary_files_are_never_written_through_links() {
        use std::os::unix::fs::symlink;
        let directory = directory("files-links");
        let (path, other) = (directory.join("manifest.json"), directory.join("other"));
        fs::write(&other, "theirs").unwrap();
        symlink(&other, temporary(&path)).unwrap();
        write_own(&path, b"ours").unwrap();
        symlink(&other, directory.join("rows")).unwrap();
        drop(create_anew(&directory.join("rows")).unwrap());
        assert_eq!(fs::read(&other).unwrap(), b"theirs");
        assert_eq!(fs::read(&path).unwrap(), b"ours");
        assert!(!path.is_symlink() && !directory.join("rows").is_symlink());
        fs::remove_dir_all(&directory).unwrap();
    }
}
