//! Values of positions, windows of values, and the meaning of a returned value.

use core::ops::Neg;

use crate::Outcome;

/// A value of a position: static, backed up, or exact at the end of a game.
///
/// The unit is the evaluation's own. Finite values lie strictly between
/// [`Value::NEG_INFINITY`] and [`Value::INFINITY`], so that an infinite window contains every
/// position's value, and negation never overflows.
///
/// ```
/// use plyscope_core::Value;
/// let v = Value::new(17);
/// assert_eq!((-v).get(), -17);
/// assert!(-Value::INFINITY < v && v < Value::INFINITY);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "i32", into = "i32"))]
pub struct Value(i32);

impl Value {
    /// Zero: an even position.
    pub const ZERO: Self = Self(0);
    /// Larger than the value of any position.
    pub const INFINITY: Self = Self(i32::MAX);
    /// Smaller than the value of any position.
    pub const NEG_INFINITY: Self = Self(-i32::MAX);
    /// The largest value that a position can have.
    pub const MAX: Self = Self(i32::MAX - 1);
    /// The smallest value that a position can have.
    pub const MIN: Self = Self(-(i32::MAX - 1));

    /// The finite value nearest to `value`.
    #[must_use]
    #[inline]
    pub const fn new(value: i32) -> Self {
        if value > Self::MAX.0 {
            Self::MAX
        } else if value < Self::MIN.0 {
            Self::MIN
        } else {
            Self(value)
        }
    }

    /// The finite value nearest to `value`.
    #[must_use]
    #[inline]
    pub const fn from_i64(value: i64) -> Self {
        if value > Self::MAX.0 as i64 {
            Self::MAX
        } else if value < Self::MIN.0 as i64 {
            Self::MIN
        } else {
            Self(value as i32)
        }
    }

    /// `value` unchecked; the caller ensures that it is within [`Value::MIN`] and [`Value::MAX`].
    #[inline]
    pub(crate) const fn raw(value: i32) -> Self {
        Self(value)
    }

    /// The value of a finished game: the score plus 100,000,000 for a win, minus 100,000,000 for a loss, 0 for a draw.
    /// Static values should stay below 100,000,000.
    ///
    /// ```
    /// use plyscope_core::{Outcome, Value};
    /// assert_eq!(Value::decided(Outcome::scored(-64)), Value::new(-100_000_064));
    /// assert_eq!(Value::decided(Outcome::scored(-64)).outcome(), Some(Outcome::scored(-64)));
    /// ```
    #[must_use]
    #[inline]
    pub const fn decided(outcome: Outcome) -> Self {
        let score = outcome.score();
        Self::new(score.saturating_add(score.signum().wrapping_mul(Self::WIN)))
    }

    /// The value of a won game beyond its score.
    const WIN: i32 = 100_000_000;

    /// The value of a drawn game that is [decided](crate::Ends::Decided) instead of scored: just better than a loss. A won
    /// one has [`Value::MAX`], a lost one [`Value::MIN`].
    pub(crate) const DRAWN: Self = Self(Self::MIN.0 + 1);

    /// Bounds that rest on nothing are beyond this; won games are far below.
    const BOUNDLESS: i32 = 1_000_000_000;

    /// The inverse of [`Value::decided`] for won or lost games with a score of at most 1000; otherwise `None`. A drawn game
    /// gives `None` too: its value 0 is also that of an even position.
    #[must_use]
    #[inline]
    pub const fn outcome(self) -> Option<Outcome> {
        let score = self.0.wrapping_sub(self.0.signum().wrapping_mul(Self::WIN));
        // A decided game's score has the sign of its value.
        if score != 0 && score.signum() == self.0.signum() && score.unsigned_abs() <= 1000 {
            Some(Outcome::scored(score))
        } else {
            None
        }
    }

    /// The value as a number; `None` if it only stands for the lack of a bound: an infinity, or the end of a range without
    /// limits.
    ///
    /// ```
    /// use plyscope_core::{Outcome, Value};
    /// let won = Value::decided(Outcome::scored(64));
    /// assert_eq!(won.bounded(), Some(won.get()));
    /// assert_eq!([Value::INFINITY.bounded(), Value::MIN.plus(5).bounded()], [None; 2]);
    /// ```
    #[must_use]
    pub const fn bounded(self) -> Option<i32> {
        if self.0.unsigned_abs() < Self::BOUNDLESS.unsigned_abs() { Some(self.0) } else { None }
    }

    /// The value as a number.
    #[must_use]
    #[inline]
    pub const fn get(self) -> i32 {
        self.0
    }

    /// Whether this is neither infinity.
    #[must_use]
    #[inline]
    pub const fn is_finite(self) -> bool {
        Self::MIN.0 <= self.0 && self.0 <= Self::MAX.0
    }

    /// The sum, saturating at the infinities; an infinity plus anything stays that infinity.
    ///
    /// ```
    /// use plyscope_core::Value;
    /// assert_eq!(Value::new(5).plus(-7), Value::new(-2));
    /// assert_eq!(Value::INFINITY.plus(-7), Value::INFINITY);
    /// assert_eq!(Value::MAX.plus(7), Value::INFINITY);
    /// ```
    #[must_use]
    #[inline]
    pub const fn plus(self, amount: i32) -> Self {
        if !self.is_finite() {
            return self;
        }
        let sum = self.0.saturating_add(amount);
        // i32::MIN has no negative; the smallest value is one above it.
        if sum < -i32::MAX { Self::NEG_INFINITY } else { Self(sum) }
    }
}

