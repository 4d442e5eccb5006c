//! Observing a search step by step, for learning, replays, drawings and tests.

use super::estimate::Range;
use crate::{Bound, Game, Value, Window};

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

/// Why the rest of a node was not searched. All values are for the side to move at that node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The node's value has left its window: in depth-first searches it has reached beta, in best-first searches the node is off
    /// the principal variation.
    Window {
        /// The node's value.
        value: Value,
        /// The window that it has left.
        window: Window,
    },
    /// Forward estimation: the estimated range of its minimax value is outside the window.
    Estimate {
        /// The static value that the range was estimated from: the node's own, or its child's.
        static_value: Value,
        /// The plies for which the range was estimated.
        depth: u32,
        /// The range.
        range: Range,
        /// The window.
        window: Window,
        /// Whether the static value is a child's: the node's mover is sure of the range's lowest value.
        by_child: bool,
    },
    /// A selective search: a shallow search makes it likely that a deep one would leave the window.
    Selective {
        /// The value that the shallow search found.
        value: Value,
        /// Its depth in plies; 0 is the static value.
        depth: u32,
        /// The range that the value of the deep search is likely to be in.
        range: Range,
        /// The window.
        window: Window,
    },
    /// What a table knows of the position is outside the window.
    Table {
        /// The value in the table.
        value: Value,
        /// How that value relates to the position's.
        bound: Bound,
        /// The window.
        window: Window,
    },
}

/// Receives a search's events as they happen. Every method has an empty default; `()` observes nothing and costs nothing.
///
/// A ply is a distance from the root of the search. Unless a method says otherwise, values and windows are for the side to move at
/// the node at that ply.
///
/// The events of one search count what its [report](super::Report) counts: [`generated`](Self::generated) and
/// [`expanded`](Self::expanded) do exactly, [`pruned`](Self::pruned) by [`Reason::Window`] is
/// [`pruned_by_window`](super::Counts::pruned_by_window), and by [`Reason::Estimate`] or [`Reason::Selective`] is
/// [`pruned_by_estimate`](super::Counts::pruned_by_estimate). Searches that are not observed everywhere say so.
pub trait Observer<G: Game> {
    /// Whether it wants events. A search may ask before it computes what only an observer needs.
    #[inline]
    fn observes(&self) -> bool {
        true
    }

    /// A search begins at the root. One that consists of several, such as iterative deepening, begins several times. `depth` is the
    /// greatest depth in plies; the root's static value is given if the search knows it.
    #[inline]
    fn began(&mut self, depth: u32, window: Window, static_value: Option<Value>) {
        let _ = (depth, window, static_value);
    }

    /// The search begins to generate the children of the node at `ply`, which is on top of the path.
    #[inline]
    fn expanded(&mut self, ply: usize) {
        let _ = ply;
    }

    /// A child was generated at the node on top of the path.
    #[inline]
    fn generated(&mut self, child: &Generated<'_, G>) {
        let _ = child;
    }

    /// Best-first searches: the node at `ply`, on top of the path, is the principal leaf, which is expanded next.
    #[inline]
    fn principal_leaf(&mut self, ply: usize) {
        let _ = ply;
    }

    /// The search descended from `ply` into the child `mv`, with this window for the side to move in the child.
    #[inline]
    fn descended(&mut self, ply: usize, mv: G::Move, window: Window) {
        let _ = (ply, mv, window);
    }

    /// The child `mv` of the node at `ply`, which the search descends into next, is searched this many plies less deep than usual.
    #[inline]
    fn reduced(&mut self, ply: usize, mv: G::Move, plies: u32) {
        let _ = (ply, mv, plies);
    }

    /// A shallow search of the node at `ply` begins, with this depth and window. Its nodes are counted, and told, like those of the
    /// full search.
    #[inline]
    fn probing(&mut self, ply: usize, depth: u32, window: Window) {
        let _ = (ply, depth, window);
    }

    /// A shallow search of the node at `ply` has found this value. At depth 0 there was no search; the value is the static one.
    #[inline]
    fn probed(&mut self, ply: usize, depth: u32, value: Value) {
        let _ = (ply, depth, value);
    }

    /// The search estimated the range of the minimax value of the node at `ply`.
    #[inline]
    fn estimated(&mut self, ply: usize, range: Range) {
        let _ = (ply, range);
    }

