//! Runs an engine's search within its limits.

use std::cell::{Cell, RefCell};
use std::ops::ControlFlow;
use std::time::Instant;

use plyscope_core::othello::strong::Stage;
use plyscope_core::{Bound, Counts, Game, Progress, Report, Request, Search, Stop, Value};
use plyscope_run::interrupt;

use super::{AnySearch, PlayerError, Thinker};
use crate::engine::{Engine, TooLarge};

/// Nodes between looks at the clock, in a search with a time limit.
const NODES_PER_LOOK: u64 = 1024;

/// Progress of a search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SoFar {
    /// Nodes generated so far.
    pub generated: u64,
    /// The last finished depth, or the horizon; `None` for searches that do not report it.
    pub depth: Option<u32>,
    /// The value of the best move so far, for the side to move; `None` for searches that do not report it.
    pub value: Option<Value>,
}

/// Runs `search` within the engine's limits, including time.
///
/// # Errors
/// [`PlayerError`] if the search exceeds this program's capacity, the device fails, or an [interrupt] stops the
/// search.
pub fn run<'s, G: Game>(
    search: &'s mut AnySearch<G>,
    engine: &Engine,
    root: &G::Position,
) -> Result<Report<'s, G::Move>, PlayerError> {
    let report = run_watched(search, engine, root, &mut |_| ())?;
    if report.stop == Stop::Polled {
        interrupt::check()?;
    }
    Ok(report)
}

/// The same; `watch` receives progress from time to time. After an interrupt, the partial result is returned, stopped as by a
/// [poll](Stop::Polled).
///
/// # Errors
/// [`PlayerError`] if the search exceeds this program's capacity, or the device fails.
pub fn run_watched<'s, G: Game>(
    search: &'s mut AnySearch<G>,
    engine: &Engine,
    root: &G::Position,
    watch: &mut dyn FnMut(&SoFar),
) -> Result<Report<'s, G::Move>, PlayerError> {
    run_within(search, engine, root, &mut Listener { watch, told: None, stopped: &|| false })
}

/// The same as [`run`], watched: a break of `watch` stops the search, which then reports the best move so far.
///
/// # Errors
/// As [`run`].
pub(super) fn run_while<'s, G: Game>(
    search: &'s mut AnySearch<G>,
    engine: &Engine,
    root: &G::Position,
    watch: &mut Watch<'_, G::Move>,
) -> Result<Report<'s, G::Move>, PlayerError> {
    let stopped = Cell::new(false);
    let watch = RefCell::new(watch);
    let tell = |thinking: Thinking<'_, G::Move>| {
        let go_on = (watch.borrow_mut())(thinking);
        stopped.set(stopped.get() || go_on.is_break());
    };
    let mut listener = Listener {
        watch: &mut |so_far| tell(Thinking::SoFar(so_far)),
        told: Some(&mut |thought| tell(Thinking::Thought(thought))),
        stopped: &|| stopped.get(),
    };
    let report = run_within(search, engine, root, &mut listener)?;
    if report.stop == Stop::Polled {
        interrupt::check()?;
    }
    Ok(report)
}

/// Goes on with a search of [`ponder`] as [`run`] would have run it: within the engine's limits, with the time from now on.
///
/// # Errors
/// As [`run`].
pub(super) fn resume<'s, G: Game>(
    search: &'s mut AnySearch<G>,
    engine: &Engine,
) -> Result<Report<'s, G::Move>, PlayerError> {
    let start = Instant::now();
    let go_on = || timed(start, engine.time);
    let listener = &mut Listener { watch: &mut |_| (), told: None, stopped: &|| false };
    let report = match search {
        AnySearch::Plain(search) => {
            step_by_step(&mut **search, |_| None, NODES_PER_LOOK, listener, &go_on)?;
            search.report()
        }
        AnySearch::Thinking(search) => {
            step_by_step(&mut **search, |_| None, NODES_PER_LOOK, listener, &go_on)?;
            search.report()
        }
        AnySearch::Tree(_) | AnySearch::Device(_) => unreachable!("they do not ponder"),
    };
    if report.stop == Stop::Polled {
        interrupt::check()?;
    }
    Ok(report)
}

/// Searches a position without a limit of time until `go_on` breaks, and pauses then. Returns false, without a search, for
/// searches that cannot pause.
///
/// # Errors
/// [`PlayerError`] if the search exceeds this program's capacity, or an [interrupt] stops it.
pub(super) fn ponder<G: Game>(
    search: &mut AnySearch<G>,
    engine: &Engine,
    root: &G::Position,
    go_on: &mut dyn FnMut() -> ControlFlow<()>,
) -> Result<bool, PlayerError> {
    let request = Request::new(root).limits(engine.limits());
    let search: &mut dyn Search<G> = match search {
        AnySearch::Plain(search) => &mut **search,
        AnySearch::Thinking(search) => {
            search.start(&request);
            while search.step(NODES_PER_LOOK).map_err(TooLarge::from)? == Progress::Paused {
                interrupt::check()?;
                if go_on().is_break() {
                    search.pause();
                    break;
                }
            }
            return Ok(true);
        }
        AnySearch::Tree(_) | AnySearch::Device(_) => return Ok(false),
    };
    search.start(&request);
    while search.step(NODES_PER_LOOK).map_err(TooLarge::from)? == Progress::Paused {
        interrupt::check()?;
        if go_on().is_break() {
            break;
        }
    }
    Ok(true)
}

