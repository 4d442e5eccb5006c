//! Names of curves, points and lines: beside them, or in a legend.

use super::super::drawing::Place;
use super::super::labels::{Area, Obstacles, Wanted};
use super::super::legend::{self, Sample};
use super::super::panel::Panel;
use super::super::series::{Look, Traced};
use super::super::{Colour, INK, Pen};
use super::{NAME, vertical_names};
use crate::{Mark, Plot};

/// The distinct labels of the source's points. Each has a shape.
pub(super) fn statements(plot: &Plot) -> Vec<&str> {
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

/// The entries of the legend.
pub(super) fn entries(
    plot: &Plot,
    pen: &Pen<'_>,
    looks: &[Look],
    shown: &[usize],
) -> Vec<(Sample, String)> {
    let unit = pen.unit();
    let mut entries: Vec<(Sample, String)> = shown
        .iter()
        .filter_map(|&number| {
            Some((looks.get(number)?.sample(), plot.series.get(number)?.label.clone()))
        })
        .collect();
    let rules = plot.marks.iter().filter_map(|mark| match mark {
        Mark::Horizontal { label, .. } => Some(label),
        _ => None,
    });
    entries.extend(
        rules.enumerate().map(|(number, label)| (legend::rule(number, unit), label.clone())),
    );
    let hollow = |(shape, label): (usize, &str)| (Sample::Hollow { shape }, label.to_owned());
    entries.extend(statements(plot).into_iter().enumerate().map(hollow));
    entries
}

/// Names beside their curves, with colours and places; `None` if not all of them have a free one.
pub(super) fn beside(
    plot: &Plot,
    pen: &Pen<'_>,
    panel: &Panel,
    traced: &[Traced],
    shown: &[usize],
) -> Option<Vec<(String, Colour, Area)>> {
    if shown.iter().any(|&number| !traced[number].is_curve()) || shown.is_empty() {
        return None;
    }
    let mut obstacles = obstacles(plot, pen, panel, traced);
    let (height, unit) = (NAME * 1.1 * pen.em, pen.unit());
    let mut wanted = Vec::new();
    let mut names = Vec::new();
    for &number in shown {
        let series = &traced[number];
        let words = plot.series[number].label.clone();
        let width = pen.width(&words, NAME);
        if width > 0.6 * (panel.across.1 - panel.across.0) {
            return None;
        }
        let colour = if pen.style.grey { INK } else { series.look.colour };
        // Not beside places that are another curve's, too.
        let mut beside = along(series);
        let near = 0.4 * pen.em;
        beside.retain(|&place| {
            let around = Area::around(place, near, near);
            let other = |&(curve, from, to): &(usize, Place, Place)| {
                curve != number && around.is_crossed(from, to)
            };
            !obstacles.lines.iter().any(other)
        });
        wanted.push(Wanted { curve: number, width, height, beside });
        names.push((words, colour));
    }
    // A statement of one point, and a horizontal line, are named in the plot, too.
    for (shape, label) in statements(plot).into_iter().enumerate() {
        let places: Vec<Place> = plot
            .marks
            .iter()
            .filter_map(|mark| match mark {
                Mark::Point { x, y, label: other } if other == label => Some(panel.place(*x, *y)),
                _ => None,
            })
            .collect();
        let width = pen.width(label, NAME);
        let curve = traced.len() + shape;
        // Beside its marker, which is larger than a series'.
        let beside = places.into_iter().rev().collect();
        wanted.push(Wanted { curve, width, height: height + 5.0 * unit, beside });
        names.push((label.to_owned(), INK));
    }
    for (number, mark) in plot.marks.iter().enumerate() {
        let Mark::Horizontal { y, label } = mark else { continue };
        let (left, right) = panel.across;
        let at = panel.place(panel.x.scale.number(panel.x.low), *y).1;
        let curve = 1000 + number;
        obstacles.lines.push((curve, (left, at), (right, at)));
        let width = pen.width(label, NAME);
        let beside = [0.98, 0.02, 0.75, 0.5, 0.25]
            .map(|share| (left + width / 2.0 + (right - left - width) * share, at));
        wanted.push(Wanted { curve, width, height, beside: beside.to_vec() });
        names.push((label.clone(), INK));
    }
    let places = obstacles.place_all(&wanted, 0.32 * pen.em)?;
    Some(names.into_iter().zip(places).map(|((words, colour), at)| (words, colour, at)).collect())
}

/// Places along a curve for its name: its end, then the others backwards, and places between them.
fn along(series: &Traced) -> Vec<Place> {
    let mut places = Vec::new();
    let points: Vec<Place> = series.points.iter().rev().map(|(place, _)| *place).collect();
    for (number, &(x, y)) in points.iter().enumerate() {
        places.push((x, y));
        if let Some(&(u, v)) = points.get(number + 1) {
            places.extend([0.25, 0.5, 0.75].map(|t| (x + t * (u - x), y + t * (v - y))));
        }
    }
    places
}

fn obstacles(plot: &Plot, pen: &Pen<'_>, panel: &Panel, traced: &[Traced]) -> Obstacles {
    let unit = pen.unit();
    let mut areas: Vec<Area> =
        vertical_names(plot, panel, pen).into_iter().map(|(_, at)| at).collect();
    let mut lines = Vec::new();
    for (number, series) in traced.iter().enumerate() {
        for (place, interval) in &series.points {
            if series.has_markers() {
                areas.push(Area::around(*place, 4.0 * unit, 4.0 * unit));
            }
            if let Some([low, high]) = interval {
                let (top, bottom) = (high.1.min(low.1), high.1.max(low.1));
                let (left, right) = (low.0 - 3.0 * unit, low.0 + 3.0 * unit);
                areas.push(Area { left, top, right, bottom });
            }
        }
        let pieces = series.points.windows(2);
        lines.extend(pieces.map(|pair| (number, pair[0].0, pair[1].0)));
    }
    for mark in &plot.marks {
        match mark {
            Mark::Point { x, y, .. } => {
                areas.push(Area::around(panel.place(*x, *y), 7.5 * unit, 7.5 * unit));
            }
            Mark::Vertical { x, .. } => {
                let (at, _) = panel.place(*x, panel.y.scale.number(panel.y.low));
                lines.push((usize::MAX, (at, panel.down.0), (at, panel.down.1)));
            }
            Mark::Horizontal { .. } => {}
        }
    }
    let bounds = Area {
        left: panel.across.0 + 0.2 * pen.em,
        right: panel.across.1 + 0.2 * pen.em,
        top: panel.down.0,
        bottom: panel.down.1 - 0.1 * pen.em,
    };
    Obstacles { bounds, areas, lines }
}
