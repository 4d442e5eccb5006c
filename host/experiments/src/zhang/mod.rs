//! Zhang 1996: forward estimation.

mod conventions;
mod deep_binary;
mod delta_othello;
mod fig_1;
mod fig_2;
mod fig_2_independent;
mod fig_3a;
mod fig_3b;
mod off_line;
mod remarks;
mod table_1;
mod text;

use crate::Experiment;
use crate::kit::ladders::OfLadders;

pub(super) use remarks::REMARKS;

/// The experiments of this module.
pub(super) const EXPERIMENTS: &[&dyn Experiment] = &[
    &fig_1::Figure1a,
    &deep_binary::DEEP_BINARY,
    &fig_1::Figure1b,
    &table_1::Table1,
    &conventions::Conventions,
    &off_line::OFF_LINE,
    &text::TEXT,
    &fig_2::Figure2,
    &delta_othello::DeltaInOthello,
    &OfLadders(fig_3a::Figure3a),
    &OfLadders(fig_3b::Figure3b::PAPERS),
    &OfLadders(fig_3b::Figure3b::TIMED),
    &OfLadders(fig_3b::Figure3b::STRONGER),
];
