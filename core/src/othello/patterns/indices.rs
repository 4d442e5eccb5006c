//! The indices of a position's patterns, updated move by move.

use super::super::Board;
use super::{PLACES, PatternSet};

/// The indices of a set's places in a position, 96 bytes: the evaluation state of [`Patterns`](super::Patterns).
///
/// Indices count one colour's discs as positive and the other's as negative. The sign's meaning for the mover alternates
/// with every ply, so a move only updates the places that it changes: some five for each disc placed or flipped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
// Whole words, which microcontrollers copy faster.
#[repr(align(4))]
pub struct Indices {
    /// The side whose discs count as positive: 1 for the mover, -1 for the opponent.
    sign: i8,
    /// The set's number.
    set: u8,
    places: [i16; PLACES],
}

impl Indices {
    /// Computes the indices of `board` from scratch.
    #[must_use]
    #[inline]
    pub fn new(set: &PatternSet, board: &Board) -> Self {
        let mut indices = Self { sign: 1, set: set.number(), places: [0; PLACES] };
        indices.add(set, board.mover, 1);
        indices.add(set, board.opponent, -1);
        indices
    }

    /// The index of each place from the mover's side: its own discs count as positive.
    #[must_use]
    pub fn places(&self) -> [i16; PLACES] {
        self.places.map(|index| index.wrapping_mul(i16::from(self.sign)))
    }

    /// Whether the indices belong to this set.
    #[must_use]
    #[inline]
    pub const fn are_of(&self, set: &PatternSet) -> bool {
        self.set == set.number()
    }

    /// The stored indices, and the factor that converts them to the mover's side.
    #[inline]
    pub(super) const fn kept(&self) -> (&[i16; PLACES], i32) {
        (&self.places, self.sign as i32)
    }

    /// Adds the discs on all these squares to the indices, `times` times.
    #[inline]
    fn add(&mut self, set: &PatternSet, squares: u64, times: i16) {
        // In halves, which are faster where a word has 32 bits.
        for (half, first) in [(squares as u32, 0), ((squares >> 32) as u32, 32)] {
            let mut rest = half;
            while rest != 0 {
                for part in set.parts(first | rest.trailing_zeros()) {
                    let Some(index) = self.places.get_mut(usize::from(part.place)) else { return };
                    *index = index.wrapping_add(part.power.wrapping_mul(times));
                }
                rest &= rest.wrapping_sub(1);
            }
        }
    }

    /// Makes the indices of `parent` those of `child`, one move or pass later.
    #[inline]
    pub(super) fn advance(&mut self, set: &PatternSet, parent: &Board, child: &Board) {
        if !self.are_of(set) {
            *self = Self::new(set, child);
            return;
        }
        let flips = parent.opponent & !child.mover;
        let disc = parent.empties() & !child.empties();
        let sign = i16::from(self.sign);
        self.sign = self.sign.wrapping_neg();
        self.add(set, disc, sign);
        // From the other side's disc to one's own.
        self.add(set, flips, sign.wrapping_mul(2));
    }
}
