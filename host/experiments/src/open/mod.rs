//! Questions left open by the papers.

mod fe_against_bfm;
mod fe_online_othello;
mod fe_probcut_othello;
mod fe_schemes_othello;
mod fe_two_sided;
mod rbfms_cache;
mod remarks;

use crate::Experiment;
use crate::kit::ladders::OfLadders;
use crate::kit::staged::Staged;

pub(super) use remarks::REMARKS;

/// The experiments of this module.
pub(super) const EXPERIMENTS: &[&dyn Experiment] = &[
    &fe_two_sided::TwoSidedEstimation,
    &Staged(fe_online_othello::OnLine),
    &Staged(fe_schemes_othello::Schemes),
    &Staged(fe_probcut_othello::Estimators),
    &rbfms_cache::Cache,
    &OfLadders(fe_against_bfm::ON_TREES),
    &OfLadders(fe_against_bfm::InOthello),
];
