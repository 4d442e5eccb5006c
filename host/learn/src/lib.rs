//! Off-line learning of evaluations from self-play games.
//!
//! [`learn`] works in generations. In the first, [`Simple`](plyscope_core::othello::Simple) plays the games; in each later one, the
//! weights that the plan's first candidate learned in the generation before. In the last generation all candidates learn from the
//! same games, and then play each other to decide which is best. Everything depends on the plan and its seed alone. A training is a
//! [run](plyscope_run::record), so it can be stopped at any time and resumed.

pub mod bill;
pub mod candidate;
pub mod correlation;
pub mod edge_costs;
mod error;
pub mod fit;
pub mod games;
pub mod labels;
pub mod midgame;
pub mod probcut;
mod select;
pub mod spreads;
mod stages;
mod trainer;
mod training;
pub mod weights;

use std::io;
use std::path::Path;

use sha2::{Digest as _, Sha256};

pub use candidate::Candidate;
pub use error::LearnError;
use plyscope_run::files;
pub use select::{Standing, matches};
pub use trainer::{KIND, MOST_GAMES, RECORD, learn};
pub use training::{Generation, LearnEvent, LearnedFile, Training, TrainingPlan};

fn failed(path: &Path) -> impl FnOnce(io::Error) -> LearnError {
    let path = path.to_owned();
    move |cause| LearnError::File { path, cause }
}

/// Writes a file atomically.
fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), LearnError> {
    files::write_own(path, bytes).map_err(failed(path))
}

/// The SHA-256 of a learned file, as text.
fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}
