//! An Othello player for a device with a serial link, independent of the device: the dialogue with a person at a terminal,
//! the protocol for a program, and the search in between. The packages in `boards` add the chip.
//!
//! [`Device`] is the entry point: the binary's main loop passes incoming bytes to it, lets it think for a moment, and sends
//! the bytes that it has queued in an [`Output`].
#![no_std]
// Nothing here is printed for debugging: a chip has no room for that.
#![allow(missing_debug_implementations)]

mod chip;
mod clocks;
mod commands;
mod desk;
mod device;
pub mod flash_log;
mod game;
mod host;
mod level;
mod line;
mod link;
mod measure;
mod play;
mod record;
mod settings;
mod terminal;
mod text;
mod thinker;
mod view;
mod words;

pub use chip::{Chip, Event};
pub use device::{Device, ROOM};
pub use plyscope_firmware_searches::{CHILDREN, Memory, PLIES};
pub use record::{Place, RECORD};
pub use text::Output;
pub use view::View;
