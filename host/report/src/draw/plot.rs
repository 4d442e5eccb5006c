//! Plots over two axes: the title, the panel, if asked for a panel of ratios, names of curves beside them or in a legend, and what
//! the intervals are.

mod names;

use super::super::{Axis, AxisScale, Estimate, Mark, Plot, Point, Series, Style};
use super::axis::Ruler;
use super::drawing::{Anchor, Drawing, TextStyle};
use super::labels::Area;
use super::legend::{self, Legend};
use super::panel::{LINE, Panel, XNumbers, numbers_width};
use super::series::{Look, Traced, looks, slot_width, trace};
use super::{INK, Pen, marker};
use names::{beside, entries, statements};

/// Sizes of texts, in ems.
const TITLE: f64 = 1.12;
const LABEL: f64 = 1.0;
const NAME: f64 = 0.95;
const FOOT: f64 = 0.82;
/// Empty room at the edges, in ems.
const MARGIN: f64 = 0.5;
/// Between the vertical axis's label and its numbers, in ems.
const APART: f64 = 0.25;
/// The height of the axes, in parts of their width; and of the panel of ratios, in parts of the other's.
const SHAPE: f64 = 0.62;
const RATIOS: f64 = 0.5;
/// Height of a tick's share of an axis, in ems, upwards and across.
const TICKS: (f64, f64) = (2.6, 4.6);

/// The plot without its names: everything whose place does not depend on them.
struct Layout {
    title: Vec<String>,
    foot: Vec<String>,
    below: XNumbers,
    x_label: Vec<String>,
    panel: Panel,
    y_label: Vec<String>,
    ratios: Option<Ratios>,
    /// Where the legend begins.
    legend: f64,
    height: f64,
}

/// The panel of ratios.
struct Ratios {
    panel: Panel,
    plot: Plot,
    y_label: Vec<String>,
}

pub(super) fn draw(plot: &Plot, pen: &Pen<'_>) -> Drawing {
    let looks = looks(plot, pen);
    // Without a legend first: names beside the curves leave more room for them.
    let layout = Layout::new(plot, pen, &looks, 0.0);
    let traced = trace(plot, &looks, &layout.panel, pen);
    let shown: Vec<usize> = (0..traced.len()).filter(|&n| !traced[n].points.is_empty()).collect();
    let names = beside(plot, pen, &layout.panel, &traced, &shown);
    let Some(names) = names else {
        let entries = entries(plot, pen, &looks, &shown);
        let margin = MARGIN * pen.em;
        let legend = Legend::new(&entries, pen, pen.style.width.in_pixels() - 2.0 * margin);
        let layout = Layout::new(plot, pen, &looks, legend.height(pen) + 0.4 * pen.em);
        let traced = trace(plot, &looks, &layout.panel, pen);
        let mut drawing = layout.draw(plot, pen, &looks, &traced);
        legend.draw(&mut drawing, pen, (margin, layout.legend));
        return drawing;
    };
    let mut drawing = layout.draw(plot, pen, &looks, &traced);
    for (words, colour, at) in names {
        let style = TextStyle { colour, ..pen.text(NAME, Anchor::Start) };
        drawing.text(&words, (at.left, (at.top + at.bottom) / 2.0), style);
    }
    drawing
}

