//! The legend beside a plot.

use super::canvas::{Anchor, Canvas, Colour};
use super::{INK, TEXT, marker, text_style};

/// Height of a line.
const LINE: i32 = 22;
/// Width of a line's sample.
const SAMPLE: i32 = 34;

/// The sample before a name.
#[derive(Clone, Copy, Debug)]
pub(super) enum LegendMark {
    /// A line with a marker.
    Line { colour: Colour, shape: usize, dashed: bool },
    /// A marker.
    Points { colour: Colour, shape: usize },
    /// A bar.
    Bar { colour: Colour },
    /// A thin line.
    Thin { colour: Colour },
    /// A height stated by the source.
    Rule,
    /// A point stated by the source.
    Hollow { shape: usize },
}

/// The width needed for these names.
pub(super) fn width<'l>(labels: impl Iterator<Item = &'l str>) -> u32 {
    let longest = labels.map(|label| label.chars().count()).max();
    longest.map_or(0, |longest| SAMPLE as u32 + 7 * longest as u32 + 24)
}

/// Draws the legend with its top left corner at `corner`.
pub(super) fn draw(
    canvas: &mut Canvas<'_>,
    (left, top): (i32, i32),
    entries: &[(LegendMark, &str)],
) {
    for (i, (sample, label)) in entries.iter().enumerate() {
        let y = top + LINE / 2 + LINE * i as i32;
        let (ends, middle) = ([(left + 4, y), (left + 4 + SAMPLE, y)], (left + 4 + SAMPLE / 2, y));
        match *sample {
            LegendMark::Line { colour, shape, dashed } => {
                marker::line(canvas, &ends, dashed, colour, 2);
                marker::draw(canvas, shape, middle, colour);
            }
            LegendMark::Points { colour, shape } => marker::draw(canvas, shape, middle, colour),
            LegendMark::Bar { colour } => {
                canvas.rectangle((left + 10, y - 6), (left + SAMPLE - 2, y + 6), colour);
            }
            LegendMark::Thin { colour } => marker::line(canvas, &ends, false, colour, 1),
            LegendMark::Rule => marker::line(canvas, &ends, true, INK, 1),
            LegendMark::Hollow { shape } => marker::draw_hollow(canvas, shape, middle),
        }
        canvas.text(label, (left + SAMPLE + 14, y), text_style(TEXT, Anchor::Start));
    }
}
