//! A player of Othello for a device with a serial link, without the device: what it says to a person at a terminal and
//! to a program, and how it thinks between two bytes. The binary beside it adds the chip.
//!
//! [`Device`] is all of it: the binary's main loop hands it the bytes that come in, lets it think for a moment, and
//! sends what it has written to an [`Output`].
#![no_std]
#![forbid(unsafe_code)]

mod chip;
mod device;
mod game;
mod host;
mod line;
mod measure;
mod settings;
mod terminal;
mod text;

pub use chip::{Chip, Event};
pub use device::Device;
pub use plyscope_firmware_searches::{CHILDREN, Memory, PLIES};
pub use text::Output;
