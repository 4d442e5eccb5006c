//! Tables of positions for searches of this program.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use plyscope_core::search::table::{Slot, TranspositionTable};
use plyscope_core::{CapacityError, Counts, Game, Observer, Progress, Report, Request, Search};

use super::{PlayerError, Thinker};
use crate::engine::Bytes;
use crate::slots::Slots;
use plyscope_core::othello::strong::Stage;

/// Tables that no search uses, by number of slots. A search holds its table for as long as it lives, which Rust can express
/// without unsafe code only for memory that is never given back. So tables go from search to search instead: there are never
/// more than were in use at once.
static FREE: Mutex<BTreeMap<usize, Vec<&'static [Slot]>>> = Mutex::new(BTreeMap::new());

/// A table that is in use by one search.
#[derive(Debug)]
pub(super) struct Lease {
    slots: &'static [Slot],
}

impl Lease {
    /// An empty table of this size.
    ///
    /// # Errors
    /// [`PlayerError::Unsupported`] if there is not so much memory.
    pub(super) fn new(size: Bytes) -> Result<Self, PlayerError> {
        let too_large = || {
            let table = crate::engine::Value::text(&size);
            PlayerError::Unsupported(format!("table {table}: there is not so much memory"))
        };
        let count = usize::try_from(size.0 / Slot::BYTES as u64).map_err(|_| too_large())?;
        let mut free = FREE.lock().unwrap_or_else(PoisonError::into_inner);
        let slots = match free.get_mut(&count).and_then(Vec::pop) {
            Some(slots) => slots,
            None => Slots::new(count).map_err(|_| too_large())?.leak(),
        };
        drop(free);
        let lease = Self { slots };
        lease.table().clear();
        Ok(lease)
    }

    /// A handle of the table.
    pub(super) const fn table(&self) -> TranspositionTable<'static> {
        TranspositionTable::new(self.slots)
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        let mut free = FREE.lock().unwrap_or_else(PoisonError::into_inner);
        free.entry(self.slots.len()).or_default().push(self.slots);
    }
}

/// A search with the table that it uses. The table is kept from search to search, and its records age.
pub(super) struct Remembering<S> {
    search: S,
    /// Begins another generation of the table.
    age: fn(&mut S),
    /// What the search has finished, if it has stages.
    finished: fn(&S) -> Option<Stage>,
    /// Lets other threads rest, if there are any.
    pause: fn(&mut S),
    /// Declared last: the table becomes free after the search.
    _lease: Lease,
}

impl<S> Remembering<S> {
    pub(super) fn new(search: S, lease: Lease, age: fn(&mut S)) -> Self {
        Self { search, age, finished: |_| None, pause: |_| (), _lease: lease }
    }

    /// Adds stages.
    pub(super) fn with_stages(self, finished: fn(&S) -> Option<Stage>) -> Self {
        Self { finished, ..self }
    }

    /// Adds other threads.
    pub(super) fn with_pauses(self, pause: fn(&mut S)) -> Self {
        Self { pause, ..self }
    }
}

impl<G: Game, S: Search<G>> Thinker<G> for Remembering<S> {
    fn finished(&self) -> Option<Stage> {
        (self.finished)(&self.search)
    }

    fn pause(&mut self) {
        (self.pause)(&mut self.search);
    }
}

impl<G: Game, S: Search<G>> Search<G> for Remembering<S> {
    fn start(&mut self, request: &Request<'_, G>) {
        (self.age)(&mut self.search);
        self.search.start(request);
    }

    fn step(&mut self, nodes: u64) -> Result<Progress, CapacityError> {
        self.search.step(nodes)
    }

    fn step_with<O: Observer<G>>(
        &mut self,
        nodes: u64,
        observer: &mut O,
    ) -> Result<Progress, CapacityError> {
        self.search.step_with(nodes, observer)
    }

    fn stop(&mut self) {
        self.search.stop();
    }

    fn counts(&self) -> Counts {
        self.search.counts()
    }

    fn report(&self) -> Report<'_, G::Move> {
        self.search.report()
    }

    fn first_line(&self) -> &[G::Move] {
        self.search.first_line()
    }

    fn plies(&self) -> usize {
        self.search.plies()
    }

    fn first_move(&self, root: &G::Position) -> Option<G::Move> {
        self.search.first_move(root)
    }
}
