//! Runs: directories that resume, shards and merges, parallel work in order, interrupts; and the statistics of what was run.
//!
//! Nothing here knows a game or an engine.

pub mod escape;
pub mod files;
pub mod interrupt;
pub mod parallel;
pub mod record;
pub mod seed;
pub mod session;
pub mod statistics;
pub mod stream;
mod sync;
pub mod text;
