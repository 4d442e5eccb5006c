//! The device: receives bytes, searches in slices, answers.

use plyscope_firmware_searches::{Memory, weights_are_intact};

use crate::chip::{Chip, Event};
use crate::line::Typed;
use crate::link::{Link, Message};
use crate::play::Play;
use crate::text::Output;
use crate::thinker::{Listener, Purpose, Thinker};

/// Room for output, in bytes, that is required before any input is taken or any result given: more than the longest answer.
pub const ROOM: usize = 1024;

/// A player behind a link.
pub struct Device<'s> {
    pub(crate) link: Link,
    pub(crate) play: Play,
    pub(crate) thinker: Thinker<'s>,
    /// Whether a program has asked for a restart.
    pub(crate) restart: bool,
    /// Whether the weights match their checksums; if not, the device does not play.
    pub(crate) is_sound: bool,
}

impl<'s> Device<'s> {
    /// A device at the start of a game, with a person to move. Verifies the weights' checksums.
    pub fn new(memory: &'s mut Memory) -> Self {
        Self {
            link: Link::new(),
            play: Play::default(),
            thinker: Thinker::new(memory),
            restart: false,
            is_sound: weights_are_intact(),
        }
    }

    /// Whether a restart was requested. Send all queued output first.
    #[must_use]
    pub fn wants_restart(&self) -> bool {
        self.restart
    }

    /// Whether [`Device::receive`] may be called: the output has room for an answer.
    #[must_use]
    pub fn is_ready(&self, out: &impl Output) -> bool {
        out.room() >= ROOM
    }

    /// Whether there is nothing to do until the next byte.
    #[must_use]
    pub fn is_idle(&self) -> bool {
        self.thinker.is_idle()
    }

    /// Processes a byte from the link.
    pub fn receive(&mut self, byte: u8, chip: &impl Chip, out: &mut impl Output) {
        match self.link.push(byte, chip.milliseconds()) {
            None => {}
            Some(Message::Character(byte)) => self.typed(byte, chip, out),
            Some(Message::Request(id, request)) => {
                chip.log(&Event::Request { id, request: request.clone() });
                self.request(id, request, chip, out);
            }
            Some(Message::Wrong(refusal)) => self.refuse(0, refusal, chip, out),
        }
    }

    /// Records that bytes were lost after the last one received.
    pub fn lose(&mut self, chip: &impl Chip) {
        self.link.lose();
        chip.log(&Event::Lost);
    }

    fn typed(&mut self, byte: u8, chip: &impl Chip, out: &mut impl Output) {
        self.play.seed_once(chip);
        self.thinker.end_shown_line(out);
        match self.link.line.push(byte, out) {
            Typed::More => {}
            Typed::Finished => {
                let line = self.link.line.take();
                self.command(&line, chip, out);
            }
            Typed::TooLong => {
                self.link.count_long_line();
                self.say_too_long(out);
            }
            Typed::Lost => self.say_lost(out),
            Typed::Interrupt(was_empty) => self.interrupt(was_empty, out),
        }
    }

    /// The main loop's other half, besides [`Device::receive`]: searches a slice, abandons stalled frames, delivers a
    /// finished result.
    pub fn turn(&mut self, chip: &impl Chip, out: &mut impl Output) {
        if self.link.abandons_a_frame(|| chip.milliseconds()) {
            chip.log(&Event::Abandoned);
        }
        if self.play.clocks.are_on() {
            self.watch_clocks(chip, out);
        }
        if let Some(now) = self.thinker.step(chip) {
            return self.tell_progress(now, chip, out);
        }
        match self.thinker.finished(out) {
            Some((Purpose::Host { id, .. }, _)) => self.give_result(id, out),
            Some((Purpose::Reply, chosen)) => self.reply(chosen, chip, out),
            Some((Purpose::Hint, _)) => self.give_hint(chip, out),
            // Its result waits.
            Some((Purpose::Ponder, _)) | None => {}
        }
    }

    /// Tells whoever waits for the search how far it is, if it is time.
    fn tell_progress(&mut self, now: u64, chip: &impl Chip, out: &mut impl Output) {
        match self.thinker.listener(now, chip, out) {
            Some(Listener::Person) if self.play.settings.thinking && self.link.line.is_empty() => {
                self.thinker.show(out);
            }
            Some(Listener::Program) => self.report_progress(chip, out),
            _ => {}
        }
    }
}
