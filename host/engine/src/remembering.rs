//! A search with the memory of its table of positions.

use alloc::boxed::Box;
use alloc::vec::Vec;

use plyscope_core::othello::strong::Stage;
use plyscope_core::search::table::{Slot, TranspositionTable};
use plyscope_core::{CapacityError, Counts, Game, Observer, Progress, Report, Request, Search};

use super::Thinker;

/// The memory of a table of positions, in use by one search until it is dropped.
pub trait Lease {
    /// A handle of the table.
    fn table(&self) -> TranspositionTable<'static>;
}

/// A table of positions whose memory is never given back.
#[derive(Debug)]
pub struct Leaked(&'static [Slot]);

impl Lease for Leaked {
    fn table(&self) -> TranspositionTable<'static> {
        TranspositionTable::new(self.0)
    }
}

/// Memory of tables for a program that runs one search at a time: the same slots serve again and again, and a larger table takes
/// new memory.
#[derive(Debug, Default)]
pub struct Tables {
    slots: &'static [Slot],
}

impl Tables {
    /// No memory yet.
    pub const NONE: Self = Self { slots: &[] };

    /// An empty table of this size, in bytes. The one before must not be in use any more.
    #[must_use]
    pub fn empty(&mut self, size: usize) -> Leaked {
        let slots = size / Slot::BYTES;
        if self.slots.len() < slots {
            let room: Vec<Slot> = core::iter::repeat_with(Slot::new).take(slots).collect();
            self.slots = Box::leak(room.into_boxed_slice());
        }
        let table = Leaked(self.slots.get(..slots).unwrap_or_default());
        table.table().clear();
        table
    }
}

/// A search with the table that it uses. The table is kept from search to search, and its records age.
#[derive(Debug)]
pub struct Remembering<S, L> {
    search: S,
    /// Begins another generation of the table.
    age: fn(&mut S),
    /// What the search has finished, if it has stages.
    finished: fn(&S) -> Option<Stage>,
    /// Lets other threads rest, if there are any.
    pause: fn(&mut S),
    /// Declared last: the table becomes free after the search.
    _lease: L,
}

impl<S, L: Lease> Remembering<S, L> {
    /// The search that uses this table. `age` begins another generation of the table, and is called at the start of each search.
    pub fn new(search: S, lease: L, age: fn(&mut S)) -> Self {
        Self { search, age, finished: |_| None, pause: |_| (), _lease: lease }
    }

    /// Adds stages.
    #[must_use]
    pub fn with_stages(self, finished: fn(&S) -> Option<Stage>) -> Self {
        Self { finished, ..self }
    }

    /// Adds other threads.
    #[must_use]
    pub fn with_pauses(self, pause: fn(&mut S)) -> Self {
        Self { pause, ..self }
    }
}

impl<G: Game, S: Search<G>, L: Lease> Thinker<G> for Remembering<S, L> {
    fn finished(&self) -> Option<Stage> {
        (self.finished)(&self.search)
    }

    fn pause(&mut self) {
        (self.pause)(&mut self.search);
    }
}

impl<G: Game, S: Search<G>, L: Lease> Search<G> for Remembering<S, L> {
    fn start(&mut self, request: &Request<'_, G>) {
        (self.age)(&mut self.search);
        self.search.start(request);
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
}
