//! The player's interface to the machine that it runs on.

use plyscope_core::wire::{Clock, Command, Failure, Refusal, StartCause};

use crate::record::{Place, RECORD};

/// The machine: its clock, its memory, its log.
pub trait Chip {
    /// Clock ticks since the start.
    fn ticks(&self) -> u64;

    /// The clock's source and rate.
    fn clock(&self) -> Clock;

    /// The cause of the last start.
    fn start_cause(&self) -> StartCause;

    /// Bytes of stack: available, and used at most so far.
    fn stack(&self) -> (u32, u32);

    /// Bytes of memory in use, without the stack.
    fn ram(&self) -> u32;

    /// Bytes of flash in use.
    fn flash(&self) -> u32;

    /// The last failure that made it restart, if it kept a record of one; and whether that was the reason of the last start.
    fn failure(&self) -> Option<(Failure, bool)> {
        None
    }

    /// Keeps a record of the game through a reset, and through a power cut if the machine can. Returns whether it could.
    fn keep(&self, place: Place, record: &[u8]) -> bool {
        let _ = (place, record);
        false
    }

    /// Reads the record that was kept, and returns its length; [`None`] if there is none, or it is damaged.
    fn kept(&self, place: Place, record: &mut [u8; RECORD]) -> Option<usize> {
        let _ = (place, record);
        None
    }

    /// Logs an event, if there is a log.
    fn log(&self, event: &Event);

    /// Fails as `command` says, in firmware built with that feature.
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

/// An event for the log.
#[derive(Clone, Debug)]
#[cfg_attr(target_os = "none", derive(defmt::Format))]
pub enum Event {
    /// A program sent a request.
    Request {
        /// The request's number.
        id: u16,
        /// The command.
        request: Command,
    },
    /// A request was refused, or could not be decoded.
    Refused(Refusal),
    /// Bytes were lost on the link.
    Lost,
    /// A frame was abandoned unfinished.
    Abandoned,
    /// A search has ended.
    Searched {
        /// Nodes generated.
        nodes: u64,
        /// Its duration in milliseconds.
        milliseconds: u32,
    },
}
