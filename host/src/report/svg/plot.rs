//! Plots over two axes.

use super::super::{Mark, Plot, Series, Style};
use super::axis::Ruler;
use super::canvas::{Anchor, Canvas, Colour, Height, Pixel, TextStyle};
use super::legend::{self, LegendMark};
use super::{GRID, INK, PALETTE, TEXT, TITLE, marker, text_style};

/// Height of a figure, and width of the part with the axes.
const HEIGHT: u32 = 460;
const WIDTH: u32 = 620;
/// Room above the axes for the title, and beside and below them for numbers and labels.
const TOP: i32 = 34;
const LEFT: i32 = 94;
const BOTTOM: i32 = 58;
/// Empty room at the other edges.
const MARGIN: i32 = 10;
/// Length of a tick.
const TICK: i32 = 5;

/// The distinct labels of the source's points. Each has a shape.
fn statements(plot: &Plot) -> Vec<&str> {
    let mut labels: Vec<&str> = Vec::new();
    for mark in &plot.marks {
        if let Mark::Point { label, .. } = mark
            && !labels.contains(&label.as_str())
        {
            labels.push(label);
        }
    }
    labels
}

/// All names in the legend.
fn legend_labels(plot: &Plot) -> Vec<&str> {
    let rules = plot.marks.iter().filter_map(|mark| match mark {
        Mark::Horizontal { label, .. } => Some(label.as_str()),
        Mark::Point { .. } | Mark::Vertical { .. } => None,
    });
    let series = plot.series.iter().map(|series| series.label.as_str());
    series.chain(rules).chain(statements(plot)).collect()
}

pub(super) fn size(plot: &Plot) -> (u32, u32) {
    let labels = legend_labels(plot);
    let entries = labels.len();
    (WIDTH + legend::width(labels.into_iter()), HEIGHT.max(80 + 22 * entries as u32))
}

/// The colour and the shape of each series. Series of one group share a colour.
fn looks(plot: &Plot) -> Vec<(Colour, usize)> {
    let look = |(i, series): (usize, &Series)| {
        let colour = PALETTE[series.group.unwrap_or(i) % PALETTE.len()];
        (colour, series.group.unwrap_or(i))
    };
    plot.series.iter().enumerate().map(look).collect()
}

/// Maps numbers to pixels by the axes' ends.
struct Field {
    x: Ruler,
    y: Ruler,
    /// From left to right.
    across: (i32, i32),
    /// From top to bottom.
    down: (i32, i32),
}

impl Field {
    fn place(&self, x: f64, y: f64) -> Pixel {
        let along = share(&self.x, self.x.scale.place(x));
        // Numbers far beyond an axis are clamped to the figure's edge.
        let y = self.y.scale.place(y).clamp(self.y.low - 1.0, self.y.high + 1.0);
        let up = 1.0 - share(&self.y, y);
        let length = |(from, to): (i32, i32)| f64::from(to - from);
        (
            self.across.0 + (length(self.across) * along).round() as i32,
            self.down.0 + (length(self.down) * up).round() as i32,
        )
    }

    /// Draws axes, ticks with their numbers, grid and labels.
    fn draw(&self, canvas: &mut Canvas<'_>, labels: [&str; 2]) {
        let (left, right) = self.across;
        let (top, bottom) = self.down;
        let label = |anchor| text_style(TEXT + 1, anchor);
        let middle = ((left + right) / 2, (top + bottom) / 2);
        let beside = TextStyle { height: Height::Top, upwards: true, ..label(Anchor::Middle) };
        canvas.text(labels[1], (MARGIN, middle.1), beside);
        let below = TextStyle { height: Height::Bottom, ..label(Anchor::Middle) };
        let floor = bottom + BOTTOM - MARGIN;
        canvas.text(labels[0], (middle.0, floor), below);
        // The last pixels are inside.
        let (end, base) = (right - 1, bottom - 1);
        let at = |ruler: &Ruler, place: f64, from: i32, to: i32| {
            from + (f64::from(to - from) * share(ruler, place)).round() as i32
        };
        let ticks = |ruler: &Ruler, from: i32, to: i32| -> Vec<(i32, String)> {
            let place = |&place: &f64| (at(ruler, place, from, to), ruler.label(place));
            ruler.places().iter().map(place).collect()
        };
        let (xs, ys) = (ticks(&self.x, left, end), ticks(&self.y, base, top));
        for &(x, _) in &xs {
            canvas.rule((x, base), (x, top), GRID);
        }
        for &(y, _) in &ys {
            canvas.rule((left, y), (end, y), GRID);
        }
        canvas.path(&[(left - 1, top), (left - 1, base)], INK, 1);
        for (y, number) in &ys {
            canvas.text(number, (left - 2 * TICK, *y), text_style(TEXT, Anchor::End));
            canvas.path(&[(left - 1 - TICK, *y), (left - 1, *y)], INK, 1);
        }
        canvas.path(&[(left, bottom), (end, bottom)], INK, 1);
        for (x, number) in &xs {
            let style = TextStyle { height: Height::Top, ..text_style(TEXT, Anchor::Middle) };
            canvas.text(number, (*x, bottom + 2 * TICK), style);
            canvas.path(&[(*x, bottom), (*x, bottom + TICK)], INK, 1);
        }
    }
}

/// A place's fraction of the axis, from 0 to 1.
fn share(ruler: &Ruler, place: f64) -> f64 {
    (place - ruler.low) / (ruler.high - ruler.low)
}

