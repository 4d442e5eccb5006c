//! The player without a chip.

mod bench;
mod desk;
mod player;
