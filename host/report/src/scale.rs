//! Scales of axes.

use serde::Serialize;

/// The scale of an axis.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum AxisScale {
    /// Linear.
    #[default]
    Linear,
    /// Logarithmic.
    Log,
    /// By the cube of the number, as in Korf & Chickering's Fig. 7.
    Cube,
}

impl AxisScale {
    /// A number's place on the axis, before stretching.
    #[must_use]
    pub fn place(self, number: f64) -> f64 {
        match self {
            Self::Linear => number,
            Self::Log => number.max(f64::MIN_POSITIVE).log10(),
            Self::Cube => number.powi(3),
        }
    }

    /// The number at a place.
    #[must_use]
    pub fn number(self, place: f64) -> f64 {
        match self {
            Self::Linear => place,
            Self::Log => 10f64.powf(place),
            Self::Cube => place.cbrt(),
        }
    }
}
