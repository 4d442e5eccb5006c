//! What a search's value means: how much in which unit, whether it is a bound, whether that is proven, and for whom.

mod unit;

use alloc::borrow::ToOwned as _;
use alloc::format;
use core::fmt;

use plyscope_core::{Bound, Judgement, Outcome, Report, Stop, Value};
use serde::ser::{Serialize, SerializeStruct as _, Serializer};

pub use self::unit::Unit;

/// How a value relates to the game's true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum BoundKind {
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

impl BoundKind {
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

/// A value with its meaning.
///
/// As text it is a number in its unit (`+1.23`, `at least 17`), or how the game ends (`won by 12`, `lost by at least 4`,
/// `drawn`); `perhaps` if that rests on estimates.
///
/// As JSON it has the fields `side`, `value`, `unit`, `result`, `bound` and `proven`. `value` is in `unit`. If the game ends,
/// `result` is `won`, `drawn` or `lost`, and `value` is the score; it is missing if only the result is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Judged {
    /// The value.
    pub value: Value,
    /// What it counts.
    pub unit: Unit,
    /// How it relates to the true value.
    pub bound: BoundKind,
    /// Whether that holds for the game, not only at the horizon.
    pub proven: bool,
    /// The side that the value is for.
    pub side: &'static str,
}

impl Judged {
    /// A value with this `bound` at its horizon. A bound on a won or lost game is proven, whatever lies beyond the horizon:
    /// only finished games have such a value, so the side ahead can force at least that much.
    #[must_use]
    pub fn new(value: Value, bound: Bound, proven: bool, unit: Unit, side: &'static str) -> Self {
        let (bound, proven) = match (bound, value.outcome().map_or(0, |it| it.score().signum())) {
            (Bound::Exact, _) if proven => (BoundKind::Exact, true),
            (Bound::Exact | Bound::Lower, 1) => (BoundKind::Lower, true),
            (Bound::Exact | Bound::Upper, -1) => (BoundKind::Upper, true),
            (Bound::Exact, _) => (BoundKind::Horizon, false),
            (Bound::Lower, _) => (BoundKind::Lower, proven),
            (Bound::Upper, _) => (BoundKind::Upper, proven),
            (Bound::Estimate, _) => (BoundKind::Estimate, false),
            _ => (BoundKind::Unknown, false),
        };
        Self { value, unit, bound, proven, side }
    }

    /// The value of a search of a position whose game takes at most `most_plies` more.
    #[must_use]
    pub fn of_report<M>(
        report: &Report<'_, M>,
        most_plies: u32,
        unit: Unit,
        side: &'static str,
    ) -> Self {
        // A line cannot be longer than the game.
        let to_the_end = report.stop == Stop::Completed && report.depth >= most_plies;
        Self::new(report.value, report.bound, report.proven || to_the_end, unit, side)
    }

    /// The same for the other side.
    #[must_use]
    pub fn negated(self, other: &'static str) -> Self {
        let bound = match self.bound {
            BoundKind::Lower => BoundKind::Upper,
            BoundKind::Upper => BoundKind::Lower,
            bound => bound,
        };
        Self { value: -self.value, bound, side: other, ..self }
    }

    /// Whether this is the game's value, proven.
    #[must_use]
    pub fn is_final(&self) -> bool {
        self.proven && self.bound == BoundKind::Exact
    }

    /// Whether it is proven who wins, or that nobody does.
    #[must_use]
    pub fn proves_result(&self) -> bool {
        self.proven
            && match self.bound {
                BoundKind::Exact => true,
                BoundKind::Lower => self.within(1.0) > 0.0,
                BoundKind::Upper => self.within(1.0) < 0.0,
                _ => false,
            }
    }

