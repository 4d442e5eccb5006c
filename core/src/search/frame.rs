//! The nodes on the path of a search.

use super::estimate::At;
use crate::{Game, Side, Value, Window};

/// A node that is being searched.
pub(super) struct Node<G: Game, T> {
    pub(super) position: G::Position,
    /// The evaluation's state for the position.
    pub(super) state: T,
    pub(super) moves: G::Moves,
    pub(super) window: Window,
    /// The best value so far for the side to move.
    pub(super) best: Value,
    /// The static value for the side to move, if it was needed.
    pub(super) static_value: Option<Value>,
}

/// A node on the path. Best-first minimax does not use all fields; a single type lets searches share their storage.
pub struct Frame<G: Game, T> {
    pub(super) node: Node<G, T>,
    pub(super) phase: Phase,
    /// Remaining depth, at least 1.
    pub(super) depth: u32,
    /// The child that is being searched.
    pub(super) current: Option<G::Move>,
    /// The child that was searched first because of the hint; without ordering it is skipped later.
    pub(super) hinted: Option<G::Move>,
    /// Whether the path to this node follows the hint.
    pub(super) on_hint: bool,
    /// Flags for tables and first looks.
    pub(super) marks: Marks,
    /// Index of this node's first child on the stack of children, and of the next child to search.
    pub(super) first: usize,
    pub(super) next: usize,
}

/// Flags of a node in one byte: four `bool`s would make a frame of random trees larger.
#[derive(Clone, Copy)]
pub(super) struct Marks(u8);

impl Marks {
    /// A child has raised alpha.
    pub(super) const RAISED: Self = Self(1);
    /// The value comes from a table, not from a search.
    pub(super) const RECALLED: Self = Self(2);
    /// The current child is only scouted, in a null window.
    pub(super) const NARROWED: Self = Self(4);
    /// The current child is only scouted, at a reduced depth.
    pub(super) const REDUCED: Self = Self(8);
    /// The hinted move is searched, or was searched, before the other children are generated.
    pub(super) const TRIED: Self = Self(16);
    /// Some line below ends at the horizon.
    pub(super) const HORIZON: Self = Self(32);
    /// The value may rest on estimates that err.
    pub(super) const ESTIMATED: Self = Self(64);
    /// A shallow search of the node below it, which is of the same position.
    pub(super) const PROBE: Self = Self(128);

    #[inline]
    pub(super) const fn has(self, mark: Self) -> bool {
        self.0 & mark.0 != 0
    }

    /// Adds those of `marks` that are in `mask`.
    #[inline]
    pub(super) const fn inherit(&mut self, marks: Self, mask: Self) {
        self.0 |= marks.0 & mask.0;
    }

    /// Both marks.
    pub(super) const fn and(self, mark: Self) -> Self {
        Self(self.0 | mark.0)
    }

    #[inline]
    pub(super) const fn set(&mut self, mark: Self, holds: bool) {
        self.0 = if holds { self.0 | mark.0 } else { self.0 & !mark.0 };
    }
}

impl<G: Game, T> core::fmt::Debug for Frame<G, T> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Frame")
            .field("depth", &self.depth)
            .field("window", &self.node.window)
            .field("best", &self.node.best)
            .finish_non_exhaustive()
    }
}

/// The result of a scan of children at the horizon.
pub(super) struct Scan<M> {
    /// Whether there are more children.
    pub(super) paused: bool,
    /// Whether children were generated whose values are not final.
    pub(super) met_horizon: bool,
    /// The child with the best value, if it is better than the best before the scan.
    pub(super) best_move: Option<M>,
    /// The last child that raised alpha.
    pub(super) line_move: Option<M>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Phase {
    /// Only the tests before expansion are done.
    Enter,
    /// The estimator looks at the node by shallow searches.
    Probe,
    /// All children are being generated for ordering.
    Expand,
    /// Children are being searched one after another.
    Descend,
    /// Children at the horizon are being generated and evaluated one at a time.
    Frontier,
    /// Done: `best` is the value.
    Leave,
    /// The search's caller values the node. The last, as most searches have no such nodes.
    Ask,
}

impl<G: Game, T> Node<G, T> {
    #[inline]
    pub(super) fn new(
        game: &G,
        position: G::Position,
        state: T,
        window: Window,
        static_value: Option<Value>,
    ) -> Self {
        let moves = game.moves(&position);
        Self { position, state, moves, window, best: Value::NEG_INFINITY, static_value }
    }

    /// The node as an estimator sees it, `depth` plies above the horizon.
    #[inline]
    pub(super) fn at(&self, depth: u32, mover: Side) -> At {
        At { value: self.static_value.unwrap_or_default(), depth, mover }
    }
}

impl<G: Game, T> Frame<G, T> {
    #[inline]
    pub(super) fn new(
        node: Node<G, T>,
        depth: u32,
        on_hint: bool,
        first: usize,
        phase: Phase,
    ) -> Self {
        Self {
            node,
            phase,
            depth,
            current: None,
            hinted: None,
            on_hint,
            marks: Marks(0),
            first,
            next: first,
        }
    }

    /// Whether there is another child to generate. Called only where a search would pause.
    #[cold]
    pub(super) fn has_more(&self, game: &G) -> bool {
        let Node { position, moves, .. } = &self.node;
        let skipped =
            self.hinted.filter(|_| self.phase == Phase::Descend || self.marks.has(Marks::TRIED));
        let Some(hint) = skipped else {
            return game.has_more(position, moves);
        };
        if self.phase == Phase::Descend && self.next == self.first {
            return true;
        }
        let mut moves = moves.clone();
        while let Some((mv, _)) = game.next_child(position, &mut moves) {
            if mv != hint {
                return true;
            }
        }
        false
    }

    /// The next child in the game's order, after the hinted one.
    #[inline]
    pub(super) fn next_unordered(&mut self, game: &G) -> Option<(G::Move, G::Position)> {
        let Node { position, moves, .. } = &mut self.node;
        if self.next == self.first
            && let Some(hint) = self.hinted
        {
            return Some((hint, game.play(position, hint)));
        }
        loop {
            let child = game.next_child(position, moves)?;
            if self.hinted != Some(child.0) {
                return Some(child);
            }
        }
    }
}

/// A value of a child for the side that moves at its parent; `again` if that side moves at the child, too.
#[inline]
pub(super) fn for_parent(again: bool, value: Value) -> Value {
    if again { value } else { -value }
}

/// A window of a node for the side that moves at its child; `again` as in [`for_parent`].
#[inline]
pub(super) fn for_child(again: bool, window: Window) -> Window {
    if again { window } else { window.negated() }
}

/// The side to move at `ply`, given the side to move at the root.
#[inline]
pub(super) fn mover_at(root_mover: Side, ply: usize) -> Side {
    if ply & 1 == 0 { root_mover } else { root_mover.other() }
}
