//! How figures are drawn: size, text, colours.

use std::fmt;
use std::str::FromStr;

/// Units per millimetre, inch and point: figures are measured in the pixels of CSS.
const PER_INCH: f64 = 96.0;
const PER_MILLIMETRE: f64 = PER_INCH / 25.4;
const PER_POINT: f64 = PER_INCH / 72.0;

/// A length: `84mm`, `390px`, `3.3in` or `8pt`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Length {
    pixels: f64,
}

impl Length {
    /// A length in millimetres.
    #[must_use]
    pub const fn millimetres(number: f64) -> Self {
        Self { pixels: number * PER_MILLIMETRE }
    }

    /// A length in printers' points, 72 an inch.
    #[must_use]
    pub const fn points(number: f64) -> Self {
        Self { pixels: number * PER_POINT }
    }

    /// A length in CSS pixels, 96 an inch.
    #[must_use]
    pub const fn pixels(number: f64) -> Self {
        Self { pixels: number }
    }

    /// The length in CSS pixels.
    #[must_use]
    pub const fn in_pixels(self) -> f64 {
        self.pixels
    }
}

impl FromStr for Length {
    type Err = String;

    /// Parses `84mm`; a number alone is in pixels.
    fn from_str(text: &str) -> Result<Self, String> {
        let units = [("mm", PER_MILLIMETRE), ("px", 1.0), ("in", PER_INCH), ("pt", PER_POINT)];
        let (number, unit) = units
            .into_iter()
            .find_map(|(name, unit)| Some((text.strip_suffix(name)?, unit)))
            .unwrap_or((text, 1.0));
        let number = number.trim().parse::<f64>().ok().filter(|number| number.is_finite());
        let pixels = number.map(|number| number * unit).filter(|pixels| *pixels > 0.0);
        pixels
            .map(|pixels| Self { pixels })
            .ok_or_else(|| "write a length such as 84mm, 390px, 3.3in or 8pt".to_owned())
    }
}

/// `317.5px`.
impl fmt::Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}px", (self.pixels * 10.0).round() / 10.0)
    }
}

/// A family of fonts. PNG and PDF have DejaVu's, built in; SVG names the generic family.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum FontFamily {
    /// Without serifs.
    #[default]
    Sans,
    /// With serifs.
    Serif,
    /// All letters equally wide.
    Mono,
}

impl FontFamily {
    /// All families.
    pub const ALL: [Self; 3] = [Self::Sans, Self::Serif, Self::Mono];

    /// Its name in CSS.
    pub(super) const fn css(self) -> &'static str {
        match self {
            Self::Sans => "sans-serif",
            Self::Serif => "serif",
            Self::Mono => "monospace",
        }
    }

    /// The built-in font.
    pub(super) fn data(self) -> &'static [u8] {
        match self {
            Self::Sans => dejavu::sans::regular(),
            Self::Serif => dejavu::serif::regular(),
            Self::Mono => dejavu::sans_mono::regular(),
        }
    }
}

/// How figures are drawn.
#[derive(Clone, PartialEq, Debug)]
pub struct FigureStyle {
    /// Whether the title is in the picture.
    pub title: bool,
    /// The width. A tree is shrunk to it if it is wider.
    pub width: Length,
    /// The height of plots; by default it follows from the width.
    pub height: Option<Length>,
    /// The size of the text.
    pub text: Length,
    /// The font.
    pub font: FontFamily,
    /// Whether series are told apart without colour: by grey, dashes, hatching and markers.
    pub grey: bool,
    /// What the intervals' sample is, such as `n = 200 trees`, said below plots with intervals.
    pub sample: Option<String>,
    /// A line in small print at the foot, such as the command.
    pub foot: Option<String>,
    /// Pixels an inch of a PNG; 96 is one pixel of CSS.
    pub dpi: u16,
}

impl Default for FigureStyle {
    fn default() -> Self {
        Self {
            title: true,
            width: Length::pixels(640.0),
            height: None,
            text: Length::pixels(13.0),
            font: FontFamily::Sans,
            grey: false,
            sample: None,
            foot: None,
            dpi: 192,
        }
    }
}

impl FigureStyle {
    /// For a paper's single column: 84 mm wide, text of 8 points, no title; PNG with 300 pixels an inch.
    #[must_use]
    pub fn column() -> Self {
        Self {
            title: false,
            width: Length::millimetres(84.0),
            text: Length::points(8.0),
            dpi: 300,
            ..Self::default()
        }
    }

    /// For the full width of a paper's page: 174 mm.
    #[must_use]
    pub fn page() -> Self {
        Self { width: Length::millimetres(174.0), ..Self::column() }
    }
}

#[cfg(test)]
mod tests {
    use super::Length;

    #[test]
    fn lengths_have_units_and_are_positive() {
        let pixels = |text: &str| text.parse::<Length>().map(Length::in_pixels);
        assert_eq!(pixels("390px"), Ok(390.0));
        assert_eq!(pixels("1in"), Ok(96.0));
        assert!((pixels("25.4mm").unwrap() - 96.0).abs() < 1e-9);
        assert_eq!(pixels("9 pt"), Ok(12.0));
        for wrong in ["", "mm", "-3mm", "0", "wide", "NaN", "infpx"] {
            assert!(pixels(wrong).is_err(), "{wrong}");
        }
    }
}