impl Layout {
    /// Lays the plot out, with this height for a legend.
    fn new(plot: &Plot, pen: &Pen<'_>, looks: &[Look], legend: f64) -> Self {
        let (em, style) = (pen.em, pen.style);
        let (width, margin) = (style.width.in_pixels(), MARGIN * em);
        let text_width = width - 2.0 * margin;
        let title = if style.title { pen.wrap(&plot.title, TITLE, text_width) } else { Vec::new() };
        let top = margin + 0.5 * em + TITLE * LINE * em * title.len() as f64;
        let ratio_plot = ratios(plot);
        // The vertical axis decides how wide the other is, and that how high this one: guess, then lay out.
        let parts = 1.0 + if ratio_plot.is_some() { RATIOS } else { 0.0 };
        let free = SHAPE * 0.85 * width * (0.5 + 0.5 * parts);
        let guess = style.height.map_or(free, |height| 0.7 * height.in_pixels()) / parts;
        let most = |length: f64, share: f64| ((length / (share * em)) as usize).clamp(2, 8);
        let numbers = |plot: &Plot, share: f64| {
            numbers_width(&y_ruler(plot, most(guess * share, TICKS.0)), pen)
        };
        let beside = ratio_plot.as_ref().map_or(0.0, |ratios| numbers(ratios, RATIOS));
        // Labels upwards may be longer than the panel by a little.
        let room = |share: f64| guess * share + 0.6 * em;
        let y_label = pen.wrap(&plot.y.label, LABEL, room(1.0));
        let of = ratio_plot.as_ref().map_or("", |ratios| &ratios.y.label);
        let ratio_label = pen.wrap(of, LABEL, room(RATIOS));
        let y_lines = y_label.len().max(ratio_label.len());
        let y_labels = if y_lines > 0 { (LABEL * LINE * y_lines as f64 + APART) * em } else { 0.0 };
        let left = margin + y_labels + numbers(plot, 1.0).max(beside);
        let x_ticks = most(0.8 * width, TICKS.1);
        let x = x_ruler(plot, x_ticks);
        let below = XNumbers::new(&x, pen, width - left - margin);
        let right = width - margin.max(below.overhang(pen) + 0.1 * em);
        let below = XNumbers::new(&x, pen, right - left);
        let x_label = pen.wrap(&plot.x.label, LABEL, right - left + 0.6 * left);
        let line = |ems: f64, count: usize| ems * LINE * em * count as f64;
        // A figure of medians says so.
        let bars = if plot.y.label.contains("quartiles") { "quartiles" } else { "95 % intervals" };
        let sample = has_intervals(plot, looks).then(|| {
            match plot.y.sample.as_ref().or(style.sample.as_ref()) {
                Some(sample) => format!("Bars: {bars}, {sample}."),
                None => format!("Bars: {bars}."),
            }
        });
        let foot: Vec<String> = sample
            .iter()
            .chain(&style.foot)
            .flat_map(|text| pen.wrap(text, FOOT, text_width))
            .collect();
        let footer = line(FOOT, foot.len()) + if foot.is_empty() { 0.0 } else { 0.4 * em };
        let under = below.height + 0.3 * em + line(LABEL, x_label.len());
        let rest = top + under + legend + footer + margin;
        let between = if ratio_plot.is_some() { 0.9 * em } else { 0.0 };
        let axes =
            style.height.map_or(SHAPE * (right - left) * (0.5 + 0.5 * parts) + between, |height| {
                height.in_pixels() - rest
            });
        // Too little room for anything: the figure becomes higher than asked for.
        let axes = axes.max(7.0 * em * parts);
        let main = (axes - between) / parts;
        let panel = |plot: &Plot, top: f64, height: f64| Panel {
            x: x.clone(),
            y: y_ruler(plot, most(height, TICKS.0)),
            across: (left, right),
            down: (top, top + height),
        };
        let ratios = ratio_plot.map(|plot| Ratios {
            panel: panel(&plot, top + main + between, axes - between - main),
            plot,
            y_label: ratio_label,
        });
        Self {
            panel: panel(plot, top, main),
            y_label,
            ratios,
            legend: top + axes + under + 0.3 * em,
            height: rest + axes,
            title,
            foot,
            below,
            x_label,
        }
    }

