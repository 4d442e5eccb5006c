//! Random numbers from a seed.

/// A random number that depends only on these two (SplitMix64).
pub fn hash(seed: u64, index: u64) -> u64 {
    plyscope_core::hash::mix(
        seed.wrapping_add(index.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15)),
    )
}
