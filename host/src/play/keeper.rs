//! Keeps a game in a file while it is played.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::look::Look;
use super::session::Session;
use super::store::{load, own};
use crate::files::{self, Claim};

/// What is said of a file that another session writes.
pub(super) const BUSY: &str = "another session of plyscope play keeps its game there";

/// A game that is now in another file than before.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum OtherFile {
    /// The file held an unfinished game, which is now in this one.
    Aside(PathBuf),
    /// Another session keeps its game in the file; this game is kept in another.
    Elsewhere {
        /// The file of the other session.
        busy: PathBuf,
        /// The file of this one.
        here: PathBuf,
    },
}

/// Keeps a game in a file after each move, and loses none that was kept there. Two sessions never write one file.
#[derive(Debug)]
pub(crate) struct Keeper {
    /// As named.
    path: PathBuf,
    /// The file, from the first write on.
    claim: Option<Claim>,
    /// Whether the file may hold another game.
    another: bool,
}

impl Keeper {
    /// A keeper of games in this file.
    pub(crate) const fn new(path: PathBuf) -> Self {
        Self { path, claim: None, another: true }
    }

    /// A keeper of the game that this file holds.
    ///
    /// # Errors
    /// If another session keeps its game there.
    pub(crate) fn resumed(path: PathBuf) -> Result<Self, String> {
        let claim = match Claim::take(&path) {
            Ok(None) => {
                return Err(format!(
                    "{}: {BUSY}: end it first, or copy the game by --load",
                    path.display()
                ));
            }
            Ok(claim) => claim,
            // What cannot be locked can be played on, and keeping it will fail with the reason.
            Err(_) => None,
        };
        Ok(Self { path, another: claim.is_none(), claim })
    }

    /// The file of the game.
    pub(super) fn path(&self) -> &Path {
        self.claim.as_ref().map_or(&self.path, Claim::path)
    }

    /// Whether this session keeps its game in this file.
    pub(super) fn is_kept_in(&mut self, path: &Path) -> bool {
        self.claim_of(path).is_some()
    }

    /// The claim on this file, if it is the keeper's.
    pub(super) fn claim_of(&mut self, path: &Path) -> Option<&mut Claim> {
        let claim = self.claim.as_mut()?;
        let real = |path: &Path| path.canonicalize().ok();
        (real(path).is_some() && real(path) == real(claim.path())).then_some(claim)
    }

    /// Another game begins.
    pub(super) const fn begin_another(&mut self) {
        self.another = true;
    }

    /// Writes the game, once it has moves, in a directory made if need be. An unfinished game that the file holds moves to
    /// another file, and where another session keeps its game there, this one is kept elsewhere. Devices and pipes are written
    /// directly.
    ///
    /// # Errors
    /// The file, and why it cannot be written.
    pub(super) fn keep<D: Look>(
        &mut self,
        session: &Session<D>,
    ) -> Result<Option<OtherFile>, String> {
        if self.another && session.is_empty() {
            return Ok(None);
        }
        let text = own(session)?;
        let at = self.path().to_owned();
        self.put(text.as_bytes(), |path| {
            // What cannot be read may be of use to someone.
            load(&session.domain, path)
                .map_or(true, |before| !before.is_over() && !before.is_empty())
        })
        .map_err(|error| format!("{}: {error}", at.display()))
    }

    /// Writes this text; `matters` says whether what a file holds must not be lost.
    fn put(
        &mut self,
        text: &[u8],
        matters: impl Fn(&Path) -> bool,
    ) -> io::Result<Option<OtherFile>> {
        let path = self.path();
        if path.is_dir() {
            return Err(io::Error::new(
                io::ErrorKind::IsADirectory,
                "it is a directory: name a file",
            ));
        }
        if files::is_special(path) {
            files::write(path, text)?;
            return Ok(None);
        }
        let mut moved = None;
        let claim = match &mut self.claim {
            Some(claim) => claim,
            None => {
                if let Some(directory) = self.path.parent() {
                    fs::create_dir_all(directory)?;
                }
                let claim = match Claim::take(&self.path)? {
                    Some(claim) => claim,
                    None => {
                        let claim = Claim::beside(&self.path)?;
                        let (busy, here) = (self.path.clone(), claim.path().to_owned());
                        moved = Some(OtherFile::Elsewhere { busy, here });
                        self.another = false;
                        claim
                    }
                };
                self.claim.insert(claim)
            }
        };
        // A program without locks may have written it, too.
        if claim.is_changed() || (self.another && claim.exists() && matters(claim.path())) {
            moved = Some(OtherFile::Aside(claim.set_aside()?));
        }
        self.another = false;
        claim.write(text)?;
        Ok(moved)
    }
}
