//! The papers' conventions in a domain, beyond its rules.

use plyscope_core::Side;

use crate::judged::Judged;

/// The papers' conventions in a domain, beyond its rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Conventions {
    /// Whether best-first minimax uses alpha-beta where a reference engine's alpha-beta sees the end of the game
    /// (Korf & Chickering, 8.3.1).
    pub solves_with_the_reference: bool,
    /// Whether best-first minimax plays out a principal variation that reaches the end of the game without further search
    /// (Korf & Chickering, 8.2).
    pub plays_out_lines: bool,
    /// Whether values are reported for MAX instead of the side to move.
    pub values_for_max: bool,
}

impl Conventions {
    /// None of these.
    pub const NONE: Self =
        Self { solves_with_the_reference: false, plays_out_lines: false, values_for_max: false };

    /// Turns a value of `mover` to the side that values are reported for, which it names already.
    #[must_use]
    pub fn reported(&self, judged: Judged, mover: Side) -> Judged {
        let is_turned = self.values_for_max && mover == Side::Min;
        if is_turned { judged.negated(judged.side) } else { judged }
    }
}
