//! Searches that are observed, and the observer that hands their steps to a sink as events of a trace.

use std::io;

use plyscope_core::othello::{Board, Othello, ProbCuts};
use plyscope_core::{CapacityError, Evaluator, Game, Progress, Search};

use super::event::Event;
use plyscope_players::domain::OthelloDomain;
use plyscope_players::engine::recorder::{Recorder, Steps};
use plyscope_players::engine::steps::Step;
use plyscope_players::engine::{
    self, Bytes, Engine, Host, Lease as _, OnDevice, Remembering, options,
};
use plyscope_players::player::{InHundredths, Lease, PlayerError};
use plyscope_tree::TreeSearch;

/// Receives the events of a trace in order.
pub trait Sink {
    /// Takes one event.
    ///
    /// # Errors
    /// If it cannot be written; the trace then ends.
    fn take(&mut self, event: &Event<'_>) -> io::Result<()>;
}

/// Hands events to a sink, until it takes no more.
pub(super) struct Telling<'s> {
    sink: &'s mut dyn Sink,
    /// Why the sink takes no more.
    pub(super) failed: Option<io::Error>,
}

impl<'s> Telling<'s> {
    pub(super) fn to(sink: &'s mut dyn Sink) -> Self {
        Self { sink, failed: None }
    }

    pub(super) fn tell(&mut self, event: &Event<'_>) {
        if self.failed.is_none() {
            self.failed = self.sink.take(event).err();
        }
    }
}

impl Steps for Telling<'_> {
    fn take(&mut self, step: Step) {
        self.tell(&Event::Step(step.into()));
    }
}

/// The observer of a search.
pub(super) type Tracer<'s, G> = Recorder<G, Telling<'s>, Name<'s, G>>;

/// A move's name.
pub(super) type Name<'s, G> = &'s dyn Fn(<G as Game>::Move) -> String;

/// A search of unknown type that a tracer observes.
pub(super) trait Traced<G: Game>: Search<G> {
    /// As [`Search::step_with`].
    fn step_traced(
        &mut self,
        nodes: u64,
        tracer: &mut Tracer<'_, G>,
    ) -> Result<Progress, CapacityError>;
}

impl<G: Game, S: Search<G>> Traced<G> for S {
    fn step_traced(
        &mut self,
        nodes: u64,
        tracer: &mut Tracer<'_, G>,
    ) -> Result<Progress, CapacityError> {
        self.step_with(nodes, tracer)
    }
}

/// This program, for searches that are traced.
pub(super) struct Tracing;

impl<G: Game + 'static> Host<G> for Tracing {
    type Search = Box<dyn Traced<G>>;
    type Error = PlayerError;
    type Lease = Lease;

    fn table(&mut self, size: Bytes) -> Result<Lease, PlayerError> {
        Lease::new(size)
    }

    fn plain(self, search: impl Search<G> + 'static) -> Box<dyn Traced<G>> {
        Box::new(search)
    }

    fn tree<S: TreeSearch<G> + 'static>(
        self,
        search: impl FnOnce() -> S,
    ) -> Result<Box<dyn Traced<G>>, PlayerError> {
        Ok(Box::new(search()))
    }

    fn strong(self, _: &Engine, _: &options::Strong) -> Result<Box<dyn Traced<G>>, PlayerError> {
        Err(PlayerError::Unsupported("strong plays othello only: use pvs".to_owned()))
    }

    fn on_device(self, _: &Engine, _: &OnDevice) -> Result<Box<dyn Traced<G>>, PlayerError> {
        let reason = "a search on a device cannot be traced: omit device";
        Err(PlayerError::Unsupported(reason.to_owned()))
    }
}

/// The strong player, in one thread and without a book.
pub(super) fn strong(
    engine: &Engine,
    options: &options::Strong,
) -> Result<Box<dyn Traced<Othello>>, PlayerError> {
    fn boxed<E>(
        evaluator: E,
        cuts: Option<&'static ProbCuts<'static>>,
        options: &options::Strong,
    ) -> Result<Box<dyn Traced<Othello>>, PlayerError>
    where
        E: Evaluator<Board, State: 'static> + Copy + 'static,
    {
        let lease = Lease::new(options.table)?;
        let cuts = cuts.unwrap_or(&ProbCuts::NONE);
        let player = engine::strong(evaluator, cuts, lease.table(), options);
        // It ages its table itself.
        Ok(Box::new(Remembering::new(player, lease, |_| ())))
    }
    let (evaluation, cuts) = OthelloDomain::strong_parts(engine)?;
    match evaluation.patterns() {
        Some(patterns) => boxed(patterns, cuts, options),
        None => boxed(InHundredths(evaluation), cuts, options),
    }
}
