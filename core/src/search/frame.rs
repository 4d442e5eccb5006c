//! The nodes on the path of a search.

use crate::{Game, Side, Value, Window};

/// A node that is being searched.
pub(super) struct Node<G: Game, T> {
    pub(super) position: G::Position,
    /// What the evaluation keeps of the position.
    pub(super) state: T,
    pub(super) moves: G::Moves,
    pub(super) window: Window,
    /// The best value so far for the side to move.
    pub(super) best: Value,
    /// The static value for the side to move, if it was needed.
    pub(super) static_value: Option<Value>,
}

/// A node on the path. Best-first minimax needs less of it; it is one type so that searches can share their storage.
pub struct Frame<G: Game, T> {
    pub(super) node: Node<G, T>,
    pub(super) phase: Phase,
    /// Remaining depth, at least 1.
    pub(super) depth: u32,
    /// The child that is being searched.
    pub(super) current: Option<G::Move>,
    /// The child that was searched first because the hint said so; without ordering it is skipped later.
    pub(super) hinted: Option<G::Move>,
    /// Whether the path to here is the hint's.
    pub(super) on_hint: bool,
    /// What tables and first looks must know of it.
    pub(super) marks: Marks,
    /// Where this node's children begin on the stack of children, and which is next.
    pub(super) first: usize,
    pub(super) next: usize,
}

/// Yes or no to some questions about a node, in one byte: four would make a frame of random trees larger.
#[derive(Clone, Copy)]
pub(super) struct Marks(u8);

impl Marks {
    /// A child has raised alpha.
    pub(super) const RAISED: Self = Self(1);
    /// Its value was remembered, not searched.
    pub(super) const RECALLED: Self = Self(2);
    /// The child that is being searched is only looked at, in a null window.
    pub(super) const NARROWED: Self = Self(4);
    /// The child that is being searched is only looked at, at a lower depth.
    pub(super) const REDUCED: Self = Self(8);

    #[inline]
    pub(super) const fn has(self, mark: Self) -> bool {
        self.0 & mark.0 != 0
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

/// What a scan of children at the horizon has found.
pub(super) struct Scan<M> {
    /// Whether there are more children.
    pub(super) paused: bool,
    /// The child with the best value, if it beat what was known before.
    pub(super) best_move: Option<M>,
    /// The child that raised alpha last.
    pub(super) line_move: Option<M>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Phase {
    /// Nothing is done yet but the tests before expansion.
    Enter,
    /// All children are being generated, to be ordered.
    Expand,
    /// Children are searched, one after another.
    Descend,
    /// Children are at the horizon: generated and evaluated one at a time.
    Frontier,
    /// Done: `best` is the value.
    Leave,
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

    /// Whether there is another child to generate. Asked only where a search would pause.
    #[cold]
    pub(super) fn has_more(&self, game: &G) -> bool {
        let Node { position, moves, .. } = &self.node;
        let Some(hint) = self.hinted.filter(|_| self.phase == Phase::Descend) else {
            return game.has_more(position, moves);
        };
        if self.next == self.first {
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

    /// Whether the node has this move. Asked only on the line that is searched first.
    #[cold]
    pub(super) fn has_move(&self, game: &G, mv: G::Move) -> bool {
        let Node { position, .. } = &self.node;
        let mut moves = game.moves(position);
        while let Some((legal, _)) = game.next_child(position, &mut moves) {
            if legal == mv {
                return true;
            }
        }
        false
    }

    /// The next child in the game's order, the hinted one first.
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

/// What a move gains its mover that leads from a node with this static value to a child of `value`, both as it sees them.
#[inline]
pub(super) fn gain(static_value: Option<Value>, value: Value) -> i32 {
    value.get().saturating_sub(static_value.unwrap_or_default().get())
}

/// Who moves at `ply` below a root where `root_mover` does.
#[inline]
pub(super) fn mover_at(root_mover: Side, ply: usize) -> Side {
    if ply & 1 == 0 { root_mover } else { root_mover.other() }
}
