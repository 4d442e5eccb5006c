//! The players' clocks.

use plyscope_core::othello::Colour;
use serde::{Deserialize, Serialize};

use crate::chip::Chip;
use crate::text::{Output, write};

/// Both sides' time for a game. It is kept through a reset, but for the turn that was running.
#[derive(Clone, Copy, Default, Serialize, Deserialize)]
pub(crate) struct Clocks {
    /// Milliseconds for each side; 0 for no clocks.
    limit: u32,
    /// Milliseconds that Black and White have used in finished turns.
    used: [u32; 2],
    /// Milliseconds since the start, when the turn began.
    #[serde(skip)]
    since: u64,
}

const fn place(side: Colour) -> usize {
    match side {
        Colour::Black => 0,
        Colour::White => 1,
    }
}

impl Clocks {
    /// Sets the time for each side in minutes, 0 for no clocks, and begins.
    pub(crate) fn set(&mut self, minutes: u32, now: u64) {
        *self = Self { limit: minutes * 60_000, used: [0; 2], since: now };
    }

    /// Whether there are clocks.
    pub(crate) fn are_on(&self) -> bool {
        self.limit > 0
    }

    /// Gives both sides their whole time again.
    pub(crate) fn restart(&mut self, now: u64) {
        *self = Self { limit: self.limit, used: [0; 2], since: now };
    }

    /// Begins a turn without counting what was before it.
    pub(crate) fn resume(&mut self, now: u64) {
        self.since = now;
    }

    /// Ends a side's turn.
    pub(crate) fn press(&mut self, side: Colour, now: u64) {
        if self.limit > 0 {
            self.used[place(side)] = self.used_by(side, true, now);
            self.since = now;
        }
    }

    fn used_by(&self, side: Colour, is_running: bool, now: u64) -> u32 {
        let running = if is_running { now.saturating_sub(self.since) } else { 0 };
        self.used[place(side)].saturating_add(u32::try_from(running).unwrap_or(u32::MAX))
    }

    /// Milliseconds that a side has left; [`None`] without clocks.
    pub(crate) fn left(&self, side: Colour, is_running: bool, now: u64) -> Option<u32> {
        (self.limit > 0).then(|| self.limit.saturating_sub(self.used_by(side, is_running, now)))
    }

    /// Whether the side's time has run out.
    pub(crate) fn has_fallen(&self, mover: Colour, chip: &impl Chip) -> bool {
        self.are_on() && self.left(mover, true, chip.milliseconds()) == Some(0)
    }

    /// Prints the time that a side has left, if there are clocks.
    pub(crate) fn describe(&self, side: Colour, is_running: bool, now: u64, out: &mut impl Output) {
        if let Some(left) = self.left(side, is_running, now) {
            // Rounded up: 0:00 is the end.
            let seconds = left.div_ceil(1000);
            let tens = seconds % 60 / 10;
            write!(out, "  {}:{}{}", seconds / 60, tens, seconds % 10);
        }
    }
}
