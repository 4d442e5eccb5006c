//! Games as they are played.

mod record;

pub use record::{Ending, Forfeited, GameRecord, IllegalMove, MoveRecord, Valued};
