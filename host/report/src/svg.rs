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
    file_of(figure, style, provenance, shapes)
}

/// The same for figures of many shapes: how they are painted is said once, in a style sheet. A page must not have two such files in it.
#[must_use]
pub fn file_in_classes(figure: &Figure, style: &FigureStyle, provenance: &Provenance) -> String {
    file_of(figure, style, provenance, shapes_in_classes)
}

fn file_of(
    figure: &Figure,
    style: &FigureStyle,
    provenance: &Provenance,
    shapes: fn(&Drawing) -> String,
) -> String {
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

/// A shape as an element: what begins it and says where it is, how it is painted, and the rest of it.
struct Element {
    begin: String,
    paint: Vec<(&'static str, String)>,
    end: String,
}

impl Element {
    fn of(shape: &Shape) -> Self {
        match shape {
            Shape::Line { places, colour, width, dash } => {
                let mut paint = vec![
                    ("fill", "none".to_owned()),
                    ("stroke", colour.to_string()),
                    ("stroke-width", number(*width)),
                ];
                if !dash.is_empty() {
                    let dashes: Vec<String> = dash.iter().map(|&length| number(length)).collect();
                    paint.push(("stroke-dasharray", dashes.join(" ")));
                }
                let end = format!(" points=\"{}\"/>", points(places));
                Self { begin: "<polyline".to_owned(), paint, end }
            }
            Shape::Area { corners, colour } => Self {
                begin: "<polygon".to_owned(),
                paint: vec![("fill", colour.to_string())],
                end: format!(" points=\"{}\"/>", points(corners)),
            },
            Shape::Circle { centre, radius, colour, outline } => {
                let [x, y, radius] = [centre.0, centre.1, *radius].map(number);
                let paint = match outline {
                    None => vec![("fill", colour.to_string())],
                    Some(width) => vec![
                        ("fill", "none".to_owned()),
                        ("stroke", colour.to_string()),
                        ("stroke-width", number(*width)),
                    ],
                };
                let begin = format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"");
                Self { begin, paint, end: "/>".to_owned() }
            }
            Shape::Text { words, place, style } => {
                let anchor = match style.anchor {
                    Anchor::Start => "start",
                    Anchor::Middle => "middle",
                    Anchor::End => "end",
                };
                let [x, y] = [place.0, place.1].map(number);
                let turn = match style.upwards {
                    true => format!(" transform=\"rotate(270, {x}, {y})\""),
                    false => String::new(),
                };
                let paint = vec![
                    ("dy", number(style.baseline())),
                    ("text-anchor", anchor.to_owned()),
                    ("font-family", style.font.css().to_owned()),
                    ("font-size", number(style.size)),
                    ("fill", style.colour.to_string()),
                    ("xml:space", "preserve".to_owned()),
                ];
                let begin = format!("<text x=\"{x}\" y=\"{y}\"");
                Self { begin, paint, end: format!("{turn}>{}</text>", escaped(words)) }
            }
        }
    }

    /// The parts of its paint that styles have, as a style, and the others as attributes.
    fn styled(&self) -> (String, String) {
        let (mut style, mut attributes) = (String::new(), String::new());
        for (key, value) in &self.paint {
            // Writing to memory cannot fail.
            let _ = match *key {
                "font-size" => write!(style, "font-size:{value}px;"),
                "xml:space" => write!(style, "white-space:pre;"),
                "dy" => write!(attributes, " dy=\"{value}\""),
                _ => write!(style, "{key}:{value};"),
            };
        }
        (style.trim_end_matches(';').to_owned(), attributes)
    }
}

fn shapes(drawing: &Drawing) -> String {
    let mut text = String::new();
    for Element { begin, paint, end } in drawing.shapes.iter().map(Element::of) {
        text += &begin;
        for (key, value) in paint {
            let _ = write!(text, " {key}=\"{value}\"");
        }
        text += &end;
        text.push('\n');
    }
    text
}

/// The shapes, each kind of paint said once.
fn shapes_in_classes(drawing: &Drawing) -> String {
    let mut styles: Vec<String> = Vec::new();
    let mut text = String::new();
    for element in drawing.shapes.iter().map(Element::of) {
        let (style, attributes) = element.styled();
        let known = styles.iter().position(|other| *other == style).unwrap_or_else(|| {
            styles.push(style);
            styles.len() - 1
        });
        let Element { begin, end, .. } = element;
        let _ = writeln!(text, "{begin} class=\"s{known}\"{attributes}{end}");
    }
    let rules: Vec<String> =
        styles.iter().enumerate().map(|(i, style)| format!(".s{i}{{{style}}}")).collect();
    format!("<style>\n{}\n</style>\n{text}", rules.join("\n"))
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
