//! The looks of series, and their points' places in a panel.

use super::super::{Plot, Point, Series, Style};
use super::drawing::{Colour, Drawing, Place};
use super::legend::Sample;
use super::panel::Panel;
use super::{GREYS, INK, PALETTE, Pen, marker};

/// The dashes of the second series of a pair.
const DASHED: &[f64] = &[6.0, 4.0];

/// Half of a cell's side, where places are one apart.
const CELL: f64 = 0.46;

/// How a series is drawn.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Look {
    style: Style,
    pub(super) colour: Colour,
    shape: usize,
    width: f64,
    dash: &'static [f64],
    grey: bool,
}

/// The look of each series. Series of one group share a colour.
pub(super) fn looks(plot: &Plot, pen: &Pen<'_>) -> Vec<Look> {
    let look = |(number, series): (usize, &Series)| {
        let (grey, style) = (pen.style.grey, series.style);
        let group = series.group.unwrap_or(number);
        let width = if style == Style::Thin { 0.9 } else { 1.7 } * pen.unit();
        // Without colours each series has dashes of its own, and a group one marker.
        let dash = match style {
            Style::Dashed | Style::Line | Style::Thin if grey => marker::grey_dash(number),
            Style::Dashed => DASHED,
            _ => &[],
        };
        let colours: &[Colour] = if grey { &GREYS } else { &PALETTE };
        let colour = colours[group % colours.len()];
        Look { style, colour, shape: group, width, dash, grey }
    };
    plot.series.iter().enumerate().map(look).collect()
}

impl Look {
    /// Its sample in the legend.
    pub(super) fn sample(self) -> Sample {
        let Self { colour, shape, width, dash, .. } = self;
        match self.style {
            Style::Bars | Style::Cells => {
                Sample::Bar { colour: (!self.grey).then_some(colour), shape }
            }
            Style::Points => Sample::Points { colour, shape },
            Style::Thin => Sample::Line { colour, width, dash, shape: None },
            Style::Line | Style::Dashed => Sample::Line { colour, width, dash, shape: Some(shape) },
        }
    }
}

/// A series in a panel.
#[derive(Clone, Debug)]
pub(super) struct Traced {
    pub(super) look: Look,
    /// Its points' places, and the ends of their intervals.
    pub(super) points: Vec<(Place, Option<[Place; 2]>)>,
    /// Half the width of its bars or cells.
    half: f64,
    /// Where its bars begin; of cells, half the height.
    floor: f64,
}

