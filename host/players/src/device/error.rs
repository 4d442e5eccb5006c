//! What can go wrong with a device.

use std::io;

use plyscope_core::wire::{Refusal, WireError};
use plyscope_run::interrupt::Interrupted;

/// Errors of devices.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DeviceError {
    /// The link could not be opened.
    #[error("device {address}: {reason}")]
    Open {
        /// The device.
        address: String,
        /// The reason and the remedy.
        reason: String,
    },
    /// The link broke.
    #[error("device {address}: the link failed: {cause}")]
    Link {
        /// The device.
        address: String,
        /// The error.
        cause: io::Error,
    },
    /// No reply.
    #[error(
        "device {address} does not answer: is it plyscope's firmware, switched on, and no other program on its link?"
    )]
    Silent {
        /// The device.
        address: String,
    },
    /// A search that does not end.
    #[error(
        "device {address} goes on with a search that it was asked to end: is it plyscope's firmware? Reset it"
    )]
    Endless {
        /// The device.
        address: String,
    },
    /// An interrupt before the reply.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
    /// Another version of the protocol.
    #[error("device {address}: {cause}")]
    Protocol {
        /// The device.
        address: String,
        /// The version.
        cause: WireError,
    },
    /// A refused request.
    #[error("device {address} refuses: {}", refusal_text(*.refusal))]
    Refused {
        /// The device.
        address: String,
        /// Why.
        refusal: Refusal,
    },
    /// An unexpected reply.
    #[error(
        "device {address} answered with another message than was asked for: is its firmware of this release?"
    )]
    Confused {
        /// The device.
        address: String,
    },
    /// A person at the device's terminal ended the search.
    #[error(
        "device {address}: the search was ended at its terminal (stop or Ctrl-C); search again, and leave the terminal alone"
    )]
    EndedThere {
        /// The device.
        address: String,
    },
    /// The search exceeds the device's capacity.
    #[error(
        "device {address}: the search needs more than its {plies} plies or its {children} children: search less deep"
    )]
    Capacity {
        /// The device.
        address: String,
        /// Its frames.
        plies: u32,
        /// Its children.
        children: u32,
    },
}

fn refusal_text(refusal: Refusal) -> &'static str {
    match refusal {
        Refusal::Garbled => "messages arrive garbled; check cable and ground",
        Refusal::Version { .. } => "it speaks another version of the protocol",
        Refusal::Unknown => "it does not know this message",
        Refusal::IllegalPosition => "the position has discs of both sides on one square",
        Refusal::GameOver => "the game is over in this position",
        Refusal::Limits => "a limit of the search is missing or out of range",
        Refusal::NotPondering => "it is not thinking on the opponent's time",
        Refusal::NoSuchEvaluation => "its firmware was built without that evaluation",
        Refusal::NoSuchAlgorithm => "its firmware was built without that algorithm",
        Refusal::DamagedWeights => {
            "the weights in its memory are damaged; write its firmware again"
        }
        Refusal::Busy => "it is busy with another search; wait, or reset it",
    }
}
