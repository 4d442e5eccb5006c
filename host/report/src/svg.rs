//! Figures as SVG.
//!
//! Everything but curves and bars is drawn in the colour of the surrounding text, without a background, so that a
//! figure inside a page suits light and dark pages. Curves have colours of medium lightness from a palette for the
//! colour-blind (Paul Tol's "vibrant") and markers of different shapes.

use std::fmt::Write as _;

use super::draw::{Anchor, Drawing, GRID, INK, Place, Shape, draw};
use super::{Figure, FigureStyle, Provenance};

/// The figure for a page: without a background, in the colour of the text around it.
#[must_use]
pub fn inline(figure: &Figure) -> String {
    let (width, height, inside) = inside(figure);
    format!(
        "<svg width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         xmlns=\"http://www.w3.org/2000/svg\">{inside}</svg>\n"
    )
}

/// The contents of [`inline`]'s outermost element, with its width and height, for an element with more attributes.
#[must_use]
pub fn inside(figure: &Figure) -> (u32, u32, String) {
    inside_styled(figure, &FigureStyle::default())
}

/// The same as [`inside`], drawn in this style.
#[must_use]
pub fn inside_styled(figure: &Figure, style: &FigureStyle) -> (u32, u32, String) {
    let drawing = draw(figure, style);
    let (ink, grid) = (format!("\"{INK}\""), format!("\"{GRID}\""));
    let shapes = shapes(&drawing)
        .replace(&format!("stroke={grid}"), "stroke=\"currentColor\" stroke-opacity=\"0.15\"")
        .replace(&format!("fill={grid}"), "fill=\"currentColor\" fill-opacity=\"0.15\"")
        .replace(&ink, "\"currentColor\"");
    (drawing.width.ceil() as u32, drawing.height.ceil() as u32, shapes)
}

/// The figure for a separate file: dark on white.
#[must_use]
pub fn file(figure: &Figure) -> String {
    file_styled(figure, &FigureStyle::default(), &Provenance::default())
}

/// The figure for a separate file, drawn in this style. Its title, and where it comes from, are in the elements that SVG has
/// for them.
#[must_use]
pub fn file_styled(figure: &Figure, style: &FigureStyle, provenance: &Provenance) -> String {
    let drawing = draw(figure, style);
    let [width, height] = [drawing.width, drawing.height].map(number);
    let mut text = format!(
        "<svg width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         xmlns=\"http://www.w3.org/2000/svg\">\n<title>{}</title>\n",
        escaped(figure.title())
    );
    if !provenance.is_empty() {
        let lines: Vec<String> = provenance.lines().map(|line| escaped(&line)).collect();
        let _ = writeln!(text, "<metadata>\n{}\n</metadata>", lines.join("\n"));
    }
    text.push_str("<rect x=\"0\" y=\"0\" width=\"100%\" height=\"100%\" fill=\"#FFFFFF\"/>\n");
    text + &shapes(&drawing) + "</svg>\n"
}

fn shapes(drawing: &Drawing) -> String {
    let mut text = String::new();
    for shape in &drawing.shapes {
        // Writing to memory cannot fail.
        let _ = match shape {
            Shape::Line { places, colour, width, dash } => {
                let dashes = dash.iter().map(|&length| number(length)).collect::<Vec<_>>();
                let dash = match dashes.is_empty() {
                    true => String::new(),
                    false => format!(" stroke-dasharray=\"{}\"", dashes.join(" ")),
                };
                let width = number(*width);
                writeln!(
                    text,
                    "<polyline fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\"{dash} points=\"{}\"/>",
                    points(places)
                )
            }
            Shape::Area { corners, colour } => {
                writeln!(text, "<polygon fill=\"{colour}\" points=\"{}\"/>", points(corners))
            }
            Shape::Circle { centre, radius, colour, outline } => {
                let paint = match outline {
                    None => format!("fill=\"{colour}\""),
                    Some(width) => {
                        format!(
                            "fill=\"none\" stroke=\"{colour}\" stroke-width=\"{}\"",
                            number(*width)
                        )
                    }
                };
                let [x, y, radius] = [centre.0, centre.1, *radius].map(number);
                writeln!(text, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" {paint}/>")
            }
            Shape::Text { words, place, style } => {
                let anchor = match style.anchor {
                    Anchor::Start => "start",
                    Anchor::Middle => "middle",
                    Anchor::End => "end",
                };
                let [x, y, down] = [place.0, place.1, style.baseline()].map(number);
                let turn = match style.upwards {
                    true => format!(" transform=\"rotate(270, {x}, {y})\""),
                    false => String::new(),
                };
                writeln!(
                    text,
                    "<text x=\"{x}\" y=\"{y}\" dy=\"{down}\" text-anchor=\"{anchor}\" font-family=\"{}\" font-size=\"{}\" \
                     fill=\"{}\" xml:space=\"preserve\"{turn}>{}</text>",
                    style.font.css(),
                    number(style.size),
                    style.colour,
                    escaped(words)
                )
            }
        };
    }
    text
}

fn points(places: &[Place]) -> String {
    let point = |&(x, y): &Place| format!("{},{}", number(x), number(y));
    places.iter().map(point).collect::<Vec<_>>().join(" ")
}

/// A number with at most two decimals: a hundredth of a pixel is seen by nobody.
fn number(number: f64) -> String {
    // No negative zero.
    ((number * 100.0).round() / 100.0 + 0.0).to_string()
}

/// Escapes text for XML, which has no place for control characters.
fn escaped(words: &str) -> String {
    let mut text = String::with_capacity(words.len());
    for c in words.chars() {
        match c {
            '<' => text.push_str("&lt;"),
            '>' => text.push_str("&gt;"),
            '&' => text.push_str("&amp;"),
            '"' => text.push_str("&quot;"),
            '\'' => text.push_str("&apos;"),
            c if c.is_control() => text.push(' '),
            c => text.push(c),
        }
    }
    text
}
