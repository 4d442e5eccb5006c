//! A memory of positions that were searched.

use crate::{Bound, Value};

/// What is remembered of a position that was searched. All values are for the side to move there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Entry<M> {
    /// The best move, or the one that closed the window; none if no move was better than the rest.
    pub best_move: Option<M>,
    /// The value, as far as the window told it apart.
    pub value: Value,
    /// How that relates to the minimax value at this depth: [`Bound::Exact`], [`Bound::Lower`] or [`Bound::Upper`].
    pub bound: Bound,
    /// Remaining depth of the search, in plies.
    pub depth: u32,
    /// Whether no line ended at the horizon: the value then holds for every depth.
    pub proven: bool,
    /// Whether it may rest on estimates that err.
    pub estimated: bool,
}

impl<M> Entry<M> {
    /// What was found `depth` plies deep, by a search that may have met its horizon.
    #[must_use]
    pub const fn new(best_move: Option<M>, value: Value, bound: Bound, depth: u32) -> Self {
        Self { best_move, value, bound, depth, proven: false, estimated: false }
    }
}

/// A memory of positions, by their [keys](crate::Game::key). A search of a game without keys does not use it.
///
/// The search looks for a position before it expands it, and stores what it has found when it leaves it. It takes a value only
/// where that closes the window, so that principal variations stay whole, and only one of the very depth that it needs, or a
/// proven one: what it finds is what it would find without.
pub trait Table<M> {
    /// Whether anything is remembered.
    const REMEMBERS: bool = true;

    /// What is known of the position with this key.
    fn probe(&mut self, key: u64) -> Option<Entry<M>>;

    /// A position has been searched.
    fn store(&mut self, key: u64, entry: Entry<M>);
}

/// Remembers nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct NoTable;

impl<M> Table<M> for NoTable {
    const REMEMBERS: bool = false;

    #[inline]
    fn probe(&mut self, _: u64) -> Option<Entry<M>> {
        None
    }

    #[inline]
    fn store(&mut self, _: u64, _: Entry<M>) {}
}

impl<M, T: Table<M>> Table<M> for &mut T {
    const REMEMBERS: bool = T::REMEMBERS;

    #[inline]
    fn probe(&mut self, key: u64) -> Option<Entry<M>> {
        T::probe(self, key)
    }

    #[inline]
    fn store(&mut self, key: u64, entry: Entry<M>) {
        T::store(self, key, entry);
    }
}
