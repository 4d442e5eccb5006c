//! Runs an engine's search within its limits.

use std::ops::ControlFlow;
use std::time::Instant;

use plyscope_core::{Bound, Game, Progress, Report, Request, Stop};
use plyscope_run::interrupt;

use super::pace::{Pace, Paced};
use super::{AnySearch, Local, PlayerError, SoFar, Thinking, Thought, Watch};
use crate::engine::Engine;

/// Nodes between looks at the clock, in a search with a time limit.
const NODES_PER_LOOK: u64 = 1024;

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
    uninterrupted(run_watched(search, engine, root, &mut ())?)
}

/// The same, watched. After an interrupt, and after a break of `watch`, the partial result is returned, stopped as by a
/// [poll](Stop::Polled).
///
/// # Errors
/// [`PlayerError`] if the search exceeds this program's capacity, or the device fails.
pub fn run_watched<'s, G: Game>(
    search: &'s mut AnySearch<G>,
    engine: &Engine,
    root: &G::Position,
    watch: &mut dyn Watch<G::Move>,
) -> Result<Report<'s, G::Move>, PlayerError> {
    run_paced(search, engine, root, None, watch)
}

/// The same, at the pace of a clock. A search on a device has the engine's limit of time only.
pub(super) fn run_paced<'s, G: Game>(
    search: &'s mut AnySearch<G>,
    engine: &Engine,
    root: &G::Position,
    pace: Option<Pace>,
    watch: &mut dyn Watch<G::Move>,
) -> Result<Report<'s, G::Move>, PlayerError> {
    match search {
        AnySearch::Here(search) => {
            search.start(&Request::new(root).limits(engine.limits()));
            let is_timed = pace.is_some() || engine.time.is_some();
            let looks = if is_timed { NODES_PER_LOOK } else { interrupt::NODES_PER_LOOK };
            finish(search, engine, looks, pace, watch)
        }
        AnySearch::Device(search) => search.search(root, engine, watch),
    }
}

/// A report, unless an interrupt stopped the search.
pub(super) fn uninterrupted<M>(report: Report<'_, M>) -> Result<Report<'_, M>, PlayerError> {
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
    let AnySearch::Here(search) = search else { return Ok(false) };
    if search.keeps_tree() {
        return Ok(false);
    }
    search.start(&Request::new(root).limits(engine.limits()));
    while search.step(NODES_PER_LOOK)? == Progress::Paused {
        interrupt::check()?;
        if go_on().is_break() {
            search.pause();
            break;
        }
    }
    Ok(true)
}

/// Goes on with a search of [`ponder`] as [`run`] would have run it: within the engine's limits, with the time from now on.
///
/// # Errors
/// As [`run`].
pub(super) fn resume<'s, G: Game>(
    search: &'s mut AnySearch<G>,
    engine: &Engine,
    pace: Option<Pace>,
) -> Result<Report<'s, G::Move>, PlayerError> {
    let AnySearch::Here(search) = search else { unreachable!("a device does not ponder") };
    uninterrupted(finish(search, engine, NODES_PER_LOOK, pace, &mut ())?)
}

/// Finishes a search that was started, with a look at clock, interrupts and `watch` after so many nodes. The time begins now.
fn finish<'s, G: Game>(
    search: &'s mut Local<G>,
    engine: &Engine,
    looks: u64,
    pace: Option<Pace>,
    watch: &mut dyn Watch<G::Move>,
) -> Result<Report<'s, G::Move>, PlayerError> {
    let start = Instant::now();
    let keeps_tree = search.keeps_tree();
    let tells_thoughts = watch.wants_thoughts();
    let looks = if keeps_tree { NODES_PER_LOOK } else { looks };
    let mut stopped = false;
    let mut before = (0, None);
    let mut paced = pace.filter(|_| !keeps_tree).map(Paced::new);
    loop {
        // Short slices hardly miss the end of an iteration.
        let slice = match tells_thoughts {
            true => looks.min(1 + search.counts().generated / 64),
            false => looks,
        };
        let progress = search.step(slice)?;
        if tells_thoughts && search.counts().generated.checked_ilog2() > Some(before.0) {
            search.look();
        }
        let report = search.report();
        let stage = search.finished();
        // A search in stages says itself what it has finished. A tree grows without any: it is looked at whenever it has doubled.
        let known =
            keeps_tree || stage.is_some() || report.bound != Bound::Unknown && report.depth > 0;
        let now = match keeps_tree {
            true => (report.counts.generated.checked_ilog2().unwrap_or(0), None),
            false => (report.depth, stage),
        };
        if known && before != now && report.best_move.is_some() {
            before = now;
            stopped |= paced.as_mut().is_some_and(|paced| paced.ends_with(report.best_move));
            if tells_thoughts {
                stopped |= watch.hear(Thinking::Thought(&Thought { report, stage })).is_break();
            }
        }
        if progress == Progress::Done {
            break;
        }
        let generated = report.counts.generated;
        let best_move = report.best_move;
        let so_far = match keeps_tree {
            true => SoFar { generated, depth: None, value: None },
            false => {
                let value = report.best_move.map(|_| report.value);
                SoFar { generated, depth: Some(report.depth), value }
            }
        };
        stopped |= watch.hear(Thinking::SoFar(&so_far)).is_break();
        let late = engine.time.is_some_and(|time| start.elapsed() >= time)
            || paced.as_ref().is_some_and(|paced| paced.is_over(best_move));
        if stopped || late || interrupt::requested() {
            search.stop();
            break;
        }
    }
    Ok(search.report())
}
