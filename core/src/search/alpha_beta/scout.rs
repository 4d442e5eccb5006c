//! A first look at children before they are searched in full.

use super::{DepthFirst, Ordering, Policy, Table};
use crate::search::forward_estimation::Estimator;
use crate::search::frame::{Frame, Marks, Node, Phase};
use crate::search::{CapacityError, Observer, Store};
use crate::{Evaluator, Game, Value, Window};

/// How a child is looked at first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Look {
    /// With a window that holds no value, just above alpha: it tells only whether the child is better.
    pub null_window: bool,
    /// So many plies less deep, which may err.
    pub reduction: u32,
}

impl Look {
    /// The full window, the full depth: the only look.
    pub const FULL: Self = Self { null_window: false, reduction: 0 };
    /// A null window.
    pub const NULL_WINDOW: Self = Self { null_window: true, reduction: 0 };

    /// The same, so many plies less deep.
    #[must_use]
    pub const fn reduced(self, reduction: u32) -> Self {
        Self { reduction, ..self }
    }
}

/// Says how children are looked at first. A child that turns out better than alpha is searched again in full, unless a look at
/// the full depth has closed the window.
pub trait Scout {
    /// Whether there are any first looks.
    const LOOKS: bool = true;

    /// The look at child `number`, from 0, of a node at this remaining depth. The first child has none.
    fn look(&self, depth: u32, number: usize) -> Look;
}

/// No first looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct NoScout;

impl Scout for NoScout {
    const LOOKS: bool = false;

    #[inline]
    fn look(&self, _: u32, _: usize) -> Look {
        Look::FULL
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
    /// Whether the child that has left `ply`, which was only looked at, must be searched in full, now that its value is known.
    pub(super) fn looks_again<W: Observer<G>>(
        &mut self,
        ply: usize,
        mv: G::Move,
        value: Value,
        observer: &mut W,
    ) -> bool {
        let Some(parent) = self.storage.parts().top() else { return false };
        let narrowed = parent.marks.has(Marks::NARROWED);
        let reduced = parent.marks.has(Marks::REDUCED);
        parent.marks.set(Marks::NARROWED, false);
        parent.marks.set(Marks::REDUCED, false);
        let Window { alpha, beta } = parent.node.window;
        if value > alpha && (reduced || narrowed && value < beta) {
            observer.descended(ply.wrapping_sub(1), mv, parent.node.window.negated());
            return true;
        }
        if reduced {
            // It is not better at a lower depth: that may err at this one.
            self.met_horizon = true;
            self.estimated = true;
        }
        false
    }

    /// Begins the full search of a child that was only looked at.
    pub(super) fn search_again(&mut self, child: Frame<G, E::State>) -> Result<(), CapacityError> {
        let parts = self.storage.parts();
        let Some(parent) = parts.frames.last() else { return Ok(()) };
        let (window, depth) = (parent.node.window.negated(), parent.depth.wrapping_sub(1));
        let first = parts.children.len();
        let Node { position, state, static_value, .. } = child.node;
        let node = Node::new(&self.game, position, state, window, static_value);
        self.push(Frame::new(node, depth, false, first, Phase::Enter))
    }
}

impl<G: Game, T> Frame<G, T> {
    /// The window and depth for a first look at a child that would be searched with these; notes what there is to be made up
    /// for.
    pub(super) fn narrow(&mut self, look: Look, window: Window, depth: u32) -> (Window, u32) {
        let Window { alpha, beta } = window;
        // Just above the horizon there is nothing left to reduce.
        let reduction = look.reduction.min(depth.saturating_sub(1));
        let narrowed = look.null_window && alpha.is_finite() && alpha.plus(1) < beta;
        self.marks.set(Marks::REDUCED, reduction > 0);
        self.marks.set(Marks::NARROWED, narrowed);
        let beta = if narrowed { alpha.plus(1) } else { beta };
        (Window { alpha, beta }, depth.wrapping_sub(reduction))
    }
}
