//! The protocol between a desktop and a device: commands, responses, and the frames that carry them.
//!
//! A message is the `postcard` encoding of three things: the protocol's [`VERSION`], a number that ties a response to its
//! command, and a [`Command`] or [`Response`]. A CRC-32 follows. COBS removes all zeros, and a zero before and after
//! completes the frame. Bytes outside of frames are text, so a person at a terminal and a program can share a link. The
//! protocol does not depend on the type of link.
//!
//! A link may lose or garble bytes, so a host repeats a command, with the same number, when no response comes. A device
//! that has finished that search, or is still running it, does not begin another one.
//!
//! Messages contain core's types but have their own encoding, so their bytes change only with [`VERSION`], whatever changes
//! in core. A message that is added at the end of [`Command`] or [`Response`] changes no other one, so it keeps the version: a
//! device that does not know it answers [`Refusal::Unknown`], which a host takes as "not there". Any other change is a new
//! version. No message type is `non_exhaustive`: both sides must handle every message that they know.
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
mod failure;
mod frame;
mod message;

pub use failure::{FILE_NAME, Failure, FailureReason};
pub use frame::{MAX_FRAME, MAX_PAYLOAD, Received, Receiver, VERSION, WireError, decode, encode};
pub use message::{
    Algorithm, Clock, ClockSource, Command, Evaluation, Identity, LINE, LinkErrors, Measurable,
    ProgressReport, Refusal, Response, SearchResult, StartCause, Statistics, StrongIdentity, Task,
};
