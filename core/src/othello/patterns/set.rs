//! Sets of patterns: the groups of squares that are evaluated together.

/// The number of places of every set, over all its shapes.
pub const PLACES: usize = 46;

/// Places that have every square's amount, most of them 0: a desktop adds eight at once, which is faster than some five one by one.
/// They take 6 KB a set, so other machines have none.
pub(super) const DENSE: usize = if super::WIDE { PLACES } else { 0 };

/// The most places that one square can be part of.
const SHARED: usize = 8;

/// A square's part in a place: the amount that a disc on it adds to the place's index.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    /// The place.
    pub(super) place: u16,
    /// A power of three.
    pub(super) power: i16,
}

/// All places that a square is part of.
#[derive(Clone, Copy, Debug)]
struct Parts {
    parts: [Part; SHARED],
    count: usize,
}

/// A set of patterns: shapes, each in all its places on the board, that is, under its reflections and rotations.
///
/// A place's filling is encoded as a number in balanced ternary, its **index**: every square has a power of three, starting
/// with 1 for the shape's first square; one side's disc adds it, the other's subtracts it. Exchanging the sides negates the
/// index. Each index of a shape has a weight, shared by all the shape's places. In a *folded* set an index and its negative
/// share one weight, which counts for one side or for the other: half the memory, but the side to move cannot matter.
#[derive(Clone, Copy, Debug)]
pub struct PatternSet {
    name: &'static str,
    number: u8,
    folded: bool,
    shapes: &'static [&'static [u8]],
    squares: [Parts; 64],
    /// For each square, what a disc on it adds to the indices of all places.
    amounts: [[i16; DENSE]; 64],
    /// For each place, the position of its weight for the index 0.
    empty: [u32; PLACES],
    /// The same as numbers that an index may be added to; zeros if there are more weights than such numbers.
    origins: [u16; PLACES],
    weights: usize,
}

impl PartialEq for PatternSet {
    fn eq(&self, other: &Self) -> bool {
        self.number == other.number
    }
}

impl Eq for PatternSet {}

/// A square under one of the board's eight symmetries; symmetry 0 leaves it where it is.
#[must_use]
pub const fn reflected(square: u8, symmetry: u8) -> u8 {
    let (mut column, mut row) = (square & 7, square >> 3 & 7);
    if symmetry & 4 != 0 {
        (column, row) = (row, column);
    }
    if symmetry & 1 != 0 {
        row ^= 7;
    }
    if symmetry & 2 != 0 {
        column ^= 7;
    }
    row << 3 | column
}

/// The squares of a shape under a symmetry, as a board.
const fn outline(shape: &[u8], symmetry: u8) -> u64 {
    let mut board = 0u64;
    let mut rest = shape;
    while let [square, after @ ..] = rest {
        board |= 1u64 << (reflected(*square, symmetry) & 63);
        rest = after;
    }
    board
}

impl PatternSet {
    /// Eleven shapes: edge, rows 2 to 4, diagonals of 8 to 4 squares, corners of 2 x 4 and 3 x 3. 62,289 weights.
    pub const W: &'static Self = &Self::new("w", 0, false, W);
    /// The set `w`, folded: 31,150 weights.
    pub const W_FOLDED: &'static Self = &Self::new("w-folded", 1, true, W);
    /// The shapes of `w` with the two X-squares added to the edge: 114,777 weights.
    pub const WX: &'static Self = &Self::new("wx", 2, false, WX);
    /// The set `wx`, folded: 57,394 weights.
    pub const WX_FOLDED: &'static Self = &Self::new("wx-folded", 3, true, WX);
    /// The eleven shapes of Logistello (Buro 1997): edge with X-squares, rows 2 to 4, diagonals of 8 to 4 squares, corners of
    /// 2 x 5 and 3 x 3. 167,265 weights.
    pub const LOGISTELLO: &'static Self = &Self::new("logistello", 4, false, LOGISTELLO);
    /// The set `logistello`, folded: 83,638 weights.
    pub const LOGISTELLO_FOLDED: &'static Self =
        &Self::new("logistello-folded", 5, true, LOGISTELLO);

    /// All sets.
    pub const ALL: [&'static Self; 6] = [
        Self::W,
        Self::W_FOLDED,
        Self::WX,
        Self::WX_FOLDED,
        Self::LOGISTELLO,
        Self::LOGISTELLO_FOLDED,
    ];

