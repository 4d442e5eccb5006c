//! The shapes that distinguish series without colour, and solid or dashed lines.

use super::INK;
use super::canvas::{Canvas, Colour, Pixel};

/// The number of shapes.
const SHAPES: usize = 8;

/// Draws the marker of the series `shape`th in a plot around a place.
pub(super) fn draw(canvas: &mut Canvas<'_>, shape: usize, (x, y): Pixel, colour: Colour) {
    let mut polygon = |corners: &[Pixel]| {
        let corners: Vec<Pixel> = corners.iter().map(|(dx, dy)| (x + dx, y + dy)).collect();
        canvas.polygon(&corners, colour);
    };
    match shape % SHAPES {
        0 => canvas.circle((x, y), 4, colour, None),
        1 => canvas.rectangle((x - 4, y - 4), (x + 4, y + 4), colour),
        2 => polygon(&[(0, -5), (-5, 4), (5, 4)]),
        3 => polygon(&[(0, -6), (6, 0), (0, 6), (-6, 0)]),
        4 => polygon(&[(0, 5), (-5, -4), (5, -4)]),
        6 => polygon(&[(-5, -2), (0, -6), (5, -2), (3, 5), (-3, 5)]),
        7 => canvas.rectangle((x - 6, y - 2), (x + 6, y + 2), colour),
        _ => {
            canvas.path(&[(x - 4, y - 4), (x + 4, y + 4)], colour, 2);
            canvas.path(&[(x - 4, y + 4), (x + 4, y - 4)], colour, 2);
        }
    }
}

/// Draws the hollow marker of the `shape`th statement of the source.
pub(super) fn draw_hollow(canvas: &mut Canvas<'_>, shape: usize, (x, y): Pixel) {
    let corners: &[Pixel] = match shape % 3 {
        0 => &[(0, -8), (8, 0), (0, 8), (-8, 0), (0, -8)],
        1 => &[(-7, -7), (7, -7), (7, 7), (-7, 7), (-7, -7)],
        _ => &[(0, -8), (8, 6), (-8, 6), (0, -8)],
    };
    let path: Vec<_> = corners.iter().map(|(dx, dy)| (x + dx, y + dy)).collect();
    canvas.path(&path, INK, 2);
}

/// Draws an interval as a thin line with short ends, if it is longer than a marker.
pub(super) fn interval(canvas: &mut Canvas<'_>, low: Pixel, high: Pixel, colour: Colour) {
    if (low.1 - high.1).abs() < 2 {
        return;
    }
    canvas.path(&[low, high], colour, 1);
    for (x, y) in [low, high] {
        canvas.path(&[(x - 3, y), (x + 3, y)], colour, 1);
    }
}

/// Draws a line, dashed for the second series of a pair.
pub(super) fn line(
    canvas: &mut Canvas<'_>,
    points: &[Pixel],
    dashed: bool,
    colour: Colour,
    width: u32,
) {
    if !dashed {
        return canvas.path(points, colour, width);
    }
    // Dashes continue around corners, so that short pieces of a curve are also dashed.
    let (dash, gap) = (7.0, 5.0);
    let mut phase = 0.0;
    for pair in points.windows(2) {
        let &[(x0, y0), (x1, y1)] = pair else { continue };
        let (dx, dy) = (f64::from(x1 - x0), f64::from(y1 - y0));
        let length = dx.hypot(dy);
        let at = |s: f64| {
            let t = if length > 0.0 { s / length } else { 0.0 };
            ((f64::from(x0) + t * dx).round() as i32, (f64::from(y0) + t * dy).round() as i32)
        };
        let mut s = -phase;
        while s < length {
            let (from, to) = (s.max(0.0), (s + dash).min(length));
            if to > from {
                canvas.path(&[at(from), at(to)], colour, width);
            }
            s += dash + gap;
        }
        phase = length - (s - dash - gap);
    }
}
