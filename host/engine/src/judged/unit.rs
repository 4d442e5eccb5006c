//! Units of values.

use alloc::format;
use alloc::string::{String, ToString as _};

use plyscope_core::othello::Bill;
use plyscope_core::{Bound, Judgement, Value};

use super::Judged;

/// What an engine's values count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unit {
    /// The game's own unit: sums of edge costs on random trees, pawns, open lines.
    Own,
    /// Hundredths of a disc; finished games have values beyond them.
    Hundredths,
    /// Discs, of finished games and others.
    Discs,
    /// [`Bill`]'s logarithms of the odds to win; finished games have values beyond them.
    LogOdds,
}

impl Unit {
    /// The unit as JSON and people say it, after conversion.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Own => "own",
            Self::Hundredths | Self::Discs => "discs",
            Self::LogOdds => "log-odds",
        }
    }

    /// A value in words, without its bound.
    #[must_use]
    pub fn words(self, value: Value) -> String {
        Judged::new(value, Bound::Unknown, false, self, "").to_string()
    }

    /// A value in discs, or the score in discs of a finished game. `None` if the value is in another unit, or tells only who
    /// wins.
    #[must_use]
    pub fn discs(self, value: Value) -> Option<f64> {
        match (self, value.judgement()) {
            (Self::Own, _) | (_, Judgement::Drawn) => None,
            (unit, Judgement::Score(number)) => {
                (unit != Self::LogOdds && value.is_finite()).then(|| unit.scaled(number))
            }
            (_, judgement) => judgement.score().map(f64::from),
        }
    }

    /// The number of an unfinished game's value in words.
    pub(super) fn text(self, number: i32) -> String {
        match self {
            Self::Own => number.to_string(),
            Self::Discs => format!("{number:+}"),
            Self::Hundredths => hundredths(number),
            // Rounded.
            Self::LogOdds => {
                let half = number.signum() * Bill::NAT / 200;
                hundredths((number + half) / (Bill::NAT / 100))
            }
        }
    }

    /// A value of an unfinished game in the unit that [`name`](Self::name) says.
    pub(super) fn scaled(self, number: i32) -> f64 {
        match self {
            Self::Own | Self::Discs => f64::from(number),
            Self::Hundredths => f64::from(number) / 100.0,
            Self::LogOdds => f64::from(number) / f64::from(Bill::NAT),
        }
    }
}

/// Hundredths as text, such as `+1.25`. Whole numbers only: to print others takes as much code as a search.
fn hundredths(number: i32) -> String {
    let (sign, size) = (if number < 0 { '-' } else { '+' }, number.unsigned_abs());
    format!("{sign}{}.{:02}", size / 100, size % 100)
}
