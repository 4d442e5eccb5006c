//! Games as they are played, and [trees](listed) as they are given.

mod problem;
mod record;

pub use crate::engine::{children, listed};
pub use problem::{Problem, ProblemError, problems};
pub use record::{Ending, Forfeited, GameRecord, IllegalMove, MoveRecord, Valued};
