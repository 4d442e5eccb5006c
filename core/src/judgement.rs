//! What values stand for.

use crate::Value;

impl Value {
    /// What the value says of the game.
    ///
    /// ```
    /// use plyscope_core::othello::Simple;
    /// use plyscope_core::{Ends, Judgement, Outcome, Value};
    ///
    /// assert_eq!(Value::decided(Outcome::scored(12)).judgement(), Judgement::Won { by: Some(12) });
    /// assert_eq!(Value::new(-300).judgement(), Judgement::Score(-300));
    /// // A search that tells finished games apart by who wins only:
    /// let drawn = Ends::Decided.value(&Simple, Outcome::DRAW);
    /// assert_eq!([drawn.judgement(), (-drawn).judgement()], [Judgement::Drawn; 2]);
    /// let lost = Ends::Decided.value(&Simple, Outcome::scored(-12));
    /// assert_eq!(lost.judgement(), Judgement::Lost { by: None });
    /// ```
    #[must_use]
    pub const fn judgement(self) -> Judgement {
        const MAX: i32 = Value::MAX.get();
        const MIN: i32 = Value::MIN.get();
        // A draw, for the side that would move and for the other.
        const DRAWN: i32 = Value::DRAWN.get();
        const TURNED: i32 = DRAWN.wrapping_neg();
        if let Some(outcome) = self.outcome() {
            let by = Some(outcome.score().unsigned_abs());
            return if outcome.score() > 0 {
                Judgement::Won { by }
            } else {
                Judgement::Lost { by }
            };
        }
        match self.get() {
            MAX => Judgement::Won { by: None },
            DRAWN | TURNED => Judgement::Drawn,
            MIN => Judgement::Lost { by: None },
            number => Judgement::Score(number),
        }
    }
}

/// What a [`Value`] says of a game, for the side that the value is for.
///
/// A `Value` orders positions; this tells what its number stands for. A drawn game usually has the value 0, as an even
/// position does, so it is a [`Score`](Self::Score) of 0, which means a draw once it is proven.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Judgement {
    /// A lost game, by this score; by an unknown score if the search [tells only who wins](crate::Ends::Decided).
    Lost {
        /// The score without its sign.
        by: Option<u32>,
    },
    /// A drawn game.
    Drawn,
    /// A won game, by this score.
    Won {
        /// The score.
        by: Option<u32>,
    },
    /// A number in the evaluation's unit.
    Score(i32),
}

impl Judgement {
    /// How the game ends, in a word; `None` for a score.
    #[must_use]
    pub const fn result(self) -> Option<&'static str> {
        match self {
            Self::Lost { .. } => Some("lost"),
            Self::Drawn => Some("drawn"),
            Self::Won { .. } => Some("won"),
            Self::Score(_) => None,
        }
    }

    /// The score of the finished game, for the same side; `None` if the game is not finished or its score unknown.
    #[must_use]
    pub const fn score(self) -> Option<i32> {
        match self {
            Self::Lost { by: Some(score) } => Some(score.cast_signed().wrapping_neg()),
            Self::Drawn => Some(0),
            Self::Won { by: Some(score) } => Some(score.cast_signed()),
            Self::Lost { by: None } | Self::Won { by: None } | Self::Score(_) => None,
        }
    }
}

/// `won by 12`, `drawn`, `lost`, or the number.
impl core::fmt::Display for Judgement {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match *self {
            Self::Lost { by: Some(score) } => write!(f, "lost by {score}"),
            Self::Won { by: Some(score) } => write!(f, "won by {score}"),
            Self::Score(number) => core::fmt::Display::fmt(&number, f),
            Self::Lost { by: None } | Self::Drawn | Self::Won { by: None } => {
                f.pad(self.result().unwrap_or_default())
            }
        }
    }
}
