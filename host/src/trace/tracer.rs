//! The observer that turns a search's events into those of a trace.

use std::io;

use plyscope_core::search::estimate::Range;
use plyscope_core::{
    CapacityError, Counts, Game as _, Generated, Observer, Progress, Reason, Search, Value, Window,
};

use super::any::{AnyGame, AnyMove, AnyPosition};
use super::event::{Cut, Ends, Event};
use super::subject::Subject;
use crate::domain::Rules as _;
use crate::engine::{Bytes, Engine, Host, OnDevice, options};
use crate::player::{Lease, PlayerError};
use crate::tree::TreeSearch;

/// Receives the events of a trace in order.
pub trait Sink {
    /// Takes one event.
    ///
    /// # Errors
    /// If it cannot be written; the trace then ends.
    fn take(&mut self, event: &Event<'_>) -> io::Result<()>;
}

/// Turns events of a search into events of a trace. It remembers the path to the current node and nothing else.
pub(super) struct Tracer<'s> {
    subject: Subject,
    root_is_max: bool,
    path: Vec<AnyPosition>,
    sink: &'s mut dyn Sink,
    /// Why the sink takes no more.
    pub(super) failed: Option<io::Error>,
    /// What the events count.
    pub(super) counts: Counts,
}

impl<'s> Tracer<'s> {
    pub(super) fn new(subject: &Subject, sink: &'s mut dyn Sink) -> Self {
        let root_is_max = subject.root_is_max();
        let path = vec![subject.root()];
        let (subject, counts) = (subject.clone(), Counts::default());
        Self { subject, root_is_max, path, sink, failed: None, counts }
    }

    /// Whether MAX moves at this ply.
    pub(super) const fn is_max(&self, ply: usize) -> bool {
        ply.is_multiple_of(2) == self.root_is_max
    }

    /// A value of the side to move at this ply, for MAX.
    pub(super) fn for_max(&self, ply: usize, value: Value) -> i32 {
        if self.is_max(ply) { value.get() } else { (-value).get() }
    }

    fn name(&self, mv: AnyMove) -> String {
        self.subject.move_name(mv)
    }

    pub(super) fn tell(&mut self, event: &Event<'_>) {
        if self.failed.is_none() {
            self.failed = self.sink.take(event).err();
        }
    }
}

