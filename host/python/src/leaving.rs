//! The end of the interpreter, before which all work ends.
//!
//! A thread that asks for the interpreter while it ends is stopped there for ever, and whoever waits for that thread, too; or the
//! process aborts. So the package registers [`leave`] with `atexit`: it ends all work and waits for it.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use pyo3::prelude::*;

use crate::failure;

static LEAVING: AtomicBool = AtomicBool::new(false);
/// Searches, runs and traces in progress.
static AT_WORK: AtomicUsize = AtomicUsize::new(0);
/// The process that counts them: after a fork, the threads of the parent are not there.
static PROCESS: AtomicU32 = AtomicU32::new(0);

/// A method of a game in Python may take long; it is waited for no longer than this.
const LONGEST: Duration = Duration::from_secs(5);

/// Whether the interpreter is about to end.
pub(crate) fn is_leaving() -> bool {
    LEAVING.load(Ordering::Relaxed)
}

/// Counts the work of this process.
pub(crate) fn count_here() {
    if PROCESS.swap(std::process::id(), Ordering::SeqCst) != std::process::id() {
        AT_WORK.store(0, Ordering::SeqCst);
    }
}

/// Work in progress.
#[derive(Debug)]
pub(crate) struct AtWork {
    process: u32,
}

impl AtWork {
    /// Begins work.
    ///
    /// # Errors
    /// If the interpreter is about to end.
    pub(crate) fn begin() -> PyResult<Self> {
        let process = std::process::id();
        if PROCESS.load(Ordering::SeqCst) != process {
            count_here();
        }
        AT_WORK.fetch_add(1, Ordering::SeqCst);
        let begun = Self { process };
        begun.check()?;
        Ok(begun)
    }

    /// Ends it with an error if the interpreter is about to end: what was found may be a part.
    pub(crate) fn check(&self) -> PyResult<()> {
        if is_leaving() { Err(failure("Python is about to exit: no more work")) } else { Ok(()) }
    }
}

impl Drop for AtWork {
    fn drop(&mut self) {
        if std::process::id() == self.process {
            AT_WORK.fetch_sub(1, Ordering::SeqCst);
        }
    }
}

/// Ends all work of this process, and waits for that.
#[pyfunction]
pub(crate) fn leave(py: Python<'_>) {
    LEAVING.store(true, Ordering::SeqCst);
    let is_ours = PROCESS.load(Ordering::SeqCst) == std::process::id();
    let begun = Instant::now();
    py.detach(|| {
        while is_ours && AT_WORK.load(Ordering::SeqCst) > 0 && begun.elapsed() < LONGEST {
            std::thread::sleep(Duration::from_millis(1));
        }
    });
}
