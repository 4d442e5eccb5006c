//! A node on the way from the root.

use plyscope_core::{Game, Observer, Reason, Value, Window};

/// A node being searched.
pub(super) struct Visit<G: Game, T> {
    pub(super) node: u32,
    pub(super) position: G::Position,
    /// The evaluation's state for it.
    pub(super) state: T,
    /// For the side to move; only with estimates.
    pub(super) static_value: Value,
    /// Remaining depth, at least 1.
    pub(super) depth: u32,
    pub(super) window: Window,
    /// Alpha of the window, raised by its children.
    pub(super) alpha: Value,
    pub(super) best: Value,
    pub(super) best_move: Option<G::Move>,
    /// At depth 1: the child that raised alpha last.
    pub(super) line_move: Option<G::Move>,
    /// Whether generation of its children has begun in this search.
    pub(super) begun: bool,
    pub(super) phase: Phase<G::Move>,
}

#[derive(Clone, Copy)]
pub(super) enum Phase<M> {
    /// Not started.
    Enter,
    /// Missing children are being generated: all of them, or at depth 1 as many as needed.
    Generate,
    /// This child, if any, is to be searched next.
    Next(u32),
    /// This child is being searched; its move.
    Below(u32, M),
    /// There was no memory for its children: the node is searched without storing.
    Unsaved,
    /// Done: `best` is the value.
    Leave,
}

impl<G: Game, T> Visit<G, T> {
    /// Takes a child's value. Returns whether the window is now closed.
    pub(super) fn consider<O: Observer<G>>(
        &mut self,
        ply: usize,
        mv: G::Move,
        value: Value,
        observer: &mut O,
    ) -> bool {
        if value > self.best {
            self.best = value;
            self.best_move = Some(mv);
            observer.backed_up(ply, mv, value);
            if value > self.alpha {
                self.alpha = value;
                self.line_move = Some(mv);
            }
        }
        self.alpha >= self.window.beta
    }

    /// Why it is left, once its window is closed.
    pub(super) const fn closed(&self) -> Reason {
        Reason::Window { value: self.best, window: self.window }
    }
}
