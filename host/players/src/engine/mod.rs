//! What enters a game: engines of [`plyscope_engine`], external engines, and clocks.

mod entrant;
mod foreign;
mod time_control;

pub use plyscope_engine::*;

pub use entrant::{AnyEngine, Entrant};
pub use foreign::{ErrorFile, ForeignEngine, Protocol};
pub use time_control::{TimeControl, TimeControlError, read_seconds};
