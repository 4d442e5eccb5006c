//! A search that runs, whatever its game.

use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use plyscope_core::{CapacityError, Game, Progress, Search};
use plyscope_engine::TooLarge;
use plyscope_engine::judged::{Judged, Unit};
use plyscope_engine::recorder::{Kept, Recorder};
use plyscope_engine::steps::Told;

use crate::message::Report;

/// What a report says besides core's.
pub(crate) struct Words<M> {
    /// A move's name.
    pub(crate) name: fn(M) -> String,
    /// What the value counts.
    pub(crate) unit: Unit,
    /// Upper bound on the plies that remain at the root.
    pub(crate) most_plies: u32,
}

/// A search that was started.
pub(crate) trait Running {
    /// Goes on for so many nodes.
    fn step(&mut self, nodes: u64);
    /// Ends it.
    fn stop(&mut self);
    /// The result so far.
    fn report(&self) -> Report;
    /// What was recorded since the last time.
    fn events(&mut self) -> Vec<Told>;
}

/// A search of one game.
pub(crate) struct Run<G: Game, S> {
    pub(crate) search: S,
    pub(crate) recorder: Option<Recorder<G, Kept>>,
    pub(crate) words: Words<G::Move>,
    pub(crate) error: Option<CapacityError>,
    pub(crate) done: bool,
}

impl<G: Game, S: Search<G>> Running for Run<G, S> {
    fn step(&mut self, nodes: u64) {
        if self.done {
            return;
        }
        match self.search.step_with(nodes, &mut self.recorder) {
            Ok(progress) => self.done = progress == Progress::Done,
            Err(error) => (self.done, self.error) = (true, Some(error)),
        }
    }

    fn stop(&mut self) {
        self.search.stop();
        self.done = true;
    }

    fn report(&self) -> Report {
        let error = self.error.map(|error| TooLarge::from(error).to_string());
        let mut report = self.search.report();
        if let Some(recorder) = &self.recorder {
            report.counts = recorder.without_vain_cuts(report.counts);
        }
        told(&report, &self.words, self.done, error)
    }

    fn events(&mut self) -> Vec<Told> {
        let recorder = self.recorder.as_mut();
        recorder.map(|recorder| recorder.steps.since()).unwrap_or_default()
    }
}

/// A report as a message. Apart from [`Run`], so that it is compiled once for each game and not for each search.
#[inline(never)]
fn told<M: Copy>(
    report: &plyscope_core::Report<'_, M>,
    words: &Words<M>,
    done: bool,
    error: Option<String>,
) -> Report {
    let Words { name, unit, most_plies } = *words;
    // The page knows whose turn it is.
    let judged = Judged::of_report(report, most_plies, unit, "");
    Report {
        done,
        best_move: report.best_move.map(name),
        value: report.value.get(),
        words: judged.to_string(),
        result: judged.judgement().result(),
        centidiscs: judged.centidiscs(),
        bound: judged.bound,
        meaning: judged.meaning(),
        depth: report.depth,
        counts: report.counts,
        stop: report.stop,
        line: report.principal_variation.iter().map(|&mv| name(mv)).collect(),
        error,
    }
}
