//! What the player must know about the machine that it runs on.

use plyscope_core::wire::{Clock, Command, Refusal, StartCause};

/// The machine: its time, its memory, its log.
pub trait Chip {
    /// Clock ticks since the start.
    fn ticks(&self) -> u64;

    /// How fast those are.
    fn clock(&self) -> Clock;

    /// Why it started.
    fn start_cause(&self) -> StartCause;

    /// Bytes of stack there are, and ever used.
    fn stack(&self) -> (u32, u32);

    /// Bytes of memory in use besides the stack.
    fn ram(&self) -> u32;

    /// Bytes of flash in use.
    fn flash(&self) -> u32;

    /// Notes down an event, where there is a log.
    fn log(&self, event: &Event);

    /// Fails in the way that `command` says, in firmware that was built to be able to.
    fn provoke(&self, command: &str) {
        let _ = command;
    }

    /// Milliseconds since the start.
    fn milliseconds(&self) -> u64 {
        self.ticks() / self.ticks_in(1)
    }

    /// The ticks in so many milliseconds.
    fn ticks_in(&self, milliseconds: u32) -> u64 {
        u64::from(milliseconds) * u64::from(self.clock().hertz / 1000).max(1)
    }
}

/// Something worth a line in the log.
#[derive(Clone, Debug)]
#[cfg_attr(target_os = "none", derive(defmt::Format))]
pub enum Event {
    /// A program asked for something.
    Request {
        /// The request's number.
        id: u16,
        /// What it asked for.
        request: Command,
    },
    /// It was not done, or there was no making sense of it.
    Refused(Refusal),
    /// Bytes were lost on the link.
    Lost,
    /// A frame was left unfinished.
    Abandoned,
    /// A search has ended.
    Searched {
        /// Nodes generated.
        nodes: u64,
        /// Milliseconds that it took.
        milliseconds: u32,
    },
}