    /// What the value says. If it is [final](Self::is_final), the score of a game of Othello says how the game ends.
    #[must_use]
    pub fn judgement(&self) -> Judgement {
        match (self.value.judgement(), self.unit) {
            (judgement, Unit::Own) => judgement,
            (Judgement::Score(0), _) if self.is_final() => Judgement::Drawn,
            (Judgement::Score(score), Unit::Discs) if self.is_final() => {
                Value::decided(Outcome::scored(score)).judgement()
            }
            (judgement, _) => judgement,
        }
    }

    /// The value in its unit, or the score of a finished game; `None` if only the result is known.
    #[must_use]
    pub fn number(&self) -> Option<f64> {
        match self.judgement() {
            Judgement::Score(number) => self.value.is_finite().then(|| self.unit.scaled(number)),
            judgement => judgement.score().map(f64::from),
        }
    }

    /// The value as a number of at most `most`, which a win without a known score counts.
    #[must_use]
    pub fn within(&self, most: f64) -> f64 {
        match (self.judgement(), self.unit) {
            (Judgement::Won { .. }, Unit::Own) | (Judgement::Won { by: None }, _) => most,
            (Judgement::Lost { .. }, Unit::Own) | (Judgement::Lost { by: None }, _) => -most,
            (judgement, unit) => {
                let number = match judgement {
                    Judgement::Score(number) => unit.scaled(number),
                    judgement => judgement.score().map_or(0.0, f64::from),
                };
                number.clamp(-most, most)
            }
        }
    }

    /// The value in hundredths of a disc, of which a win without a known score counts 64. `None` if it does not count discs.
    #[must_use]
    pub fn centidiscs(&self) -> Option<i32> {
        let in_discs =
            matches!(self.unit, Unit::Hundredths | Unit::Discs) && self.value.is_finite();
        in_discs.then(|| {
            let hundredths = 100.0 * self.within(64.0);
            // Rounded: `as` cuts off.
            (hundredths + 0.5_f64.copysign(hundredths)) as i32
        })
    }

    /// What the bound means, in a sentence.
    #[must_use]
    pub const fn meaning(&self) -> &'static str {
        match (self.bound, self.proven) {
            (BoundKind::Exact, _) => "exact: proven to the end of the game",
            (BoundKind::Horizon, _) => {
                "horizon: the minimax value at this depth, not proven for the game"
            }
            (BoundKind::Estimate, _) => "estimate: based on estimates that may be wrong",
            (BoundKind::Lower, true) => "lower: the game is worth at least this, proven",
            (BoundKind::Lower, false) => {
                "lower: at least this at the horizon, not proven for the game"
            }
            (BoundKind::Upper, true) => "upper: the game is worth at most this, proven",
            (BoundKind::Upper, false) => {
                "upper: at most this at the horizon, not proven for the game"
            }
            (BoundKind::Unknown, _) => "unknown: stopped before there was a value",
        }
    }
}

impl fmt::Display for Judged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let judgement = self.judgement();
        // The result is sure, and the score perhaps better still.
        let is_bounded = matches!(
            (judgement, self.bound),
            (Judgement::Won { .. }, BoundKind::Lower) | (Judgement::Lost { .. }, BoundKind::Upper)
        );
        let hedge = match self.bound {
            _ if is_bounded => "",
            BoundKind::Lower => "at least ",
            BoundKind::Upper => "at most ",
            // A number that rests on estimates is one; a result is more.
            BoundKind::Estimate if judgement.result().is_some() => "perhaps ",
            BoundKind::Exact | BoundKind::Horizon | BoundKind::Estimate | BoundKind::Unknown => "",
        };
        let at_least = if is_bounded { "at least " } else { "" };
        let text = match judgement {
            _ if !self.value.is_finite() => "unknown".to_owned(),
            Judgement::Score(number) => format!("{hedge}{}", self.unit.text(number)),
            // A game without scores counts a win as 1.
            Judgement::Lost { by: Some(score) } | Judgement::Won { by: Some(score) }
                if self.unit != Unit::Own =>
            {
                format!("{hedge}{} by {at_least}{score}", judgement.result().unwrap_or_default())
            }
            judgement => format!("{hedge}{}", judgement.result().unwrap_or_default()),
        };
        f.pad(&text)
    }
}