    #[expect(
        clippy::indexing_slicing,
        clippy::arithmetic_side_effects,
        reason = "const-evaluated: an out-of-range index fails the build"
    )]
    const fn new(
        name: &'static str,
        number: u8,
        folded: bool,
        shapes: &'static [&'static [u8]],
    ) -> Self {
        let none = Parts { parts: [Part { place: 0, power: 0 }; SHARED], count: 0 };
        let mut squares = [none; 64];
        let mut amounts = [[0; DENSE]; 64];
        let mut empty = [0; PLACES];
        let (mut places, mut weights, mut shape) = (0, 0, 0);
        while shape < shapes.len() {
            let fillings = 3u32.pow(shapes[shape].len() as u32);
            let mut symmetry = 0;
            while symmetry < 8 {
                let mut seen = false;
                let mut earlier = 0;
                while earlier < symmetry {
                    seen |= outline(shapes[shape], earlier) == outline(shapes[shape], symmetry);
                    earlier += 1;
                }
                if !seen {
                    empty[places] = weights + if folded { 0 } else { fillings / 2 };
                    let (mut square, mut power) = (0, 1);
                    while square < shapes[shape].len() {
                        let on_board = reflected(shapes[shape][square], symmetry) as usize;
                        if super::WIDE {
                            amounts[on_board][places] = power;
                        }
                        let at = &mut squares[on_board];
                        at.parts[at.count] = Part { place: places as u16, power };
                        at.count += 1;
                        power = power.wrapping_mul(3);
                        square += 1;
                    }
                    places += 1;
                }
                symmetry += 1;
            }
            weights += if folded { fillings / 2 + 1 } else { fillings };
            shape += 1;
        }
        assert!(places == PLACES);
        let mut origins = [0; PLACES];
        if !folded && weights <= u16::MAX as u32 {
            while places > 0 {
                places -= 1;
                origins[places] = empty[places] as u16;
            }
        }
        Self {
            name,
            number,
            folded,
            shapes,
            squares,
            amounts,
            empty,
            origins,
            weights: weights as usize,
        }
    }

    /// The set with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        Self::ALL.into_iter().find(|set| set.name == name)
    }

    /// The set with this number in files.
    #[must_use]
    pub const fn numbered(number: u8) -> Option<&'static Self> {
        let mut rest: &[&'static Self] = &Self::ALL;
        while let [set, after @ ..] = rest {
            if set.number == number {
                return Some(*set);
            }
            rest = after;
        }
        None
    }

    /// Its name.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Its number in files.
    #[must_use]
    pub const fn number(&self) -> u8 {
        self.number
    }

    /// Whether the set is folded: an index and its negative share a weight.
    #[must_use]
    pub const fn is_folded(&self) -> bool {
        self.folded
    }

    /// The squares of each shape in its first place, ordered by ascending power of three.
    #[must_use]
    pub const fn shapes(&self) -> &'static [&'static [u8]] {
        self.shapes
    }

    /// The number of weights for one phase of the game: one for each index of each shape, in the order of the shapes,
    /// smallest index first. A folded set has only the indices from 0 on.
    #[must_use]
    pub const fn weights(&self) -> usize {
        self.weights
    }

    /// For each place, the position of the index 0's weight among those of a phase.
    #[inline]
    #[must_use]
    pub const fn empty_places(&self) -> &[u32; PLACES] {
        &self.empty
    }

    /// For each place, the number that its index is added to in [`Indices`](super::Indices): the position of the index 0's
    /// weight, or 0 in sets whose weights are too many for 16 bits, and in folded ones.
    #[inline]
    pub(super) const fn origins(&self) -> &[u16; PLACES] {
        &self.origins
    }

    /// What a disc on a square adds to the indices of the [`DENSE`] places.
    #[inline]
    pub(super) fn amounts(&self, square: u32) -> &[i16; DENSE] {
        self.amounts.get(square as usize & 63).unwrap_or(&[0; DENSE])
    }

    /// For each square, the amounts that a disc on it adds to the places' indices.
    #[inline]
    pub(super) fn parts(&self, square: u32) -> &[Part] {
        let Some(parts) = self.squares.get(square as usize & 63) else { return &[] };
        // Never more than there are; that says so without a branch.
        parts.parts.split_at(parts.count.min(SHARED)).0
    }
}

