//! The ranges of edge costs.

/// The range of a random tree's edge costs; each cost in it is equally likely.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum EdgeCosts {
    /// -2^14 to 2^14 - 1 (Korf & Chickering, section 4.2).
    #[default]
    Korf,
    /// -2^14 + 1 to 2^14 (Zhang's figures: -16383 to 16384).
    Zhang,
    /// -2^15 + 1 to 2^15 (Zhang's text); uses one more random bit.
    Zhang16,
    /// -2^23 to 2^23 - 1: equal values are rare, so searches can be compared without ties.
    Wide,
}

impl EdgeCosts {
    /// How a cost is drawn.
    pub(super) const fn draw(self) -> Draw {
        let (shift, bits) = match self {
            Self::Korf | Self::Zhang => (16, 15),
            Self::Zhang16 => (16, 16),
            Self::Wide => (8, 24),
        };
        Draw { shift, mask: u32::MAX.wrapping_shr(32u32.wrapping_sub(bits)), lowest: self.lowest() }
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

/// How an edge cost is drawn from a random number: some of its bits, plus the lowest cost.
///
/// The low bits are never used: bit k has period 2^(k+1).
#[derive(Clone, Copy, Debug)]
pub(super) struct Draw {
    shift: u32,
    mask: u32,
    lowest: i32,
}

impl Draw {
    /// The cost drawn by the random number `state`.
    #[inline]
    pub(super) const fn cost(self, state: u32) -> i32 {
        (state.wrapping_shr(self.shift) & self.mask).cast_signed().wrapping_add(self.lowest)
    }
}
