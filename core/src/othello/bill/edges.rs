//! The edges of a board, as indices into the edge table.

/// Fillings of an edge and its two X-squares: 3^10.
pub const EDGES: usize = 59_049;

const FILE_A: u64 = 0x0101_0101_0101_0101;

/// The number in base three with the binary digits of the index.
#[expect(
    clippy::indexing_slicing,
    reason = "const-evaluated: an out-of-range index fails the build"
)]
static TERNARY: [u16; 1024] = {
    let mut table = [0u16; 1024];
    let (mut index, mut power) = (1usize, 1u16);
    while index < 1024 {
        // Numbers from a power of two on have one more digit.
        if index.is_power_of_two() && index > 1 {
            power = power.wrapping_mul(3);
        }
        table[index] = power.wrapping_add(table[index - (1 << index.ilog2())]);
        index += 1;
    }
    table
};

/// The index into the edge table of an edge with these discs of the mover and of the opponent. Both take ten bits: the
/// eight squares of the edge from the lowest on, then the X-squares beside the first and the last square. The index is a
/// number in base three, least significant digit first: 0 for an empty square, 1 for the mover's disc, 2 for the
/// opponent's.
#[must_use]
#[inline]
pub fn edge_index(mover: u32, opponent: u32) -> usize {
    let ternary = |bits: u32| TERNARY.get((bits & 1023) as usize).copied().unwrap_or(0);
    usize::from(ternary(mover)).wrapping_add(usize::from(ternary(opponent)).wrapping_mul(2))
}

/// A file's squares as a byte, rank 1 lowest.
#[inline]
pub(super) const fn file(discs: u64, file: u32) -> u64 {
    ((discs >> (file & 7)) & FILE_A).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

/// The squares of the top, bottom, left and right edge with their X-squares, in the form of [`edge_index`].
#[inline]
pub(super) const fn edges(discs: u64) -> [u32; 4] {
    let [b2, g2, b7, g7] = [discs >> 9 & 1, discs >> 14 & 1, discs >> 49 & 1, discs >> 54 & 1];
    [
        (discs & 0xff | b2 << 8 | g2 << 9) as u32,
        (discs >> 56 | b7 << 8 | g7 << 9) as u32,
        (file(discs, 0) | b2 << 8 | b7 << 9) as u32,
        (file(discs, 7) | g2 << 8 | g7 << 9) as u32,
    ]
}

#[cfg(test)]
mod tests {
    use super::{EDGES, edge_index, edges};

    #[test]
    fn a_square_is_in_the_edges_that_it_lies_on_or_beside() {
        // a1, d1, h1, a4, h8, b2, g7, d4.
        let places = [0, 3, 7, 24, 63, 9, 54, 27].map(|square| edges(1 << square));
        assert_eq!(
            places,
            [
                [1, 0, 1, 0],
                [8, 0, 0, 0],
                [128, 0, 0, 1],
                [0, 0, 8, 0],
                [0, 128, 0, 128],
                [256, 0, 256, 0],
                [0, 512, 0, 512],
                [0; 4],
            ]
        );
    }

    #[test]
    fn the_index_is_the_filling_in_base_three() {
        assert_eq!([edge_index(0, 0), edge_index(1, 2), edge_index(0, 1023)], [0, 7, EDGES - 1]);
        assert_eq!(edge_index(0x200, 0x80), 19_683 + 2 * 2187);
    }
}