const A1: u8 = 0;
const B2: u8 = 9;
const G2: u8 = 14;

const EDGE: &[u8] = &[0, 1, 2, 3, 4, 5, 6, 7];
const EDGE_X: &[u8] = &[0, 1, 2, 3, 4, 5, 6, 7, B2, G2];
const ROW_2: &[u8] = &[8, 9, 10, 11, 12, 13, 14, 15];
const ROW_3: &[u8] = &[16, 17, 18, 19, 20, 21, 22, 23];
const ROW_4: &[u8] = &[24, 25, 26, 27, 28, 29, 30, 31];
const DIAGONAL_8: &[u8] = &[A1, 9, 18, 27, 36, 45, 54, 63];
const DIAGONAL_7: &[u8] = &[1, 10, 19, 28, 37, 46, 55];
const DIAGONAL_6: &[u8] = &[2, 11, 20, 29, 38, 47];
const DIAGONAL_5: &[u8] = &[3, 12, 21, 30, 39];
const DIAGONAL_4: &[u8] = &[4, 13, 22, 31];
const CORNER_2X4: &[u8] = &[0, 1, 2, 3, 8, 9, 10, 11];
const CORNER_2X5: &[u8] = &[0, 1, 2, 3, 4, 8, 9, 10, 11, 12];
const CORNER_3X3: &[u8] = &[0, 1, 2, 8, 9, 10, 16, 17, 18];

const W: &[&[u8]] = &[
    EDGE, ROW_2, ROW_3, ROW_4, DIAGONAL_8, DIAGONAL_7, DIAGONAL_6, DIAGONAL_5, DIAGONAL_4,
    CORNER_2X4, CORNER_3X3,
];
const WX: &[&[u8]] = &[
    EDGE_X, ROW_2, ROW_3, ROW_4, DIAGONAL_8, DIAGONAL_7, DIAGONAL_6, DIAGONAL_5, DIAGONAL_4,
    CORNER_2X4, CORNER_3X3,
];
const LOGISTELLO: &[&[u8]] = &[
    EDGE_X, ROW_2, ROW_3, ROW_4, DIAGONAL_8, DIAGONAL_7, DIAGONAL_6, DIAGONAL_5, DIAGONAL_4,
    CORNER_2X5, CORNER_3X3,
];

#[cfg(test)]
mod tests {
    extern crate std;

    use std::vec::Vec;

    use super::{PLACES, PatternSet, outline, reflected};

    #[test]
    fn sets_have_so_many_weights() {
        let weights = [62_289, 31_150, 114_777, 57_394, 167_265, 83_638];
        for (set, weights) in PatternSet::ALL.into_iter().zip(weights) {
            assert_eq!(set.weights(), weights, "{}", set.name());
            assert_eq!(PatternSet::named(set.name()), Some(set));
            assert_eq!(PatternSet::numbered(set.number()), Some(set));
        }
    }

    #[test]
    fn every_place_has_its_squares_each_once_and_no_two_places_the_same() {
        for set in PatternSet::ALL {
            let mut places: Vec<(u64, i32)> = std::vec![(0, 0); PLACES];
            for square in 0..64 {
                for part in set.parts(square) {
                    let (board, sum) = &mut places[usize::from(part.place)];
                    *board |= 1 << square;
                    *sum += i32::from(part.power);
                }
            }
            // The powers of all squares add up to the greatest index.
            for &(board, sum) in &places {
                assert_eq!(sum, (3i32.pow(board.count_ones()) - 1) / 2);
            }
            let mut boards: Vec<u64> = places.iter().map(|place| place.0).collect();
            boards.sort_unstable();
            boards.dedup();
            assert_eq!(boards.len(), PLACES);
            let outlines = set.shapes().iter().flat_map(|shape| (0..8).map(|s| outline(shape, s)));
            assert!(outlines.into_iter().all(|board| boards.contains(&board)));
        }
    }

    #[test]
    fn the_symmetries_are_eight_permutations() {
        let all: Vec<Vec<u8>> =
            (0..8).map(|symmetry| (0..64).map(|s| reflected(s, symmetry)).collect()).collect();
        for (number, permutation) in all.iter().enumerate() {
            let mut sorted = permutation.clone();
            sorted.sort_unstable();
            assert!(sorted.into_iter().eq(0..64));
            assert!(!all[..number].contains(permutation));
        }
    }
}
