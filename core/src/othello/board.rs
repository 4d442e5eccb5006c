//! A position of Othello.

use super::bitboard;
use crate::hash;

/// Discs of the side to move and of its opponent: 16 bytes.
///
/// The fields are public because evaluations and move generators work on the bitboards. A board that is parsed,
/// deserialised or made by [`Board::new`] has at most one disc on each square. With both sides' discs on one square all
/// functions still return, but their results are meaningless.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "Discs"))]
pub struct Board {
    /// Discs of the side to move.
    pub mover: u64,
    /// Discs of the other side.
    pub opponent: u64,
}

/// A board before validation.
#[cfg(feature = "serde")]
#[derive(serde::Deserialize)]
struct Discs {
    mover: u64,
    opponent: u64,
}

#[cfg(feature = "serde")]
impl TryFrom<Discs> for Board {
    type Error = super::ParseError;

    fn try_from(Discs { mover, opponent }: Discs) -> Result<Self, Self::Error> {
        super::notation::board(mover, opponent)
    }
}

impl Board {
    /// The start of a game: Black (e4, d5) to move against White (d4, e5).
    pub const START: Self = Self { mover: 0x0000_0008_1000_0000, opponent: 0x0000_0010_0800_0000 };

    /// A position; `None` if the sides' discs overlap.
    #[must_use]
    pub const fn new(mover: u64, opponent: u64) -> Option<Self> {
        if mover & opponent == 0 { Some(Self { mover, opponent }) } else { None }
    }

    /// The squares where the side to move may place a disc.
    #[must_use]
    #[inline]
    pub const fn moves(self) -> u64 {
        bitboard::legal_moves(self.mover, self.opponent)
    }

    /// Whether the side to move may place a disc: whether there are [`moves`](Self::moves).
    #[must_use]
    #[inline]
    pub const fn has_move(self) -> bool {
        bitboard::has_move(self.mover, self.opponent)
    }

    /// The empty squares.
    #[must_use]
    #[inline]
    pub const fn empties(self) -> u64 {
        !(self.mover | self.opponent)
    }

    /// The same discs with the other side to move.
    #[must_use]
    #[inline]
    pub const fn passed(self) -> Self {
        Self { mover: self.opponent, opponent: self.mover }
    }

    /// The position after a disc is placed on `square`, 0 (a1) to 63 (h8), from the view of the other side, which moves
    /// next.
    #[must_use]
    #[inline]
    pub const fn place(self, square: u32) -> Self {
        self.with_disc(square, 1u64 << (square & 63))
    }

    /// [`place`](Self::place), given the square also as a set.
    #[inline]
    pub(super) const fn with_disc(self, square: u32, disc: u64) -> Self {
        let flips = bitboard::flips(square, self.mover, self.opponent);
        Self { mover: self.opponent & !flips, opponent: self.mover | flips | disc }
    }

    /// Whether the side to move can only pass.
    #[must_use]
    pub const fn must_pass(self) -> bool {
        !self.has_move() && self.passed().has_move()
    }

    /// Whether neither side has a move.
    #[must_use]
    #[inline]
    pub const fn is_over(self) -> bool {
        !self.has_move() && !self.passed().has_move()
    }

    /// A hash of both sides' discs, for choices by chance and for tables that compare more of the board: some boards that differ in two
    /// squares share one. [`Game::key`](crate::Game::key) tells such boards apart.
    #[must_use]
    #[inline]
    pub const fn key(self) -> u64 {
        hash::pair(self.mover, self.opponent)
    }

    /// The score for the side to move if the game ends here: the difference of discs, with empty squares counted for the
    /// winner; -64 to 64.
    #[must_use]
    #[inline]
    pub const fn score(self) -> i32 {
        let mover = self.mover.count_ones().cast_signed();
        let opponent = self.opponent.count_ones().cast_signed();
        let difference = mover.wrapping_sub(opponent);
        let empties = self.empties().count_ones().cast_signed();
        difference.wrapping_add(difference.signum().wrapping_mul(empties))
    }
}
