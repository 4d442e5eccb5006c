//! Plots over two axes.

use plotters::prelude::{
    ChartBuilder, Color as _, IntoFont as _, PathElement, RGBColor, Rectangle, Text,
};
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::super::{Mark, Plot, Series, Style};
use super::axis::Ruler;
use super::legend::{self, Sample};
use super::marker::{self, Area};
use super::{Drawn, FONT, GRID, INK, PALETTE, TEXT, TITLE};

/// Height of a figure, and width of the part with the axes.
const HEIGHT: u32 = 460;
const WIDTH: u32 = 620;
/// Room above the axes, for the title.
const TOP: i32 = 34;

/// The distinct labels of the source's points: each has a shape.
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

/// The colour and the shape of each series: those of one group share the colour.
fn looks(plot: &Plot) -> Vec<(RGBColor, usize)> {
    let look = |(i, series): (usize, &Series)| {
        let colour = PALETTE[series.group.unwrap_or(i) % PALETTE.len()];
        (colour, series.group.unwrap_or(i))
    };
    plot.series.iter().enumerate().map(look).collect()
}

pub(super) fn draw(plot: &Plot, area: &Area<'_>) -> Drawn {
    let title = (FONT, TITLE).into_font().color(&INK).pos(Pos::new(HPos::Left, VPos::Center));
    area.draw(&Text::new(plot.title.clone(), (14, TOP / 2), title))?;
    let (left, right) = area.split_horizontally(WIDTH);
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
    let mut chart = ChartBuilder::on(&left)
        .margin(10)
        .margin_top(TOP)
        .set_label_area_size(plotters::prelude::LabelAreaPosition::Left, 84)
        .set_label_area_size(plotters::prelude::LabelAreaPosition::Bottom, 48)
        .build_cartesian_2d(Places::of(&x), Places::of(&y))?;
    let text = (FONT, TEXT).into_font().color(&INK);
    chart
        .configure_mesh()
        .bold_line_style(GRID)
        .light_line_style(plotters::style::TRANSPARENT)
        .axis_style(INK)
        .label_style(text.clone())
        .axis_desc_style((FONT, TEXT + 1).into_font().color(&INK))
        .x_desc(&plot.x.label)
        .y_desc(&plot.y.label)
        .x_label_formatter(&|place| x.label(*place))
        .y_label_formatter(&|place| y.label(*place))
        .draw()?;
    let (width, height) = chart.plotting_area().get_pixel_range();
    let pixel = |px: f64, py: f64| {
        let along = (x.scale.place(px) - x.low) / (x.high - x.low);
        let up = (y.scale.place(py).clamp(y.low - 1.0, y.high + 1.0) - y.low) / (y.high - y.low);
        let across = f64::from(width.end - width.start) * along;
        let down = f64::from(height.end - height.start) * (1.0 - up);
        (width.start + across.round() as i32, height.start + down.round() as i32)
    };
    let mut entries = Vec::new();
    let looks = looks(plot);
    let bar_count = plot.series.iter().filter(|series| series.style == Style::Bars).count();
    let mut bar = 0;
    for (series, &(colour, shape)) in plot.series.iter().zip(&looks) {
        let path: Vec<(i32, i32)> = series
            .points
            .iter()
            .filter(|point| point.y.value.is_finite())
            .map(|point| pixel(point.x, point.y.value))
            .collect();
        let dashed = series.style == Style::Dashed;
        let mut offset = 0.0;
        match series.style {
            Style::Line | Style::Dashed => marker::line(area, &path, dashed, colour, 2)?,
            Style::Thin => marker::line(area, &path, false, colour, 1)?,
            Style::Points => {}
            Style::Bars => {
                let each = 0.8 * slot / bar_count.max(1) as f64;
                offset = -0.4 * slot + each * (f64::from(bar) + 0.5);
                bar += 1;
                for point in series.points.iter().filter(|point| point.y.value.is_finite()) {
                    let low = pixel(point.x + offset - each / 2.0, y.scale.number(y.low).max(0.0));
                    let high = pixel(point.x + offset + each / 2.0, point.y.value);
                    area.draw(&Rectangle::new([low, high], colour.filled()))?;
                }
            }
        }
        // The intervals of bars are on bars of the same colour.
        let ink = if series.style == Style::Bars { INK } else { colour };
        for point in &series.points {
            interval(
                area,
                pixel(point.x + offset, point.y.low),
                pixel(point.x + offset, point.y.high),
                ink,
            )?;
        }
        if !matches!(series.style, Style::Bars | Style::Thin) {
            for &at in &path {
                marker::draw(area, shape, at, colour.filled())?;
            }
        }
        let sample = match series.style {
            Style::Bars => Sample::Bar { colour },
            Style::Thin => Sample::Thin { colour },
            Style::Points => Sample::Points { colour, shape },
            Style::Line | Style::Dashed => Sample::Line { colour, shape, dashed },
        };
        entries.push((sample, series.label.as_str()));
    }
    let statements = statements(plot);
    for mark in &plot.marks {
        match mark {
            Mark::Point { x, y, label } => {
                let shape = statements.iter().position(|other| other == label).unwrap_or(0);
                marker::draw_hollow(area, shape, pixel(*x, *y))?;
            }
            Mark::Horizontal { y, label: text } => {
                let (_, at) = pixel(x.scale.number(x.low), *y);
                marker::line(area, &[(width.start, at), (width.end, at)], true, INK, 1)?;
                entries.push((Sample::Rule, text.as_str()));
            }
            Mark::Vertical { x, label: text } => {
                let (at, _) = pixel(*x, y.scale.number(y.low));
                marker::line(area, &[(at, height.start), (at, height.end)], true, INK, 1)?;
                let style = text_style(HPos::Left, VPos::Top);
                area.draw(&Text::new(text.clone(), (at + 5, height.start + 4), style))?;
            }
        }
    }
    entries.extend(
        statements.iter().enumerate().map(|(shape, label)| (Sample::Hollow { shape }, *label)),
    );
    legend::draw(&right, TOP, &entries)
}

