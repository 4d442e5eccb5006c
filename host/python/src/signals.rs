//! Ctrl-C and other signals while a search runs without the interpreter.

use std::time::{Duration, Instant};

use pyo3::prelude::*;

/// Time between two looks.
pub(crate) const BETWEEN_LOOKS: Duration = Duration::from_millis(50);

/// Looks whether Python has a signal to handle, from time to time.
#[derive(Debug)]
pub(crate) struct Signals {
    looked: Instant,
    raised: Option<PyErr>,
}

impl Signals {
    pub(crate) fn new() -> Self {
        Self { looked: Instant::now(), raised: None }
    }

    /// Whether a handler has raised an exception, such as `KeyboardInterrupt`. Only the main thread's handlers do.
    pub(crate) fn have_raised(&mut self) -> bool {
        if self.raised.is_none() && self.looked.elapsed() >= BETWEEN_LOOKS {
            self.looked = Instant::now();
            self.raised = Python::attach(|py| py.check_signals()).err();
        }
        self.raised.is_some()
    }

    /// Raises the exception.
    pub(crate) fn check(self) -> PyResult<()> {
        self.raised.map_or(Ok(()), Err)
    }
}
