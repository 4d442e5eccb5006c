//! Watching a search step by step: for learning, replays, drawings and tests.

use crate::{Game, Value, Window};

/// A child that a search has generated.
#[non_exhaustive]
pub struct Generated<'a, G: Game> {
    /// Distance of its parent from the root of the search: the root's children are generated at ply 0.
    pub ply: usize,
    /// The move that leads to it.
    pub mv: G::Move,
    /// It itself.
    pub position: &'a G::Position,
    /// Its static value for the side to move at its parent, where the search evaluated it.
    pub value: Option<Value>,
    /// Its parent's static value for the same side, where the search knows it.
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
    /// A child with all that is known of it, for searches of one's own; the fields say what is what.
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
    /// A child's value has left the window.
    Window,
    /// The estimated range of its minimax value is outside the window.
    Estimate,
    /// What a table remembers of it is outside the window.
    Table,
}

/// Is told of what a search does, as it does it. Every method has an empty default; `()` watches nothing and
/// costs nothing.
///
/// A ply is a distance from the root of the search.
pub trait Observer<G: Game> {
    /// A child was generated at the node on top of the path.
    #[inline]
    fn generated(&mut self, child: &Generated<'_, G>) {
        let _ = child;
    }

    /// The search descended from `ply` into the child `mv`, with this window for the side to move there.
    #[inline]
    fn descended(&mut self, ply: usize, mv: G::Move, window: Window) {
        let _ = (ply, mv, window);
    }

    /// The range of a minimax value was estimated, lowest and highest: that of the node at `ply`, or of its best child.
    #[inline]
    fn estimated(&mut self, ply: usize, range: (Value, Value)) {
        let _ = (ply, range);
    }

    /// What is left of the node at `ply` is not searched.
    #[inline]
    fn pruned(&mut self, ply: usize, reason: Reason) {
        let _ = (ply, reason);
    }

    /// The search left the node at `ply` with this value for the side to move there.
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
