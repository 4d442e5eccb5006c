//! The shapes that tell series apart without colour.

use plotters::coord::Shift;
use plotters::prelude::{
    Circle, Color as _, DrawingArea, PathElement, Polygon, RGBColor, Rectangle, ShapeStyle,
};

use super::{Canvas, Drawn, INK};

/// Where things are drawn, in pixels.
pub(super) type Area<'a> = DrawingArea<Canvas<'a>, Shift>;

/// How many shapes there are.
const SHAPES: usize = 8;

/// Draws the marker of the series `shape`th in a plot around a pixel.
pub(super) fn draw(area: &Area<'_>, shape: usize, (x, y): (i32, i32), style: ShapeStyle) -> Drawn {
    match shape % SHAPES {
        0 => area.draw(&Circle::new((x, y), 4, style))?,
        1 => area.draw(&Rectangle::new([(x - 4, y - 4), (x + 4, y + 4)], style))?,
        2 => polygon(area, &[(x, y - 5), (x - 5, y + 4), (x + 5, y + 4)], style)?,
        3 => polygon(area, &[(x, y - 6), (x + 6, y), (x, y + 6), (x - 6, y)], style)?,
        4 => polygon(area, &[(x, y + 5), (x - 5, y - 4), (x + 5, y - 4)], style)?,
        6 => polygon(
            area,
            &[(x - 5, y - 2), (x, y - 6), (x + 5, y - 2), (x + 3, y + 5), (x - 3, y + 5)],
            style,
        )?,
        7 => area.draw(&Rectangle::new([(x - 6, y - 2), (x + 6, y + 2)], style))?,
        _ => {
            let style = style.stroke_width(2);
            area.draw(&PathElement::new([(x - 4, y - 4), (x + 4, y + 4)], style))?;
            area.draw(&PathElement::new([(x - 4, y + 4), (x + 4, y - 4)], style))?;
        }
    }
    Ok(())
}

fn polygon(area: &Area<'_>, corners: &[(i32, i32)], style: ShapeStyle) -> Drawn {
    area.draw(&Polygon::new(corners.to_vec(), style))?;
    Ok(())
}

/// Draws the hollow marker of the `shape`th statement of the source.
pub(super) fn draw_hollow(area: &Area<'_>, shape: usize, (x, y): (i32, i32)) -> Drawn {
    let corners: &[(i32, i32)] = match shape % 3 {
        0 => &[(0, -8), (8, 0), (0, 8), (-8, 0), (0, -8)],
        1 => &[(-7, -7), (7, -7), (7, 7), (-7, 7), (-7, -7)],
        _ => &[(0, -8), (8, 6), (-8, 6), (0, -8)],
    };
    let path: Vec<_> = corners.iter().map(|(dx, dy)| (x + dx, y + dy)).collect();
    area.draw(&PathElement::new(path, INK.stroke_width(2)))?;
    Ok(())
}

/// Draws a line, broken if it is the second of a pair.
pub(super) fn line(
    area: &Area<'_>,
    points: &[(i32, i32)],
    dashed: bool,
    colour: RGBColor,
    width: u32,
) -> Drawn {
    if !dashed {
        area.draw(&PathElement::new(points.to_vec(), colour.stroke_width(width)))?;
        return Ok(());
    }
    // Dashes go on round corners, so that short pieces of a curve are broken, too.
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
                area.draw(&PathElement::new([at(from), at(to)], colour.stroke_width(width)))?;
            }
            s += dash + gap;
        }
        phase = length - (s - dash - gap);
    }
    Ok(())
}
