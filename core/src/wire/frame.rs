//! Frames: a checksum, and where a message begins and ends.

use core::fmt;

use cobs::{CobsEncoder, DecodeResult, DecoderState};
use crc::{CRC_32_ISO_HDLC, Crc, NoTable};
use heapless::Vec;
use serde::{Deserialize, Serialize};

/// The version of the protocol: the first byte of each message. It changes when any message does.
pub const VERSION: u8 = 3;

/// Most bytes of a message with its checksum.
pub const MAX_PAYLOAD: usize = 240;

/// Most bytes of a frame: COBS adds one byte for every 254, and there is a zero at both ends.
pub const MAX_FRAME: usize = MAX_PAYLOAD + 3;

const CHECKSUM: usize = 4;

/// The CRC of Ethernet, gzip and PNG. Without its table of a kilobyte: messages are short, and links slow.
const CRC: Crc<u32, NoTable> = Crc::<u32, NoTable>::new(&CRC_32_ISO_HDLC);

/// A message as it is encoded.
#[derive(Serialize, Deserialize)]
struct Envelope<M> {
    version: u8,
    id: u16,
    message: M,
}

/// What is wrong with a message or its bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub enum WireError {
    /// It does not fit into a frame.
    TooLong,
    /// Its checksum is wrong: it was garbled.
    Checksum,
    /// It is of another version of the protocol.
    Version {
        /// Which.
        found: u8,
    },
    /// It is whole, but no message of this version.
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
            Self::Message => f.write_str("no message of this version of the protocol"),
        }
    }
}

impl core::error::Error for WireError {}

/// The frame of a message, in `buffer`.
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

/// The number and message of a payload that a [`Receiver`] gave.
///
/// # Errors
/// [`WireError`] says what it is instead.
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

/// What a [`Receiver`] found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Received<'r> {
    /// A byte that belongs to no frame: text.
    Text(u8),
    /// The contents of a frame, to be decoded.
    Payload(&'r [u8]),
    /// A frame that was no COBS: truncated, or noise.
    Garbled,
    /// A frame longer than any message.
    TooLong,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    Text,
    /// Between zeros. After a frame that made no sense, too: its last zero may have been the next one's first.
    Frame,
    /// In a frame that is too long.
    Skip,
}

/// Takes the bytes of a link apart into text and frames.
///
/// Whatever came before, of two whole frames it reads the second, and mostly the first: not where all that was lost is
/// the zero that ends a frame, which the next one's first zero then does. Text that follows a garbled frame may be taken
/// for part of one until the next frame, or until [`Receiver::abandon`].
#[derive(Debug)]
pub struct Receiver {
    state: State,
    decoder: DecoderState,
    payload: Vec<u8, MAX_PAYLOAD>,
    /// The last frame was handed out.
    done: bool,
}

impl Default for Receiver {
    fn default() -> Self {
        Self::new()
    }
}

impl Receiver {
    /// Before the first byte.
    #[must_use]
    pub const fn new() -> Self {
        Self { state: State::Text, decoder: DecoderState::Idle, payload: Vec::new(), done: false }
    }

    /// Takes the link's next byte.
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

    /// The last payload turned out to be none: its closing zero may have been the opening one of the next frame.
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

    /// Nobody goes on with the frame that has begun, or bytes were lost. Whether any of the frame had come.
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
