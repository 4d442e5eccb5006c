//! The legend below a plot, in as many columns as fit.

use super::drawing::{Anchor, Colour, Drawing, Place};
use super::{INK, Pen, marker};

/// Height of a line, width of a sample, and room between columns, in ems.
const LINE: f64 = 1.45;
const SAMPLE: f64 = 2.4;
const BETWEEN: f64 = 1.4;
/// Size of the text, in ems.
const TEXT: f64 = 0.95;

/// The sample before a name.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Sample {
    /// A line, with a marker if it has a shape.
    Line { colour: Colour, width: f64, dash: &'static [f64], shape: Option<usize> },
    /// A marker.
    Points { colour: Colour, shape: usize },
    /// A bar: in its colour, or hatched.
    Bar { colour: Option<Colour>, shape: usize },
    /// A point stated by the source.
    Hollow { shape: usize },
}

/// A laid-out legend.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Legend {
    /// The samples, and the lines of the names.
    entries: Vec<(Sample, Vec<String>)>,
    /// Where the columns begin.
    columns: Vec<f64>,
}

impl Legend {
    /// Lays out a legend in this width.
    pub(super) fn new(entries: &[(Sample, String)], pen: &Pen<'_>, width: f64) -> Self {
        let sample = (SAMPLE + 0.5) * pen.em;
        let wrap =
            |(kind, words): &(Sample, String)| (*kind, pen.wrap(words, TEXT, width - sample));
        let entries: Vec<_> = entries.iter().map(wrap).collect();
        let wide = |(_, lines): &(Sample, Vec<String>)| {
            sample + lines.iter().map(|line| pen.width(line, TEXT)).fold(0.0, f64::max)
        };
        let widths: Vec<f64> = entries.iter().map(wide).collect();
        let starts = |count: usize| {
            let mut at = 0.0;
            let mut columns = Vec::new();
            for column in 0..count {
                columns.push(at);
                let own = widths.iter().skip(column).step_by(count).copied().fold(0.0, f64::max);
                at += own + BETWEEN * pen.em;
            }
            (columns, at - BETWEEN * pen.em)
        };
        let most = entries.len().min(4);
        let fitting = (1..=most).rev().map(starts).find(|(_, whole)| *whole <= width);
        let columns = fitting.map_or_else(|| vec![0.0], |(columns, _)| columns);
        Self { entries, columns }
    }

    /// Its rows, each with the number of its lines.
    fn rows(&self) -> impl Iterator<Item = (&[(Sample, Vec<String>)], usize)> {
        self.entries
            .chunks(self.columns.len())
            .map(|row| (row, row.iter().map(|(_, lines)| lines.len()).max().unwrap_or(0)))
    }

    pub(super) fn height(&self, pen: &Pen<'_>) -> f64 {
        LINE * pen.em * self.rows().map(|(_, lines)| lines).sum::<usize>() as f64
    }

    /// Draws it with its top left corner at `corner`.
    pub(super) fn draw(&self, drawing: &mut Drawing, pen: &Pen<'_>, (left, top): Place) {
        let mut y = top + LINE * pen.em / 2.0;
        for (row, lines) in self.rows() {
            for ((sample, words), column) in row.iter().zip(&self.columns) {
                let x = left + column;
                draw_sample(drawing, pen, *sample, (x, y));
                for (number, line) in (0u32..).zip(words) {
                    let at = (x + (SAMPLE + 0.5) * pen.em, y + f64::from(number) * LINE * pen.em);
                    drawing.text(line, at, pen.text(TEXT, Anchor::Start));
                }
            }
            y += LINE * pen.em * lines as f64;
        }
    }
}

fn draw_sample(drawing: &mut Drawing, pen: &Pen<'_>, sample: Sample, (x, y): Place) {
    let (end, unit) = (x + SAMPLE * pen.em, pen.unit());
    let middle = ((x + end) / 2.0, y);
    match sample {
        Sample::Line { colour, width, dash, shape } => {
            drawing.dashed(&[(x, y), (end, y)], colour, width, dash);
            if let Some(shape) = shape {
                marker::draw(drawing, shape, middle, colour, unit);
            }
        }
        Sample::Points { colour, shape } => marker::draw(drawing, shape, middle, colour, unit),
        Sample::Bar { colour, shape } => {
            let (half, high) = (0.8 * pen.em, 0.42 * pen.em);
            let corners = ((middle.0 - half, y - high), (middle.0 + half, y + high));
            match colour {
                Some(colour) => drawing.rectangle(corners.0, corners.1, colour),
                None => marker::hatched(drawing, shape, corners.0, corners.1, unit),
            }
        }
        Sample::Hollow { shape } => marker::draw_hollow(drawing, shape, middle, unit),
    }
}

/// The dashes of the horizontal lines of a plot, in their order.
pub(super) const fn rule_dash(number: usize) -> &'static [f64] {
    match number % 4 {
        0 => &[5.0, 4.0],
        1 => &[1.5, 3.0],
        2 => &[9.0, 3.0, 1.5, 3.0],
        _ => &[12.0, 4.0],
    }
}

/// The sample of the horizontal line of this number.
pub(super) fn rule(number: usize, unit: f64) -> Sample {
    Sample::Line { colour: INK, width: unit, dash: rule_dash(number), shape: None }
}
