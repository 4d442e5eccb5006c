//! Korf & Chickering 1996: best-first minimax.

mod branch_and_bound;
mod deepening;
mod deeper_trees;
mod expansion;
mod extension_work;
mod fig_10;
mod fig_12;
mod fig_13;
mod fig_14;
mod fig_16;
mod fig_16_shape;
mod fig_17;
mod fig_6;
mod fig_8;
mod fig_9;
mod figs_1_2;
mod fixed_nodes;
mod generation;
mod inheritance;
mod kept_trees;
mod quality_independent;
mod remarks;
mod stop_ordering;
mod tempo;
mod text;
mod theorem_1;
mod time_a_node;

use crate::Experiment;
use crate::kit::ladders::OfLadders;

pub(super) use remarks::REMARKS;

/// The experiments of this module.
pub(super) const EXPERIMENTS: &[&dyn Experiment] = &[
    &figs_1_2::Figures1And2,
    &theorem_1::Theorem1,
    &inheritance::INHERITANCE,
    &generation::GenerationMethods,
    &branch_and_bound::BRANCH_AND_BOUND,
    &fig_6::Figures6And7,
    &fig_8::Figure8,
    &expansion::Expansions,
    &fig_9::Figure9,
    &deepening::Deepenings,
    &stop_ordering::STOP_ORDERING,
    &tempo::Tempo,
    &fig_10::Figure10,
    &fig_10::Staircase,
    &fig_12::Figure12,
    &deeper_trees::DEEPER_TREES,
    &kept_trees::KEPT_TREES,
    &OfLadders(fig_13::FIGURE_13),
    &fixed_nodes::FIXED_NODES,
    &OfLadders(fig_14::FIGURE_14),
    &OfLadders(fig_16::Figure16::PAPERS),
    &OfLadders(fig_16_shape::Shape),
    &OfLadders(fig_16::Figure16::TIMED),
    &OfLadders(fig_16::Figure16::STRONGER),
    &OfLadders(fig_17::FIGURE_17),
    &extension_work::EXTENSION_WORK,
    &text::TEXT,
    &time_a_node::TimeANode,
];
