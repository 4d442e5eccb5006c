//! Searches that are looked at while they think.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use plyscope_engine::Engine;
use plyscope_players::player::{Iteration, Posed, Searched, Thinking as Told};
use plyscope_run::parallel::STACK;
use pyo3::exceptions::{PyRuntimeError, PyStopIteration};
use pyo3::prelude::*;

use crate::engines::engine;
use crate::failure;
use crate::leaving::{AtWork, is_leaving};
use crate::own::Own;
use crate::searches::{Found, found, limited, player_error};
use crate::signals::BETWEEN_LOOKS;
use crate::visit::{Known, Objects, Subject, Visit};

/// Thoughts that wait to be looked at; the search then waits, too.
const WAITING: usize = 64;
/// How often it then looks whether it has to end.
const BETWEEN_TRIES: Duration = Duration::from_millis(2);

/// What the thread of a search says: a thought, or at last the result.
type News = PyResult<(bool, Found)>;

/// A search at work, in a thread of its own: an iterator over its thoughts. The last item is the result.
#[pyclass(frozen, module = "plyscope")]
#[derive(Debug)]
pub(crate) struct Thinking {
    /// Taken apart from `thread`: what ends the search must not wait for who waits for its news.
    news: Mutex<Option<Receiver<News>>>,
    stop: Arc<Stop>,
    thread: Mutex<Option<JoinHandle<()>>>,
    /// The process of the thread: after a fork, the child has it not.
    process: u32,
}

/// What ends a search from outside.
#[derive(Debug)]
struct Stop {
    asked: AtomicBool,
    /// The game, if its methods are Python's: the search looks only after many nodes.
    own: Option<Own>,
}

impl Stop {
    fn ask(&self) {
        self.asked.store(true, Ordering::Relaxed);
        if let Some(own) = &self.own {
            own.stop();
        }
    }

    fn is_asked(&self) -> bool {
        self.asked.load(Ordering::Relaxed) || is_leaving()
    }
}

/// Says what there is new, if the search need not end.
fn say(sender: &SyncSender<News>, stop: &Stop, mut news: News) -> ControlFlow<()> {
    while !stop.is_asked() {
        match sender.try_send(news) {
            Ok(()) => return ControlFlow::Continue(()),
            Err(TrySendError::Disconnected(_)) => return ControlFlow::Break(()),
            Err(TrySendError::Full(same)) => news = same,
        }
        std::thread::sleep(BETWEEN_TRIES);
    }
    ControlFlow::Break(())
}

/// Begins to search a position.
#[pyfunction]
pub(crate) fn think(
    position: &Bound<'_, PyAny>,
    pairs: Vec<(String, String)>,
    solve: bool,
) -> PyResult<Thinking> {
    let engine = engine(&pairs, solve)?;
    let at_work = AtWork::begin()?;
    let subject = Subject::of(position, 0)?;
    let own = match &subject {
        Subject::Own(own) => Some(own.clone()),
        Subject::Ours(_) => None,
    };
    let stop = Arc::new(Stop { asked: AtomicBool::new(false), own });
    let (sender, news) = sync_channel(WAITING);
    let work = Work { engine, solve, stop: Arc::clone(&stop), sender };
    let thread = std::thread::Builder::new()
        .name("plyscope".to_owned())
        .stack_size(STACK)
        .spawn(move || {
            let (sender, stop) = (work.sender.clone(), Arc::clone(&work.stop));
            if let Err(error) | Ok(Err(error)) = subject.visit(work) {
                let _ = say(&sender, &stop, Err(error));
            }
            drop(at_work);
        })
        .map_err(|error| failure(format!("no thread for the search: {error}")))?;
    let (news, thread) = (Mutex::new(Some(news)), Mutex::new(Some(thread)));
    Ok(Thinking { news, stop, thread, process: std::process::id() })
}

struct Work {
    engine: Engine,
    solve: bool,
    stop: Arc<Stop>,
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
            let is_over = || stop.is_asked() || domain.has_failed();
            if let Told::Thought(thought) = told
                && !is_over()
            {
                let judged = at.judged(unit, &thought.report);
                let name = |mv| domain.move_name(mv);
                let iteration = Iteration::new(thought, judged, begun.elapsed(), name);
                let moves = (thought.report.best_move, thought.report.principal_variation.to_vec());
                let found = Python::attach(|py| found(py, domain, &iteration, moves));
                return say(&sender, &stop, Ok((false, found)));
            }
            if is_over() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let searched = at.search_with(&engine, &mut watch, |report| {
            moves = (report.best_move, report.principal_variation.to_vec());
        });
        domain.check()?;
        // A search that was ended has no result.
        if stop.is_asked() {
            return Ok(());
        }
        let searched =
            Searched { seed: known.seed, position: known.text, ..searched.map_err(player_error)? };
        let found = Python::attach(|py| found(py, domain, &searched, moves));
        // Whether anybody waits for it or not.
        let _ = say(&sender, &stop, Ok((true, found)));
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
            if self.is_forked() {
                return Err(failure("the search goes on in the parent process: call think here"));
            }
            let at_work = AtWork::begin()?;
            let next = py.detach(|| {
                let news = self.news.lock().unwrap_or_else(PoisonError::into_inner);
                news.as_ref().map(|news| news.recv_timeout(BETWEEN_LOOKS))
            });
            drop(at_work);
            match next {
                None => return Ok(None),
                Some(Err(RecvTimeoutError::Disconnected)) => {
                    let ended = self.end(py);
                    return ended.map(|()| None).map_err(|()| failure("the search has failed"));
                }
                Some(Ok(news)) => return news.map(Some).map_err(|raised| no_end(py, raised)),
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
        self.stop.ask();
        let _ = self.end(py);
    }
}

/// A game's `StopIteration` would only end the iteration that it is raised in: it becomes the cause of another exception, as in
/// Python's generators.
fn no_end(py: Python<'_>, raised: PyErr) -> PyErr {
    if !raised.is_instance_of::<PyStopIteration>(py) {
        return raised;
    }
    let told = PyRuntimeError::new_err("the game raised StopIteration");
    told.set_cause(py, Some(raised));
    told
}

impl Thinking {
    fn is_forked(&self) -> bool {
        std::process::id() != self.process
    }

    /// Waits for the end of the thread, which nobody hears any more.
    ///
    /// # Errors
    /// If the thread has panicked.
    fn end(&self, py: Python<'_>) -> Result<(), ()> {
        // After a fork, locks, channel and thread are the parent's: they stay as they are.
        if self.is_forked() {
            return Ok(());
        }
        // Where the interpreter ends, nothing is waited for any more.
        let Ok(at_work) = AtWork::begin() else { return Ok(()) };
        let ended = py.detach(|| {
            let thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner).take();
            let ended = match thread {
                // A game may end its own search, which then cannot wait for itself.
                Some(thread) if thread.thread().id() != std::thread::current().id() => {
                    thread.join().map_err(|_| ())
                }
                _ => Ok(()),
            };
            drop(self.news.lock().unwrap_or_else(PoisonError::into_inner).take());
            ended
        });
        drop(at_work);
        ended
    }
}

impl Drop for Thinking {
    fn drop(&mut self) {
        if self.is_forked() {
            std::mem::forget(self.news.get_mut().unwrap_or_else(PoisonError::into_inner).take());
            std::mem::forget(self.thread.get_mut().unwrap_or_else(PoisonError::into_inner).take());
            return;
        }
        self.stop.ask();
        // The thread may need the interpreter to come to its end.
        let _ = Python::attach(|py| self.end(py));
    }
}
