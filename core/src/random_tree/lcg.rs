//! The linear congruential generator of the random trees, and jumping ahead in its sequence
//! (Korf & Chickering, section 4.5).
//!
//! `s' = 1103515245 s + 12345 mod 2^32`, the C library's `rand` of Kernighan & Ritchie.

/// The multiplier `a`.
pub const MULTIPLIER: u32 = 1_103_515_245;
/// The increment `c`.
pub const INCREMENT: u32 = 12_345;

/// The state after `state`.
#[must_use]
#[inline]
pub const fn next(state: u32) -> u32 {
    state.wrapping_mul(MULTIPLIER).wrapping_add(INCREMENT)
}

/// A fixed number of steps at once: `s -> a s + c`.
#[derive(Clone, Copy)]
struct Leap {
    multiplier: u32,
    increment: u32,
}

impl Leap {
    const NONE: Self = Self { multiplier: 1, increment: 0 };
    const ONE: Self = Self { multiplier: MULTIPLIER, increment: INCREMENT };

    #[inline]
    const fn apply(self, state: u32) -> u32 {
        state.wrapping_mul(self.multiplier).wrapping_add(self.increment)
    }

    /// The composition: first `self`, then `then`. It uses the recurrence for the sum of the powers of `a`, because the
    /// closed form would divide by `a - 1`, which has no inverse.
    const fn then(self, then: Self) -> Self {
        Self {
            multiplier: self.multiplier.wrapping_mul(then.multiplier),
            increment: then.apply(self.increment),
        }
    }
}

/// `BITS[i]` leaps `2^i` steps: the paper's two tables of powers of `a` and of their sums.
#[expect(clippy::indexing_slicing, reason = "evaluated by the compiler")]
const BITS: [Leap; 32] = {
    let mut table = [Leap::ONE; 32];
    let mut i = 1;
    while i < 32 {
        table[i] = table[i - 1].then(table[i - 1]);
        i += 1;
    }
    table
};

/// `BYTES[k][v]` leaps `v 256^k` steps: 8 KiB that make a jump four multiplications.
#[expect(clippy::indexing_slicing, reason = "evaluated by the compiler")]
static BYTES: [[Leap; 256]; 4] = {
    let mut table = [[Leap::NONE; 256]; 4];
    let mut k = 0;
    while k < 4 {
        let mut v = 1;
        while v < 256 {
            table[k][v] = table[k][v - 1].then(BITS[8 * k]);
            v += 1;
        }
        k += 1;
    }
    table
};

/// The state `steps` steps after `state`, by one leap for each byte of `steps`.
///
/// ```
/// use plyscope_core::random_tree::lcg;
/// let five = (0..5).fold(17, |s, _| lcg::next(s));
/// assert_eq!(lcg::jump(17, 5), five);
/// ```
#[must_use]
#[inline]
#[expect(clippy::indexing_slicing, reason = "a byte indexes 256 entries")]
pub fn jump(state: u32, steps: u32) -> u32 {
    let [b0, b1, b2, b3] = steps.to_le_bytes();
    let [t0, t1, t2, t3] = &BYTES;
    let state = t0[usize::from(b0)].apply(state);
    let state = t1[usize::from(b1)].apply(state);
    let state = t2[usize::from(b2)].apply(state);
    t3[usize::from(b3)].apply(state)
}

/// The same as [`jump`], by one leap for each one bit of `steps`: the paper's scheme. 256 bytes of table.
#[must_use]
pub fn jump_by_bits(mut state: u32, mut steps: u32) -> u32 {
    for leap in BITS {
        if steps & 1 == 1 {
            state = leap.apply(state);
        }
        steps >>= 1;
    }
    state
}

#[cfg(test)]
mod tests {
    use super::{jump, jump_by_bits, next};

    #[test]
    fn jumping_equals_stepping() {
        let mut state = 17;
        for steps in 0..70_000 {
            assert_eq!(jump(17, steps), state);
            assert_eq!(jump_by_bits(17, steps), state);
            state = next(state);
        }
    }

    #[test]
    fn both_jumps_agree_on_long_distances_and_the_period_is_full() {
        let mut steps = 1u32;
        for _ in 0..100_000 {
            steps = steps.wrapping_mul(747_796_405).wrapping_add(2_891_336_453);
            assert_eq!(jump(steps ^ 99, steps), jump_by_bits(steps ^ 99, steps));
        }
        assert_eq!(next(jump(17, u32::MAX)), 17, "2^32 steps lead back");
    }
}
