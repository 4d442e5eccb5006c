//! Mixing bits: the hashes of positions, and of the nodes of random trees.

/// A bijective mixing of 64 bits: the finaliser of SplitMix64 (Steele, Lea & Flood 2014). Hashes here and random choices elsewhere
/// rest on it, so it never changes.
#[must_use]
#[inline]
pub const fn mix(z: u64) -> u64 {
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// A hash of two sets of squares.
#[inline]
pub(crate) const fn pair(first: u64, second: u64) -> u64 {
    mix(first.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(32) ^ second)
}
