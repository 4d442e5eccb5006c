//! A memory of positions that were searched.

use super::{DepthFirst, Ordering, Policy, Scout};
use crate::search::Store;
use crate::search::forward_estimation::Estimator;
use crate::search::frame::{Frame, Marks, Node};
use crate::{Bound, Evaluator, Game, Value, Window};

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

impl<G, E, X, O, T, L, S> DepthFirst<G, E, Policy<X, O, T, L>, S>
where
    G: Game,
    E: Evaluator<G::Position>,
    X: Estimator,
    O: Ordering<G::Move>,
    T: Table<G::Move>,
    L: Scout,
    S: Store<G, E::State>,
{
    /// What is known of the position on top.
    pub(super) fn recall(&mut self) -> Option<Entry<G::Move>> {
        let key = self.game.key(&self.storage.path().last()?.node.position)?;
        self.policy.table.probe(key)
    }

    /// Keeps what was found of a node that has been at `ply`.
    pub(super) fn remember(&mut self, ply: usize, frame: &Frame<G, E::State>) {
        if frame.marks.has(Marks::RECALLED) {
            return;
        }
        let Some(key) = self.game.key(&frame.node.position) else { return };
        let Node { best: value, window, .. } = frame.node;
        let is_raised = frame.marks.has(Marks::RAISED);
        let bound = if value >= window.beta {
            Bound::Lower
        } else if is_raised || value > window.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let lines = self.storage.parts().lines;
        let best_move = if is_raised { lines.first(ply) } else { None };
        let mut entry = Entry::new(best_move, value, bound, frame.depth);
        // Of the whole search so far, which is more than need be.
        (entry.proven, entry.estimated) = (!self.met_horizon, self.estimated);
        self.policy.table.store(key, entry);
    }
}

/// Whether what is remembered of a position tells enough of a node with this remaining depth and window.
pub(super) fn closes<M>(entry: &Entry<M>, depth: u32, window: Window) -> bool {
    let Entry { value, bound, .. } = *entry;
    (entry.depth == depth || entry.proven)
        && (value >= window.beta && matches!(bound, Bound::Exact | Bound::Lower)
            || value <= window.alpha && matches!(bound, Bound::Exact | Bound::Upper))
}
