//! Tables of searched positions.

use super::{DepthFirst, Ordering, Policy, Scout};
use crate::search::Store;
use crate::search::forward_estimation::Estimator;
use crate::search::frame::{Frame, Marks, Node};
use crate::{Bound, Evaluator, Game, Value, Window};

/// An entry for a searched position. Values are for the side to move there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Entry<M> {
    /// The best move, or the one that caused a cut-off; `None` if no move was better than the rest.
    pub best_move: Option<M>,
    /// The value, as far as the window resolved it.
    pub value: Value,
    /// How `value` relates to the minimax value at this depth: [`Bound::Exact`], [`Bound::Lower`] or [`Bound::Upper`].
    pub bound: Bound,
    /// Remaining depth of the search, in plies.
    pub depth: u32,
    /// Whether no line ended at the horizon, so that the value holds at every depth.
    pub proven: bool,
    /// Whether the value may rest on estimates that err.
    pub estimated: bool,
}

impl<M> Entry<M> {
    /// An entry from a search of `depth` plies that may have met its horizon.
    #[must_use]
    pub const fn new(best_move: Option<M>, value: Value, bound: Bound, depth: u32) -> Self {
        Self { best_move, value, bound, depth, proven: false, estimated: false }
    }
}

/// A table of positions by their [keys](crate::Game::key). A search of a game without keys does not use it.
///
/// The search looks up a position before expanding it, and stores the result when it leaves it. It uses a value only if
/// that causes a cut-off, so that principal variations stay complete, and only if the value is of exactly the needed depth
/// or proven. The search therefore finds the same value as without a table.
pub trait Table<M> {
    /// Whether the table stores anything.
    const REMEMBERS: bool = true;

    /// The entry for the position with this key.
    fn probe(&mut self, key: u64) -> Option<Entry<M>>;

    /// Stores the entry of a searched position.
    fn store(&mut self, key: u64, entry: Entry<M>);
}

/// Stores nothing.
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
    /// The table's entry for the position on top.
    pub(super) fn recall(&mut self) -> Option<Entry<G::Move>> {
        let key = self.game.key(&self.storage.path().last()?.node.position)?;
        self.policy.table.probe(key)
    }

    /// Stores the result of a node that was at `ply`.
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
        // Applies to the whole search so far, which is stricter than necessary.
        (entry.proven, entry.estimated) = (!self.met_horizon, self.estimated);
        self.policy.table.store(key, entry);
    }
}

/// Whether a table's entry suffices to leave a node with this remaining depth and window.
pub(super) fn closes<M>(entry: &Entry<M>, depth: u32, window: Window) -> bool {
    let Entry { value, bound, .. } = *entry;
    (entry.depth == depth || entry.proven)
        && (value >= window.beta && matches!(bound, Bound::Exact | Bound::Lower)
            || value <= window.alpha && matches!(bound, Bound::Exact | Bound::Upper))
}
