//! A search that runs, whatever its game.

use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use plyscope_core::{Bound, CapacityError, Game, Progress, Search, Stop};

use crate::message::{Counts, Event, Report, Unit};
use crate::record::Watcher;

/// A search that was started.
pub(crate) trait Running {
    /// Goes on for so many nodes.
    fn step(&mut self, nodes: u64);
    /// Ends it.
    fn stop(&mut self);
    /// The result so far.
    fn report(&self) -> Report;
    /// What was recorded since the last time.
    fn events(&mut self) -> Vec<Event>;
}

/// A search of one game.
pub(crate) struct Run<G: Game, S, W> {
    pub(crate) search: S,
    pub(crate) watcher: W,
    pub(crate) name: fn(G::Move) -> String,
    pub(crate) unit: Unit,
    pub(crate) error: Option<CapacityError>,
    pub(crate) done: bool,
}

/// Core's bounds and stops as numbers.
pub(crate) const fn bound(bound: Bound) -> u8 {
    match bound {
        Bound::Exact => 0,
        Bound::Lower => 1,
        Bound::Upper => 2,
        Bound::Estimate => 3,
        _ => 4,
    }
}

fn stop(stop: Stop) -> u8 {
    match stop {
        Stop::Running => 0,
        Stop::Completed => 1,
        Stop::Nodes => 2,
        Stop::Polled => 3,
        _ => 4,
    }
}

impl<G: Game, S: Search<G>, W: Watcher<G>> Running for Run<G, S, W> {
    fn step(&mut self, nodes: u64) {
        if self.done {
            return;
        }
        match self.search.step_with(nodes, &mut self.watcher) {
            Ok(progress) => self.done = progress == Progress::Done,
            Err(error) => (self.done, self.error) = (true, Some(error)),
        }
    }

    fn stop(&mut self) {
        self.search.stop();
        self.done = true;
    }

    fn report(&self) -> Report {
        let error = self.error.map(|error| error.to_string());
        told(&self.search.report(), self.name, self.unit, self.done, error)
    }

    fn events(&mut self) -> Vec<Event> {
        self.watcher.taken()
    }
}

/// A report as a message. Apart from [`Run`], so that it is compiled once for each game and not for each search.
#[inline(never)]
fn told<M: Copy>(
    report: &plyscope_core::Report<'_, M>,
    name: fn(M) -> String,
    unit: Unit,
    done: bool,
    error: Option<String>,
) -> Report {
    let counts = report.counts;
    let score = match unit {
        Unit::Discs => None,
        Unit::Own | Unit::Hundredths => report.value.outcome().map(|outcome| outcome.score()),
    };
    Report {
        done,
        best_move: report.best_move.map(name),
        value: report.value.get(),
        score,
        unit,
        bound: bound(report.bound),
        proven: report.proven,
        depth: report.depth,
        line_ends_game: report.line_ends_game,
        counts: Counts {
            generated: counts.generated,
            expanded: counts.expanded,
            evaluated: counts.evaluated,
            pruned_by_window: counts.pruned_by_window,
            pruned_by_estimate: counts.pruned_by_estimate,
            most_frames: counts.most_frames,
            most_children: counts.most_children,
        },
        stop: stop(report.stop),
        line: report.principal_variation.iter().map(|&mv| name(mv)).collect(),
        error,
    }
}