    /// Draws everything but the names.
    fn draw(&self, plot: &Plot, pen: &Pen<'_>, looks: &[Look], traced: &[Traced]) -> Drawing {
        let (em, width) = (pen.em, pen.style.width.in_pixels());
        let mut drawing = Drawing::new(width, self.height);
        let margin = MARGIN * em;
        for (number, line) in (0u32..).zip(&self.title) {
            let y = margin + (f64::from(number) + 0.5) * TITLE * LINE * em;
            drawing.text(line, (margin, y), pen.text(TITLE, Anchor::Start));
        }
        let last = self.ratios.as_ref().map_or(&self.panel, |ratios| &ratios.panel);
        self.panel.draw_grid(&mut drawing, pen);
        let below = self.ratios.is_none().then_some(&self.below);
        self.panel.draw_axes(&mut drawing, pen, below);
        // Beside the numbers below the lowest panel there is room, too.
        let room = |panel: &Panel, lowest: bool| {
            let more = if lowest { self.below.height } else { 0.3 * em };
            (panel.down.0 - 0.35 * em, panel.down.1 + more)
        };
        let main = room(&self.panel, self.ratios.is_none());
        y_label(&mut drawing, pen, &self.y_label, &self.panel, main);
        if let Some(Ratios { panel, plot: ratios, y_label: label }) = &self.ratios {
            panel.draw_grid(&mut drawing, pen);
            panel.draw_axes(&mut drawing, pen, Some(&self.below));
            y_label(&mut drawing, pen, label, panel, room(panel, true));
            draw_inside(ratios, panel, &trace(ratios, looks, panel, pen), &mut drawing, pen);
        }
        draw_inside(plot, &self.panel, traced, &mut drawing, pen);
        let middle = (last.across.0 + last.across.1) / 2.0;
        let mut y = last.down.1 + self.below.height + 0.3 * em;
        for line in &self.x_label {
            // In the middle of the axis, but within the figure.
            let half = pen.width(line, LABEL) / 2.0;
            let x = middle.min(width - margin - half).max(margin + half);
            drawing.text(line, (x, y + 0.5 * LABEL * LINE * em), pen.text(LABEL, Anchor::Middle));
            y += LABEL * LINE * em;
        }
        let foot = self.height - margin - FOOT * LINE * em * self.foot.len() as f64;
        for (number, line) in (0u32..).zip(&self.foot) {
            let y = foot + (f64::from(number) + 0.5) * FOOT * LINE * em;
            drawing.text(line, (margin, y), pen.text(FOOT, Anchor::Start));
        }
        drawing
    }
}

/// Writes the lines of a vertical axis' label, upwards; a word that is still too long becomes smaller.
fn y_label(
    drawing: &mut Drawing,
    pen: &Pen<'_>,
    lines: &[String],
    panel: &Panel,
    (top, bottom): (f64, f64),
) {
    let em = pen.em;
    for (number, line) in (0u32..).zip(lines) {
        let whole = pen.width(line, LABEL);
        let ems = LABEL * ((bottom - top) / whole).min(1.0);
        let half = pen.width(line, ems) / 2.0;
        // Centred on the panel, but not beyond the room.
        let y = ((panel.down.0 + panel.down.1) / 2.0).min(bottom - half).max(top + half);
        let x = MARGIN * em + (f64::from(number) + 0.5) * LABEL * LINE * em;
        drawing.text(line, (x, y), TextStyle { upwards: true, ..pen.text(ems, Anchor::Middle) });
    }
}

fn x_ruler(plot: &Plot, most: usize) -> Ruler {
    let bars = plot.series.iter().any(|series| series.style == Style::Bars);
    let slot = slot_width(plot);
    let points = plot.series.iter().flat_map(|series| &series.points).map(|point| point.x);
    let marks = plot.marks.iter().filter_map(|mark| match mark {
        Mark::Point { x, .. } | Mark::Vertical { x, .. } => Some(*x),
        Mark::Horizontal { .. } => None,
    });
    // Bars need room on both sides.
    let xs = points.chain(marks);
    let xs = xs.flat_map(|x| if bars { [x - slot / 2.0, x + slot / 2.0] } else { [x, x] });
    Ruler::new(&plot.x, xs, false, most)
}

fn y_ruler(plot: &Plot, most: usize) -> Ruler {
    let bars = plot.series.iter().any(|series| series.style == Style::Bars);
    let points = plot.series.iter().flat_map(|series| &series.points);
    let points = points.flat_map(|point| [point.y.value, point.y.low, point.y.high]);
    let marks = plot.marks.iter().filter_map(|mark| match mark {
        Mark::Point { y, .. } | Mark::Horizontal { y, .. } => Some(*y),
        Mark::Vertical { .. } => None,
    });
    Ruler::new(&plot.y, points.chain(marks), bars, most)
}

fn has_intervals(plot: &Plot, looks: &[Look]) -> bool {
    let wide = |point: &Point| {
        let Estimate { value, low, high } = point.y;
        value.is_finite() && high - low > 1e-9 * value.abs()
    };
    !looks.is_empty() && plot.series.iter().any(|series| series.points.iter().any(wide))
}