impl Serialize for Judged {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let judgement = self.judgement();
        let mut fields = serializer.serialize_struct("Judged", 6)?;
        fields.serialize_field("side", self.side)?;
        match (judgement, self.unit) {
            (Judgement::Score(_), _) if !self.value.is_finite() => fields.skip_field("value")?,
            (Judgement::Score(number), Unit::Hundredths | Unit::LogOdds) => {
                fields.serialize_field("value", &self.unit.scaled(number))?;
            }
            (Judgement::Score(number), _) => fields.serialize_field("value", &number)?,
            (judgement, _) => match judgement.score() {
                Some(score) => fields.serialize_field("value", &score)?,
                None => fields.skip_field("value")?,
            },
        }
        match self.unit {
            // The score of its finished games is in no unit.
            Unit::Own if judgement.result().is_some() => fields.skip_field("unit")?,
            unit => fields.serialize_field("unit", unit.name())?,
        }
        match judgement.result() {
            Some(result) => fields.serialize_field("result", result)?,
            None => fields.skip_field("result")?,
        }
        fields.serialize_field("bound", &self.bound)?;
        fields.serialize_field("proven", &self.proven)?;
        fields.end()
    }
}

#[cfg(test)]
mod tests {
    use plyscope_core::othello::Simple;
    use plyscope_core::{Bound, Ends, Outcome, Value};
    use serde_json::json;

    use super::{BoundKind, Judged, Unit};

    const WON: Value = Value::decided(Outcome::scored(22));

    fn judged(value: Value, bound: Bound, proven: bool) -> Judged {
        Judged::new(value, bound, proven, Unit::Hundredths, "Black")
    }

    #[test]
    fn a_bound_proves_the_result_only_on_its_own_side_of_a_draw() {
        let of = |score, bound| {
            judged(Value::decided(Outcome::scored(score)), bound, true).proves_result()
        };
        assert!(of(0, Bound::Exact) && of(4, Bound::Lower) && of(-4, Bound::Upper));
        assert!(!of(0, Bound::Lower) && !of(0, Bound::Upper));
        assert!(!of(4, Bound::Upper) && !of(-4, Bound::Lower));
        assert!(!judged(Value::new(90), Bound::Estimate, true).proves_result());
    }

    #[test]
    fn only_what_cannot_err_is_called_proven() {
        let of = |bound, proven, value| {
            let judged = judged(value, bound, proven);
            (judged.bound, judged.proven)
        };
        let even = Value::ZERO;
        assert_eq!(of(Bound::Exact, true, WON), (BoundKind::Exact, true));
        assert_eq!(of(Bound::Exact, false, even), (BoundKind::Horizon, false));
        assert_eq!(of(Bound::Exact, false, WON), (BoundKind::Lower, true), "it may be more");
        assert_eq!(of(Bound::Exact, false, -WON), (BoundKind::Upper, true), "it may be less");
        assert_eq!(of(Bound::Lower, false, -WON), (BoundKind::Lower, false));
        assert_eq!(of(Bound::Estimate, false, WON), (BoundKind::Estimate, false));
        assert_eq!(of(Bound::Unknown, false, even), (BoundKind::Unknown, false));
    }

