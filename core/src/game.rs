//! The rules side: what a game is to a search.

use core::fmt::Debug;

/// One of the two sides of a game: the papers' MAX and MIN.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Side {
    /// Prefers large values.
    Max,
    /// Prefers small values.
    Min,
}

impl Side {
    /// The other side.
    #[must_use]
    #[inline]
    pub const fn other(self) -> Self {
        match self {
            Self::Max => Self::Min,
            Self::Min => Self::Max,
        }
    }
}

/// How a finished game ended, for the side that would move.
///
/// The score is the game's own: discs in Othello, the leaf's value on random trees, 1 where a win is a win. Above 0 the side that
/// would move has won, below 0 it has lost, and 0 is a draw.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Outcome(i32);

impl Outcome {
    /// The side that would move has won, in a game without scores.
    pub const WIN: Self = Self(1);
    /// Nobody has won.
    pub const DRAW: Self = Self(0);
    /// The side that would move has lost, in a game without scores.
    pub const LOSS: Self = Self(-1);

    /// With this score for the side that would move. The smallest `i32` counts as one more.
    #[must_use]
    #[inline]
    pub const fn scored(score: i32) -> Self {
        // So that the other side's score never overflows.
        Self(if score == i32::MIN { -i32::MAX } else { score })
    }

    /// The score for the side that would move.
    #[must_use]
    #[inline]
    pub const fn score(self) -> i32 {
        self.0
    }
}

/// The same as the other side sees it.
impl core::ops::Neg for Outcome {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        Self(self.0.wrapping_neg())
    }
}

/// The rules of a two-player, zero-sum game with perfect information and alternating moves.
///
/// A game is a value of its own (it may hold parameters, as random trees do); positions are small
/// and copied. Three conventions make searches simple and exact:
///
/// - **Moves alternate.** A pass is a move: a position whose mover must pass has one child.
/// - **A position without moves is the end of the game**, and no other is. [`Game::outcome`] says who has won.
/// - **The order of moves is part of the game.** Searches report the first of several equal moves.
///
/// `core/examples/connect_four.rs` is a complete game of one's own.
pub trait Game {
    /// A position, side to move included.
    type Position: Clone;
    /// A move. Small: a search stores one for each child of each node on its path.
    type Move: Copy + Eq + Debug;
    /// How far the enumeration of a position's children has got.
    type Moves: Clone;

    /// Starts the enumeration of the children of `position`.
    fn moves(&self, position: &Self::Position) -> Self::Moves;

    /// The next move of the enumeration and the position it leads to; `None` after the last.
    ///
    /// `moves` must stem from the same position.
    fn next_child(
        &self,
        position: &Self::Position,
        moves: &mut Self::Moves,
    ) -> Option<(Self::Move, Self::Position)>;

    /// The position after `mv`, which must be one of the moves of `position`.
    ///
    /// An illegal move gives some position or other, never a panic.
    fn play(&self, position: &Self::Position, mv: Self::Move) -> Self::Position;

    /// How the game ended, if it is over in `position`: exactly where that has no moves.
    ///
    /// A search asks this of every position that it would evaluate, so it should cost little.
    fn outcome(&self, position: &Self::Position) -> Option<Outcome>;

    /// A number that tells positions apart, as well as 64 bits can: equal for equal positions, side to move included. Tables
    /// of positions go by it; `None`, the default, if the game has none.
    #[inline]
    fn key(&self, position: &Self::Position) -> Option<u64> {
        let _ = position;
        None
    }

    /// Whether the enumeration has another move. It must not advance anything.
    fn has_more(&self, position: &Self::Position, moves: &Self::Moves) -> bool {
        self.next_child(position, &mut moves.clone()).is_some()
    }

    /// The side that moves in `position`.
    ///
    /// Only games with a fixed MAX need to say (random trees do, for bounds on edge costs that are not
    /// symmetric). In others the side that searches is MAX; a search asks only at its root.
    fn mover(&self, position: &Self::Position) -> Side {
        let _ = position;
        Side::Max
    }

    /// The number of moves in `position`; a game that can tell without playing them says so here.
    fn count_moves(&self, position: &Self::Position) -> u64 {
        let mut moves = self.moves(position);
        let mut count = 0u64;
        while self.next_child(position, &mut moves).is_some() {
            count = count.wrapping_add(1);
        }
        count
    }

    /// The first move in `position`; `None` where the game is over.
    fn first_move(&self, position: &Self::Position) -> Option<Self::Move> {
        self.next_child(position, &mut self.moves(position)).map(|(mv, _)| mv)
    }

    /// Whether the game is over in `position`.
    fn is_over(&self, position: &Self::Position) -> bool {
        !self.has_more(position, &self.moves(position))
    }
}

impl<G: Game> Game for &G {
    type Position = G::Position;
    type Move = G::Move;
    type Moves = G::Moves;

    #[inline]
    fn moves(&self, position: &G::Position) -> G::Moves {
        G::moves(self, position)
    }

    #[inline]
    fn next_child(
        &self,
        position: &G::Position,
        moves: &mut G::Moves,
    ) -> Option<(G::Move, G::Position)> {
        G::next_child(self, position, moves)
    }

    #[inline]
    fn play(&self, position: &G::Position, mv: G::Move) -> G::Position {
        G::play(self, position, mv)
    }

    #[inline]
    fn outcome(&self, position: &G::Position) -> Option<Outcome> {
        G::outcome(self, position)
    }

    #[inline]
    fn key(&self, position: &G::Position) -> Option<u64> {
        G::key(self, position)
    }

    #[inline]
    fn has_more(&self, position: &G::Position, moves: &G::Moves) -> bool {
        G::has_more(self, position, moves)
    }

    #[inline]
    fn mover(&self, position: &G::Position) -> Side {
        G::mover(self, position)
    }

    #[inline]
    fn count_moves(&self, position: &G::Position) -> u64 {
        G::count_moves(self, position)
    }

    #[inline]
    fn first_move(&self, position: &G::Position) -> Option<G::Move> {
        G::first_move(self, position)
    }

    #[inline]
    fn is_over(&self, position: &G::Position) -> bool {
        G::is_over(self, position)
    }
}

/// Counts the leaves `depth` plies below `position`; a game that ends earlier counts one.
///
/// A pass is a ply, as everywhere here. The moves of the last ply are counted, not played.
///
/// ```
/// use plyscope_core::{othello::{Board, Othello}, perft};
/// assert_eq!(perft(&Othello, &Board::START, 4), 244);
/// ```
pub fn perft<G: Game>(game: &G, position: &G::Position, depth: u32) -> u64 {
    if depth <= 1 {
        return if depth == 0 { 1 } else { game.count_moves(position).max(1) };
    }
    let mut moves = game.moves(position);
    let mut leaves = 0u64;
    let mut over = true;
    while let Some((_, child)) = game.next_child(position, &mut moves) {
        over = false;
        leaves = leaves.wrapping_add(perft(game, &child, depth.wrapping_sub(1)));
    }
    if over { 1 } else { leaves }
}
