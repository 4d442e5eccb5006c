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
    /// Lays out an axis with about `most` ticks for these numbers. `from_zero`: includes 0, unless it is logarithmic.
    pub(super) fn new(
        axis: &Axis,
        numbers: impl Iterator<Item = f64>,
        from_zero: bool,
        most: usize,
    ) -> Self {
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
            AxisScale::Log => log_ticks(from, to, most),
            AxisScale::Linear => linear_ticks(from, to, most),
            AxisScale::Cube => cube_ticks(scale.number(from.max(0.0)), scale.number(to), most),
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
        tick.map_or_else(String::new, |&tick| {
            name(tick).cloned().unwrap_or_else(|| self.number(tick))
        })
    }

    /// A tick's number: a power of ten where a logarithmic axis has long numbers and no others between.
    fn number(&self, tick: f64) -> String {
        let greatest = self.ticks.iter().copied().fold(0.0, f64::max);
        let least = self.ticks.iter().copied().fold(f64::INFINITY, f64::min);
        let is_power = |tick: &f64| (tick.log10() - tick.log10().round()).abs() < 1e-9;
        let is_long = greatest >= 99_999.0 || least < 1e-3;
        if self.scale == AxisScale::Log && is_long && self.ticks.iter().all(is_power) {
            return format!("10{}", raised(tick.log10().round() as i32));
        }
        number(tick)
    }
}

/// A number in raised digits.
fn raised(number: i32) -> String {
    let digit = |c: char| match c {
        '1' => '\u{b9}',
        '2' => '\u{b2}',
        '3' => '\u{b3}',
        '-' => '\u{207b}',
        c => c.to_digit(10).and_then(|digit| char::from_u32(0x2070 + digit)).unwrap_or(c),
    };
    number.to_string().chars().map(digit).collect()
}

/// Formats a number with as many decimals as it needs.
fn number(tick: f64) -> String {
    let decimals = (0..6).find(|&n| {
        let scaled = tick * 10f64.powi(n);
        (scaled - scaled.round()).abs() < 1e-6 * scaled.abs().max(1.0)
    });
    grouped(tick, decimals.unwrap_or(6) as u8)
}

fn linear_ticks(from: f64, to: f64, most: usize) -> Vec<f64> {
    let raw = (to - from) / most.max(1) as f64;
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

/// Round numbers between powers of ten, powers of ten, or every second, third, ... of them: as many as fit.
fn log_ticks(from: f64, to: f64, most: usize) -> Vec<f64> {
    let decades = from.floor() as i32..=to.ceil() as i32;
    let of = |between: &[f64], every: i32| -> Vec<f64> {
        decades
            .clone()
            .filter(|decade| decade.rem_euclid(every) == 0)
            .flat_map(|decade| between.iter().map(move |factor| factor * 10f64.powi(decade)))
            .filter(|tick| (from..=to).contains(&tick.log10()))
            .collect()
    };
    let sets: [&[f64]; 6] = [
        &[1.0, 1.2, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0],
        &[1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0],
        &[1.0, 1.5, 2.0, 3.0, 5.0],
        &[1.0, 2.0, 5.0],
        &[1.0, 3.0],
        &[1.0],
    ];
    // A narrow range may lie between the numbers of the finest set.
    let narrow = of(sets[0], 1).len() < 2;
    let fine = narrow.then(|| {
        let (low, high) = (10f64.powf(from), 10f64.powf(to));
        linear_ticks(low, high, most.min(5))
    });
    let whole = sets.iter().map(|set| of(set, 1));
    let fewer = (2..20).map(|every| of(&[1.0], every));
    fine.into_iter()
        .chain(whole)
        .chain(fewer)
        .find(|ticks| ticks.len() <= most.max(2))
        .unwrap_or_default()
}

/// Numbers whose cubes are evenly spread.
fn cube_ticks(from: f64, to: f64, most: usize) -> Vec<f64> {
    let apart = 0.5 / most.max(1) as f64;
    let mut ticks: Vec<f64> = Vec::new();
    for candidate in linear_ticks(from, to, 7).into_iter().chain([to.floor()]) {
        let far =
            ticks.last().is_none_or(|last| candidate.powi(3) - last.powi(3) > apart * to.powi(3));
        if far && candidate >= from && candidate <= to {
            ticks.push(candidate);
        }
    }
    ticks
}

#[cfg(test)]
mod tests {
    use super::{Ruler, raised};
    use crate::Axis;

    #[test]
    fn ticks_are_round_numbers_within_the_axis() {
        let ruler = Ruler::new(&Axis::linear("depth"), [1.0, 26.0].into_iter(), false, 7);
        assert_eq!(ruler.ticks, [5.0, 10.0, 15.0, 20.0, 25.0]);
        let ruler = Ruler::new(&Axis::log("nodes"), [2.0, 0.0, 300_000.0].into_iter(), false, 7);
        assert_eq!(ruler.ticks, [10.0, 100.0, 1e3, 1e4, 1e5]);
        assert_eq!(ruler.label(3.0), "10\u{b3}");
        let ruler = Ruler::new(&Axis::linear("share").from_to(0.0, 0.6), [].into_iter(), false, 7);
        assert_eq!(ruler.label(0.1), "0.1");
        assert_eq!(raised(-12), "\u{207b}\u{b9}\u{b2}");
    }

    #[test]
    fn a_logarithmic_axis_has_no_more_ticks_than_fit_and_short_numbers_as_they_are() {
        for most in 2..9 {
            for high in [1.3, 2.0, 30.0, 1e4, 1e9, 1e18] {
                let ruler = Ruler::new(&Axis::log("nodes"), [1.0, high].into_iter(), false, most);
                assert!(ruler.ticks.len() <= most.max(6), "{high}: {:?}", ruler.ticks);
                assert!(!ruler.ticks.is_empty(), "{high}");
            }
        }
        let ruler = Ruler::new(&Axis::log("nodes"), [1.0, 5000.0].into_iter(), false, 5);
        assert_eq!(ruler.label(3.0), "1,000");
        // No power of ten among other long numbers.
        let ruler = Ruler::new(&Axis::log("nodes"), [32e3, 256e3].into_iter(), false, 7);
        assert!(ruler.ticks.contains(&1e5) && ruler.ticks.contains(&6e4), "{:?}", ruler.ticks);
        assert_eq!(ruler.label(5.0), "100,000");
    }
}
