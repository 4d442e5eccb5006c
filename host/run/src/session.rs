//! A session of work on a run, which ends with the run or goes on in a later session.
//!
//! Every run goes through here: its directory is created, resumed or refused; units that are not recorded yet run in parallel; their
//! rows are appended in order; the time is added up. A run without a directory is the same work, kept nowhere.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Instant;

use crate::interrupt::Interrupted;
use crate::record::{Manifest, RecordError, Run};
use crate::stream::in_order_of;

/// Where a run is kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Place {
    /// Nowhere: nothing is written.
    Nowhere,
    /// In a new run directory.
    New(PathBuf),
    /// In an existing run directory.
    Existing(PathBuf),
    /// In a run directory, created if missing.
    Either(PathBuf),
}

impl Place {
    /// The run's directory, if it has one.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        match self {
            Self::Nowhere => None,
            Self::New(path) | Self::Existing(path) | Self::Either(path) => Some(path),
        }
    }
}

/// A unit of work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unit {
    /// Its number in the whole run.
    pub number: u64,
    /// The number of the shard's units before it.
    pub place: u64,
}

/// How units are run. Nothing here changes their rows.
#[derive(Clone, Copy)]
pub struct Workers<'a> {
    /// Worker threads.
    pub threads: usize,
    /// Returns whether to stop before the next unit is recorded, in addition to [interrupts](crate::interrupt).
    pub stop: &'a dyn Fn() -> bool,
}

impl std::fmt::Debug for Workers<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Workers").field("threads", &self.threads).finish_non_exhaustive()
    }
}

impl Workers<'_> {
    /// This many threads, until the end or an interrupt.
    #[must_use]
    pub const fn new(threads: usize) -> Self {
        Self { threads, stop: &|| false }
    }
}

/// A run that is open for work.
#[derive(Debug)]
pub struct Session {
    manifest: Manifest,
    run: Option<Run>,
    /// The shard's units whose rows are complete.
    finished: u64,
    /// From when on time is not counted yet.
    since: Instant,
}

impl Session {
    /// Opens a run, and returns the rows of its finished units.
    ///
    /// # Errors
    /// [`RecordError`] if the directory cannot be used, is in use, or holds another run.
    pub fn open(place: &Place, manifest: Manifest) -> Result<(Self, Vec<String>), RecordError> {
        let since = Instant::now();
        let (run, lines) = match place {
            Place::Nowhere => (None, Vec::new()),
            Place::New(path) => (Some(Run::create(path, manifest.clone())?), Vec::new()),
            Place::Existing(path) => {
                let (run, lines) = Run::resume(path, &manifest)?;
                (Some(run), lines)
            }
            Place::Either(path) => {
                let (run, lines) = Run::create_or_resume(path, &manifest)?;
                (Some(run), lines)
            }
        };
        let finished = lines.len() as u64 / manifest.rows_per_unit;
        Ok((Self { manifest, run, finished, since }, lines))
    }

    /// The run's directory, if it has one.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        self.run.as_ref().map(Run::path)
    }

    /// The number of the shard's finished units.
    #[must_use]
    pub const fn finished(&self) -> u64 {
        self.finished
    }

    /// The number of remaining units of the shard; 0 if their number is unknown.
    #[must_use]
    pub fn left(&self) -> u64 {
        self.manifest.units_of_shard().unwrap_or(0).saturating_sub(self.finished)
    }

    /// Runs all remaining units.
    ///
    /// # Errors
    /// As [`run_to`](Self::run_to).
    pub fn run<T: Send, E: Send + From<Interrupted> + From<RecordError>>(
        &mut self,
        workers: Workers<'_>,
        work: impl Fn(Unit) -> Result<(Vec<String>, T), E> + Sync,
        take: impl FnMut(Vec<String>, T) -> Result<ControlFlow<()>, E>,
    ) -> Result<(), E> {
        self.run_to(self.finished + self.left(), workers, work, take)
    }

    /// Runs units until this many of the shard's are finished. `work` returns a unit's rows, each a line without a line end, and anything
    /// else that is needed of it. Once the rows are recorded, `take` receives both, in the order of the units, on the calling thread, and
    /// may end the work.
    ///
    /// # Errors
    /// The first error in the order of the units, [`RecordError`] if a unit cannot be recorded, or [`Interrupted`]. All earlier units are
    /// recorded.
    pub fn run_to<T: Send, E: Send + From<Interrupted> + From<RecordError>>(
        &mut self,
        end: u64,
        workers: Workers<'_>,
        work: impl Fn(Unit) -> Result<(Vec<String>, T), E> + Sync,
        mut take: impl FnMut(Vec<String>, T) -> Result<ControlFlow<()>, E>,
    ) -> Result<(), E> {
        let Workers { threads, stop } = workers;
        let Self { manifest, run, finished, since } = self;
        let check = || if stop() { Err(Interrupted) } else { Ok(()) };
        let is_done = *finished >= end;
        let units = (*finished..end).map(|place| Unit { number: manifest.unit(place), place });
        let mut outcome = check().map_err(E::from);
        if outcome.is_ok() {
            outcome = in_order_of(units, threads, work, |_, (rows, more)| {
                check()?;
                if let Some(run) = run {
                    run.append(&rows)?;
                }
                *finished += 1;
                take(rows, more)
            });
        }
        // A run that was finished before stays as it is.
        if let Some(run) = run.as_ref().filter(|_| !is_done) {
            let now = Instant::now();
            run.add_time(now.duration_since(*since).as_secs_f64());
            *since = now;
        }
        outcome
    }
}
