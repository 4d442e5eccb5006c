//! Squares: neighbours, and quadrants for parity.

/// The neighbours of each square.
#[expect(
    clippy::indexing_slicing,
    reason = "const-evaluated: an out-of-range index fails the build"
)]
pub(super) static NEIGHBOURS: [u64; 64] = {
    let mut neighbours = [0; 64];
    let mut square = 0;
    while square < 64 {
        let disc = 1u64 << square;
        let row = disc | (disc & 0x7f7f_7f7f_7f7f_7f7f) << 1 | (disc & 0xfefe_fefe_fefe_fefe) >> 1;
        neighbours[square] = (row | row << 8 | row >> 8) & !disc;
        square += 1;
    }
    neighbours
};

/// Whether some of `discs` are next to `square`. Only then can a disc placed there flip some of them.
#[inline]
#[expect(clippy::indexing_slicing, reason = "the mask keeps the index below 64")]
pub(super) fn near(square: u32, discs: u64) -> bool {
    NEIGHBOURS[(square & 63) as usize] & discs != 0
}

/// The quadrant of a square, as a number of its own.
#[inline]
pub(super) const fn quadrant(square: u32) -> u32 {
    square & 0x24
}

/// The quadrants with an odd number of the empty squares `empties`.
#[inline]
pub(super) const fn odd_quadrants(empties: u64) -> u64 {
    // The parity of each quadrant gathers in its lowest bit.
    let pairs = empties ^ empties >> 16;
    let rows = pairs ^ pairs >> 8;
    let halves = rows ^ rows >> 2;
    let parities = (halves ^ halves >> 1) & 0x0000_0011_0000_0011;
    parities.wrapping_mul(0x0f0f_0f0f)
}

/// The four corners.
pub(super) const CORNERS: u64 = 0x8100_0000_0000_0081;
