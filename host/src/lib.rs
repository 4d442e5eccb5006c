//! The desktop side of plyscope: the command line, protocols, analysis, traces and the explorer, and a face for its packages.
//!
//! Only [`mod@cli`] parses arguments and prints; games against people have a full screen of their own.
//!
//! # Packages
//!
//! A program takes what it needs. Each package is here under the name of its room, too.
//!
//! | package | here | what it has |
//! |---|---|---|
//! | `plyscope-tree` | [`tree`] | searches with the tree in memory |
//! | `plyscope-engine` | [`mod@engine`] | engines as data: algorithms, options, checks, help |
//! | `plyscope-run` | [`record`], [`parallel`], [`statistics`], … | run directories, parallel work, interrupts, statistics |
//! | `plyscope-report` | [`report`] | figures, tables and claims; SVG, PNG, PDF, LaTeX, CSV |
//! | `plyscope-players` | [`domain`], [`player`], [`mod@tournament`], … | games, players, tournaments, external engines, game files |
//! | `plyscope-learn` | [`learn`] | learning evaluations, bounds and spreads |
//! | `plyscope-experiments` | [`experiment`], [`site`] | the papers' experiments and ours, their pages |
//!
//! The feature `explore` has the explorer's page within the program.

pub mod analysis;
pub mod bench;
pub mod cli;
pub mod explorer;
mod hangup;
mod play;
pub mod protocol;

pub use plyscope_experiments as experiment;
pub use plyscope_experiments::site;
pub use plyscope_learn as learn;
pub use plyscope_players::{
    book, device, domain, engine, foreign, game, game_files, judged, player, tournament,
};
pub use plyscope_report as report;
pub use plyscope_run::{
    escape, files, interrupt, parallel, record, session, statistics, stream, text,
};
pub use plyscope_trace as trace;
pub use plyscope_tree as tree;

use plyscope_players::{children, inbox, slots, solver};

/// The README's experiment, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../experiments/README.md")]
pub struct ExperimentsReadme;
