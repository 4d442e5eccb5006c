//! Hashes: the checksum of files, and the mixing of bits for keys of positions, nodes of random trees and seeds.

/// The checksums of the sixteen values of half a byte.
const HALVES: [u32; 16] = {
    let mut halves = [0; 16];
    let mut rest: &mut [u32] = &mut halves;
    let mut value = 0u32;
    while let Some((half, after)) = rest.split_first_mut() {
        let mut bits = value;
        let mut step = 0;
        while step < 4u32 {
            bits = (bits >> 1) ^ (POLYNOMIAL & (bits & 1).wrapping_neg());
            step = step.wrapping_add(1);
        }
        *half = bits;
        value = value.wrapping_add(1);
        rest = after;
    }
    halves
};

const POLYNOMIAL: u32 = 0xedb8_8320;

/// The checksum of weights in this crate, and of recorded rows and games on a desktop: the CRC-32 of ISO 3309, as in Ethernet, gzip and zip. It detects every change of one byte, or of up to four in a row.
///
/// The table has only 64 bytes, so that a microcontroller can verify the weights in its flash, at some ten cycles a byte.
///
/// ```
/// assert_eq!(plyscope_core::hash::crc32(&[b"123456789"]), 0xcbf4_3926);
/// assert_eq!(plyscope_core::hash::crc32(&[b"1234", b"56789"]), 0xcbf4_3926);
/// ```
#[must_use]
pub const fn crc32(mut parts: &[&[u8]]) -> u32 {
    let mut bits = u32::MAX;
    while let Some((&first, after)) = parts.split_first() {
        let mut bytes = first;
        while let Some((&byte, rest)) = bytes.split_first() {
            bits ^= byte as u32;
            bits = (bits >> 4) ^ half(bits);
            bits = (bits >> 4) ^ half(bits);
            bytes = rest;
        }
        parts = after;
    }
    !bits
}

#[expect(clippy::indexing_slicing, reason = "half a byte is one of the sixteen")]
const fn half(bits: u32) -> u32 {
    HALVES[(bits & 0xf) as usize]
}

/// A bijective mixing of 64 bits: the finaliser of SplitMix64 (Steele, Lea & Flood 2014). Hashes here and random choices elsewhere
/// rest on it, so it never changes.
#[must_use]
#[inline]
pub const fn mix(z: u64) -> u64 {
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// A hash of two numbers. Values of random trees and choices by chance rest on it, so it never changes. Pairs share one if the first
/// numbers differ in their highest bit alone, and the second ones in bit 31: it does not tell positions apart, which
/// [`squares`] does.
#[inline]
pub(crate) const fn pair(first: u64, second: u64) -> u64 {
    mix(first.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(32) ^ second)
}

/// A hash of two sets of squares, for tables of positions. Pairs of sets of the first 32 squares never share one. Of others, a test shows
/// that those do not which differ from one pair in at most two squares in each set.
#[inline]
pub(crate) const fn squares(first: u64, second: u64) -> u64 {
    // A difference in the first set's last squares alone changes few bits of the other product, and many of this one.
    let last = (first >> 32).wrapping_mul(0xff51_afd7_ed55_8ccd);
    mix(first.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(32) ^ last ^ second)
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::vec::Vec;

    use super::{crc32, mix, squares};

    /// All sets of at most two squares.
    fn small_sets() -> Vec<u64> {
        let squares = || (0..64).map(|square| 1u64 << square);
        let mut sets: Vec<u64> =
            squares().flat_map(|one| squares().map(move |other| one | other)).collect();
        sets.push(0);
        sets.sort_unstable();
        sets.dedup();
        sets
    }

    #[test]
    fn sets_that_differ_in_a_few_squares_have_different_hashes() {
        // With the middle of an Othello game, and with other sets.
        for (first, second) in [(0x0000_1c3e_0408_1000, 0x0008_2001_3834_0000), (mix(1), mix(2))] {
            let hash = squares(first, second);
            let differences = small_sets();
            for &one in &differences {
                for &other in &differences {
                    let same = (one, other) == (0, 0);
                    assert_eq!(
                        squares(first ^ one, second ^ other) == hash,
                        same,
                        "{one:#x}, {other:#x}"
                    );
                }
            }
        }
    }

    #[test]
    fn every_flipped_bit_and_every_zeroed_end_changes_the_checksum() {
        let bytes: [u8; 64] = core::array::from_fn(|place| (place * 37) as u8);
        let sum = crc32(&[&bytes]);
        for place in 0..bytes.len() {
            for bit in 0..8 {
                let mut other = bytes;
                other[place] ^= 1 << bit;
                assert_ne!(crc32(&[&other]), sum, "{place}, {bit}");
            }
            let mut other = bytes;
            other[place..].fill(0);
            assert!(other == bytes || crc32(&[&other]) != sum, "{place}");
        }
        assert_eq!((crc32(&[]), crc32(&[&[0; 4]])), (0, 0x2144_df1c));
    }
}