/// Whether a search that began then, with this limit of time, goes on.
fn timed(start: Instant, limit: Option<std::time::Duration>) -> ControlFlow<()> {
    match limit {
        Some(time) if start.elapsed() >= time => ControlFlow::Break(()),
        _ => interrupt::go_on(),
    }
}

/// What a search thinks after an iteration or a stage.
#[derive(Clone, Copy, Debug)]
pub struct Thought<'a, M> {
    /// Its report so far.
    pub report: Report<'a, M>,
    /// The stage, in searches that have any.
    pub stage: Option<Stage>,
}

/// Receives what a search thinks.
pub type Told<'a, M> = dyn FnMut(&Thought<'_, M>) + 'a;

/// The same as [`run_watched`]; `told` receives what the search thinks after each iteration or stage, except from searches that keep a tree or
/// run on a device.
///
/// # Errors
/// As [`run_watched`].
pub fn run_told<'s, G: Game>(
    search: &'s mut AnySearch<G>,
    engine: &Engine,
    root: &G::Position,
    watch: &mut dyn FnMut(&SoFar),
    told: &mut Told<'_, G::Move>,
) -> Result<Report<'s, G::Move>, PlayerError> {
    run_within(search, engine, root, &mut Listener { watch, told: Some(told), stopped: &|| false })
}

/// What a player thinks while it chooses a move.
#[derive(Clone, Copy, Debug)]
pub enum Thinking<'a, M> {
    /// Its progress.
    SoFar(&'a SoFar),
    /// The result of an iteration or a stage.
    Thought(&'a Thought<'a, M>),
}

/// Receives what a player thinks. A break lets it play the best move so far at once.
pub type Watch<'a, M> = dyn FnMut(Thinking<'_, M>) -> ControlFlow<()> + 'a;

/// Receives progress, and thoughts if it wants them.
struct Listener<'a, M> {
    watch: &'a mut dyn FnMut(&SoFar),
    told: Option<&'a mut Told<'a, M>>,
    /// Whether the search is to stop.
    stopped: &'a dyn Fn() -> bool,
}

fn run_within<'s, G: Game>(
    search: &'s mut AnySearch<G>,
    engine: &Engine,
    root: &G::Position,
    listener: &mut Listener<'_, G::Move>,
) -> Result<Report<'s, G::Move>, PlayerError> {
    let start = Instant::now();
    let stopped = listener.stopped;
    let go_on = || match stopped() {
        true => ControlFlow::Break(()),
        false => timed(start, engine.time),
    };
    let interval = engine.time.map_or(interrupt::NODES_PER_LOOK, |_| NODES_PER_LOOK);
    let request = Request::new(root).limits(engine.limits());
    match search {
        AnySearch::Plain(search) => {
            search.start(&request);
            step_by_step(&mut **search, |_| None, interval, listener, &go_on)?;
            Ok(search.report())
        }
        AnySearch::Thinking(search) => {
            let stage = |search: &(dyn Thinker<G> + 'static)| search.finished();
            search.start(&request);
            step_by_step(&mut **search, stage, interval, listener, &go_on)?;
            Ok(search.report())
        }
        AnySearch::Tree(search) => {
            let mut poll = |counts: &Counts| {
                let generated = counts.generated;
                (listener.watch)(&SoFar { generated, depth: None, value: None });
                go_on()
            };
            let report = search.search_polled(&request, NODES_PER_LOOK, &mut poll);
            report.map_err(|_| TooLarge::Linear.into())
        }
        AnySearch::Device(search) => search.search(root, engine, &mut |so_far| {
            (listener.watch)(so_far);
            // The device keeps the time.
            if stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        }),
    }
}

/// Runs a search that was started in slices of `interval` nodes, or of a few at first if its thoughts are wanted.
fn step_by_step<G: Game, S: Search<G> + ?Sized>(
    search: &mut S,
    stage: impl Fn(&S) -> Option<Stage>,
    interval: u64,
    listener: &mut Listener<'_, G::Move>,
    go_on: &dyn Fn() -> ControlFlow<()>,
) -> Result<(), TooLarge> {
    let mut before = (0, None);
    let mut tell = |search: &S, told: &mut dyn FnMut(&Thought<'_, G::Move>)| {
        let (report, stage) = (search.report(), stage(search));
        // A search in stages says itself what it has finished.
        let known = stage.is_some() || report.bound != Bound::Unknown && report.depth > 0;
        let now = (report.depth, stage);
        if known && before != now && report.best_move.is_some() {
            before = now;
            told(&Thought { report, stage });
        }
    };
    loop {
        // Short slices hardly miss the end of an iteration.
        let generated = search.counts().generated;
        let slice = match listener.told {
            Some(_) => interval.min(1 + generated / 64),
            None => interval,
        };
        let progress = search.step(slice)?;
        if let Some(told) = &mut listener.told {
            tell(search, &mut **told);
        }
        if progress == Progress::Done {
            return Ok(());
        }
        let Report { counts, depth, value, best_move, .. } = search.report();
        let value = best_move.map(|_| value);
        (listener.watch)(&SoFar { generated: counts.generated, depth: Some(depth), value });
        if go_on().is_break() {
            search.stop();
            return Ok(());
        }
    }
}
