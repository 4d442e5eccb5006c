//! Figures as SVG, drawn by `plotters`.
//!
//! What is neither a curve nor a bar is drawn in the colour of the surrounding text, and nothing is behind it, so that
//! a figure inside a page is at home on a light ground and on a dark one. Curves have colours of medium lightness from
//! a palette for the colour-blind (Paul Tol's "vibrant") and markers of different shapes.

mod axis;
mod canvas;
mod legend;
mod marker;
mod plot;
mod tree;

use plotters::prelude::{IntoDrawingArea as _, RGBColor, SVGBackend};

use super::Figure;
pub(super) use canvas::Canvas;

/// The colours of series, in turn.
const PALETTE: [RGBColor; 8] = [
    RGBColor(0x00, 0x77, 0xbb),
    RGBColor(0xee, 0x77, 0x33),
    RGBColor(0x00, 0x99, 0x88),
    RGBColor(0xcc, 0x33, 0x11),
    RGBColor(0x99, 0x66, 0xcc),
    RGBColor(0xee, 0x33, 0x77),
    RGBColor(0x88, 0x88, 0x22),
    RGBColor(0x80, 0x80, 0x80),
];
/// Text, axes and what the source states; becomes the colour of the surrounding text.
const INK: RGBColor = RGBColor(0x1f, 0x23, 0x28);
/// Grid lines; become a faint form of it.
const GRID: RGBColor = RGBColor(0xe4, 0xe6, 0xe8);

/// The font's family; PNGs are drawn with DejaVu Sans.
const FONT: &str = "sans-serif";
/// Sizes of text as `plotters` counts them: a quarter more than pixels.
const TITLE: i32 = 20;
const TEXT: i32 = 15;

/// Drawing into a string cannot fail; the error type of `plotters` is as it is.
type Drawn = Result<(), Box<dyn std::error::Error>>;

/// The figure for a page: without ground, in the colour of the text around it.
#[must_use]
pub fn inline(figure: &Figure) -> String {
    let colour = |RGBColor(r, g, b)| format!("\"#{r:02X}{g:02X}{b:02X}\"");
    let (ink, grid) = (colour(INK), colour(GRID));
    draw(figure)
        .replace(&format!("stroke={grid}"), "stroke=\"currentColor\" stroke-opacity=\"0.15\"")
        .replace(&format!("fill={grid}"), "fill=\"currentColor\" fill-opacity=\"0.15\"")
        .replace(&ink, "\"currentColor\"")
}

/// What is inside [`inline`]'s outermost element, with its width and height: for an element that says more about itself.
#[must_use]
pub fn inside(figure: &Figure) -> (u32, u32, String) {
    let (width, height) = size(figure);
    let svg = inline(figure);
    let inside = svg.split_once('>').map_or("", |(_, rest)| rest);
    (width, height, inside.rsplit_once("</svg>").map_or(inside, |(inside, _)| inside).to_owned())
}

/// The figure for a file of its own: dark on white.
#[must_use]
pub fn file(figure: &Figure) -> String {
    let svg = draw(figure);
    // The ground goes behind everything.
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
    let mut text = String::new();
    draw_on(figure, Canvas::Svg(SVGBackend::with_string(&mut text, size(figure))));
    text
}

/// Draws the figure, without a ground.
pub(super) fn draw_on(figure: &Figure, canvas: Canvas<'_>) {
    let area = canvas.into_drawing_area();
    let drawn = match figure {
        Figure::Plot(plot) => plot::draw(plot, &area),
        Figure::Tree(tree) => tree::draw(tree, &area),
    };
    // Strings and pixels take everything; what is drawn so far is shown in any case.
    drop(drawn.and_then(|()| Ok(area.present()?)));
}
