//! The ranges that edge costs are drawn from.

/// The range of the edge costs of a random tree, each cost in it equally likely.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum EdgeCosts {
    /// -2^14 to 2^14 - 1 (Korf & Chickering, section 4.2).
    #[default]
    Korf,
    /// -2^14 + 1 to 2^14 (Zhang's figures: -16383 to 16384).
    Zhang,
    /// -2^15 + 1 to 2^15 (Zhang's text); takes one random bit more.
    Zhang16,
    /// -2^23 to 2^23 - 1: equal values are rare, for comparing searches free of ties.
    Wide,
}

impl EdgeCosts {
    /// The cost drawn by the random number `state`. The low bits of a state are never used: bit k has
    /// period 2^(k+1).
    #[inline]
    pub(super) const fn cost(self, state: u32) -> i32 {
        match self {
            Self::Korf => ((state >> 16) & 0x7fff).cast_signed().wrapping_sub(1 << 14),
            Self::Zhang => ((state >> 16) & 0x7fff).cast_signed().wrapping_sub((1 << 14) - 1),
            Self::Zhang16 => (state >> 16).cast_signed().wrapping_sub((1 << 15) - 1),
            Self::Wide => (state >> 8).cast_signed().wrapping_sub(1 << 23),
        }
    }

    /// The smallest cost: the papers' `l`.
    #[must_use]
    pub const fn lowest(self) -> i32 {
        match self {
            Self::Korf => -(1 << 14),
            Self::Zhang => -(1 << 14) + 1,
            Self::Zhang16 => -(1 << 15) + 1,
            Self::Wide => -(1 << 23),
        }
    }

    /// The largest cost: the papers' `u`.
    #[must_use]
    pub const fn highest(self) -> i32 {
        match self {
            Self::Korf => (1 << 14) - 1,
            Self::Zhang => 1 << 14,
            Self::Zhang16 => 1 << 15,
            Self::Wide => (1 << 23) - 1,
        }
    }
}
