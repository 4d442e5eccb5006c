//! Runs an engine's search within its limits.

use std::ops::ControlFlow;
use std::time::Instant;

use plyscope_core::{Counts, Game, Progress, Report, Request, Stop, Value};

use super::{AnySearch, PlayerError};
use crate::engine::{Engine, TooLarge};
use crate::interrupt;

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
    let start = Instant::now();
    let go_on = || match engine.time {
        Some(time) if start.elapsed() >= time => ControlFlow::Break(()),
        _ => interrupt::go_on(),
    };
    let limits = engine.limits();
    match search {
        AnySearch::Plain(search) => {
            let interval = engine.time.map_or(interrupt::NODES_PER_LOOK, |_| NODES_PER_LOOK);
            search.start(&Request::new(root).limits(limits));
            while search.step(interval).map_err(TooLarge::from)? == Progress::Paused {
                let Report { counts, depth, value, best_move, .. } = search.report();
                let value = best_move.map(|_| value);
                watch(&SoFar { generated: counts.generated, depth: Some(depth), value });
                if go_on().is_break() {
                    search.stop();
                    break;
                }
            }
            Ok(search.report())
        }
        AnySearch::Tree(search) => {
            let mut poll = |counts: &Counts| {
                watch(&SoFar { generated: counts.generated, depth: None, value: None });
                go_on()
            };
            let request = Request::new(root).limits(limits);
            let report = search.search_polled(&request, NODES_PER_LOOK, &mut poll);
            report.map_err(|_| TooLarge::Linear.into())
        }
        AnySearch::Device(search) => search.search(root, engine, watch),
    }
}
