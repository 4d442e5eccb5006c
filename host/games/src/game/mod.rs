//! Games as they are played, and positions with known answers.

mod problem;
mod record;

pub use plyscope_engine::children;
pub use problem::{Problem, ProblemError, problems};
pub use record::{Ending, Forfeited, GameRecord, IllegalMove, MoveRecord, Valued};
