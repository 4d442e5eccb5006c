//! Whether a file is still the one that it was.

use std::fs::{self, Metadata};
use std::io;
use std::path::Path;
use std::time::SystemTime;

/// A file at one time: which file, its length, and when it was last written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Stamp {
    /// Device and number; `None` where the system has none.
    file: Option<(u64, u64)>,
    length: u64,
    modified: Option<SystemTime>,
}

impl Stamp {
    pub(super) fn new(data: &Metadata) -> Self {
        #[cfg(unix)]
        let file = {
            use std::os::unix::fs::MetadataExt as _;
            Some((data.dev(), data.ino()))
        };
        #[cfg(not(unix))]
        let file = None;
        Self { file, length: data.len(), modified: data.modified().ok() }
    }

    /// The stamp of a path, which is not followed if it is a link; `None` if there is nothing.
    ///
    /// # Errors
    /// If that cannot be found out.
    pub(super) fn of(path: &Path) -> io::Result<Option<Self>> {
        match fs::symlink_metadata(path) {
            Ok(data) => Ok(Some(Self::new(&data))),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }
}
