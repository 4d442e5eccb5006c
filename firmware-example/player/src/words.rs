//! What the player says about itself and the game.

use plyscope_core::wire::{ClockSource, Failure, FailureReason};
use plyscope_firmware_searches::STRONG;

use crate::chip::Chip;
use crate::device::Device;
use crate::play::say_sides;
use crate::record::Place;
use crate::text::{Output, colour_name, write};

pub(crate) const DAMAGED: &[u8] =
    b"My weights are damaged, so I cannot play. Flash the firmware again.\r\n";

pub(crate) const NAMES: &[u8] = if STRONG.is_some() {
    b"Give a name: strong, alpha-beta, fe or rbfms.\r\n"
} else {
    b"Give a name: alpha-beta, fe or rbfms.\r\n"
};

impl Device<'_> {
    /// The first lines on a terminal. Takes back the game that was kept through a reset.
    pub fn greet(&mut self, chip: &impl Chip, out: &mut impl Output) {
        write!(out, "\r\nplyscope {} plays Othello ", env!("CARGO_PKG_VERSION"));
        let source = match chip.clock().source {
            ClockSource::Crystal => "crystal",
            ClockSource::Internal => "internal clock",
            ClockSource::Emulator => "emulator",
        };
        write!(out, "({}, {} MHz).\r\n", source, chip.clock().hertz / 1_000_000);
        if let Some((failure, true)) = chip.failure() {
            out.put(b"I failed and restarted: ");
            put_failure(&failure, out);
        }
        if !self.is_sound {
            out.put(DAMAGED);
            return self.prompt(out);
        }
        let is_back = self.play.take_back(Place::Running, chip);
        self.play.settings.describe(out);
        if is_back && !self.play.game.moves().is_empty() {
            out.put(b"Your game goes on: ");
            say_sides(self.play.game.persons, out);
            return self.go_on(chip, out);
        }
        match self.play.game.persons.side() {
            Some(side) => write!(out, "You are {}.", colour_name(side)),
            None => out.put(b"Two persons play."),
        }
        out.put(b" Type a move such as d3, or help.\r\n\r\n");
        self.go_on(chip, out);
    }

    /// Tells a waiting person that a program has replaced the game.
    pub(crate) fn say_taken_away(&self, out: &mut impl Output) {
        out.put(b"\r\nA program has set up another position.\r\n> ");
    }

    pub(crate) fn say_too_long(&self, out: &mut impl Output) {
        out.put(b"That line is too long for a command. Type help.\r\n");
        self.prompt(out);
    }

    pub(crate) fn say_lost(&self, out: &mut impl Output) {
        out.put(b"Part of that line was lost or is not text. Please type it again.\r\n");
        self.prompt(out);
    }

    pub(crate) fn info(&self, chip: &impl Chip, out: &mut impl Output) {
        let now = self.statistics(chip);
        self.play.settings.describe(out);
        self.play.settings.describe_variety(out);
        write!(
            out,
            "Up {} s, {} searches, {} nodes.\r\n",
            now.uptime / 1000,
            now.searches,
            now.nodes
        );
        write!(
            out,
            "Bytes: stack {} of {} used at most, other memory {}, flash {}.\r\n",
            now.stack_used, now.stack, now.ram, now.flash
        );
        let bad = now.errors;
        write!(
            out,
            "Frames: {} good, {} garbled, {} too long, {} of another version, {} unknown, {} unfinished.\r\n",
            now.frames,
            bad.framing + bad.checksum,
            bad.too_long,
            bad.version,
            bad.message,
            bad.abandoned
        );
        write!(out, "Bytes lost {} times.\r\n", bad.lost);
        match chip.failure() {
            Some((failure, _)) => {
                write!(out, "Failures since power on: {}. The last: ", failure.count);
                put_failure(&failure, out);
            }
            None => out.put(b"No failure since power on.\r\n"),
        }
    }
}

/// Writes what failed, where, and when.
fn put_failure(failure: &Failure, out: &mut impl Output) {
    match failure.reason {
        FailureReason::Panic => {
            write!(out, "panic at {}:{}", failure.file.as_str(), failure.line);
        }
        FailureReason::Fault => write!(out, "fault {:x}", failure.cfsr),
        FailureReason::Overflow => out.put(b"the stack overflowed"),
        FailureReason::Hang => out.put(b"hang"),
        FailureReason::Watchdog => out.put(b"hang with interrupts off"),
    }
    if failure.pc != 0 {
        write!(out, ", PC {:x}, LR {:x}", failure.pc, failure.lr);
    }
    write!(out, ", {} s after the start.\r\n", failure.uptime / 1000);
}
