//! The shapes that distinguish series without colour, dashes and hatching.

use super::INK;
use super::drawing::{Colour, Drawing, Place};

/// The number of shapes.
const SHAPES: usize = 8;

/// Draws the marker of the series `shape`th in a plot around a place. `size` is 1 for text of 13 pixels.
pub(super) fn draw(drawing: &mut Drawing, shape: usize, (x, y): Place, colour: Colour, size: f64) {
    let at = |(dx, dy): &(f64, f64)| (x + size * dx, y + size * dy);
    let mut polygon = |corners: &[(f64, f64)]| {
        let corners: Vec<Place> = corners.iter().map(at).collect();
        drawing.area(&corners, colour);
    };
    match shape % SHAPES {
        0 => drawing.circle((x, y), 3.6 * size, colour, None),
        1 => polygon(&[(-3.4, -3.4), (3.4, -3.4), (3.4, 3.4), (-3.4, 3.4)]),
        2 => polygon(&[(0.0, -4.6), (-4.4, 3.4), (4.4, 3.4)]),
        3 => polygon(&[(0.0, -5.0), (5.0, 0.0), (0.0, 5.0), (-5.0, 0.0)]),
        4 => polygon(&[(0.0, 4.6), (-4.4, -3.4), (4.4, -3.4)]),
        6 => polygon(&[(-4.4, -1.6), (0.0, -5.0), (4.4, -1.6), (2.7, 4.0), (-2.7, 4.0)]),
        7 => polygon(&[(-5.0, -1.8), (5.0, -1.8), (5.0, 1.8), (-5.0, 1.8)]),
        _ => {
            for way in [1.0, -1.0] {
                let ends = [(-3.6, -3.6 * way), (3.6, 3.6 * way)];
                drawing.line(&[at(&ends[0]), at(&ends[1])], colour, 1.8 * size);
            }
        }
    }
}

/// Draws the hollow marker of the `shape`th statement of the source.
pub(super) fn draw_hollow(drawing: &mut Drawing, shape: usize, (x, y): Place, size: f64) {
    let corners: &[(f64, f64)] = match shape % 3 {
        0 => &[(0.0, -6.4), (6.4, 0.0), (0.0, 6.4), (-6.4, 0.0)],
        1 => &[(-5.2, -5.2), (5.2, -5.2), (5.2, 5.2), (-5.2, 5.2)],
        _ => &[(0.0, -6.4), (6.4, 4.6), (-6.4, 4.6)],
    };
    let mut path: Vec<Place> =
        corners.iter().map(|(dx, dy)| (x + size * dx, y + size * dy)).collect();
    // Closed beyond the first corner, so that it is as sharp as the others.
    path.extend_from_within(..2);
    drawing.line(&path, INK, 1.4 * size);
}

/// Draws a cross: a pruned node.
pub(super) fn cross(drawing: &mut Drawing, (x, y): Place, colour: Colour, size: f64) {
    for way in [1.0, -1.0] {
        let ends = [(x - 6.0 * size, y - 4.0 * size * way), (x + 6.0 * size, y + 4.0 * size * way)];
        drawing.line(&ends, colour, 1.6 * size);
    }
}

/// Draws an interval as a thin line with short ends, if it is long enough to be seen.
pub(super) fn interval(drawing: &mut Drawing, low: Place, high: Place, colour: Colour, size: f64) {
    if !is_visible(low, high) {
        return;
    }
    drawing.line(&[low, high], colour, size);
    for (x, y) in [low, high] {
        drawing.line(&[(x - 2.6 * size, y), (x + 2.6 * size, y)], colour, size);
    }
}

/// Whether an interval is longer than its line is wide.
pub(super) fn is_visible(low: Place, high: Place) -> bool {
    (low.1 - high.1).abs() >= 2.0
}

/// The dashes of the series `shape`th in a plot that has no colours.
pub(super) const fn grey_dash(shape: usize) -> &'static [f64] {
    match shape % 5 {
        0 => &[],
        1 => &[6.0, 3.0],
        2 => &[1.6, 2.4],
        3 => &[8.0, 2.5, 1.6, 2.5],
        _ => &[3.5, 2.0],
    }
}

/// Fills a rectangle as the bar `shape`th in a plot that has no colours: grey, and hatched, so that neighbours differ.
pub(super) fn hatched(drawing: &mut Drawing, shape: usize, one: Place, other: Place, size: f64) {
    let (left, right) = (one.0.min(other.0), one.0.max(other.0));
    let (top, bottom) = (one.1.min(other.1), one.1.max(other.1));
    let ground = [Colour(0x50, 0x50, 0x50), Colour(0xff, 0xff, 0xff), Colour(0xc4, 0xc4, 0xc4)];
    drawing.rectangle((left, top), (right, bottom), ground[shape % 3]);
    let corners = [(left, top), (right, top), (right, bottom), (left, bottom), (left, top)];
    // Plain dark and plain grey, and the others with lines.
    if ![0, 2].contains(&(shape % 6)) {
        // Diagonals x + y = c, or x - y = c, clipped to the rectangle.
        let way = if shape.is_multiple_of(2) { -1.0 } else { 1.0 };
        let ink = if shape.is_multiple_of(3) { Colour(0xff, 0xff, 0xff) } else { INK };
        let (low, high) = match way > 0.0 {
            true => (left + top, right + bottom),
            false => (left - bottom, right - top),
        };
        let step = 5.0 * size;
        let mut c = (low / step).ceil() * step;
        while c < high {
            let up = |x: f64| (x, way * (c - x));
            // Where the diagonal enters and leaves.
            let (a, b) = match way > 0.0 {
                true => (left.max(c - bottom), right.min(c - top)),
                false => (left.max(c + top), right.min(c + bottom)),
            };
            if b > a {
                drawing.line(&[up(a), up(b)], ink, 0.8 * size);
            }
            c += step;
        }
    }
    drawing.line(&corners, INK, 0.8 * size);
}
