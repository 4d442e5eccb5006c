//! The explorer's page on this machine: a server of a few files, for this machine's browsers only.
//!
//! The page itself is in `host/explorer`. `host/explorer/build` makes a folder of it; with the feature `explore` the program has
//! these files within.

mod connection;
mod server;

use std::io;
use std::path::{Path, PathBuf};

use crate::files;
pub use server::Server;

/// The largest file of the page that is read.
const MOST: u64 = 100 * files::MB;

include!("names.rs");

/// The files, if this program was built with them.
#[cfg(feature = "explore")]
const WITHIN: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/explorer.rs"));
#[cfg(not(feature = "explore"))]
const WITHIN: &[(&str, &[u8])] = &[];

/// Why there is no page.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExplorerError {
    /// This program was built without the page.
    #[error(
        "this plyscope was built without the explorer. In a clone, run host/explorer/build, then `plyscope explore --site \
         target/explorer`; or build the program with it: cargo build --release --features explore"
    )]
    NotWithin,
    /// A file is missing.
    #[error("{path}: {cause}: run host/explorer/build, which writes the folder")]
    File {
        /// The file.
        path: PathBuf,
        /// The error.
        cause: io::Error,
    },
    /// The server cannot start.
    #[error("127.0.0.1:{port}: {cause}: give another port with --port, or 0 for any free one")]
    Port {
        /// The port.
        port: u16,
        /// The error.
        cause: io::Error,
    },
}

/// The page's files by name.
#[derive(Clone, Debug)]
pub struct Page {
    files: Vec<(&'static str, Vec<u8>)>,
}

impl Page {
    /// The page within this program.
    ///
    /// # Errors
    /// [`ExplorerError::NotWithin`] if it was built without the feature `explore`.
    pub fn within() -> Result<Self, ExplorerError> {
        if WITHIN.is_empty() {
            return Err(ExplorerError::NotWithin);
        }
        Ok(Self { files: WITHIN.iter().map(|&(name, bytes)| (name, bytes.to_vec())).collect() })
    }

    /// The page in a folder that `host/explorer/build` wrote. Other files of the folder are not served.
    ///
    /// # Errors
    /// [`ExplorerError::File`] names a file that cannot be read.
    pub fn read(folder: &Path) -> Result<Self, ExplorerError> {
        let read = |&name| {
            let path = folder.join(name);
            let bytes = files::read_ordinary(&path, MOST)
                .map_err(|cause| ExplorerError::File { path, cause })?;
            Ok((name, bytes))
        };
        Ok(Self { files: FILES.iter().map(read).collect::<Result<_, _>>()? })
    }

    /// The file of a path such as `/main.js`; that of `/` is `index.html`.
    fn file(&self, path: &str) -> Option<(&'static str, &[u8])> {
        let name = path.strip_prefix('/')?;
        let name = if name.is_empty() { "index.html" } else { name };
        let found = self.files.iter().find(|(known, _)| *known == name);
        found.map(|(name, bytes)| (*name, bytes.as_slice()))
    }
}
