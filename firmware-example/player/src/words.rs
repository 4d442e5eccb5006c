//! What the player says about itself and the game.

use plyscope_core::othello::Colour;
use plyscope_core::wire::{ClockSource, Failure, FailureReason};
use plyscope_firmware_searches::STRONG;

use crate::chip::Chip;
use crate::device::Device;
use crate::game::Position;
use crate::record::Place;
use crate::text::{Output, colour_name, put_move, write};

pub(crate) const HELP: &[u8] = b"\
  d3, e6, ...     your move\r\n\
  board, moves    the position; your moves\r\n\
  score, history  who is ahead; the moves so far\r\n\
  hint            the move that I would play\r\n\
  undo            take back your last move and my reply\r\n\
  go              I move for you, and play that side from now on\r\n\
  stop            I move at once (so does Ctrl-C)\r\n\
  new, new white  start a new game; you play Black, or White\r\n\
  players 2       two persons play, I keep the board; players 1: you and I\r\n\
  setup -OX... X  start from a position: 64 squares, and who is to move\r\n\
  save, restore   save this game; go on with the saved one\r\n\
  level 1         from 1, a beginner, to 9\r\n\
  info            settings, memory use, link errors\r\n\
  help settings   how I think, clocks, openings\r\n";

pub(crate) const SETTINGS: &[u8] = b"\
  level 1 to 9    1 is a beginner, 9 the best\r\n\
  depth 6         I search 6 plies deep\r\n\
  nodes 5000      I search 5000 nodes a move\r\n\
  time 1000       I think for 1000 ms a move\r\n\
  algorithm NAME  strong, alpha-beta, fe or rbfms\r\n\
  ponder on|off   I also think on your time (and count it)\r\n\
  thinking on|off I show how deep I have searched\r\n\
  variety on|off  I vary my openings\r\n\
  seed 7          what my random choices follow from\r\n\
  clock 10        10 minutes for each side; clock off\r\n\
  echo on|off     I send back what you type\r\n";

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
        let is_back = self.take_back(Place::Running, chip);
        self.settings.describe(out);
        if is_back && !self.game.moves().is_empty() {
            out.put(b"Your game goes on: ");
            self.say_sides(self.game.persons, out);
            return self.go_on(chip, out);
        }
        match self.game.persons.side() {
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

    /// Prints the discs of both sides, and who is ahead.
    pub(crate) fn say_score(&self, out: &mut impl Output) {
        let (black, white) = self.game.now().discs();
        let ahead = if black > white { Colour::Black } else { Colour::White };
        write!(out, "Black (X) {}, White (O) {}: ", black, white);
        match self.game.persons.side() {
            _ if black == white => out.put(b"even"),
            None => write!(out, "{} is ahead", colour_name(ahead)),
            Some(side) if side == ahead => out.put(b"you are ahead"),
            Some(_) => out.put(b"I am ahead"),
        }
        match black.abs_diff(white) {
            0 => {}
            difference => write!(out, " by {}", difference),
        }
        out.put(b".\r\n");
    }

    /// Prints the moves of the game, two a number and twelve a line.
    pub(crate) fn list_history(&self, out: &mut impl Output) {
        if self.game.moves().is_empty() {
            return out.put(b"No move has been played.\r\n");
        }
        let Position { mover, .. } = self.game.start();
        if mover == Colour::White {
            out.put(b"White (O) began.\r\n");
        }
        for (count, &mv) in self.game.moves().iter().enumerate() {
            if count % 12 == 0 {
                out.put(if count > 0 { b"\r\n" } else { b"" });
                write!(out, "{}.", count + 1);
            }
            out.put(b" ");
            put_move(out, mv);
        }
        out.put(b"\r\n");
    }

    pub(crate) fn info(&self, chip: &impl Chip, out: &mut impl Output) {
        let now = self.statistics(chip);
        self.settings.describe(out);
        self.settings.describe_variety(out);
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
