//! The indices of a position's patterns, kept up to date move by move.

use super::super::Board;
use super::{PLACES, PatternSet};

/// The indices of a set's places in a position: 96 bytes. What [`Patterns`](super::Patterns) keep of each position of a search.
///
/// The indices are those of one colour's discs less the other's. Whose they are changes with every ply, so that a move
/// touches nothing but what it changes: some five places for each disc placed or flipped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Indices {
    /// Whose discs count up: 1 for the mover's, -1 for the opponent's.
    sign: i8,
    /// The set's number.
    set: u8,
    places: [i16; PLACES],
}

impl Indices {
    /// Those of `board`, from scratch.
    #[must_use]
    #[inline]
    pub fn new(set: &PatternSet, board: &Board) -> Self {
        let mut indices = Self { sign: 1, set: set.number(), places: [0; PLACES] };
        indices.add(set, board.mover, 1);
        indices.add(set, board.opponent, -1);
        indices
    }

    /// The index of each place as the mover sees it: its own discs count up.
    #[must_use]
    pub fn places(&self) -> [i16; PLACES] {
        self.places.map(|index| index.wrapping_mul(i16::from(self.sign)))
    }

    /// Whether they are of this set.
    #[must_use]
    #[inline]
    pub const fn are_of(&self, set: &PatternSet) -> bool {
        self.set == set.number()
    }

    /// The indices as they are kept, and the factor that makes them the mover's.
    #[inline]
    pub(super) const fn kept(&self) -> (&[i16; PLACES], i32) {
        (&self.places, self.sign as i32)
    }

    /// Counts `times` more for the discs on all these squares.
    #[inline]
    fn add(&mut self, set: &PatternSet, squares: u64, times: i16) {
        let mut rest = squares;
        while rest != 0 {
            for part in set.parts(rest.trailing_zeros()) {
                if let Some(index) = self.places.get_mut(usize::from(part.place)) {
                    *index = index.wrapping_add(part.power.wrapping_mul(times));
                }
            }
            rest &= rest.wrapping_sub(1);
        }
    }

    /// Those of `child`, which a move, or a pass, leads to from `parent`, whose these are.
    #[must_use]
    #[inline]
    pub(super) fn after(&self, set: &PatternSet, parent: &Board, child: &Board) -> Self {
        let flips = parent.opponent & !child.mover;
        let disc = parent.empties() & !child.empties();
        let sign = i16::from(self.sign);
        let mut indices = Self { sign: self.sign.wrapping_neg(), ..*self };
        indices.add(set, disc, sign);
        // From the other side's to one's own.
        indices.add(set, flips, sign.wrapping_mul(2));
        indices
    }
}
