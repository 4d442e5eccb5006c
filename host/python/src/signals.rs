//! Ctrl-C and other signals while a search runs without the interpreter.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::Builder;
use std::time::{Duration, Instant};

use plyscope_run::interrupt;
use plyscope_run::parallel::STACK;
use pyo3::prelude::*;

use crate::failure;
use crate::leaving::{AtWork, is_leaving};

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

    /// Whether a handler has raised an exception, such as `KeyboardInterrupt`, or the interpreter is about to end. Only the main
    /// thread's handlers do.
    pub(crate) fn have_raised(&mut self) -> bool {
        if is_leaving() {
            return true;
        }
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

/// Does long work on another thread, while this one looks for signals and calls `hear` with the news of the work. An exception
/// interrupts the work, calls `stop`, and is raised once the work has ended.
pub(crate) fn watched<N: Send, T: Send>(
    py: Python<'_>,
    stop: impl Fn() + Sync,
    mut hear: impl FnMut(Python<'_>, N) -> PyResult<()> + Send,
    work: impl FnOnce(Sender<N>) -> T + Send,
) -> PyResult<T> {
    let at_work = AtWork::begin()?;
    let flag = Arc::new(AtomicBool::new(false));
    let mut raised = None;
    let done = py.detach(|| {
        let (sender, news) = channel();
        let own = Arc::clone(&flag);
        std::thread::scope(|scope| {
            let thread = Builder::new()
                .name("plyscope".to_owned())
                .stack_size(STACK)
                .spawn_scoped(scope, move || interrupt::within(Some(own), || work(sender)))?;
            let mut looked = Instant::now();
            loop {
                let told = news.recv_timeout(BETWEEN_LOOKS);
                if let Err(RecvTimeoutError::Disconnected) = told {
                    break;
                }
                // News may come faster than the time for a look passes.
                let looks = looked.elapsed() >= BETWEEN_LOOKS;
                let heard = if raised.is_some() || is_leaving() {
                    Ok(())
                } else {
                    Python::attach(|py| {
                        if looks {
                            looked = Instant::now();
                            py.check_signals()?;
                        }
                        told.map_or(Ok(()), |told| hear(py, told))
                    })
                };
                raised = raised.take().or(heard.err());
                if raised.is_some() || is_leaving() {
                    flag.store(true, Ordering::Relaxed);
                    stop();
                }
            }
            Ok(thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
        })
    });
    raised.map_or(Ok(()), Err)?;
    at_work.check()?;
    done.map_err(|error: std::io::Error| failure(format!("no thread for this: {error}")))
}
