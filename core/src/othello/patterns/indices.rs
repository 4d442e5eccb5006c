//! The indices of a position's patterns, updated move by move.

use super::super::Board;
use super::{PLACES, PatternSet, Table};

/// The indices of a set's places in a position, 100 bytes: the evaluation state of [`Patterns`](super::Patterns).
///
/// They are kept as the other side sees them, whose turn it is in all children: where the children are evaluated, nothing has
/// to be turned around. A move updates the places that it changes: some five for each disc placed or flipped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Indices {
    /// For each place, its index with the other side's discs as positive, added to the set's
    /// [origin](PatternSet::origins): the place of its weight in a table.
    places: [u16; PLACES],
    /// The set's number.
    set: u8,
    /// The sum of the weights at these places, if the evaluation has them in a table.
    pub(super) sum: i32,
}

impl Indices {
    /// Computes the indices of `board` from scratch.
    #[must_use]
    #[inline]
    pub fn new(set: &PatternSet, board: &Board) -> Self {
        let mut indices = Self { places: *set.origins(), set: set.number(), sum: 0 };
        indices.add(set, board.mover, -1);
        indices.add(set, board.opponent, 1);
        indices
    }

    /// The index of each place from the mover's side: its own discs count as positive.
    #[must_use]
    pub fn places(&self) -> [i16; PLACES] {
        let mut places = [0; PLACES];
        if let Some(set) = PatternSet::numbered(self.set) {
            let kept = self.places.iter().zip(set.origins());
            for (place, (&other, &origin)) in places.iter_mut().zip(kept) {
                *place = origin.wrapping_sub(other).cast_signed();
            }
        }
        places
    }

    /// Whether the indices belong to this set.
    #[must_use]
    #[inline]
    pub const fn are_of(&self, set: &PatternSet) -> bool {
        self.set == set.number()
    }

    /// The places of the weights for the other side.
    #[inline]
    pub(super) const fn of_other(&self) -> &[u16; PLACES] {
        &self.places
    }

    /// The fillings of an unfolded set's places, for the mover, by number among those of all shapes.
    #[inline]
    pub(super) fn fillings(&self, set: &PatternSet) -> [u32; PLACES] {
        // Several at a time.
        let mut fillings = [0u32; PLACES];
        let starts = set.origins().iter().zip(set.empty_places());
        for ((filling, &other), (&origin, &empty)) in
            fillings.iter_mut().zip(&self.places).zip(starts)
        {
            *filling = empty.wrapping_add_signed(origin.wrapping_sub(other).cast_signed().into());
        }
        fillings
    }

    /// Adds the discs on all these squares to the indices, `times` times.
    #[inline]
    fn add(&mut self, set: &PatternSet, squares: u64, times: i16) {
        if super::WIDE {
            let mut rest = squares;
            while rest != 0 {
                let amounts = set.amounts(rest.trailing_zeros());
                rest &= rest.wrapping_sub(1);
                for (place, &amount) in self.places.iter_mut().zip(amounts) {
                    *place = place.wrapping_add_signed(amount.wrapping_mul(times));
                }
            }
            return;
        }
        for_each_square(squares, |square| {
            for part in set.parts(square) {
                let Some(place) = self.places.get_mut(usize::from(part.place)) else { return };
                *place = place.wrapping_add_signed(part.power.wrapping_mul(times));
            }
        });
    }

    /// The indices of `child`, one move or pass after `parent`, whose indices these are.
    #[inline]
    pub(super) fn after(&self, set: &PatternSet, parent: &Board, child: &Board) -> Self {
        if !self.are_of(set) {
            return Self::new(set, child);
        }
        let mut next = Self { places: [0; PLACES], ..*self };
        let turned = self.places.iter().zip(set.origins());
        for (place, (&other, &origin)) in next.places.iter_mut().zip(turned) {
            *place = origin.wrapping_mul(2).wrapping_sub(other);
        }
        let (disc, flips) = changes(parent, child);
        next.add(set, disc, 1);
        // From the other side's disc to one's own.
        next.add(set, flips, 2);
        next
    }

    /// The sum of the weights at the places of `child`, one move after `parent`, for its mover, whose indices these are not
    /// but `parent`'s: of each weight that a move changes, the difference.
    #[inline]
    pub(super) fn sum_after(
        &self,
        set: &PatternSet,
        table: &Table,
        parent: &Board,
        child: &Board,
    ) -> i32 {
        let mut places = self.places;
        let mut sum = self.sum;
        let mut add = |squares: u64, times: i16| {
            for_each_square(squares, |square| {
                for part in set.parts(square) {
                    let Some(place) = places.get_mut(usize::from(part.place)) else { return };
                    let before = *place;
                    *place = before.wrapping_add_signed(part.power.wrapping_mul(times));
                    sum =
                        sum.wrapping_add(weight(table, *place)).wrapping_sub(weight(table, before));
                }
            });
        };
        let (disc, flips) = changes(parent, child);
        add(disc, -1);
        add(flips, -2);
        sum
    }
}

/// The weight at a place of a table.
#[inline]
pub(super) fn weight(table: &Table, place: u16) -> i32 {
    table.get(usize::from(place)).map_or(0, |&weight| weight.cast_signed().into())
}

/// The disc that a move has placed, and those that it has flipped.
#[inline]
const fn changes(parent: &Board, child: &Board) -> (u64, u64) {
    (parent.empties() & !child.empties(), parent.opponent & !child.mover)
}

/// Calls `act` for each square of a set. In halves, which are faster where a word has 32 bits.
#[inline]
fn for_each_square(squares: u64, mut act: impl FnMut(u32)) {
    for (half, first) in [(squares as u32, 0), ((squares >> 32) as u32, 32)] {
        let mut rest = half;
        while rest != 0 {
            act(first | rest.trailing_zeros());
            rest &= rest.wrapping_sub(1);
        }
    }
}
