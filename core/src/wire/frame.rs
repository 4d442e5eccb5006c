//! Frames: the checksum and the delimiters of a message.

use core::fmt;

use cobs::{CobsEncoder, DecodeResult, DecoderState};
use crc::{CRC_32_ISO_HDLC, Crc, NoTable};
use heapless::Vec;
use serde::{Deserialize, Serialize};

/// The version of the protocol, the first byte of each message. It changes whenever a message changes; see [the module](super).
pub const VERSION: u8 = 4;

/// Maximum size in bytes of a message with its checksum.
pub const MAX_PAYLOAD: usize = 240;

/// Maximum size in bytes of a frame: COBS adds one byte for every 254, and there is a zero at both ends.
pub const MAX_FRAME: usize = MAX_PAYLOAD + 3;

const CHECKSUM: usize = 4;

/// The CRC of Ethernet, gzip and PNG, without the usual table of a kilobyte: messages are short, and links are slow.
const CRC: Crc<u32, NoTable> = Crc::<u32, NoTable>::new(&CRC_32_ISO_HDLC);

/// A message as it is encoded.
#[derive(Serialize, Deserialize)]
struct Envelope<M> {
    version: u8,
    id: u16,
    message: M,
}

/// An error in a message or its bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub enum WireError {
    /// The message does not fit into a frame.
    TooLong,
    /// The checksum is wrong: the message was garbled.
    Checksum,
    /// The message has another version of the protocol.
    Version {
        /// That version.
        found: u8,
    },
    /// The payload is intact, but not a message of this version.
    Message,
}

impl fmt::Display for WireError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong => write!(f, "the message is longer than {MAX_PAYLOAD} bytes"),
            Self::Checksum => {
                f.write_str("the checksum is wrong: the message was garbled on its way")
            }
            Self::Version { found } => write!(
                f,
                "the other side speaks version {found} of the protocol, this one version {VERSION}: \
                 use a device's firmware and a program of the same release"
            ),
            Self::Message => f.write_str("not a message of this version of the protocol"),
        }
    }
}

impl core::error::Error for WireError {}

/// Writes the frame of a message into `buffer`.
///
/// # Errors
/// [`WireError::TooLong`] if it does not fit.
pub fn encode<'b, M: Serialize>(
    id: u16,
    message: &M,
    buffer: &'b mut [u8; MAX_FRAME],
) -> Result<&'b [u8], WireError> {
    let mut payload = [0; MAX_PAYLOAD];
    let envelope = Envelope { version: VERSION, id, message };
    let payload = postcard::to_slice(&envelope, &mut payload).map_err(|_| WireError::TooLong)?;
    let checksum = CRC.checksum(payload).to_le_bytes();
    let (first, rest) = buffer.split_first_mut().ok_or(WireError::TooLong)?;
    *first = 0;
    let mut encoder = CobsEncoder::new(rest);
    encoder.push(payload).map_err(|_| WireError::TooLong)?;
    encoder.push(&checksum).map_err(|_| WireError::TooLong)?;
    let end = encoder.finalize().saturating_add(1);
    *buffer.get_mut(end).ok_or(WireError::TooLong)? = 0;
    buffer.get(..=end).ok_or(WireError::TooLong)
}

/// Decodes the number and the message of a payload from a [`Receiver`].
///
/// # Errors
/// [`WireError`] if the payload is not a valid message.
pub fn decode<'p, M: Deserialize<'p>>(payload: &'p [u8]) -> Result<(u16, M), WireError> {
    let split = payload.len().checked_sub(CHECKSUM).ok_or(WireError::Checksum)?;
    let (payload, checksum) = payload.split_at_checked(split).ok_or(WireError::Checksum)?;
    if CRC.checksum(payload).to_le_bytes() != checksum {
        return Err(WireError::Checksum);
    }
    match payload.first() {
        Some(&VERSION) => {}
        Some(&found) => return Err(WireError::Version { found }),
        None => return Err(WireError::Message),
    }
    match postcard::take_from_bytes::<Envelope<M>>(payload) {
        Ok((envelope, [])) => Ok((envelope.id, envelope.message)),
        _ => Err(WireError::Message),
    }
}

/// The output of a [`Receiver`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Received<'r> {
    /// A byte outside of frames: text.
    Text(u8),
    /// The contents of a frame, ready to be decoded.
    Payload(&'r [u8]),
    /// A frame that is not valid COBS: truncated, or noise.
    Garbled,
    /// A frame longer than any message.
    TooLong,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    Text,
    /// Between zeros. Also after an invalid frame, whose closing zero may have been the opening zero of the next frame.
    Frame,
    /// In a frame that is too long.
    Skip,
}

/// Splits the bytes of a link into text and frames.
///
/// After any input, it reads the second of two intact frames, and usually the first. It misses the first only if exactly
/// the closing zero of an earlier frame was lost, because the first frame's opening zero then closes that frame. Text after
/// a garbled frame may be taken for part of a frame until the next frame, or until [`Receiver::abandon`].
#[derive(Debug)]
pub struct Receiver {
    state: State,
    decoder: DecoderState,
    payload: Vec<u8, MAX_PAYLOAD>,
    /// Whether the last frame was returned.
    done: bool,
}

impl Default for Receiver {
    fn default() -> Self {
        Self::new()
    }
}

impl Receiver {
    /// A receiver before the first byte.
    #[must_use]
    pub const fn new() -> Self {
        Self { state: State::Text, decoder: DecoderState::Idle, payload: Vec::new(), done: false }
    }

    /// Processes the link's next byte.
    pub fn push(&mut self, byte: u8) -> Option<Received<'_>> {
        if self.done {
            self.forget(State::Text);
        }
        match (self.state, byte) {
            (State::Text, 0) => {
                self.forget(State::Frame);
                None
            }
            (State::Text, byte) => Some(Received::Text(byte)),
            (State::Skip, 0) => {
                self.forget(State::Frame);
                None
            }
            (State::Skip, _) => None,
            (State::Frame, byte) => match self.decoder.feed(byte) {
                Ok(DecodeResult::NoData) => None,
                Ok(DecodeResult::DataContinue(byte)) => {
                    if self.payload.push(byte).is_ok() {
                        return None;
                    }
                    self.forget(State::Skip);
                    Some(Received::TooLong)
                }
                Ok(DecodeResult::DataComplete) => {
                    self.done = true;
                    Some(Received::Payload(&self.payload))
                }
                Err(_) => {
                    self.forget(State::Frame);
                    Some(Received::Garbled)
                }
            },
        }
    }

    /// Rejects the last payload as invalid: its closing zero may have been the opening zero of the next frame.
    pub fn reject(&mut self) {
        if self.done {
            self.forget(State::Frame);
        }
    }

    /// Whether a frame has begun and not ended.
    #[must_use]
    pub fn is_within_frame(&self) -> bool {
        !self.done && self.state != State::Text
    }

    /// Abandons the current frame, because it stalled or because bytes were lost. Returns whether any of its bytes had
    /// arrived.
    pub fn abandon(&mut self) -> bool {
        let begun = self.is_within_frame()
            && (self.state == State::Skip || !matches!(self.decoder, DecoderState::Idle));
        self.forget(State::Text);
        begun
    }

    fn forget(&mut self, state: State) {
        self.state = state;
        self.decoder = DecoderState::Idle;
        self.payload.clear();
        self.done = false;
    }
}
