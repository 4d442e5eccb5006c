//! Best-first minimax and its rivals since 1996.

mod accuracy_dial;
mod baseline;
mod batches;
mod definitions;
mod estimators;
mod estimators_summary;
mod expansion;
mod expansion_summary;
mod leaves;
mod memory;
mod price;
mod switches;

use plyscope_report::Remark;

use crate::Experiment;
use crate::kit::staged::Staged;

/// The experiments of this module.
pub(super) const EXPERIMENTS: &[&dyn Experiment] = &[
    &Staged(accuracy_dial::AccuracyDial),
    &Staged(switches::SWITCHES),
    &Staged(switches::SWITCHES_TIMED),
    &Staged(expansion::EXPANSION),
    &Staged(expansion::EXPANSION_TIMED),
    &Staged(price::PRICE_OF_AN_EVALUATION),
    &Staged(baseline::BASELINE),
    &definitions::DEFINITIONS,
    &leaves::Leaves,
    &Staged(memory::MEMORY),
    &Staged(estimators::Estimators),
];

/// Remarks on the claims, by experiment.
pub(super) static REMARKS: &[(&str, &[Remark])] = &[
    (
        "lineage-accuracy-dial",
        &[Remark::unknown(
            &[],
            "more trees (--set seeds=...): each cell that is white is undecided.",
        )],
    ),
    ("lineage-switches", &[Remark::unknown(&[], "more openings and nodes (--scale paper).")]),
    (
        "lineage-switches-time",
        &[Remark::unknown(&[], "more openings and nodes (--set seeds=...), on an idle machine.")],
    ),
    ("lineage-expansion", &[Remark::unknown(&[], "more openings and nodes (--scale paper).")]),
    (
        "lineage-expansion-time",
        &[Remark::cause(
            &[],
            "a node of partial expansion takes longer, twice as long on random trees, so that it gets fewer.",
            "its tables' nodes used, and lineage-price.",
        )],
    ),
    ("lineage-price", &[Remark::unknown(&[], "more openings and nodes (--scale paper).")]),
    ("lineage-definitions", &[Remark::unknown(&[], "more trees (--set seeds=...).")]),
    ("lineage-baseline", &[Remark::unknown(&[], "more openings and nodes (--scale paper).")]),
    (
        "lineage-leaves",
        &[Remark::unknown(
            &["leaves-vary", "mtd-saves-leaves", "mtd-saves-nodes", "mtd-fewest"],
            "the paper's own positions and evaluation, which are not published.",
        )],
    ),
    ("lineage-memory", &[Remark::unknown(&[], "more openings (--scale paper).")]),
    (
        "lineage-estimators",
        &[
            Remark::cause(
                &["than-another"],
                "bounds on edge costs widen by the same amount with every ply, while values of searches do not.",
                "this experiment on trees of other branching (--set branching=...).",
            )
            .at(&[estimators::METHODS[estimators::FE]]),
            Remark::cause(
                &["than-another"],
                "a second, deeper search is paid for wherever the first one does not cut, and seldom cuts where that did not.",
                "the nodes of shallow searches that did not cut, counted apart.",
            )
            .at(&[estimators::METHODS[estimators::MULTI]]),
            Remark::cause(
                &["than-full-width"],
                "estimates this strict prune the best move too often; milder ones hold.",
                "the table of this experiment, which has every strictness.",
            ),
        ],
    ),
];
