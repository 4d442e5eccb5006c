//! A panel of a plot: two axes with ticks and a grid.

use super::axis::Ruler;
use super::drawing::{Anchor, Drawing, Place, TextStyle};
use super::{GRID, INK, Pen};

/// Size of ticks' numbers, in ems; length of a tick, and room between its number and the axis.
const NUMBER: f64 = 0.9;
const TICK: f64 = 0.35;
const ROOM: f64 = 0.25;
/// Height of a line of text, in ems.
pub(super) const LINE: f64 = 1.3;

/// Maps numbers to places by the axes' ends.
#[derive(Clone, Debug)]
pub(super) struct Panel {
    pub(super) x: Ruler,
    pub(super) y: Ruler,
    /// From left to right.
    pub(super) across: (f64, f64),
    /// From top to bottom.
    pub(super) down: (f64, f64),
}

impl Panel {
    /// A number's place; numbers beyond the axes are at their ends.
    pub(super) fn place(&self, x: f64, y: f64) -> Place {
        let along = share(&self.x, self.x.scale.place(x)).clamp(0.0, 1.0);
        let up = share(&self.y, self.y.scale.place(y)).clamp(0.0, 1.0);
        let within = |(from, to): (f64, f64), share: f64| from + (to - from) * share;
        (within(self.across, along), within(self.down, 1.0 - up))
    }

    /// The place of 0, or of the lowest number: where bars begin.
    pub(super) fn floor(&self, x: f64) -> Place {
        self.place(x, self.y.scale.number(self.y.low).max(0.0))
    }

    /// Draws the grid, which lies behind everything.
    pub(super) fn draw_grid(&self, drawing: &mut Drawing, pen: &Pen<'_>) {
        let ((left, right), (top, bottom)) = (self.across, self.down);
        let width = 0.8 * pen.unit();
        for (x, _) in self.ticks(true) {
            drawing.line(&[(x, top), (x, bottom)], GRID, width);
        }
        for (y, _) in self.ticks(false) {
            drawing.line(&[(left, y), (right, y)], GRID, width);
        }
    }

    /// Draws the axes with ticks, and the numbers beside the vertical one; `below` has those below the other.
    pub(super) fn draw_axes(&self, drawing: &mut Drawing, pen: &Pen<'_>, below: Option<&XNumbers>) {
        let ((left, right), (top, bottom)) = (self.across, self.down);
        let (tick, width) = (TICK * pen.em, 0.8 * pen.unit());
        drawing.line(&[(left, top), (left, bottom), (right, bottom)], INK, width);
        for (y, number) in self.ticks(false) {
            drawing.line(&[(left - tick, y), (left, y)], INK, width);
            let place = (left - tick - ROOM * pen.em, y);
            drawing.text(&number, place, pen.text(NUMBER, Anchor::End));
        }
        for (x, _) in self.ticks(true) {
            drawing.line(&[(x, bottom), (x, bottom + tick)], INK, width);
        }
        let Some(below) = below else { return };
        for ((x, _), lines) in self.ticks(true).iter().zip(&below.texts) {
            let top = bottom + tick + ROOM * pen.em;
            if below.upwards {
                let style = TextStyle { upwards: true, ..pen.text(NUMBER, Anchor::End) };
                drawing.text(&lines.join(" "), (*x, top), style);
                continue;
            }
            for (number, line) in (0u32..).zip(lines) {
                let y = top + (0.5 + f64::from(number)) * NUMBER * LINE * pen.em;
                drawing.text(line, (*x, y), pen.text(NUMBER, Anchor::Middle));
            }
        }
    }

    /// The places of ticks along an axis, with their texts.
    fn ticks(&self, across: bool) -> Vec<(f64, String)> {
        let ruler = if across { &self.x } else { &self.y };
        let place = |at: f64| match across {
            true => self.across.0 + (self.across.1 - self.across.0) * share(ruler, at),
            false => self.down.1 - (self.down.1 - self.down.0) * share(ruler, at),
        };
        ruler.places().iter().map(|&at| (place(at), ruler.label(at))).collect()
    }
}

/// A place's fraction of the axis, from 0 to 1.
fn share(ruler: &Ruler, place: f64) -> f64 {
    (place - ruler.low) / (ruler.high - ruler.low)
}

/// The width of the numbers beside a vertical axis, with their ticks.
pub(super) fn numbers_width(ruler: &Ruler, pen: &Pen<'_>) -> f64 {
    let widths = ruler.places().into_iter().map(|at| pen.width(&ruler.label(at), NUMBER));
    widths.fold(0.0, f64::max) + (TICK + ROOM) * pen.em
}

/// The texts below a horizontal axis: in a line, broken into several, or upwards where words are too wide for that.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct XNumbers {
    texts: Vec<Vec<String>>,
    upwards: bool,
    /// With the ticks.
    pub(super) height: f64,
}

impl XNumbers {
    /// Lays them out for an axis of this length.
    pub(super) fn new(ruler: &Ruler, pen: &Pen<'_>, length: f64) -> Self {
        let places = ruler.places();
        let steps = places.windows(2).map(|pair| (pair[1] - pair[0]) / (ruler.high - ruler.low));
        let slot = length * steps.fold(1.0, f64::min) - 0.5 * pen.em;
        let texts: Vec<Vec<String>> =
            places.iter().map(|&at| pen.wrap(&ruler.label(at), NUMBER, slot)).collect();
        let widest = texts.iter().flatten().map(|line| pen.width(line, NUMBER)).fold(0.0, f64::max);
        let upwards = widest > slot + 0.4 * pen.em;
        let lines = texts.iter().map(Vec::len).max().unwrap_or(0) as f64;
        let whole =
            texts.iter().map(|lines| pen.width(&lines.join(" "), NUMBER)).fold(0.0, f64::max);
        let text = if upwards { whole } else { lines * NUMBER * LINE * pen.em };
        Self { texts, upwards, height: text + (TICK + ROOM) * pen.em }
    }

    /// How far the last one reaches beyond its tick.
    pub(super) fn overhang(&self, pen: &Pen<'_>) -> f64 {
        let widest = self.texts.last().into_iter().flatten().map(|line| pen.width(line, NUMBER));
        if self.upwards { 0.5 * pen.em } else { widest.fold(0.0, f64::max) / 2.0 }
    }
}
