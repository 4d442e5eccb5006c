//! Best-first minimax and its rivals since 1996.

mod accuracy_dial;

use crate::experiment::Experiment;
use crate::report::Remark;

/// The experiments of this module.
pub(super) static EXPERIMENTS: &[&dyn Experiment] = &[&accuracy_dial::AccuracyDial];

/// Remarks on the claims, by experiment.
pub(super) static REMARKS: &[(&str, &[Remark])] = &[];
