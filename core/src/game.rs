//! The rules of a game, as a search needs them.

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

/// The outcome of a finished game, for the side that would move.
///
/// The score is the game's own: discs in Othello, the leaf's value on random trees, 1 for a win in a game without scores.
/// The side that would move has won if it is above 0 and lost if it is below; 0 is a draw.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Outcome(i32);

impl Outcome {
    /// A win for the side that would move, in a game without scores.
    pub const WIN: Self = Self(1);
    /// A draw.
    pub const DRAW: Self = Self(0);
    /// A loss for the side that would move, in a game without scores.
    pub const LOSS: Self = Self(-1);

    /// An outcome with this score for the side that would move. `i32::MIN` is raised by one.
    #[must_use]
    #[inline]
    pub const fn scored(score: i32) -> Self {
        // The negated score must not overflow.
        Self(if score == i32::MIN { -i32::MAX } else { score })
    }

    /// The score for the side that would move.
    #[must_use]
    #[inline]
    pub const fn score(self) -> i32 {
        self.0
    }
}

/// The outcome for the other side.
impl core::ops::Neg for Outcome {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        Self(self.0.wrapping_neg())
    }
}

/// [Packed](Game::pack) moves are below this, so no position has more moves.
pub const PACKED_MOVES: u32 = 1 << 24;

/// The rules of a two-player, zero-sum game with perfect information.
///
/// A game is a value, which may hold parameters, as random trees do. Positions are small and copied. Three conventions keep
/// searches simple and exact:
///
/// - **Moves alternate**, unless the game [says otherwise](Game::EXTRA_MOVES). A pass is a move: a position whose mover must pass has one
///   child.
/// - **The game is over exactly where a position has no moves.** [`Game::outcome`] says who has won.
/// - **The order of moves is part of the game.** Searches report the first of several equal moves.
///
/// `core/examples/own_game.rs` is a complete implementation.
pub trait Game {
    /// A position, including the side to move.
    type Position: Clone;
    /// A move. Keep it small: a search stores one for each child of each node on its path.
    type Move: Copy + Eq + Debug;
    /// The state of an enumeration of a position's children.
    type Moves: Clone;

    /// Whether a side may move several times in turn, as in Kalah. Such a game says in [`mover`](Self::mover) who moves; depth counts moves,
    /// and a value keeps its sign from a position to its child if the same side moves in both. Depth-first searches without estimates
    /// and recursive best-first minimax know these games; other searches end with [`CapacityError::ExtraMoves`](crate::CapacityError).
    /// Games whose moves alternate pay nothing for this.
    const EXTRA_MOVES: bool = false;

    /// Starts the enumeration of the children of `position`.
    fn moves(&self, position: &Self::Position) -> Self::Moves;

    /// Returns the next move and the position after it, or `None` after the last move.
    ///
    /// `moves` must come from [`Game::moves`] of the same position.
    fn next_child(
        &self,
        position: &Self::Position,
        moves: &mut Self::Moves,
    ) -> Option<(Self::Move, Self::Position)>;

    /// Starts the enumeration behind the first `count` children of `position`, of which there are so many. Override this if the
    /// game can skip children without playing moves.
    fn moves_from(&self, position: &Self::Position, count: u32) -> Self::Moves {
        let mut moves = self.moves(position);
        for _ in 0..count {
            self.next_child(position, &mut moves);
        }
        moves
    }

    /// The position after `mv`, which must be one of the moves of `position`.
    ///
    /// An illegal move gives an unspecified position, never a panic.
    fn play(&self, position: &Self::Position, mv: Self::Move) -> Self::Position;

    /// The outcome if the game is over in `position`, that is, if the position has no moves.
    ///
    /// A search calls this for every position that it evaluates, so it should be cheap.
    fn outcome(&self, position: &Self::Position) -> Option<Outcome>;

    /// The plies that are left in `position` on its longest lines, for games that know their length; `None`, the default, for
    /// others.
    ///
    /// A horizon ends with the game: a search to a greater depth is the search to this depth, which neither orders the last level
    /// nor multiplies estimates by plies that do not exist. A bound that no line reaches would be of no use, and searches ask for it
    /// where they spend most of their time. So Othello, whose lines differ in length by their passes, has none.
    #[inline]
    fn most_plies(&self, position: &Self::Position) -> Option<u32> {
        let _ = position;
        None
    }