impl Neg for Value {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        // The inner number is never i32::MIN, so this never wraps.
        Self(self.0.wrapping_neg())
    }
}

impl From<i16> for Value {
    fn from(value: i16) -> Self {
        Self(i32::from(value))
    }
}

impl From<Value> for i32 {
    fn from(value: Value) -> Self {
        value.0
    }
}

/// The infinities are [`i32::MAX`] and its negative.
impl TryFrom<i32> for Value {
    type Error = NotAValue;

    fn try_from(value: i32) -> Result<Self, NotAValue> {
        if value == i32::MIN { Err(NotAValue) } else { Ok(Self(value)) }
    }
}

/// The error for [`i32::MIN`], the only `i32` that is not a value: it has no negative.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotAValue;

impl core::fmt::Display for NotAValue {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "a value is {} to {}", Value::NEG_INFINITY.0, Value::INFINITY.0)
    }
}

impl core::error::Error for NotAValue {}

impl core::fmt::Display for Value {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match *self {
            Self::INFINITY => f.pad("inf"),
            Self::NEG_INFINITY => f.pad("-inf"),
            Self(value) => core::fmt::Display::fmt(&value, f),
        }
    }
}

/// The range of values that a search must resolve: the open interval from `alpha` to `beta`.
///
/// A search finds a value inside exactly, and only a bound on a value outside.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "Unchecked"))]
pub struct Window {
    /// Lower bound: already guaranteed to the mover.
    pub alpha: Value,
    /// Upper bound: all the opponent need concede.
    pub beta: Value,
}

/// A window before validation.
#[cfg(feature = "serde")]
#[derive(serde::Deserialize)]
struct Unchecked {
    alpha: Value,
    beta: Value,
}

#[cfg(feature = "serde")]
impl TryFrom<Unchecked> for Window {
    type Error = WindowError;

    fn try_from(Unchecked { alpha, beta }: Unchecked) -> Result<Self, WindowError> {
        Self::new(alpha, beta)
    }
}

/// A window whose lower end is above its upper end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct WindowError {
    /// The lower end.
    pub alpha: Value,
    /// The upper end.
    pub beta: Value,
}

impl core::fmt::Display for WindowError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let Self { alpha, beta } = self;
        write!(f, "no value lies between {alpha} and {beta}: the smaller end comes first")
    }
}

impl core::error::Error for WindowError {}

impl Window {
    /// All values: the window of a search without prior knowledge.
    pub const FULL: Self = Self { alpha: Value::NEG_INFINITY, beta: Value::INFINITY };

    /// The window from `alpha` to `beta`.
    ///
    /// # Errors
    /// [`WindowError`] if `alpha` is above `beta`. If both are equal, a search finds whether the value is above, below or
    /// equal.
    pub const fn new(alpha: Value, beta: Value) -> Result<Self, WindowError> {
        if alpha.0 > beta.0 { Err(WindowError { alpha, beta }) } else { Ok(Self { alpha, beta }) }
    }

    /// The window `[guess - half_width, guess + half_width]` of an aspiration search.
    #[must_use]
    pub const fn around(guess: Value, half_width: u32) -> Self {
        let reach = if half_width > i32::MAX as u32 { i32::MAX } else { half_width as i32 };
        Self { alpha: guess.plus(reach.wrapping_neg()), beta: guess.plus(reach) }
    }

    /// The window from the opponent's side.
    #[must_use]
    #[inline]
    pub fn negated(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }

    /// The meaning of a fail-soft `value` that was found with this window.
    ///
    /// ```
    /// use plyscope_core::{Bound, Value, Window};
    /// let window = Window::around(Value::new(10), 5);
    /// assert_eq!(window.classify(Value::new(12)), Bound::Exact);
    /// assert_eq!(window.classify(Value::new(15)), Bound::Lower);
    /// assert_eq!(window.classify(Value::new(4)), Bound::Upper);
    /// ```
    #[must_use]
    #[inline]
    pub fn classify(self, value: Value) -> Bound {
        if value >= self.beta {
            Bound::Lower
        } else if value <= self.alpha {
            Bound::Upper
        } else {
            Bound::Exact
        }
    }
}

/// How a reported value relates to the value of the same search to the same depth without a window or node limit. For a
/// statement about the game beyond the horizon see [`Report::proven`](crate::Report::proven).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[non_exhaustive]
pub enum Bound {
    /// The reported value is that value.
    Exact,
    /// That value is at least the reported one: the search failed high, or was stopped early.
    Lower,
    /// That value is at most the reported one: the search failed low.
    Upper,
    /// The value depends on estimates that may err: forward estimation pruned by uncertain bounds, or a best-first search
    /// left lines at their static values.
    Estimate,
    /// No value is known: the search was stopped too early.
    Unknown,
}

impl Bound {
    /// What is known of the negated value: a lower bound of one side's value is an upper one of the other's.
    ///
    /// ```
    /// use plyscope_core::Bound;
    /// assert_eq!(Bound::Lower.negated(), Bound::Upper);
    /// assert_eq!(Bound::Exact.negated(), Bound::Exact);
    /// ```
    #[must_use]
    pub const fn negated(self) -> Self {
        match self {
            Self::Lower => Self::Upper,
            Self::Upper => Self::Lower,
            Self::Exact | Self::Estimate | Self::Unknown => self,
        }
    }
}
