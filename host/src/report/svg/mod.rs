//! Figures as SVG.
//!
//! Everything but curves and bars is drawn in the colour of the surrounding text, without a background, so that a
//! figure inside a page suits light and dark pages. Curves have colours of medium lightness from a palette for the
//! colour-blind (Paul Tol's "vibrant") and markers of different shapes.

mod axis;
mod canvas;
mod legend;
mod marker;
mod plot;
mod tree;

use super::Figure;
pub(super) use canvas::{Anchor, Canvas, Colour, Height, Pixel, TextStyle};

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
/// Text, axes and the source's statements. Replaced by the colour of the surrounding text.
const INK: Colour = Colour(0x1f, 0x23, 0x28);
/// Grid lines. Replaced by a faint form of that colour.
const GRID: Colour = Colour(0xe4, 0xe6, 0xe8);

/// Text sizes, in units of 1/1.24 pixels.
const TITLE: i32 = 20;
const TEXT: i32 = 15;

/// The style of a text of this size beside its place, in ink.
fn text_style(size: i32, anchor: Anchor) -> TextStyle {
    let size = f64::from(size) / 1.24;
    TextStyle { size, colour: INK, anchor, height: Height::Centre, upwards: false }
}

/// The figure for a page: without a background, in the colour of the text around it.
#[must_use]
pub fn inline(figure: &Figure) -> String {
    let (ink, grid) = (format!("\"{INK}\""), format!("\"{GRID}\""));
    draw(figure)
        .replace(&format!("stroke={grid}"), "stroke=\"currentColor\" stroke-opacity=\"0.15\"")
        .replace(&format!("fill={grid}"), "fill=\"currentColor\" fill-opacity=\"0.15\"")
        .replace(&ink, "\"currentColor\"")
}

/// The contents of [`inline`]'s outermost element, with its width and height, for an element with more attributes.
#[must_use]
pub fn inside(figure: &Figure) -> (u32, u32, String) {
    let (width, height) = size(figure);
    let svg = inline(figure);
    let inside = svg.split_once('>').map_or("", |(_, rest)| rest);
    (width, height, inside.rsplit_once("</svg>").map_or(inside, |(inside, _)| inside).to_owned())
}

/// The figure for a separate file: dark on white.
#[must_use]
pub fn file(figure: &Figure) -> String {
    let svg = draw(figure);
    // The background is behind everything.
    match svg.split_once('>') {
        Some((head, rest)) => format!(
            "{head}>\n<rect x=\"0\" y=\"0\" width=\"100%\" height=\"100%\" fill=\"#FFFFFF\"/>{rest}"
        ),
        None => svg,
    }
}

pub(super) fn size(figure: &Figure) -> (u32, u32) {
    match figure {
        Figure::Plot(plot) => plot::size(plot),
        Figure::Tree(tree) => tree::size(tree),
    }
}

fn draw(figure: &Figure) -> String {
    let mut canvas = Canvas::svg(size(figure));
    draw_on(figure, &mut canvas);
    canvas.into_svg()
}

/// Draws the figure without a background.
pub(super) fn draw_on(figure: &Figure, canvas: &mut Canvas<'_>) {
    match figure {
        Figure::Plot(plot) => plot::draw(plot, canvas),
        Figure::Tree(tree) => tree::draw(tree, canvas),
    }
}
