//! Observing a search step by step, for learning, replays, drawings and tests.

use crate::{Game, Value, Window};

/// A child that a search has generated.
#[non_exhaustive]
pub struct Generated<'a, G: Game> {
    /// The parent's distance from the root of the search: 0 for the root's children.
    pub ply: usize,
    /// The move to the child.
    pub mv: G::Move,
    /// The child's position.
    pub position: &'a G::Position,
    /// The child's static value for the side to move at its parent, if the search evaluated it.
    pub value: Option<Value>,
    /// The parent's static value for the same side, if the search knows it.
    pub parent_value: Option<Value>,
}

impl<G: Game> core::fmt::Debug for Generated<'_, G> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Generated")
            .field("ply", &self.ply)
            .field("mv", &self.mv)
            .field("value", &self.value)
            .field("parent_value", &self.parent_value)
            .finish_non_exhaustive()
    }
}

impl<'a, G: Game> Generated<'a, G> {
    /// Makes the event from its fields, for searches outside this crate.
    #[must_use]
    #[inline]
    pub const fn new(
        ply: usize,
        mv: G::Move,
        position: &'a G::Position,
        value: Option<Value>,
        parent_value: Option<Value>,
    ) -> Self {
        Self { ply, mv, position, value, parent_value }
    }
}

/// Why the rest of a node was not searched.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Reason {
    /// A child's value is outside the window.
    Window,
    /// The estimated range of the node's minimax value is outside the window.
    Estimate,
    /// The node's value in a table is outside the window.
    Table,
}

/// Receives a search's events as they happen. Every method has an empty default; `()` observes nothing and costs nothing.
///
/// A ply is a distance from the root of the search.
pub trait Observer<G: Game> {
    /// A child was generated at the node on top of the path.
    #[inline]
    fn generated(&mut self, child: &Generated<'_, G>) {
        let _ = child;
    }

    /// The search descended from `ply` into the child `mv`, with this window for the side to move in the child.
    #[inline]
    fn descended(&mut self, ply: usize, mv: G::Move, window: Window) {
        let _ = (ply, mv, window);
    }

    /// The search estimated the range of a minimax value, from lowest to highest: that of the node at `ply`, or of its best
    /// child.
    #[inline]
    fn estimated(&mut self, ply: usize, range: (Value, Value)) {
        let _ = (ply, range);
    }

    /// The search skips the rest of the node at `ply`.
    #[inline]
    fn pruned(&mut self, ply: usize, reason: Reason) {
        let _ = (ply, reason);
    }

    /// The search left the node at `ply`, with this value for the side to move there.
    #[inline]
    fn returned(&mut self, ply: usize, value: Value) {
        let _ = (ply, value);
    }
}

impl<G: Game> Observer<G> for () {}

impl<G: Game, O: Observer<G>> Observer<G> for &mut O {
    #[inline]
    fn generated(&mut self, child: &Generated<'_, G>) {
        O::generated(self, child);
    }

    #[inline]
    fn descended(&mut self, ply: usize, mv: G::Move, window: Window) {
        O::descended(self, ply, mv, window);
    }

    #[inline]
    fn estimated(&mut self, ply: usize, range: (Value, Value)) {
        O::estimated(self, ply, range);
    }

    #[inline]
    fn pruned(&mut self, ply: usize, reason: Reason) {
        O::pruned(self, ply, reason);
    }

    #[inline]
    fn returned(&mut self, ply: usize, value: Value) {
        O::returned(self, ply, value);
    }
}