/// The plot of all series over the one that the vertical axis names: values alone, because intervals of ratios of the same trees
/// do not follow from those of the means.
fn ratios(plot: &Plot) -> Option<Plot> {
    let name = plot.y.ratios_to.as_ref()?;
    let base = plot.series.iter().find(|series| series.label == *name)?;
    let over = |x: f64, y: f64| {
        let at = base.points.iter().find(|point| (point.x - x).abs() < 1e-9)?;
        Some(y / at.y.value).filter(|ratio| ratio.is_finite() && *ratio > 0.0)
    };
    let of_series = |series: &Series| {
        let point = |point: &Point| {
            Some(Point { y: Estimate::exact(over(point.x, point.y.value)?), ..*point })
        };
        Series { points: series.points.iter().filter_map(point).collect(), ..series.clone() }
    };
    let of_mark = |mark: &Mark| match mark {
        Mark::Point { x, y, label } => {
            Some(Mark::Point { x: *x, y: over(*x, *y)?, label: label.clone() })
        }
        Mark::Horizontal { .. } | Mark::Vertical { .. } => None,
    };
    let series: Vec<Series> = plot.series.iter().map(of_series).collect();
    let values = || series.iter().flat_map(|series| &series.points).map(|point| point.y.value);
    let (low, high) =
        values().fold((f64::INFINITY, 0.0f64), |(low, high), y| (low.min(y), high.max(y)));
    let scale = if high > 8.0 * low { AxisScale::Log } else { AxisScale::Linear };
    let y = Axis { scale, ..Axis::linear(format!("of {name}")) };
    let marks = plot.marks.iter().filter_map(of_mark).collect();
    Some(Plot { series, marks, y, ..plot.clone() })
}

/// Draws series and marks in a panel.
fn draw_inside(
    plot: &Plot,
    panel: &Panel,
    traced: &[Traced],
    drawing: &mut Drawing,
    pen: &Pen<'_>,
) {
    let unit = pen.unit();
    for series in traced {
        series.draw(drawing, pen);
    }
    let statements = statements(plot);
    let mut rules = 0;
    for mark in &plot.marks {
        match mark {
            Mark::Point { x, y, label } => {
                let shape = statements.iter().position(|other| other == label).unwrap_or(0);
                marker::draw_hollow(drawing, shape, panel.place(*x, *y), unit);
            }
            Mark::Horizontal { y, .. } => {
                let (_, at) = panel.place(panel.x.scale.number(panel.x.low), *y);
                let ends = [(panel.across.0, at), (panel.across.1, at)];
                drawing.dashed(&ends, INK, unit, legend::rule_dash(rules));
                rules += 1;
            }
            Mark::Vertical { x, .. } => {
                let (at, _) = panel.place(*x, panel.y.scale.number(panel.y.low));
                drawing.dashed(&[(at, panel.down.0), (at, panel.down.1)], INK, unit, &[5.0, 4.0]);
            }
        }
    }
    for (words, at) in vertical_names(plot, panel, pen) {
        drawing.text(&words, (at.left, (at.top + at.bottom) / 2.0), pen.text(FOOT, Anchor::Start));
    }
}

/// The names of vertical lines, at their upper ends: below each other, because places may be close together.
fn vertical_names(plot: &Plot, panel: &Panel, pen: &Pen<'_>) -> Vec<(String, Area)> {
    let mut names = Vec::new();
    let height = FOOT * LINE * pen.em;
    let mut top = panel.down.0 + 0.2 * pen.em;
    for mark in &plot.marks {
        let Mark::Vertical { x, label } = mark else { continue };
        let (at, _) = panel.place(*x, panel.y.scale.number(panel.y.low));
        let (width, gap) = (pen.width(label, FOOT), 0.35 * pen.em);
        // To the left where the right has no room.
        let fits = at + gap + width <= panel.across.1;
        let left = if fits { at + gap } else { (at - gap - width).max(panel.across.0) };
        names.push((label.clone(), Area { left, top, right: left + width, bottom: top + height }));
        top += height;
    }
    names
}

#[cfg(test)]
mod tests;
