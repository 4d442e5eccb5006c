//! Game trees in memory, and the searches that grow and keep them: best-first minimax, alpha-beta with a saved tree,
//! iterative deepening on it, best-first extension.
//!
//! One arena serves them all: sixteen bytes a node, positions on the path only. Only [`Unbounded`], best-first minimax since 1996, has a
//! graph of its own, because its lines may meet, and [`Growing`], for B* and conspiracy numbers, a tree with more than a value at each
//! node. What two players' moves leave of a tree is kept for the next search; the rest is
//! freed and its memory reused. The trees' searches know only games whose sides move in turn, and say so of others
//! (`Game::EXTRA_MOVES`). [`HeapStorage`] is storage for core's searches of a size that is chosen at run time. Needs an allocator, but not
//! the standard library.
#![cfg_attr(not(test), no_std)]

extern crate alloc;

mod alpha_beta;
mod arena;
mod best_first;
pub mod capacity;
mod extension;
mod grower;
mod growing;
mod heap;
#[cfg(test)]
mod looking_tests;
mod status;
mod unbounded;

use alloc::vec::Vec;

use plyscope_core::{Game, Search, Value};

pub use alpha_beta::SavedAlphaBeta;
pub use best_first::{BestFirst, Formulation, WhenFull};
pub use extension::BestFirstExtension;
pub use growing::{
    BStar, Conspiracy, Conspirators, Growing, MOST_CONSPIRATORS, Policy, Range, Stability,
};
pub use heap::{Heap, HeapStorage};
pub use unbounded::{
    BackUp, Completion, EndLeaf, FinalMove, OnResolved, Selection, Switches, Transpositions, Uct,
    Unbounded, bounded_children_within, children_within, rewarded_children_within,
};

use arena::{Arena, NONE, Node};

/// What a search does with memory that does not suffice, and how often it had to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct MemoryUse {
    /// Nodes that the arena has had to hold at once.
    pub most_nodes: u64,
    /// Bytes taken for them.
    pub bytes: u64,
    /// Nodes whose subtrees were searched in linear space, because they could not be stored.
    pub linear: u64,
    /// Subtrees given up to make room.
    pub pruned: u64,
}

/// A search that keeps its tree from one move to the next: what is known of a position from before is used, and only nodes
/// generated for the first time count. A horizon ends with the game, as everywhere ([`Game::most_plies`]).
pub trait TreeSearch<G: Game>: Search<G> {
    /// A move was played at the root: what is below the other moves is freed.
    fn advance(&mut self, mv: G::Move);

    /// What the last search did about memory.
    fn memory_use(&self) -> MemoryUse;

    /// Reads move, line and value from the tree while the search is paused, so that the report has them. What the search does next
    /// does not change. Values along the path where it is paused may be older than what was found below. By default the report has
    /// them anyhow.
    fn look(&mut self) {}
}

/// Nodes that a byte limit allows.
#[must_use]
pub const fn nodes_within(bytes: u64) -> u32 {
    let nodes = bytes / size_of::<Node>() as u64;
    // The largest index means no node.
    if nodes >= NONE as u64 { NONE - 1 } else { nodes as u32 }
}

/// A tree and the position at its root.
#[derive(Debug)]
pub(crate) struct Tree<G: Game> {
    arena: Arena,
    /// The root's index, or [`NONE`] before there is one.
    root: u32,
    position: Option<G::Position>,
    scratch: Vec<Node>,
}

impl<G: Game> Tree<G>
where
    G::Position: PartialEq,
{
    fn new(limit: u32) -> Self {
        // One node for the root, always.
        Self { arena: Arena::new(limit.max(1)), root: NONE, position: None, scratch: Vec::new() }
    }

    /// Makes `position` the root: keeps the tree if it is already, else begins a new one. Returns whether the tree is new.
    fn set_root(&mut self, position: &G::Position, value: Value) -> bool {
        if self.root != NONE && self.position.as_ref() == Some(position) {
            return false;
        }
        self.arena.clear();
        // The limit is at least one node, so the first always fits.
        self.root = self.arena.allocate(0, value).unwrap_or(NONE);
        self.position = Some(position.clone());
        true
    }

    /// Makes the child that `mv` leads to the root, and frees the rest.
    fn advance(&mut self, game: &G, mv: G::Move) {
        let Some(position) = self.position.as_mut() else { return };
        let leads_there = |node: &Node| game.unpack(position, node.packed_move()) == Some(mv);
        let mut before = NONE;
        let mut chosen = if self.root == NONE { NONE } else { self.arena.get(self.root).child };
        while chosen != NONE && !leads_there(self.arena.get(chosen)) {
            before = chosen;
            chosen = self.arena.get(chosen).next;
        }
        *position = game.play(position, mv);
        if chosen == NONE {
            // A child that was never generated: nothing is known of it.
            self.root = NONE;
            self.arena.clear();
            return;
        }
        let after = self.arena.get(chosen).next;
        if before == NONE {
            self.arena.get_mut(self.root).child = after;
        } else {
            self.arena.get_mut(before).next = after;
        }
        self.arena.get_mut(chosen).next = NONE;
        // The old root goes with all that is still below it.
        self.arena.free_list(self.root);
        self.root = chosen;
    }
}
