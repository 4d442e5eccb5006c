//! Parts of the evaluation [`Simple`](super::Simple) on halves of a board, for ARM, where a 64-bit number takes two words: ranks
//! 1 to 4 in the low one, 5 to 8 in the high one.

/// Both halves of a board.
#[derive(Clone, Copy)]
pub(super) struct Halves {
    low: u32,
    high: u32,
}

/// The corners, as in [`Halves::ends`].
const CORNERS: u32 = 0x8100_0081;

impl Halves {
    pub(super) const fn of(board: u64) -> Self {
        Self { low: (board & 0xffff_ffff) as u32, high: (board >> 32) as u32 }
    }

    const fn and(self, other: Self) -> Self {
        Self { low: self.low & other.low, high: self.high & other.high }
    }

    const fn or(self, other: Self) -> Self {
        Self { low: self.low | other.low, high: self.high | other.high }
    }

    const fn without(self, other: Self) -> Self {
        Self { low: self.low & !other.low, high: self.high & !other.high }
    }

    /// Ranks 1 and 2, and 7 and 8, in one word.
    const fn ends(self) -> u32 {
        self.low & 0xffff | self.high & 0xffff_0000
    }

    /// These squares and their neighbours in all eight directions.
    const fn neighbourhood(self) -> Self {
        let (low, high) = (in_ranks(self.low), in_ranks(self.high));
        Self {
            low: low | low << 8 | low >> 8 | high << 24,
            high: high | high << 8 | high >> 8 | low >> 24,
        }
    }
}

/// These squares and their neighbours on the same rank.
const fn in_ranks(squares: u32) -> u32 {
    squares | squares << 1 & 0xfefe_fefe | squares >> 1 & 0x7f7f_7f7f
}

/// How many squares the first set has more than the second.
const fn difference(first: Halves, second: Halves) -> i32 {
    /// In each byte, so that none falls below zero.
    const MORE: u32 = 0x1010_1010;
    let (first, second) = (in_bytes(first), in_bytes(second));
    let bytes = first.wrapping_add(MORE).wrapping_sub(second);
    // Four times sixteen more.
    (bytes.wrapping_mul(0x0101_0101) >> 24).cast_signed().wrapping_sub(64)
}

/// The numbers of squares in four parts, each at most sixteen, in a byte each.
const fn in_bytes(squares: Halves) -> u32 {
    // At most eight in each four bits.
    let counts = in_nibbles(squares.low).wrapping_add(in_nibbles(squares.high));
    (counts & 0x0f0f_0f0f).wrapping_add(counts >> 4 & 0x0f0f_0f0f)
}

/// The number of bits in each four.
const fn in_nibbles(bits: u32) -> u32 {
    let pairs = bits.wrapping_sub(bits >> 1 & 0x5555_5555);
    (pairs & 0x3333_3333).wrapping_add(pairs >> 2 & 0x3333_3333)
}

/// The difference of mobility and of discs at edges, the difference of potential mobility, and the value of the discs at
/// and next to the corners, given the squares where either side may place a disc.
#[inline(always)]
pub(super) fn terms(
    own: Halves,
    other: Halves,
    own_moves: Halves,
    other_moves: Halves,
) -> [i32; 3] {
    let (own_ends, other_ends) = (own.ends(), other.ends());
    let Corners { counts, safe_edges } = corners((own_ends | other_ends) & CORNERS);
    // Moves and discs at an edge count alike, and no square is both.
    let hundreds =
        difference(own_moves.or(own.and(*safe_edges)), other_moves.or(other.and(*safe_edges)));
    let (own_ends, other_ends) = (own_ends & counts, other_ends & counts);
    let corners = if own_ends | other_ends == 0 {
        0
    } else {
        at_corners(own_ends).wrapping_sub(at_corners(other_ends))
    };
    let discs = own.or(other);
    let potential =
        difference(other.neighbourhood().without(discs), own.neighbourhood().without(discs));
    [hundreds, potential, corners]
}

/// What depends on the corners that are held.
struct Corners {
    /// The squares that count at and next to the corners: a square next to a corner that is held does not. As in
    /// [`Halves::ends`].
    counts: u32,
    /// Squares at an edge that count as such: not a corner, nor a square next to one that is empty.
    safe_edges: Halves,
}

/// What depends on the corners, of which these are held.
#[expect(clippy::indexing_slicing, reason = "four bits")]
const fn corners(held: u32) -> &'static Corners {
    // A bit for each.
    &CORNERS_HELD[(held.wrapping_mul(0x1040_0041) >> 28) as usize]
}

#[expect(
    clippy::indexing_slicing,
    reason = "const-evaluated: an out-of-range index fails the build"
)]
static CORNERS_HELD: [Corners; 16] = {
    const NONE: Corners =
        Corners { counts: 0xc3c3_c3c3, safe_edges: Halves { low: 0x8181_003c, high: 0x3c00_8181 } };
    /// Squares next to a1, h1, a8, h8: of ends.
    const NEXT: [u32; 4] = [0x0000_0302, 0x0000_c040, 0x0203_0000, 0x40c0_0000];
    /// Those of them at an edge.
    const AT_EDGE: u32 = 0x4281_8142;
    let mut all = [NONE; 16];
    let mut index = 0;
    while index < 16 {
        let mut corner = 0;
        while corner < 4 {
            if index >> corner & 1 != 0 {
                all[index].counts &= !NEXT[corner];
                all[index].safe_edges.low |= NEXT[corner] & AT_EDGE & 0xffff;
                all[index].safe_edges.high |= NEXT[corner] & AT_EDGE & 0xffff_0000;
            }
            corner += 1;
        }
        index += 1;
    }
    all
};

/// The sum of the values of these discs, of [`Halves::ends`], at and next to the corners.
#[expect(clippy::indexing_slicing, reason = "eight bits")]
fn at_corners(ends: u32) -> i32 {
    let [left, right] = &CORNER_VALUES;
    i32::from(left[gathered(ends)]).wrapping_add(i32::from(right[gathered(ends >> 6)]))
}

/// The lowest two bits of each byte, the first byte's lowest.
const fn gathered(ends: u32) -> usize {
    ((ends & 0x0303_0303).wrapping_mul(0x0104_1040) >> 24) as usize
}

/// The values of discs at and next to the left corners, and the right ones, by [`gathered`].
#[expect(
    clippy::indexing_slicing,
    reason = "const-evaluated: an out-of-range index fails the build"
)]
static CORNER_VALUES: [[i16; 256]; 2] = {
    use super::evaluation::{C_SQUARE, CORNER, X_SQUARE};
    let mut values = [[0; 256]; 2];
    let mut bits = 0;
    while bits < 256 {
        let mut bit = 0;
        while bit < 8 {
            if bits >> bit & 1 != 0 {
                // Ranks 1, 2, 7 and 8, of which the first and the last have the corners.
                let outer = bit / 2 == 0 || bit / 2 == 3;
                let (edge, inner) = if outer { (CORNER, C_SQUARE) } else { (C_SQUARE, X_SQUARE) };
                values[0][bits] += if bit % 2 == 0 { edge } else { inner };
                values[1][bits] += if bit % 2 == 1 { edge } else { inner };
            }
            bit += 1;
        }
        bits += 1;
    }
    values
};
