//! Limits of depth and nodes.

use crate::Game;

/// Limits of a search. A search that reaches one stops and reports its result so far; that is not an error.
///
/// There is no time limit: core has no clock. A caller with a clock stops a search between two slices or from the poll
/// callback of [`Search::search_polled`](super::Search::search_polled).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Limits {
    /// Horizon in plies. Depth-first searches search to exactly this depth, or to the end of a game that
    /// [knows its length](Game::most_plies); best-first minimax ends when the principal leaf reaches it; iterative deepening ends
    /// with it. 0 asks for the static value. Without a depth (`u32::MAX`), a depth-first search goes as deep as its storage has frames.
    pub depth: u32,
    /// Maximum number of generated nodes. Two searches look at it between pieces of their work, and may exceed it by one: Othello's
    /// [solver](crate::othello::endgame::Endgame) by what a position with six empty squares takes, some hundred nodes, and
    /// [proof-number search](super::proof_number::ProofNumber) by fewer than a position's moves.
    pub nodes: u64,
}

impl Limits {
    /// A limit of `depth` plies, with any number of nodes.
    #[must_use]
    pub const fn depth(depth: u32) -> Self {
        Self { depth, nodes: u64::MAX }
    }

    /// A limit of `nodes` generated nodes, at any depth: for iterative deepening and best-first searches.
    #[must_use]
    pub const fn nodes(nodes: u64) -> Self {
        Self { depth: u32::MAX, nodes }
    }

    /// Adds a limit of `nodes` generated nodes.
    #[must_use]
    pub const fn and_nodes(self, nodes: u64) -> Self {
        Self { nodes, ..self }
    }

    /// The same limits for a search of `position`, with a horizon that ends with the game, if the game
    /// [knows its length](Game::most_plies). A depth other than 0 stays at least 1: a finished game is searched like any position.
    ///
    /// ```
    /// use plyscope_core::{Game, Limits, random_tree::{Branching, RandomTree}};
    /// let tree = RandomTree::new(1, Branching::uniform(3)?).with_game_depth(4);
    /// assert_eq!(Limits::depth(6).within_game(&tree, &tree.root()), Limits::depth(4));
    /// # Ok::<(), plyscope_core::random_tree::BranchingError>(())
    /// ```
    #[must_use]
    pub fn within_game<G: Game>(self, game: &G, position: &G::Position) -> Self {
        let left = game.most_plies(position).unwrap_or(u32::MAX);
        Self { depth: self.depth.min(left.max(1)), ..self }
    }
}
