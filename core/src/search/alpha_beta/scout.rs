//! A first look at children before they are searched in full.

use super::{DepthFirst, Tactics};
use crate::search::frame::{Frame, Marks, Node, Phase, for_child};
use crate::search::{CapacityError, Observer, Store};
use crate::{Evaluator, Game, Value, Window};

/// The window and depth of a first look at a child.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Look {
    /// Whether the window is null, just above alpha: the look then tells only whether the child is better.
    pub null_window: bool,
    /// Depth reduction in plies; a reduced look may err.
    pub reduction: u32,
}

impl Look {
    /// The full window and the full depth: no second look is needed.
    pub const FULL: Self = Self { null_window: false, reduction: 0 };
    /// A null window at the full depth.
    pub const NULL_WINDOW: Self = Self { null_window: true, reduction: 0 };

    /// The same look, with the depth reduced by this number of plies.
    #[must_use]
    pub const fn reduced(self, reduction: u32) -> Self {
        Self { reduction, ..self }
    }
}

/// Decides how children are looked at first. A child that turns out better than alpha is searched again in full, unless a
/// look at the full depth has already caused a cut-off.
pub trait Scout {
    /// Whether there are any first looks.
    const LOOKS: bool = true;

    /// The look at child `number`, counted from 0, of a node at this remaining depth. Not called for the first child, which
    /// is always searched in full.
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

/// Null windows at the full depth for all children but the first: principal variation search (Marsland & Campbell 1982;
/// NegaScout: Reinefeld 1983).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct NullWindows;

impl Scout for NullWindows {
    #[inline]
    fn look(&self, _: u32, _: usize) -> Look {
        Look::NULL_WINDOW
    }
}

/// Null windows, and less depth for children late in the order: late-move reductions. The search may then miss the minimax
/// value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LateMoves {
    /// The first child that is reduced, counted from 0.
    pub from: u32,
    /// The least remaining depth of a node whose children are reduced, in plies.
    pub depth: u32,
    /// The reduction in plies.
    pub reduction: u32,
}

impl LateMoves {
    /// From the fourth child on, in nodes with at least three plies to go, one ply less.
    pub const USUAL: Self = Self { from: 3, depth: 3, reduction: 1 };

    /// Null windows only.
    pub const NONE: Self = Self { from: u32::MAX, depth: u32::MAX, reduction: 0 };
}

impl Scout for LateMoves {
    #[inline]
    fn look(&self, depth: u32, number: usize) -> Look {
        let late = number >= self.from as usize && depth >= self.depth;
        Look::NULL_WINDOW.reduced(if late { self.reduction } else { 0 })
    }
}

/// First looks that may be switched off.
impl<L: Scout> Scout for Option<L> {
    const LOOKS: bool = L::LOOKS;

    #[inline]
    fn look(&self, depth: u32, number: usize) -> Look {
        self.as_ref().map_or(Look::FULL, |scout| scout.look(depth, number))
    }
}

impl<G, E, P, S> DepthFirst<G, E, P, S>
where
    G: Game,
    E: Evaluator<G::Position>,
    P: Tactics<G::Move>,
    S: Store<G, E::State>,
{
    /// Whether a child at `ply` that was only scouted must be searched in full, now that its value is known; `again` if the same side moves
    /// there.
    pub(super) fn looks_again<W: Observer<G>>(
        &mut self,
        ply: usize,
        mv: G::Move,
        (value, again): (Value, bool),
        observer: &mut W,
    ) -> bool {
        let Some(parent) = self.storage.parts().top() else { return false };
        let narrowed = parent.marks.has(Marks::NARROWED);
        let reduced = parent.marks.has(Marks::REDUCED);
        parent.marks.set(Marks::NARROWED, false);
        parent.marks.set(Marks::REDUCED, false);
        let Window { alpha, beta } = parent.node.window;
        if value > alpha && (reduced || narrowed && value < beta) {
            let window = for_child(again, parent.node.window);
            observer.descended(ply.wrapping_sub(1), mv, window);
            return true;
        }
        if reduced {
            // Not better at the reduced depth, which may be wrong at the full depth.
            self.meet_horizon();
            self.estimate();
        }
        false
    }

    /// Begins the full search of a child that was only scouted.
    pub(super) fn search_again(&mut self, child: Frame<G, E::State>) -> Result<(), CapacityError> {
        let parts = self.storage.parts();
        let Some(parent) = parts.frames.last() else { return Ok(()) };
        let again = self.game.moves_again(&parent.node.position, &child.node.position);
        let window = for_child(again, parent.node.window);
        let depth = parent.depth.wrapping_sub(1);
        let first = parts.children.len();
        let Node { position, state, static_value, .. } = child.node;
        let node = Node::new(&self.game, position, state, window, static_value);
        self.push(Frame::new(node, depth, false, first, Phase::Enter))
    }
}

impl<G: Game, T> Frame<G, T> {
    /// The window and depth for a first look at a child, given those of its full search. Notes in the flags what was
    /// reduced.
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
