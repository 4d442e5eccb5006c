//! A static evaluation that sees short wins.

use plyscope_core::connect_four::Discs;
use plyscope_core::{Evaluator, Outcome, Value};

/// Sees who wins at the next move or the one after; else counts the squares that would complete four in a row.
pub(crate) struct Threats;

/// How many more bits are set in the first number.
fn count(first: u64, second: u64) -> i32 {
    first.count_ones() as i32 - second.count_ones() as i32
}

/// Counts discs near the middle, through which more lines of four pass.
fn lines(discs: &Discs) -> i32 {
    let (own, other) = (discs.mover, discs.all ^ discs.mover);
    [
        (0x3f << 21),
        (0x3f << 14 | 0x3f << 21 | 0x3f << 28),
        0x3f << 7 | 0x3f << 14 | 0x3f << 21 | 0x3f << 28 | 0x3f << 35,
    ]
    .into_iter()
    .map(|near: u64| count(own & near, other & near))
    .sum()
}

/// The empty squares where `discs` would have four in a row.
fn threats(discs: u64, all: u64) -> u64 {
    let mut found = (discs << 1) & (discs << 2) & (discs << 3);
    for step in [6, 7, 8] {
        let up = (discs << step) & (discs << (2 * step));
        let down = (discs >> step) & (discs >> (2 * step));
        found |= up & (discs << (3 * step) | discs >> step);
        found |= down & (discs >> (3 * step) | discs << step);
    }
    found & 0xfdfb_f7ef_dfbf & !all
}

impl Evaluator<Discs> for Threats {
    type State = ();

    fn state(&self, _: &Discs) {}

    fn evaluate(&self, discs: &Discs, _: &()) -> Value {
        let (own, other) = (discs.mover, discs.all ^ discs.mover);
        let (own, other) = (threats(own, discs.all), threats(other, discs.all));
        let next = (discs.all + 0x0408_1020_4081) & !discs.all; // the lowest empty squares
        let forced = other & next;
        match () {
            () if own & next != 0 => Value::decided(Outcome::WIN),
            () if forced.count_ones() > 1 => Value::decided(Outcome::LOSS),
            () if forced << 1 & other != 0 => Value::decided(Outcome::LOSS),
            () => Value::new(16 * count(own, other) + lines(discs)),
        }
    }
}
