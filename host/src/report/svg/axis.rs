//! The ends and ticks of axes.

use super::super::table::grouped;
use super::super::{Axis, AxisScale};

/// A laid-out axis. Places on it are in the units of [`AxisScale::place`].
#[derive(Clone, Debug)]
pub(super) struct Ruler {
    pub(super) scale: AxisScale,
    pub(super) low: f64,
    pub(super) high: f64,
    /// The ticks' numbers.
    pub(super) ticks: Vec<f64>,
    /// Names instead of the numbers 1, 2, ...
    names: Vec<String>,
}

impl Ruler {
    /// Lays out an axis for these numbers. `from_zero`: includes 0, unless it is logarithmic.
    pub(super) fn new(axis: &Axis, numbers: impl Iterator<Item = f64>, from_zero: bool) -> Self {
        let scale = axis.scale;
        let usable = |x: &f64| x.is_finite() && (scale != AxisScale::Log || *x > 0.0);
        let (mut low, mut high) = numbers
            .filter(usable)
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)));
        if low > high {
            (low, high) = (1.0, 10.0);
        }
        if from_zero && scale != AxisScale::Log {
            (low, high) = (low.min(0.0), high.max(0.0));
        }
        if let Some(range) = axis.range {
            (low, high) = range;
        }
        let (mut from, mut to) = (scale.place(low), scale.place(high));
        if to - from < 1e-9 {
            (from, to) = (from - 0.5, to + 0.5);
        }
        if axis.range.is_none() {
            // A little room, so that no point is on the frame, but none below 0.
            let room = 0.03 * (to - from);
            if !(from_zero && low == 0.0) {
                from -= room;
            }
            to += room;
        }
        let names = axis.names.clone();
        let ticks = match scale {
            _ if !names.is_empty() => (1..=names.len()).map(|i| i as f64).collect(),
            AxisScale::Log => log_ticks(from, to),
            AxisScale::Linear => linear_ticks(from, to),
            AxisScale::Cube => cube_ticks(scale.number(from.max(0.0)), scale.number(to)),
        };
        Self { scale, low: from, high: to, ticks, names }
    }

    /// The places of the ticks.
    pub(super) fn places(&self) -> Vec<f64> {
        self.ticks.iter().map(|&tick| self.scale.place(tick)).collect()
    }

    /// The text of the tick at a place.
    pub(super) fn label(&self, place: f64) -> String {
        let distance = |tick: &&f64| (self.scale.place(**tick) - place).abs();
        let tick = self.ticks.iter().min_by(|a, b| distance(a).total_cmp(&distance(b)));
        let name = |tick: f64| self.names.get((tick - 1.0).max(0.0) as usize);
        tick.map_or_else(String::new, |&tick| name(tick).cloned().unwrap_or_else(|| number(tick)))
    }
}

/// Formats a number with as many decimals as it needs.
fn number(tick: f64) -> String {
    let decimals = (0..6).find(|&n| {
        let scaled = tick * 10f64.powi(n);
        (scaled - scaled.round()).abs() < 1e-6 * scaled.abs().max(1.0)
    });
    grouped(tick, decimals.unwrap_or(6) as u8)
}

fn linear_ticks(from: f64, to: f64) -> Vec<f64> {
    let raw = (to - from) / 7.0;
    let magnitude = 10f64.powf(raw.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .map(|factor| factor * magnitude)
        .find(|step| *step >= raw)
        .unwrap_or(raw);
    let first = (from / step).ceil();
    (0..20)
        .map(|i| (first + f64::from(i)) * step)
        .take_while(|tick| *tick <= to + 1e-9 * step)
        .collect()
}

/// Powers of ten, with 2 and 5 in between if there are few.
fn log_ticks(from: f64, to: f64) -> Vec<f64> {
    let between: &[f64] = match to - from {
        decades if decades > 3.0 => &[1.0],
        decades if decades > 1.0 => &[1.0, 2.0, 5.0],
        _ => &[1.0, 1.2, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0],
    };
    let decades = from.floor() as i32..=to.ceil() as i32;
    decades
        .flat_map(|decade| between.iter().map(move |factor| factor * 10f64.powi(decade)))
        .filter(|tick| (from..=to).contains(&tick.log10()))
        .collect()
}

/// Numbers whose cubes are evenly spread.
fn cube_ticks(from: f64, to: f64) -> Vec<f64> {
    let mut ticks: Vec<f64> = Vec::new();
    for candidate in linear_ticks(from, to).into_iter().chain([to.floor()]) {
        let far =
            ticks.last().is_none_or(|last| candidate.powi(3) - last.powi(3) > 0.06 * to.powi(3));
        if far && candidate >= from && candidate <= to {
            ticks.push(candidate);
        }
    }
    ticks
}

#[cfg(test)]
mod tests {
    use super::Ruler;
    use crate::report::Axis;

    #[test]
    fn ticks_are_round_numbers_within_the_axis() {
        let ruler = Ruler::new(&Axis::linear("depth"), [1.0, 26.0].into_iter(), false);
        assert_eq!(ruler.ticks, [5.0, 10.0, 15.0, 20.0, 25.0]);
        let ruler = Ruler::new(&Axis::log("nodes"), [2.0, 0.0, 300_000.0].into_iter(), false);
        assert_eq!(ruler.ticks, [10.0, 100.0, 1e3, 1e4, 1e5]);
        assert_eq!(ruler.label(3.0), "1,000");
        let ruler = Ruler::new(&Axis::linear("share").from_to(0.0, 0.6), [].into_iter(), false);
        assert_eq!(ruler.label(0.1), "0.1");
    }
}
