//! What the papers did in a domain, beyond its rules.

use plyscope_core::{Side, Value};

/// What the papers did in a domain, beyond its rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Conventions {
    /// Whether best-first minimax is to use alpha-beta where a reference engine's alpha-beta sees the end of the game
    /// (Korf & Chickering, 8.3.1).
    pub solves_with_the_reference: bool,
    /// Whether best-first minimax plays a principal variation that reaches the end of the game without searching again
    /// (Korf & Chickering, 8.2).
    pub plays_out_lines: bool,
    /// Whether values are reported for MAX, not for the side to move.
    pub values_for_max: bool,
}

impl Conventions {
    /// Nothing of this.
    pub const NONE: Self =
        Self { solves_with_the_reference: false, plays_out_lines: false, values_for_max: false };

    /// A value, given for the side to move, from the side that values are reported for.
    #[must_use]
    pub fn reported(&self, value: Value, mover: Side) -> Value {
        if self.values_for_max && mover == Side::Min { -value } else { value }
    }
}
