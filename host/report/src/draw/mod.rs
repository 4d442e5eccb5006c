//! Figures as shapes, which SVG, PNG and PDF write in their own ways.

mod axis;
mod drawing;
mod labels;
mod legend;
mod marker;
mod panel;
mod plot;
mod series;
mod tree;

use super::{Figure, FigureStyle};
use drawing::Measure;
pub(super) use drawing::{Anchor, Colour, Drawing, Place, Shape, TextStyle};

/// The colours of series, in turn.
const PALETTE: [Colour; 8] = [
    Colour(0x00, 0x77, 0xbb),
    Colour(0xee, 0x77, 0x33),
    Colour(0x00, 0x99, 0x88),
    Colour(0xcc, 0x33, 0x11),
    Colour(0x99, 0x66, 0xcc),
    Colour(0xee, 0x33, 0x77),
    Colour(0x88, 0x88, 0x22),
    Colour(0x80, 0x80, 0x80),
];
/// Without colours, series differ by dashes, markers and hatching; two greys more keep neighbours apart.
const GREYS: [Colour; 3] =
    [Colour(0x20, 0x20, 0x20), Colour(0x60, 0x60, 0x60), Colour(0x8c, 0x8c, 0x8c)];
/// Text, axes and the source's statements. Replaced by the colour of the surrounding text.
pub(super) const INK: Colour = Colour(0x1f, 0x23, 0x28);
/// Grid lines. Replaced by a faint form of that colour.
pub(super) const GRID: Colour = Colour(0xe4, 0xe6, 0xe8);

/// What everything in a figure is drawn with.
struct Pen<'s> {
    style: &'s FigureStyle,
    measure: Measure,
    /// The size of the text, in pixels. Distances are in it.
    em: f64,
}

impl Pen<'_> {
    /// The style of text in ink, of this many ems.
    fn text(&self, ems: f64, anchor: Anchor) -> TextStyle {
        let font = self.style.font;
        TextStyle { size: ems * self.em, colour: INK, anchor, upwards: false, font }
    }

    /// The size of markers and lines: 1 for text of 13 pixels.
    fn unit(&self) -> f64 {
        (self.em / 13.0).sqrt()
    }

    fn width(&self, words: &str, ems: f64) -> f64 {
        self.measure.width(words, ems * self.em)
    }

    fn wrap(&self, words: &str, ems: f64, width: f64) -> Vec<String> {
        self.measure.wrap(words, ems * self.em, width)
    }
}

/// Draws a figure in a style.
pub(super) fn draw(figure: &Figure, style: &FigureStyle) -> Drawing {
    let measure = Measure::new(style.font);
    // Text so large that nothing else fits would be of no use.
    let em = style.text.in_pixels().clamp(1.0, (style.width.in_pixels() / 12.0).max(1.0));
    let pen = Pen { style, measure, em };
    match figure {
        Figure::Plot(plot) => plot::draw(plot, &pen),
        Figure::Tree(tree) => tree::draw(tree, &pen),
    }
}
