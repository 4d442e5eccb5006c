//! Games as they are played, and [trees](listed) as they are given.

pub use plyscope_engine::listed;
pub use plyscope_games::game::*;
