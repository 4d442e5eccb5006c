//! The meaning of a search's value, for people and programs: whether it is proven, and its size in discs.

use crate::domain::OthelloEvaluation;
use plyscope_core::Outcome;
use plyscope_core::{Bound, Value};
use serde::Serialize;

/// The meaning of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Kind {
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
    pub(super) const fn name(self) -> &'static str {
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
pub(super) struct Verdict {
    pub(super) bound: Kind,
    pub(super) proven: bool,
}

impl Verdict {
    /// The verdict on a value with this `bound` at its horizon. `decided` is the score if only finished games have this value:
    /// the side ahead can then force at least that much, whatever lies beyond the horizon.
    pub(super) fn of(bound: Bound, proven: bool, decided: Option<i32>) -> Self {
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
    pub(super) fn is_final(self) -> bool {
        self.proven && self.bound == Kind::Exact
    }

    /// The verdict in words.
    pub(super) const fn text(self) -> &'static str {
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

/// The score of a finished game with this value of Othello, if only finished games have such values.
pub(super) fn decided(value: Value, evaluation: &OthelloEvaluation) -> Option<i32> {
    value.outcome().map(Outcome::score).filter(|_| !evaluation.counts_discs())
}

/// A value of Othello in words: discs with a sign and two decimals, or the evaluation's own number.
pub(super) fn othello_text(value: Value, discs: Option<f64>) -> String {
    match (value, discs) {
        // Best-first minimax distinguishes only these three outcomes.
        (Value::MAX, _) => "a won game at the end of the line".to_owned(),
        (Value::MIN, _) => "a lost game at the end of the line".to_owned(),
        (value, _) if value == Value::MIN.plus(1) => {
            "a drawn game at the end of the line".to_owned()
        }
        (_, Some(discs)) => format!("{discs:+.2}"),
        (value, None) => format!("{value} in the evaluation's own unit"),
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