/// Room for the bars at one place: the smallest distance between two places.
pub(super) fn slot_width(plot: &Plot) -> f64 {
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

/// Traces all series in a panel. Bars stand side by side, and intervals that would hide each other are moved apart.
pub(super) fn trace(plot: &Plot, looks: &[Look], panel: &Panel, pen: &Pen<'_>) -> Vec<Traced> {
    let slot = slot_width(plot);
    let bars = plot.series.iter().filter(|series| series.style == Style::Bars).count();
    let each = 0.8 * slot / bars.max(1) as f64;
    let mut bar = 0;
    let mut traced = Vec::new();
    for (series, &look) in plot.series.iter().zip(looks) {
        let mut offset = 0.0;
        if series.style == Style::Bars {
            offset = -0.4 * slot + each * (f64::from(bar) + 0.5);
            bar += 1;
        }
        let point = |point: &Point| {
            let at = |y: f64| panel.place(point.x + offset, y);
            let ends = [point.y.low, point.y.high];
            let known = ends.iter().all(|end| end.is_finite());
            let ends = ends.map(at);
            let interval = (known && marker::is_visible(ends[0], ends[1])).then_some(ends);
            (at(point.y.value), interval)
        };
        let usable = |point: &&Point| {
            point.y.value.is_finite() && panel.y.scale.place(point.y.value).is_finite()
        };
        let points: Vec<_> = series.points.iter().filter(usable).map(point).collect();
        let first = series.points.first().map_or(0.0, |point| point.x);
        let half = (panel.place(first + each / 2.0, 0.0).0 - panel.place(first, 0.0).0).abs();
        let (half, floor) = if series.style == Style::Cells {
            let (from, to) = (panel.place(1.0, 1.0), panel.place(1.0 + CELL, 1.0 + CELL));
            ((to.0 - from.0).abs(), (to.1 - from.1).abs())
        } else {
            (half.max(1.0), panel.floor(first).1)
        };
        traced.push(Traced { look, points, half, floor });
    }
    if bars == 0 && hide_each_other(&traced) {
        dodge(&mut traced, pen);
    }
    traced
}

/// Whether intervals of two series overlap at one place.
fn hide_each_other(traced: &[Traced]) -> bool {
    traced.iter().enumerate().any(|(number, one)| {
        traced.iter().skip(number + 1).any(|other| {
            one.points.iter().any(|(place, interval)| {
                let Some([low, high]) = interval else { return false };
                other.points.iter().any(|(there, interval)| {
                    let Some([below, above]) = interval else { return false };
                    (there.0 - place.0).abs() < 2.0 && below.1 > high.1 && above.1 < low.1
                })
            })
        })
    })
}

/// Moves series a little to the left and right of their places.
fn dodge(traced: &mut [Traced], pen: &Pen<'_>) {
    let with_intervals =
        |series: &Traced| series.points.iter().any(|(_, interval)| interval.is_some());
    let count = traced.iter().filter(|series| with_intervals(series)).count();
    let mut xs: Vec<f64> =
        traced.iter().flat_map(|series| series.points.iter().map(|(place, _)| place.0)).collect();
    xs.sort_by(f64::total_cmp);
    let steps = xs.windows(2).map(|pair| pair[1] - pair[0]).filter(|step| *step > 0.5);
    let room = 0.5 * steps.fold(f64::INFINITY, f64::min);
    let step = (0.4 * pen.em).min(room.min(1.4 * pen.em) / count.max(1) as f64);
    if !step.is_finite() {
        return;
    }
    let dodging = traced.iter_mut().filter(|series| with_intervals(series));
    for (number, series) in dodging.enumerate() {
        let by = step * (number as f64 - (count as f64 - 1.0) / 2.0);
        for (place, interval) in &mut series.points {
            place.0 += by;
            for end in interval.iter_mut().flatten() {
                end.0 += by;
            }
        }
    }
}

impl Traced {
    /// Whether its points are joined.
    pub(super) const fn is_curve(&self) -> bool {
        matches!(self.look.style, Style::Line | Style::Dashed | Style::Thin)
    }

    /// Whether its points have markers.
    pub(super) const fn has_markers(&self) -> bool {
        !matches!(self.look.style, Style::Bars | Style::Cells | Style::Thin)
    }

    pub(super) fn draw(&self, drawing: &mut Drawing, pen: &Pen<'_>) {
        let (look, unit) = (self.look, pen.unit());
        let path: Vec<Place> = self.points.iter().map(|(place, _)| *place).collect();
        if self.is_curve() {
            drawing.dashed(&path, look.colour, look.width, look.dash);
        }
        if matches!(look.style, Style::Bars | Style::Cells) {
            for &(x, y) in &path {
                let [top, bottom] = match look.style {
                    Style::Cells => [y - self.floor, y + self.floor],
                    _ => [self.floor, y],
                };
                let corners = ((x - self.half, top), (x + self.half, bottom));
                match look.grey {
                    true => marker::hatched(drawing, look.shape, corners.0, corners.1, unit),
                    false => drawing.rectangle(corners.0, corners.1, look.colour),
                }
            }
        }
        // The intervals of bars would be invisible on bars of the same colour.
        let ink = if look.style == Style::Bars { INK } else { look.colour };
        for (_, interval) in &self.points {
            if let Some([low, high]) = interval {
                marker::interval(drawing, *low, *high, ink, unit);
            }
        }
        if self.has_markers() {
            // On many points markers would hide the curve; smaller ones do not.
            let size = if path.len() > 40 { 0.6 * unit } else { unit };
            for &at in &path {
                marker::draw(drawing, look.shape, at, look.colour, size);
            }
        }
    }
}
