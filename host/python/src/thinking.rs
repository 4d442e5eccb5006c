//! Searches that are looked at while they think.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Instant;

use plyscope_engine::Engine;
use plyscope_players::player::{Iteration, Posed, Searched, Thinking as Told};
use pyo3::prelude::*;

use crate::engines::engine;
use crate::failure;
use crate::place::{Known, Objects, Subject, Visit};
use crate::searches::{Found, found, limited, player_error};
use crate::signals::BETWEEN_LOOKS;

/// Thoughts that wait to be looked at; the search then waits, too.
const WAITING: usize = 64;

/// What the thread of a search says: a thought, or at last the result.
type News = PyResult<(bool, Found)>;

/// A search at work, in a thread of its own: an iterator over its thoughts. The last item is the result.
#[pyclass(module = "plyscope")]
#[derive(Debug)]
pub(crate) struct Thinking {
    news: Mutex<Option<Receiver<News>>>,
    stop: Arc<AtomicBool>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

/// Begins to search a position.
#[pyfunction]
pub(crate) fn think(
    position: &Bound<'_, PyAny>,
    pairs: Vec<(String, String)>,
    solve: bool,
) -> PyResult<Thinking> {
    let engine = engine(&pairs, solve)?;
    let subject = Subject::of(position, 0)?;
    let stop = Arc::new(AtomicBool::new(false));
    let (sender, news) = sync_channel(WAITING);
    let work = Work { engine, solve, stop: Arc::clone(&stop), sender };
    let thread = std::thread::Builder::new()
        .name("plyscope".to_owned())
        .spawn(move || {
            let sender = work.sender.clone();
            if let Err(error) | Ok(Err(error)) = subject.visit(work) {
                let _ = sender.send(Err(error));
            }
        })
        .map_err(|error| failure(format!("no thread for the search: {error}")))?;
    Ok(Thinking { news: Mutex::new(Some(news)), stop, thread: Mutex::new(Some(thread)) })
}

struct Work {
    engine: Engine,
    solve: bool,
    stop: Arc<AtomicBool>,
    sender: SyncSender<News>,
}

impl Visit for Work {
    type Out = PyResult<()>;

    fn visit<D: Objects + 'static>(self, at: Posed<'_, D>, known: Known) -> PyResult<()> {
        let Self { engine, solve, stop, sender } = self;
        let engine = limited(&at, engine, solve)?;
        let domain = at.domain;
        let unit = domain.unit(&engine);
        let begun = Instant::now();
        let mut moves = (None, Vec::new());
        let mut watch = |told: Told<'_, _>| {
            let is_over = || stop.load(Ordering::Relaxed) || domain.has_failed();
            if let Told::Thought(thought) = told
                && !is_over()
            {
                let judged = at.judged(unit, &thought.report);
                let name = |mv| domain.move_name(mv);
                let iteration = Iteration::new(thought, judged, begun.elapsed(), name);
                let moves = (thought.report.best_move, thought.report.principal_variation.to_vec());
                let found = Python::attach(|py| found(py, domain, &iteration, moves));
                if sender.send(Ok((false, found))).is_err() {
                    return ControlFlow::Break(());
                }
            }
            if is_over() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let searched = at.search_with(&engine, &mut watch, |report| {
            moves = (report.best_move, report.principal_variation.to_vec());
        });
        domain.check()?;
        let searched =
            Searched { seed: known.seed, position: known.text, ..searched.map_err(player_error)? };
        let found = Python::attach(|py| found(py, domain, &searched, moves));
        // Nobody waits for it any more.
        let _ = sender.send(Ok((true, found)));
        Ok(())
    }
}

#[pymethods]
impl Thinking {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    /// The next thought; whether it is the result, and it.
    fn __next__(&self, py: Python<'_>) -> PyResult<Option<(bool, Found)>> {
        loop {
            let next = py.detach(|| {
                let news = self.news.lock().unwrap_or_else(PoisonError::into_inner);
                news.as_ref().map(|news| news.recv_timeout(BETWEEN_LOOKS))
            });
            match next {
                None | Some(Err(RecvTimeoutError::Disconnected)) => return Ok(None),
                Some(Ok(news)) => return news.map(Some),
                Some(Err(RecvTimeoutError::Timeout)) => {
                    if let Err(raised) = py.check_signals() {
                        self.close(py);
                        return Err(raised);
                    }
                }
            }
        }
    }

    /// Ends the search.
    fn close(&self, py: Python<'_>) {
        self.stop.store(true, Ordering::Relaxed);
        py.detach(|| self.end());
    }
}

impl Thinking {
    /// Waits for the end of the thread, which nobody hears any more.
    fn end(&self) {
        drop(self.news.lock().unwrap_or_else(PoisonError::into_inner).take());
        if let Some(thread) = self.thread.lock().unwrap_or_else(PoisonError::into_inner).take() {
            let _ = thread.join();
        }
    }
}

impl Drop for Thinking {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        // The thread may need the interpreter to come to its end.
        Python::attach(|py| py.detach(|| self.end()));
    }
}
