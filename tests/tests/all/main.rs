//! Tests that need more than one package: one program, a module per subject.

mod books;
#[path = "../../../core/tests/all/support/cases.rs"]
#[expect(unreachable_pub, reason = "core's file")]
mod cases;
mod corpora;
mod engines;
mod every_experiment;
mod experiments;
mod experiments_tournaments;
mod explorer;
mod explorer_page;
mod firmware;
mod firmware_boards;
mod firmware_desk;
mod firmware_display;
mod firmware_evaluation;
mod firmware_figures;
mod firmware_link;
mod firmware_stack;
mod firmware_strong;
mod games_on_random_trees;
mod kalah;
mod ladder;
mod likely_increments;
mod outside;
mod pages;
mod patterns;
mod players;
mod promises;
mod repository;
mod schedules;
mod standings;
mod trace_drawings;
mod traces;
mod tree_alpha_beta;
mod tree_best_first;
mod tree_counts;
mod tree_slices;
mod weights;
mod wthor;

// `schedules` compiles a source of host, which knows these by their places there.
use plyscope::interrupt;
use schedules::sync;
