//! Best-first minimax and its rivals since 1996.

mod accuracy_dial;
mod baseline;
mod estimators;
mod estimators_summary;
mod leaves;
mod memory;
mod switches;

use crate::experiment::Experiment;
use crate::experiment::kit::contests::OfContests;
use crate::report::Remark;

/// The experiments of this module.
pub(super) static EXPERIMENTS: &[&dyn Experiment] = &[
    &accuracy_dial::AccuracyDial,
    &OfContests(switches::LineageSwitches),
    &OfContests(baseline::Baseline),
    &leaves::Leaves,
    &OfContests(memory::Memory),
    &estimators::Estimators,
];

/// Remarks on the claims, by experiment.
pub(super) static REMARKS: &[(&str, &[Remark])] = &[];
