//! External engines as players: child processes that speak GTP or NBoard's protocol.

mod error;
mod gtp;
mod nboard;
mod player;
mod process;

pub use error::ForeignError;
pub use player::ForeignPlayer;
