//! The meaning of a search's value: what it bounds, and whether that is proven for the game.

use plyscope_core::{Bound, Report, Stop};
use serde::Serialize;

/// The meaning of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// The game's value, proven.
    Exact,
    /// The minimax value at the horizon; the game's value may differ.
    Horizon,
    /// Based on estimates that may be wrong.
    Estimate,
    /// A lower bound.
    Lower,
    /// An upper bound.
    Upper,
    /// Nothing is known.
    Unknown,
}

impl Kind {
    /// As in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Horizon => "horizon",
            Self::Estimate => "estimate",
            Self::Lower => "lower",
            Self::Upper => "upper",
            Self::Unknown => "unknown",
        }
    }
}

/// The meaning of a value, and whether it is proven for the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Verdict {
    /// The meaning of the value.
    pub bound: Kind,
    /// Whether that holds for the game, not only at the horizon.
    pub proven: bool,
}

impl Verdict {
    /// The verdict on the value of a search of a position whose game takes at most `most_plies` plies more. `decided` is the score
    /// if only finished games have this value.
    #[must_use]
    pub fn of_report<M>(report: &Report<'_, M>, most_plies: u32, decided: Option<i32>) -> Self {
        // A line cannot be longer than the game.
        let to_the_end = report.stop == Stop::Completed && report.depth >= most_plies;
        Self::of(report.bound, report.proven || to_the_end, decided)
    }

    /// The same from the other side: a lower bound is an upper one there.
    #[must_use]
    pub const fn turned(self) -> Self {
        let bound = match self.bound {
            Kind::Lower => Kind::Upper,
            Kind::Upper => Kind::Lower,
            bound => bound,
        };
        Self { bound, ..self }
    }

    /// The verdict on a value with this `bound` at its horizon. `decided` is the score if only finished games have this value:
    /// the side ahead can then force at least that much, whatever lies beyond the horizon.
    fn of(bound: Bound, proven: bool, decided: Option<i32>) -> Self {
        let (bound, proven) = match (bound, decided.map_or(0, i32::signum)) {
            (Bound::Exact, _) if proven => (Kind::Exact, true),
            (Bound::Exact | Bound::Lower, 1) => (Kind::Lower, true),
            (Bound::Exact | Bound::Upper, -1) => (Kind::Upper, true),
            (Bound::Exact, _) => (Kind::Horizon, false),
            (Bound::Lower, _) => (Kind::Lower, proven),
            (Bound::Upper, _) => (Kind::Upper, proven),
            (Bound::Estimate, _) => (Kind::Estimate, false),
            _ => (Kind::Unknown, false),
        };
        Self { bound, proven }
    }

    /// Whether this is the game's value, proven.
    #[must_use]
    pub fn is_final(self) -> bool {
        self.proven && self.bound == Kind::Exact
    }

    /// The verdict in words.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match (self.bound, self.proven) {
            (Kind::Exact, _) => "exact: proven to the end of the game",
            (Kind::Horizon, _) => {
                "horizon: the minimax value at this depth, not proven for the game"
            }
            (Kind::Estimate, _) => "estimate: based on estimates that may be wrong",
            (Kind::Lower, true) => "lower: the game is worth at least this, proven",
            (Kind::Lower, false) => "lower: at least this at the horizon, not proven for the game",
            (Kind::Upper, true) => "upper: the game is worth at most this, proven",
            (Kind::Upper, false) => "upper: at most this at the horizon, not proven for the game",
            (Kind::Unknown, _) => "unknown: stopped before there was a value",
        }
    }
}

#[cfg(test)]
mod tests {
    use plyscope_core::Bound;

    use super::{Kind, Verdict};

    #[test]
    fn only_what_cannot_err_is_called_proven() {
        let of = |bound, proven, decided| {
            let verdict = Verdict::of(bound, proven, decided);
            (verdict.bound, verdict.proven)
        };
        assert_eq!(of(Bound::Exact, true, Some(4)), (Kind::Exact, true));
        assert_eq!(of(Bound::Exact, false, None), (Kind::Horizon, false));
        assert_eq!(of(Bound::Exact, false, Some(22)), (Kind::Lower, true), "it may be more");
        assert_eq!(of(Bound::Exact, false, Some(-22)), (Kind::Upper, true), "it may be less");
        assert_eq!(of(Bound::Lower, false, Some(-22)), (Kind::Lower, false));
        assert_eq!(of(Bound::Estimate, false, Some(22)), (Kind::Estimate, false));
        assert_eq!(of(Bound::Unknown, false, None), (Kind::Unknown, false));
    }
}
