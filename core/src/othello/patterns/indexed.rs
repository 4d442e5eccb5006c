//! Positions with the indices of their patterns, kept up to date move by move.

use super::super::{Board, Move, Moves, Othello, bitboard};
use super::{PLACES, PatternSet};
use crate::Game;

/// A position with the indices of a set's places: 112 bytes.
///
/// The indices are those of one colour's discs less the other's. Whose they are changes with every ply, so that a move
/// touches nothing but what it changes: some five places for each disc placed or flipped.
#[derive(Clone, Copy, Debug)]
pub struct IndexedBoard {
    board: Board,
    /// Whose discs count up: 1 for the mover's, -1 for the opponent's.
    sign: i16,
    indices: [i16; PLACES],
}

/// The indices are the same where the board is, however they are kept.
impl PartialEq for IndexedBoard {
    fn eq(&self, other: &Self) -> bool {
        self.board == other.board
    }
}

impl Eq for IndexedBoard {}

impl IndexedBoard {
    /// `board` with its indices, from scratch.
    #[must_use]
    #[inline]
    pub fn new(set: &PatternSet, board: &Board) -> Self {
        let mut indexed = Self { board: *board, sign: 1, indices: [0; PLACES] };
        indexed.add(set, board.mover, 1);
        indexed.add(set, board.opponent, -1);
        indexed
    }

    /// The position itself.
    #[must_use]
    #[inline]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The index of each place as the mover sees it: its own discs count up.
    #[must_use]
    pub fn indices(&self) -> [i16; PLACES] {
        self.indices.map(|index| index.wrapping_mul(self.sign))
    }

    /// The indices as they are kept, and the factor that makes them the mover's.
    #[inline]
    pub(super) const fn kept(&self) -> (&[i16; PLACES], i32) {
        (&self.indices, self.sign as i32)
    }

    /// Counts `times` more for the discs on all these squares.
    #[inline]
    fn add(&mut self, set: &PatternSet, squares: u64, times: i16) {
        let mut rest = squares;
        while rest != 0 {
            for part in set.parts(rest.trailing_zeros()) {
                if let Some(index) = self.indices.get_mut(usize::from(part.place)) {
                    *index = index.wrapping_add(part.power.wrapping_mul(times));
                }
            }
            rest &= rest.wrapping_sub(1);
        }
    }

    /// The position after a disc on `square`, as [`Board::place`].
    #[must_use]
    #[inline]
    pub fn place(&self, set: &PatternSet, square: u32) -> Self {
        let Board { mover, opponent } = self.board;
        let flips = bitboard::flips(square, mover, opponent);
        let disc = 1u64 << (square & 63);
        let board = Board { mover: opponent & !flips, opponent: mover | flips | disc };
        let mut child = Self { board, sign: self.sign.wrapping_neg(), indices: self.indices };
        child.add(set, disc, self.sign);
        // From the other side's to one's own.
        child.add(set, flips, self.sign.wrapping_mul(2));
        child
    }

    /// The same discs with the other side to move.
    #[must_use]
    #[inline]
    pub const fn passed(&self) -> Self {
        Self { board: self.board.passed(), sign: self.sign.wrapping_neg(), indices: self.indices }
    }
}

/// Othello with [`IndexedBoard`]s: the same game, faster to evaluate by [`Patterns`](super::Patterns).
///
/// ```
/// use plyscope_core::othello::{Board, Othello, Patterns, patterns::IndexedOthello};
/// use plyscope_core::{AlphaBeta, Order, Request, Search, storage};
///
/// let game = IndexedOthello::new(Patterns::SMALL.set());
/// let mut fast = AlphaBeta::new(game, Patterns::SMALL, Order::Static, storage!(8, 128));
/// let fast = fast.search(&Request::new(&game.position(&Board::START)).depth(4))?;
/// let mut slow = AlphaBeta::new(Othello, Patterns::SMALL, Order::Static, storage!(8, 128));
/// let slow = slow.search(&Request::new(&Board::START).depth(4))?;
/// assert_eq!((fast.value, fast.best_move, fast.counts), (slow.value, slow.best_move, slow.counts));
/// # Ok::<(), plyscope_core::CapacityError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct IndexedOthello {
    set: &'static PatternSet,
}

impl IndexedOthello {
    /// With the indices of this set.
    #[must_use]
    pub const fn new(set: &'static PatternSet) -> Self {
        Self { set }
    }

    /// `board` with its indices.
    #[must_use]
    pub fn position(&self, board: &Board) -> IndexedBoard {
        IndexedBoard::new(self.set, board)
    }
}

impl Game for IndexedOthello {
    type Position = IndexedBoard;
    type Move = Move;
    type Moves = Moves;

    #[inline]
    fn moves(&self, position: &IndexedBoard) -> Moves {
        Othello.moves(&position.board)
    }

    #[inline]
    fn next_child(
        &self,
        position: &IndexedBoard,
        moves: &mut Moves,
    ) -> Option<(Move, IndexedBoard)> {
        let mv = moves.next()?;
        Some((mv, self.play(position, mv)))
    }

    #[inline]
    fn play(&self, position: &IndexedBoard, mv: Move) -> IndexedBoard {
        match mv.square() {
            Some(square) => position.place(self.set, u32::from(square)),
            None => position.passed(),
        }
    }

    #[inline]
    fn count_moves(&self, position: &IndexedBoard) -> u64 {
        Othello.count_moves(&position.board)
    }

    #[inline]
    fn has_more(&self, position: &IndexedBoard, moves: &Moves) -> bool {
        Othello.has_more(&position.board, moves)
    }
}
