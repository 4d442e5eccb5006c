//! What a desktop and a device say to each other: commands, responses, and the frames that carry them.
//!
//! A message is the `postcard` encoding of three things: the protocol's [`VERSION`], a number that ties a response to
//! its command, and a [`Command`] or [`Response`]. A CRC-32 follows, COBS takes all zeros out of
//! it, and a zero before and after makes it a frame. Bytes outside of frames are text: a person at a terminal and a
//! program may use the same link. Nothing here knows what kind of link that is.
//!
//! A link may lose or garble bytes, so a host asks again when no response comes. For that it repeats the command with
//! the same number; a device that has finished or still runs that very search does not begin another.
//!
//! Messages hold the types of core, but are written as this module says: their bytes change with [`VERSION`] only, whatever
//! happens to core. None of them is `non_exhaustive`: a new one is a new version, and both sides answer for each.
//!
//! ```
//! use plyscope_core::wire::{MAX_FRAME, Received, Receiver, Command, decode, encode};
//!
//! let mut buffer = [0; MAX_FRAME];
//! let frame = encode(7, &Command::Hello, &mut buffer)?;
//!
//! let mut receiver = Receiver::new();
//! let mut messages = 0;
//! for &byte in frame {
//!     if let Some(Received::Payload(payload)) = receiver.push(byte) {
//!         assert_eq!(decode::<Command>(payload)?, (7, Command::Hello));
//!         messages += 1;
//!     }
//! }
//! assert_eq!(messages, 1);
//! # Ok::<(), plyscope_core::wire::WireError>(())
//! ```

mod encoding;
mod frame;
mod message;

pub use frame::{MAX_FRAME, MAX_PAYLOAD, Received, Receiver, VERSION, WireError, decode, encode};
pub use message::{
    Algorithm, Clock, ClockSource, Command, Evaluation, Identity, LINE, LinkErrors, Measurable,
    ProgressReport, Refusal, Response, SearchResult, StartCause, Statistics, Task,
};
