//! The link: bytes become requests and typed characters, and what is wrong with them is counted.

use plyscope_core::wire::{
    Command, LinkErrors, Received, Receiver, Refusal, VERSION, WireError, decode,
};

use crate::line::Line;

/// Milliseconds without a byte after which a frame is abandoned. Leaves a desktop's operating system time to do something
/// else between two bytes.
const PATIENCE: u64 = 200;

/// What a byte completes.
pub(crate) enum Message {
    /// A program's request with its number.
    Request(u16, Command),
    /// A frame that is no request.
    Wrong(Refusal),
    /// A character for the line.
    Character(u8),
}

/// The incoming side of the link.
pub(crate) struct Link {
    receiver: Receiver,
    /// Time of the last byte, in milliseconds since the start.
    last_byte: u64,
    pub(crate) line: Line,
    frames: u32,
    errors: LinkErrors,
}

impl Link {
    pub(crate) fn new() -> Self {
        Self {
            receiver: Receiver::new(),
            last_byte: 0,
            line: Line::new(),
            frames: 0,
            errors: LinkErrors::default(),
        }
    }

    /// Takes a byte.
    pub(crate) fn push(&mut self, byte: u8, now: u64) -> Option<Message> {
        self.last_byte = now;
        let within_frame = self.receiver.is_within_frame();
        let decoded = match self.receiver.push(byte) {
            None => {
                if !within_frame && self.receiver.is_within_frame() {
                    self.line.clear();
                }
                return None;
            }
            Some(Received::Text(byte)) => return Some(Message::Character(byte)),
            Some(Received::TooLong) => {
                self.errors.too_long += 1;
                return Some(Message::Wrong(Refusal::Garbled));
            }
            Some(Received::Garbled) => {
                self.errors.framing += 1;
                return Some(Message::Wrong(Refusal::Garbled));
            }
            Some(Received::Payload(payload)) => decode::<Command>(payload),
        };
        let refusal = match decoded {
            Ok((id, request)) => {
                self.frames += 1;
                return Some(Message::Request(id, request));
            }
            Err(WireError::Version { .. }) => {
                self.errors.version += 1;
                Refusal::Version { spoken: VERSION }
            }
            Err(WireError::Message) => {
                self.errors.message += 1;
                Refusal::Unknown
            }
            Err(_) => {
                self.errors.checksum += 1;
                Refusal::Garbled
            }
        };
        self.receiver.reject();
        Some(Message::Wrong(refusal))
    }

    /// Records that bytes were lost after the last one received.
    pub(crate) fn lose(&mut self) {
        self.errors.lost += 1;
        self.receiver.abandon();
        // The next bytes may be the rest of a frame, so they are not text until the line ends.
        self.line.lose();
    }

    /// Abandons a frame whose bytes no longer come. Returns whether there was one. The time is asked for within a frame only.
    pub(crate) fn abandons_a_frame(&mut self, now: impl FnOnce() -> u64) -> bool {
        let stalled = self.receiver.is_within_frame()
            && now() - self.last_byte > PATIENCE
            && self.receiver.abandon();
        self.errors.abandoned += u32::from(stalled);
        stalled
    }

    /// Counts a typed line that was too long for any command.
    pub(crate) fn count_long_line(&mut self) {
        self.errors.long_lines += 1;
    }

    /// The good frames so far, and the errors.
    pub(crate) fn counts(&self) -> (u32, LinkErrors) {
        (self.frames, self.errors)
    }
}
