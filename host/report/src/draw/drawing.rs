//! A drawing: the shapes of a figure in the order in which they are painted, for any output.

use std::fmt;

use ttf_parser::Face;

use super::super::style::FontFamily;

/// A place in a drawing: to the right and down from its top left corner, in CSS pixels.
pub(in super::super) type Place = (f64, f64);

/// Red, green and blue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in super::super) struct Colour(
    pub(in super::super) u8,
    pub(in super::super) u8,
    pub(in super::super) u8,
);

/// `#1F2328`.
impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(red, green, blue) = self;
        write!(f, "#{red:02X}{green:02X}{blue:02X}")
    }
}

/// The horizontal alignment of a text at its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in super::super) enum Anchor {
    Start,
    Middle,
    End,
}

/// The style of a text.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(in super::super) struct TextStyle {
    pub(in super::super) size: f64,
    pub(in super::super) colour: Colour,
    pub(in super::super) anchor: Anchor,
    /// Rotated to run upwards, as beside an axis.
    pub(in super::super) upwards: bool,
    pub(in super::super) font: FontFamily,
}

impl TextStyle {
    /// From the place to the baseline, so that letters are centred on the place: half the height of an `x` and a bit.
    pub(in super::super) fn baseline(self) -> f64 {
        0.34 * self.size
    }
}

/// A shape.
#[derive(Clone, PartialEq, Debug)]
pub(in super::super) enum Shape {
    /// Lines that join places; `dash` has the lengths of dashes and gaps.
    Line { places: Vec<Place>, colour: Colour, width: f64, dash: &'static [f64] },
    /// A filled polygon.
    Area { corners: Vec<Place>, colour: Colour },
    /// A circle: filled, or as an outline of this width.
    Circle { centre: Place, radius: f64, colour: Colour, outline: Option<f64> },
    /// A line of text, vertically centred on its place.
    Text { words: String, place: Place, style: TextStyle },
}

/// The shapes of a figure.
#[derive(Clone, PartialEq, Debug)]
pub(in super::super) struct Drawing {
    pub(in super::super) width: f64,
    pub(in super::super) height: f64,
    pub(in super::super) shapes: Vec<Shape>,
}

impl Drawing {
    pub(super) const fn new(width: f64, height: f64) -> Self {
        Self { width, height, shapes: Vec::new() }
    }

    pub(super) fn line(&mut self, places: &[Place], colour: Colour, width: f64) {
        self.dashed(places, colour, width, &[]);
    }

    pub(super) fn dashed(
        &mut self,
        places: &[Place],
        colour: Colour,
        width: f64,
        dash: &'static [f64],
    ) {
        let places = places.to_vec();
        self.shapes.push(Shape::Line { places, colour, width, dash });
    }

    pub(super) fn area(&mut self, corners: &[Place], colour: Colour) {
        self.shapes.push(Shape::Area { corners: corners.to_vec(), colour });
    }

    /// A filled rectangle between two opposite corners.
    pub(super) fn rectangle(&mut self, one: Place, other: Place, colour: Colour) {
        self.area(&[one, (other.0, one.1), other, (one.0, other.1)], colour);
    }

    pub(super) fn circle(
        &mut self,
        centre: Place,
        radius: f64,
        colour: Colour,
        outline: Option<f64>,
    ) {
        self.shapes.push(Shape::Circle { centre, radius, colour, outline });
    }

    pub(super) fn text(&mut self, words: &str, place: Place, style: TextStyle) {
        if !words.is_empty() {
            self.shapes.push(Shape::Text { words: words.to_owned(), place, style });
        }
    }

    /// Adds the shapes of another drawing, whose top left corner comes to `corner`.
    pub(super) fn add(&mut self, other: &Self, corner: Place) {
        let shift = |(x, y): &mut Place| (*x, *y) = (*x + corner.0, *y + corner.1);
        for mut shape in other.shapes.iter().cloned() {
            match &mut shape {
                Shape::Line { places, .. } => places.iter_mut().for_each(shift),
                Shape::Area { corners, .. } => corners.iter_mut().for_each(shift),
                Shape::Circle { centre, .. } => shift(centre),
                Shape::Text { place, .. } => shift(place),
            }
            self.shapes.push(shape);
        }
    }

    /// The drawing in another size, with its text.
    pub(super) fn scaled(mut self, factor: f64) -> Self {
        let scale = |(x, y): &mut Place| (*x, *y) = (*x * factor, *y * factor);
        for shape in &mut self.shapes {
            match shape {
                Shape::Line { places, width, .. } => {
                    places.iter_mut().for_each(scale);
                    *width *= factor.sqrt();
                }
                Shape::Area { corners, .. } => corners.iter_mut().for_each(scale),
                Shape::Circle { centre, radius, .. } => {
                    scale(centre);
                    *radius *= factor;
                }
                Shape::Text { place, style, .. } => {
                    scale(place);
                    style.size *= factor;
                }
            }
        }
        Self { width: self.width * factor, height: self.height * factor, ..self }
    }
}

/// Measures text in a built-in font.
#[derive(Debug)]
pub(in super::super) struct Measure {
    family: FontFamily,
    /// The advance of each of the first letters of Unicode, in ems; the others are measured when they occur.
    ascii: [f64; 128],
}

impl Measure {
    pub(in super::super) fn new(family: FontFamily) -> Self {
        let mut ascii = [0.6; 128];
        if let Ok(face) = Face::parse(family.data(), 0) {
            for (letter, advance) in (0u8..).map(char::from).zip(&mut ascii) {
                *advance = advance_of(&face, letter);
            }
        }
        Self { family, ascii }
    }

    /// The width of a line of text, without kerning, which makes it narrower.
    pub(in super::super) fn width(&self, words: &str, size: f64) -> f64 {
        let ems: f64 = words
            .chars()
            .filter(|letter| !letter.is_control())
            .map(|letter| {
                let known = self.ascii.get(letter as usize).copied();
                known.unwrap_or_else(|| {
                    Face::parse(self.family.data(), 0).map_or(1.0, |face| advance_of(&face, letter))
                })
            })
            .sum();
        ems * size
    }

    /// The text in lines of at most this width, broken at spaces; a word that is wider keeps a line of its own.
    pub(in super::super) fn wrap(&self, words: &str, size: f64, width: f64) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        for word in words.split_whitespace() {
            if let Some(line) = lines.last_mut() {
                let longer = format!("{line} {word}");
                if self.width(&longer, size) <= width {
                    *line = longer;
                    continue;
                }
            }
            lines.push(word.to_owned());
        }
        lines
    }
}

fn advance_of(face: &Face<'_>, letter: char) -> f64 {
    let glyph = face.glyph_index(letter).unwrap_or_default();
    let advance = face.glyph_hor_advance(glyph).unwrap_or_default();
    f64::from(advance) / f64::from(face.units_per_em())
}