    #[test]
    fn the_same_words_say_the_same_as_on_the_chip() {
        let said = |value, bound, proven| judged(value, bound, proven).to_string();
        assert_eq!(said(WON, Bound::Exact, true), "won by 22");
        assert_eq!(said(WON, Bound::Exact, false), "won by at least 22");
        assert_eq!(said(-WON, Bound::Exact, false), "lost by at least 22");
        assert_eq!(said(WON, Bound::Lower, false), "won by at least 22");
        assert_eq!(said(-WON, Bound::Lower, false), "at least lost by 22");
        assert_eq!(said(WON, Bound::Estimate, false), "perhaps won by 22");
        assert_eq!(said(Value::ZERO, Bound::Exact, true), "drawn");
        assert_eq!(said(Value::ZERO, Bound::Exact, false), "+0.00");
        assert_eq!(said(Value::new(-125), Bound::Upper, false), "at most -1.25");
        assert_eq!(said(Value::new(5), Bound::Exact, false), "+0.05");
        let decided = |outcome| Ends::Decided.value(&Simple, outcome);
        assert_eq!(said(decided(Outcome::WIN), Bound::Estimate, false), "perhaps won");
        assert_eq!(said(-decided(Outcome::DRAW), Bound::Estimate, false), "perhaps drawn");
        assert_eq!(said(Value::NEG_INFINITY, Bound::Unknown, false), "unknown");
    }

    #[test]
    fn units_have_words_and_numbers_of_their_own() {
        let of = |unit, value, proven| {
            let judged = Judged::new(value, Bound::Exact, proven, unit, "MAX");
            (judged.to_string(), serde_json::to_value(judged).unwrap()["value"].clone())
        };
        assert_eq!(of(Unit::Own, Value::new(-7), true), ("-7".to_owned(), json!(-7)));
        assert_eq!(of(Unit::Own, Value::ZERO, true), ("0".to_owned(), json!(0)));
        assert_eq!(of(Unit::Own, Value::decided(Outcome::WIN), true), ("won".to_owned(), json!(1)));
        assert_eq!(of(Unit::Discs, Value::new(7), false), ("+7".to_owned(), json!(7)));
        assert_eq!(of(Unit::Discs, Value::new(-8), true), ("lost by 8".to_owned(), json!(-8)));
        assert_eq!(of(Unit::Hundredths, Value::new(7), false), ("+0.07".to_owned(), json!(0.07)));
        let odds = Value::new(300_000);
        assert_eq!(of(Unit::LogOdds, odds, false), ("+1.50".to_owned(), json!(1.5)));
        assert_eq!(of(Unit::LogOdds, WON, true), ("won by 22".to_owned(), json!(22)));
        assert_eq!(Unit::LogOdds.discs(odds), None);
        assert_eq!(Unit::LogOdds.discs(WON), Some(22.0));
    }

    #[test]
    fn as_json_a_value_has_its_unit_and_a_finished_game_its_result() {
        let json = |judged: Judged| serde_json::to_value(judged).unwrap();
        assert_eq!(
            json(judged(Value::new(-125), Bound::Exact, false)),
            json!({"side": "Black", "value": -1.25, "unit": "discs", "bound": "horizon", "proven": false})
        );
        assert_eq!(
            json(judged(WON, Bound::Exact, true).negated("White")),
            json!({"side": "White", "value": -22, "unit": "discs", "result": "lost", "bound": "exact", "proven": true})
        );
        let won = Ends::Decided.value(&Simple, Outcome::WIN);
        assert_eq!(
            json(judged(won, Bound::Estimate, false)),
            json!({"side": "Black", "unit": "discs", "result": "won", "bound": "estimate", "proven": false})
        );
        let unknown = json(judged(Value::NEG_INFINITY, Bound::Unknown, false));
        assert_eq!(unknown.get("value"), None);
    }

    #[test]
    fn the_other_side_has_the_opposite_bound() {
        let lower = judged(WON, Bound::Lower, false);
        let upper = lower.negated("White");
        assert_eq!((upper.value, upper.bound, upper.side), (-WON, BoundKind::Upper, "White"));
        assert_eq!(upper.negated("Black"), lower);
        assert_eq!((lower.within(64.0), upper.within(10.0)), (22.0, -10.0));
        assert_eq!((lower.centidiscs(), upper.centidiscs()), (Some(2200), Some(-2200)));
        let some = |value| judged(Value::new(value), Bound::Exact, false).centidiscs();
        assert_eq!([some(29), some(-29), some(0)], [Some(29), Some(-29), Some(0)]);
    }
}