fn text_style(h: HPos, v: VPos) -> plotters::style::TextStyle<'static> {
    (FONT, TEXT - 1).into_font().color(&INK).pos(Pos::new(h, v))
}

/// An interval: a thin line with short ends, where it is longer than the marker.
fn interval(area: &Area<'_>, low: (i32, i32), high: (i32, i32), colour: RGBColor) -> Drawn {
    if (low.1 - high.1).abs() < 2 {
        return Ok(());
    }
    let style = colour.stroke_width(1);
    area.draw(&PathElement::new([low, high], style))?;
    for (x, y) in [low, high] {
        area.draw(&PathElement::new([(x - 3, y), (x + 3, y)], style))?;
    }
    Ok(())
}

/// Room for the bars at one place: the smallest distance between two.
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

/// An axis for `plotters`: in places, with our ticks.
struct Places {
    low: f64,
    high: f64,
    ticks: Vec<f64>,
}

impl Places {
    fn of(ruler: &Ruler) -> Self {
        Self { low: ruler.low, high: ruler.high, ticks: ruler.places() }
    }
}

impl plotters::coord::ranged1d::Ranged for Places {
    type FormatOption = plotters::coord::ranged1d::DefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, (low, high): (i32, i32)) -> i32 {
        let share = (value - self.low) / (self.high - self.low);
        low + (f64::from(high - low) * share).round() as i32
    }

    fn key_points<H: plotters::coord::ranged1d::KeyPointHint>(&self, hint: H) -> Vec<f64> {
        // The mesh asks for the bold lines and again for light ones, of which there are none between.
        let _ = hint;
        self.ticks.clone()
    }

    fn range(&self) -> std::ops::Range<f64> {
        self.low..self.high
    }
}