    /// The same for the child `mv` of the node at `ply`, for the side to move at the node.
    #[inline]
    fn estimated_child(&mut self, ply: usize, mv: G::Move, range: Range) {
        let _ = (ply, mv, range);
    }

    /// The estimated range of the node at `ply` has narrowed its window to this.
    #[inline]
    fn narrowed(&mut self, ply: usize, window: Window) {
        let _ = (ply, window);
    }

    /// What an estimator has learned on line has changed to [these bounds](super::estimate::Estimate::learned).
    #[inline]
    fn learned(&mut self, lowest: i32, highest: i32) {
        let _ = (lowest, highest);
    }

    /// Proof-number search has counted, at the node at `ply`, the positions that are still to be decided to reach the goal of its
    /// side to move, and to show that it cannot be reached. `None` stands for what is impossible.
    #[inline]
    fn weighed(&mut self, ply: usize, proof: Option<u32>, disproof: Option<u32>) {
        let _ = (ply, proof, disproof);
    }

    /// The search skips the rest of the node at `ply`.
    #[inline]
    fn pruned(&mut self, ply: usize, reason: Reason) {
        let _ = (ply, reason);
    }

    /// The node at `ply` has taken over the value of its child `mv`. It is its best value so far.
    #[inline]
    fn backed_up(&mut self, ply: usize, mv: G::Move, value: Value) {
        let _ = (ply, mv, value);
    }

    /// The search left the node at `ply`, with this value for the side to move there.
    #[inline]
    fn returned(&mut self, ply: usize, value: Value) {
        let _ = (ply, value);
    }

    /// The search left the node at `ply`, and has no value of it.
    #[inline]
    fn left(&mut self, ply: usize) {
        let _ = ply;
    }
}

impl<G: Game> Observer<G> for () {
    #[inline]
    fn observes(&self) -> bool {
        false
    }
}

/// Implements the methods of [`Observer`], all of which this lists, by a macro that takes their signatures.
macro_rules! each_event {
    ($implement:ident) => {
        $implement! {
            began(depth: u32, window: Window, static_value: Option<Value>);
            expanded(ply: usize);
            generated(child: &Generated<'_, G>);
            principal_leaf(ply: usize);
            descended(ply: usize, mv: G::Move, window: Window);
            reduced(ply: usize, mv: G::Move, plies: u32);
            probing(ply: usize, depth: u32, window: Window);
            probed(ply: usize, depth: u32, value: Value);
            estimated(ply: usize, range: Range);
            estimated_child(ply: usize, mv: G::Move, range: Range);
            narrowed(ply: usize, window: Window);
            learned(lowest: i32, highest: i32);
            weighed(ply: usize, proof: Option<u32>, disproof: Option<u32>);
            pruned(ply: usize, reason: Reason);
            backed_up(ply: usize, mv: G::Move, value: Value);
            returned(ply: usize, value: Value);
            left(ply: usize);
        }
    };
}

/// By calls of the same methods of another observer.
macro_rules! forward {
    ($($name:ident($($argument:ident: $type:ty),*);)*) => {
        $(
            #[inline]
            fn $name(&mut self, $($argument: $type),*) {
                O::$name(self, $($argument),*);
            }
        )*
    };
}

impl<G: Game, O: Observer<G>> Observer<G> for &mut O {
    #[inline]
    fn observes(&self) -> bool {
        O::observes(self)
    }

    each_event!(forward);
}

/// By calls of those of the observer, if there is one.
macro_rules! forward_to_some {
    ($($name:ident($($argument:ident: $type:ty),*);)*) => {
        $(
            #[inline]
            fn $name(&mut self, $($argument: $type),*) {
                #[cold]
                #[inline(never)]
                fn tell<G: Game, O: Observer<G>>(observer: &mut O, $($argument: $type),*) {
                    observer.$name($($argument),*);
                }
                if let Some(observer) = self {
                    tell::<G, O>(observer, $($argument),*);
                }
            }
        )*
    };
}

/// An observer that may be missing. A search that nobody observes stays small and fast: each event costs it a test.
impl<G: Game, O: Observer<G>> Observer<G> for Option<O> {
    #[inline]
    fn observes(&self) -> bool {
        self.as_ref().is_some_and(O::observes)
    }

    each_event!(forward_to_some);
}
