//! The searches of experiments: of random trees, of Othello, and of games that two searches play.
//!
//! A measurement takes parameters and returns numbers. It knows neither tables nor claims; `plyscope-experiments` has those. All
//! generic code of searches is compiled here, for speed, and nothing here is generic to its callers.
//!
//! Measurements stop at an interrupt (see [`plyscope_run::interrupt`]); what they return then is to be dropped.

pub mod best_case;
pub mod branch_and_bound;
pub mod expansions;
pub mod extension;
pub mod games;
pub mod inheritance;
pub mod leaves;
mod milestones;
pub mod noise;
pub mod order;
pub mod orderings;
pub mod othello;
pub mod proofs;
pub mod selective;
pub mod stop_ordering;
pub mod tempo;
pub mod time;
pub mod trees;
pub mod windows;

use plyscope_core::CapacityError;
use plyscope_core::random_tree::BranchingError;
use plyscope_players::player::PlayerError;
use plyscope_run::interrupt::Interrupted;

/// Why a measurement has no result.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MeasureError {
    /// Bad branching factors.
    #[error(transparent)]
    Branching(#[from] BranchingError),
    /// A search's storage is too small.
    #[error(transparent)]
    Capacity(#[from] CapacityError),
    /// An engine that cannot be built.
    #[error(transparent)]
    Player(#[from] PlayerError),
    /// Interrupted.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
}