    /// A 64-bit hash of the position, including the side to move, for tables of positions. Equal positions have equal keys.
    /// `None`, the default, if the game has no keys.
    #[inline]
    fn key(&self, position: &Self::Position) -> Option<u64> {
        let _ = position;
        None
    }

    /// Whether different lines may lead to one position. If not, a search that shares positions among lines needs no table for that.
    #[inline]
    fn lines_meet(&self) -> bool {
        true
    }

    /// Whether the enumeration has another move. Does not advance it.
    fn has_more(&self, position: &Self::Position, moves: &Self::Moves) -> bool {
        self.next_child(position, &mut moves.clone()).is_some()
    }

    /// The side that moves in `position`.
    ///
    /// Only games with a fixed MAX need to implement this, such as random trees, for bounds on edge costs that are not
    /// symmetric, and games with [extra moves](Self::EXTRA_MOVES), also where the game is over: it is the side that would move. In other
    /// games MAX is the side to move at the root. A search of a game without extra moves calls this only at its root.
    fn mover(&self, position: &Self::Position) -> Side {
        let _ = position;
        Side::Max
    }

    /// Whether the side that moved in `parent` moves again in `child`.
    #[inline]
    fn moves_again(&self, parent: &Self::Position, child: &Self::Position) -> bool {
        Self::EXTRA_MOVES && self.mover(parent) == self.mover(child)
    }

    /// Whether `mv` is a move of `position`. Override this if the game can tell without playing moves.
    fn is_legal(&self, position: &Self::Position, mv: Self::Move) -> bool {
        let mut moves = self.moves(position);
        while let Some((legal, _)) = self.next_child(position, &mut moves) {
            if legal == mv {
                return true;
            }
        }
        false
    }

    /// The number of moves in `position`. Override this if the game can count moves without playing them.
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

    /// What trees in memory and tables keep of `mv`, move `number` of its position counted from 0: below [`PACKED_MOVES`], and
    /// another for each move of a position. A game whose moves are small numbers says them; [`Game::unpack`] then takes no
    /// enumeration.
    #[inline]
    fn pack(&self, mv: Self::Move, number: u32) -> u32 {
        let _ = mv;
        number
    }

    /// [`Game::pack`] of a move whose number is not known. Override this with `pack` if that needs no number.
    fn packed(&self, position: &Self::Position, mv: Self::Move) -> u32 {
        let mut moves = self.moves(position);
        let mut number = 0u32;
        while let Some((next, _)) = self.next_child(position, &mut moves) {
            if next == mv {
                break;
            }
            number = number.wrapping_add(1);
        }
        self.pack(mv, number)
    }

    /// The move of `position` that [`Game::pack`] made `packed` of; `None` if there is none.
    fn unpack(&self, position: &Self::Position, packed: u32) -> Option<Self::Move> {
        let mut moves = self.moves(position);
        for _ in 0..packed {
            self.next_child(position, &mut moves)?;
        }
        self.next_child(position, &mut moves).map(|(mv, _)| mv)
    }
}

impl<G: Game> Game for &G {
    type Position = G::Position;
    type Move = G::Move;
    type Moves = G::Moves;

    const EXTRA_MOVES: bool = G::EXTRA_MOVES;

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
    fn moves_from(&self, position: &G::Position, count: u32) -> G::Moves {
        G::moves_from(self, position, count)
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
    fn most_plies(&self, position: &G::Position) -> Option<u32> {
        G::most_plies(self, position)
    }

    #[inline]
    fn key(&self, position: &G::Position) -> Option<u64> {
        G::key(self, position)
    }

    #[inline]
    fn lines_meet(&self) -> bool {
        G::lines_meet(self)
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
    fn moves_again(&self, parent: &G::Position, child: &G::Position) -> bool {
        G::moves_again(self, parent, child)
    }

    #[inline]
    fn is_legal(&self, position: &G::Position, mv: G::Move) -> bool {
        G::is_legal(self, position, mv)
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

    #[inline]
    fn pack(&self, mv: G::Move, number: u32) -> u32 {
        G::pack(self, mv, number)
    }

    #[inline]
    fn packed(&self, position: &G::Position, mv: G::Move) -> u32 {
        G::packed(self, position, mv)
    }

    #[inline]
    fn unpack(&self, position: &G::Position, packed: u32) -> Option<G::Move> {
        G::unpack(self, position, packed)
    }
}

/// Counts the leaves `depth` plies below `position`. A game that ends earlier counts as one leaf.
///
/// A pass is a ply, as everywhere in this crate. The moves of the last ply are counted, not played.
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