/// Lays out the field for everything in the plot.
fn field(plot: &Plot, height: u32) -> Field {
    let points = || plot.series.iter().flat_map(|series| &series.points);
    let bars = plot.series.iter().any(|series| series.style == Style::Bars);
    let slot = slot_width(plot);
    let xs = points().map(|point| point.x).chain(plot.marks.iter().filter_map(|mark| match mark {
        Mark::Point { x, .. } | Mark::Vertical { x, .. } => Some(*x),
        Mark::Horizontal { .. } => None,
    }));
    // Bars need room on both sides.
    let xs = xs.flat_map(|x| if bars { [x - slot / 2.0, x + slot / 2.0] } else { [x, x] });
    let ys = points().flat_map(|point| [point.y.value, point.y.low, point.y.high]).chain(
        plot.marks.iter().filter_map(|mark| match mark {
            Mark::Point { y, .. } | Mark::Horizontal { y, .. } => Some(*y),
            Mark::Vertical { .. } => None,
        }),
    );
    let x = Ruler::new(&plot.x, xs, false);
    let y = Ruler::new(&plot.y, ys, bars);
    let (width, height) = (WIDTH as i32, height as i32);
    Field { x, y, across: (LEFT, width - MARGIN), down: (TOP, height - BOTTOM) }
}

pub(super) fn draw(plot: &Plot, canvas: &mut Canvas<'_>) {
    canvas.text(&plot.title, (14, TOP / 2), text_style(TITLE, Anchor::Start));
    let field = field(plot, canvas.size().1);
    field.draw(canvas, [&plot.x.label, &plot.y.label]);
    let slot = slot_width(plot);
    let mut entries = Vec::new();
    let looks = looks(plot);
    let bar_count = plot.series.iter().filter(|series| series.style == Style::Bars).count();
    let mut bar = 0;
    for (series, &(colour, shape)) in plot.series.iter().zip(&looks) {
        let path: Vec<(i32, i32)> = series
            .points
            .iter()
            .filter(|point| point.y.value.is_finite())
            .map(|point| field.place(point.x, point.y.value))
            .collect();
        let dashed = series.style == Style::Dashed;
        let mut offset = 0.0;
        match series.style {
            Style::Line | Style::Dashed => marker::line(canvas, &path, dashed, colour, 2),
            Style::Thin => marker::line(canvas, &path, false, colour, 1),
            Style::Points => {}
            Style::Bars => {
                let each = 0.8 * slot / bar_count.max(1) as f64;
                offset = -0.4 * slot + each * (f64::from(bar) + 0.5);
                bar += 1;
                for point in series.points.iter().filter(|point| point.y.value.is_finite()) {
                    let low = field.place(
                        point.x + offset - each / 2.0,
                        field.y.scale.number(field.y.low).max(0.0),
                    );
                    let high = field.place(point.x + offset + each / 2.0, point.y.value);
                    canvas.rectangle(low, high, colour);
                }
            }
        }
        // The intervals of bars would be invisible on bars of the same colour.
        let ink = if series.style == Style::Bars { INK } else { colour };
        for point in &series.points {
            marker::interval(
                canvas,
                field.place(point.x + offset, point.y.low),
                field.place(point.x + offset, point.y.high),
                ink,
            );
        }
        if !matches!(series.style, Style::Bars | Style::Thin) {
            for &at in &path {
                marker::draw(canvas, shape, at, colour);
            }
        }
        let sample = match series.style {
            Style::Bars => LegendMark::Bar { colour },
            Style::Thin => LegendMark::Thin { colour },
            Style::Points => LegendMark::Points { colour, shape },
            Style::Line | Style::Dashed => LegendMark::Line { colour, shape, dashed },
        };
        entries.push((sample, series.label.as_str()));
    }
    let statements = statements(plot);
    // Labels go below each other: places may be close together.
    let mut vertical_labels = field.down.0 + 4;
    for mark in &plot.marks {
        match mark {
            Mark::Point { x, y, label } => {
                let shape = statements.iter().position(|other| other == label).unwrap_or(0);
                marker::draw_hollow(canvas, shape, field.place(*x, *y));
            }
            Mark::Horizontal { y, label: text } => {
                let (_, at) = field.place(field.x.scale.number(field.x.low), *y);
                let (left, right) = field.across;
                marker::line(canvas, &[(left, at), (right, at)], true, INK, 1);
                entries.push((LegendMark::Rule, text.as_str()));
            }
            Mark::Vertical { x, label: text } => {
                let (at, _) = field.place(*x, field.y.scale.number(field.y.low));
                let (top, bottom) = field.down;
                marker::line(canvas, &[(at, top), (at, bottom)], true, INK, 1);
                let style =
                    TextStyle { height: Height::Top, ..text_style(TEXT - 1, Anchor::Start) };
                canvas.text(text, (at + 5, vertical_labels), style);
                vertical_labels += 16;
            }
        }
    }
    entries.extend(
        statements.iter().enumerate().map(|(shape, label)| (LegendMark::Hollow { shape }, *label)),
    );
    legend::draw(canvas, (WIDTH as i32, TOP), &entries);
}

/// Room for the bars at one place: the smallest distance between two places.
fn slot_width(plot: &Plot) -> f64 {
    let mut xs: Vec<f64> =
        plot.series.iter().flat_map(|series| series.points.iter().map(|point| point.x)).collect();
    xs.sort_by(f64::total_cmp);
    xs.windows(2)
        .filter_map(|pair| match pair {
            [a, b] if b > a => Some(b - a),
            _ => None,
        })
        .min_by(f64::total_cmp)
        .unwrap_or(1.0)
}
