//! Lecture notes on alpha-beta: Eiselt's and Eppstein's.

mod aspiration_windows;
mod best_case;
mod hexapawn;
mod remarks;
mod small_trees;

use crate::Experiment;

pub(super) use remarks::REMARKS;

/// The experiments of this module.
pub(super) const EXPERIMENTS: &[&dyn Experiment] = &[
    &hexapawn::HexapawnTrees,
    &small_trees::SmallTrees,
    &best_case::BestCase,
    &aspiration_windows::AspirationWindows,
];
