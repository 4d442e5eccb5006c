//! Watching a search step by step: for replays, drawings and tests.

use crate::Value;

/// Is told of what a search does, as it does it. Every method has an empty default; `()` watches nothing and
/// costs nothing.
///
/// A ply is a distance from the root of the search: the root's children are generated at ply 0.
pub trait Observer<M> {
    /// A child was generated at the node on top of the path, at `ply`. `value` is its static value for the
    /// side to move at that node, where the search evaluated it.
    #[inline]
    fn generated(&mut self, ply: usize, mv: M, value: Option<Value>) {
        let _ = (ply, mv, value);
    }

    /// The search descended from `ply` into the child `mv`, with this window for the side to move there.
    #[inline]
    fn descended(&mut self, ply: usize, mv: M, window: crate::Window) {
        let _ = (ply, mv, window);
    }

    /// The search left the node at `ply` with this value for the side to move there.
    #[inline]
    fn returned(&mut self, ply: usize, value: Value) {
        let _ = (ply, value);
    }
}

impl<M> Observer<M> for () {}

impl<M, O: Observer<M>> Observer<M> for &mut O {
    #[inline]
    fn generated(&mut self, ply: usize, mv: M, value: Option<Value>) {
        O::generated(self, ply, mv, value);
    }

    #[inline]
    fn descended(&mut self, ply: usize, mv: M, window: crate::Window) {
        O::descended(self, ply, mv, window);
    }

    #[inline]
    fn returned(&mut self, ply: usize, value: Value) {
        O::returned(self, ply, value);
    }
}