impl Observer<AnyGame> for Tracer<'_> {
    fn began(&mut self, depth: u32, window: Window, static_value: Option<Value>) {
        self.path.truncate(1);
        let window = Ends::of_window(window, self.is_max(0));
        let value = static_value.map(|value| self.for_max(0, value));
        self.tell(&Event::Began { depth, window, value });
    }

    fn expanded(&mut self, ply: usize) {
        self.counts.expanded += 1;
        let position = self.path.get(ply);
        let children = position.map_or(0, |position| self.subject.game().count_moves(position));
        self.tell(&Event::Expanded { ply, children });
    }

    fn generated(&mut self, child: &Generated<'_, AnyGame>) {
        self.counts.generated += 1;
        let value = child.value.map(|value| self.for_max(child.ply, value));
        self.tell(&Event::Generated { ply: child.ply, mv: &self.name(child.mv), value });
    }

    fn principal_leaf(&mut self, ply: usize) {
        self.tell(&Event::PrincipalLeaf { ply });
    }

    fn descended(&mut self, ply: usize, mv: AnyMove, window: Window) {
        self.path.truncate(ply + 1);
        if let Some(position) = self.path.get(ply) {
            self.path.push(self.subject.game().play(position, mv));
        }
        let window = Ends::of_window(window, self.is_max(ply + 1));
        self.tell(&Event::Descended { ply, mv: &self.name(mv), window });
    }

    fn reduced(&mut self, ply: usize, mv: AnyMove, plies: u32) {
        self.tell(&Event::Reduced { ply, mv: &self.name(mv), plies });
    }

    fn probing(&mut self, ply: usize, depth: u32, window: Window) {
        let window = Ends::of_window(window, self.is_max(ply));
        self.tell(&Event::Probing { ply, depth, window });
    }

    fn probed(&mut self, ply: usize, depth: u32, value: Value) {
        self.tell(&Event::Probed { ply, depth, value: self.for_max(ply, value) });
    }

    fn estimated(&mut self, ply: usize, range: Range) {
        let range = Ends::of_range(range, self.is_max(ply));
        self.tell(&Event::Estimated { ply, range, mv: None });
    }

    fn estimated_child(&mut self, ply: usize, mv: AnyMove, range: Range) {
        let range = Ends::of_range(range, self.is_max(ply));
        self.tell(&Event::Estimated { ply, range, mv: Some(&self.name(mv)) });
    }

    fn narrowed(&mut self, ply: usize, window: Window) {
        self.tell(&Event::Narrowed { ply, window: Ends::of_window(window, self.is_max(ply)) });
    }

    fn learned(&mut self, lowest: i32, highest: i32) {
        self.tell(&Event::Learned { bounds: (lowest, highest) });
    }

    fn pruned(&mut self, ply: usize, reason: Reason) {
        let is_max = self.is_max(ply);
        let ends = |window: Window| Ends::of_window(window, is_max);
        let range = |range: Range| Ends::of_range(range, is_max);
        let cut = match reason {
            Reason::Window { value, window } => {
                self.counts.pruned_by_window += 1;
                Cut::Window { value: self.for_max(ply, value), window: ends(window) }
            }
            Reason::Estimate { static_value, depth, range: of, window, by_child } => {
                self.counts.pruned_by_estimate += 1;
                let static_value = self.for_max(ply, static_value);
                let (range, window) = (range(of), ends(window));
                Cut::Estimate { static_value, depth, range, window, by_child }
            }
            Reason::Selective { value, depth, range: of, window } => {
                self.counts.pruned_by_estimate += 1;
                let value = self.for_max(ply, value);
                Cut::Selective { value, depth, range: range(of), window: ends(window) }
            }
            Reason::Table { value, bound, window } => {
                let bound = if is_max { bound } else { bound.negated() };
                Cut::Table { value: self.for_max(ply, value), bound, window: ends(window) }
            }
        };
        self.tell(&Event::Pruned { ply, cut });
    }

    fn backed_up(&mut self, ply: usize, mv: AnyMove, value: Value) {
        let value = self.for_max(ply, value);
        self.tell(&Event::BackedUp { ply, mv: &self.name(mv), value });
    }

    fn returned(&mut self, ply: usize, value: Value) {
        self.path.truncate(ply.max(1));
        self.tell(&Event::Returned { ply, value: self.for_max(ply, value) });
    }
}

/// A search of unknown type that a tracer observes.
pub(super) trait Traced: Search<AnyGame> {
    /// As [`Search::step_with`].
    fn step_traced(
        &mut self,
        nodes: u64,
        tracer: &mut Tracer<'_>,
    ) -> Result<Progress, CapacityError>;
}

impl<S: Search<AnyGame>> Traced for S {
    fn step_traced(
        &mut self,
        nodes: u64,
        tracer: &mut Tracer<'_>,
    ) -> Result<Progress, CapacityError> {
        self.step_with(nodes, tracer)
    }
}

/// This program, for searches that are traced.
pub(super) struct Tracing;

impl Host<AnyGame> for Tracing {
    type Search = Box<dyn Traced>;
    type Error = PlayerError;
    type Lease = Lease;

    fn table(&mut self, size: Bytes) -> Result<Lease, PlayerError> {
        Lease::new(size)
    }

    fn plain(self, search: impl Search<AnyGame> + 'static) -> Box<dyn Traced> {
        Box::new(search)
    }

    fn tree<S: TreeSearch<AnyGame> + 'static>(
        self,
        search: impl FnOnce() -> S,
    ) -> Result<Box<dyn Traced>, PlayerError> {
        Ok(Box::new(search()))
    }

    fn strong(self, _: &Engine, _: &options::Strong) -> Result<Box<dyn Traced>, PlayerError> {
        Err(PlayerError::Unsupported("strong cannot be traced: use pvs, or alpha-beta".to_owned()))
    }

    fn on_device(self, _: &Engine, _: &OnDevice) -> Result<Box<dyn Traced>, PlayerError> {
        let reason = "a search on a device cannot be traced: omit device";
        Err(PlayerError::Unsupported(reason.to_owned()))
    }
}
