//! The surface that figures are drawn on: the text of an SVG, or the pixels of a PNG.

use std::fmt;
use std::fmt::Write as _;

use super::super::png::Picture;

/// A place in a figure: to the right and down from its top left corner.
pub(in super::super) type Pixel = (i32, i32);

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

/// The vertical alignment of a text at its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in super::super) enum Height {
    Top,
    Centre,
    Bottom,
}

/// The style of a text.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(in super::super) struct TextStyle {
    /// Pixels.
    pub(in super::super) size: f64,
    pub(in super::super) colour: Colour,
    pub(in super::super) anchor: Anchor,
    pub(in super::super) height: Height,
    /// Rotated to run upwards, as beside an axis.
    pub(in super::super) upwards: bool,
}

/// One type for both, so that a figure looks the same on both. Coordinates beyond an edge are clamped to it.
pub(in super::super) enum Canvas<'a> {
    Svg { text: String, size: (u32, u32) },
    Pixels(Box<Picture<'a>>),
}

impl Canvas<'_> {
    /// An empty SVG of this size.
    pub(in super::super) fn svg((width, height): (u32, u32)) -> Self {
        let text = format!(
            "<svg width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
             xmlns=\"http://www.w3.org/2000/svg\">\n"
        );
        Self::Svg { text, size: (width, height) }
    }

    /// The whole text of an SVG.
    pub(in super::super) fn into_svg(self) -> String {
        match self {
            Self::Svg { text, .. } => text + "</svg>\n",
            Self::Pixels(_) => String::new(),
        }
    }

    pub(super) fn size(&self) -> (u32, u32) {
        match self {
            Self::Svg { size, .. } => *size,
            Self::Pixels(picture) => picture.size(),
        }
    }

    fn within(&self, (x, y): Pixel) -> Pixel {
        let (width, height) = self.size();
        (x.clamp(0, width as i32), y.clamp(0, height as i32))
    }

    /// A thin straight line.
    pub(super) fn rule(&mut self, from: Pixel, to: Pixel, colour: Colour) {
        let ((x1, y1), (x2, y2)) = (self.within(from), self.within(to));
        match self {
            Self::Svg { text, .. } => {
                let _ = writeln!(
                    text,
                    "<line opacity=\"1\" stroke=\"{colour}\" stroke-width=\"1\" x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\"/>"
                );
            }
            Self::Pixels(picture) => picture.line(&[(x1, y1), (x2, y2)], colour, 1),
        }
    }

    /// Lines that join these places in order.
    pub(super) fn path(&mut self, places: &[Pixel], colour: Colour, width: u32) {
        let places: Vec<Pixel> = places.iter().map(|&place| self.within(place)).collect();
        match self {
            Self::Svg { text, .. } => {
                let _ = writeln!(
                    text,
                    "<polyline fill=\"none\" opacity=\"1\" stroke=\"{colour}\" stroke-width=\"{width}\" points=\"{}\"/>",
                    points(&places)
                );
            }
            Self::Pixels(picture) => picture.line(&places, colour, width),
        }
    }

    /// A filled shape with these corners.
    pub(super) fn polygon(&mut self, corners: &[Pixel], colour: Colour) {
        let corners: Vec<Pixel> = corners.iter().map(|&place| self.within(place)).collect();
        match self {
            Self::Svg { text, .. } => {
                let _ = writeln!(
                    text,
                    "<polygon opacity=\"1\" fill=\"{colour}\" points=\"{}\"/>",
                    points(&corners)
                );
            }
            Self::Pixels(picture) => picture.polygon(&corners, colour),
        }
    }

    /// A filled rectangle between two opposite corners.
    pub(super) fn rectangle(&mut self, one: Pixel, other: Pixel, colour: Colour) {
        let (one, other) = (self.within(one), self.within(other));
        let (left, top) = (one.0.min(other.0), one.1.min(other.1));
        let (right, bottom) = (one.0.max(other.0), one.1.max(other.1));
        match self {
            Self::Svg { text, .. } => {
                let (width, height) = (right - left, bottom - top);
                let _ = writeln!(
                    text,
                    "<rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" opacity=\"1\" \
                     fill=\"{colour}\" stroke=\"none\"/>"
                );
            }
            Self::Pixels(picture) => picture.rectangle((left, top), (right, bottom), colour),
        }
    }

    /// A circle: filled, or as an outline if `outline` has a width.
    pub(super) fn circle(
        &mut self,
        middle: Pixel,
        radius: i32,
        colour: Colour,
        outline: Option<u32>,
    ) {
        let (x, y) = self.within(middle);
        match self {
            Self::Svg { text, .. } => {
                let width = outline.unwrap_or(1);
                let paint = match outline {
                    None => format!("fill=\"{colour}\" stroke=\"none\""),
                    Some(_) => format!("fill=\"none\" stroke=\"{colour}\""),
                };
                let _ = writeln!(
                    text,
                    "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" opacity=\"1\" {paint} stroke-width=\"{width}\"/>"
                );
            }
            Self::Pixels(picture) => picture.circle((x, y), radius, colour, outline),
        }
    }

    /// A line of text.
    pub(super) fn text(&mut self, words: &str, place: Pixel, style: TextStyle) {
        let (x, y) = self.within(place);
        match self {
            Self::Svg { text, .. } => {
                let anchor = match style.anchor {
                    Anchor::Start => "start",
                    Anchor::Middle => "middle",
                    Anchor::End => "end",
                };
                let down = match style.height {
                    Height::Top => "0.76em",
                    Height::Centre => "0.5ex",
                    Height::Bottom => "-0.5ex",
                };
                let turn = match style.upwards {
                    true => format!(" transform=\"rotate(270, {x}, {y})\""),
                    false => String::new(),
                };
                let TextStyle { size, colour, .. } = style;
                let _ = writeln!(
                    text,
                    "<text x=\"{x}\" y=\"{y}\" dy=\"{down}\" text-anchor=\"{anchor}\" font-family=\"sans-serif\" \
                     font-size=\"{size}\" opacity=\"1\" fill=\"{colour}\"{turn}>\n{}\n</text>",
                    escaped(words)
                );
            }
            Self::Pixels(picture) => picture.text(words, style, (x, y)),
        }
    }
}

fn points(places: &[Pixel]) -> String {
    places.iter().map(|(x, y)| format!("{x},{y} ")).collect()
}

/// Escapes text for XML.
fn escaped(words: &str) -> String {
    let mut text = String::with_capacity(words.len());
    for c in words.chars() {
        match c {
            '<' => text.push_str("&lt;"),
            '>' => text.push_str("&gt;"),
            '&' => text.push_str("&amp;"),
            '"' => text.push_str("&quot;"),
            '\'' => text.push_str("&apos;"),
            c => text.push(c),
        }
    }
    text
}
