//! The desktop side of plyscope: engines, players and tournaments with the games and searches of [`plyscope_core`], searches with
//! the tree in memory, and the papers' experiments.
//!
//! Only `cli` prints and parses arguments.
//!
//! # Features
//!
//! A program takes what it needs. Crates are those beside this one; seconds are of a first build without optimisation, all crates
//! included, of one core, measured when `cli` had 97 crates.
//!
//! | feature | what it has | crates | seconds |
//! |---|---|---|---|
//! | `tree` | [`tree`]: searches with the tree in memory | 6 | 4 |
//! | `tournament` | `tree`; domains, engines, players, [`mod@tournament`]s, run directories | 40 | 35 |
//! | `device` | `tournament`; devices on serial ports | 45 | |
//! | `experiment` | `tournament`; [`experiment`]s and [`learn`]ing | 43 | 64 |
//! | `report` | `experiment`; [`site`]s, and figures as SVG, PNG and PDF | 70 | 97 |
//! | `cli` (default) | everything above; the command line, [`mod@cli`] | 143 | 123 |
//! | `explore` | `cli`; the [`explorer`]'s page within the program | 143 | |

#[cfg(feature = "report")]
pub mod analysis;
#[cfg(feature = "tournament")]
pub mod bench;
#[cfg(feature = "tournament")]
pub mod book;
#[cfg(feature = "tree")]
pub mod capacity;
#[cfg(feature = "tournament")]
mod children;
#[cfg(feature = "cli")]
pub mod cli;
#[cfg(feature = "tournament")]
pub mod device;
#[cfg(feature = "tournament")]
pub mod domain;
#[cfg(feature = "tournament")]
pub mod engine;
#[cfg(feature = "tournament")]
pub mod escape;
#[cfg(feature = "experiment")]
pub mod experiment;
#[cfg(feature = "cli")]
pub mod explorer;
#[cfg(feature = "tournament")]
pub mod files;
#[cfg(feature = "tournament")]
pub mod foreign;
#[cfg(feature = "tournament")]
pub mod game;
#[cfg(feature = "tournament")]
pub mod game_files;
#[cfg(feature = "tournament")]
mod inbox;
#[cfg(feature = "tournament")]
pub mod interrupt;
#[cfg(feature = "experiment")]
pub mod learn;
#[cfg(feature = "tournament")]
pub mod parallel;
#[cfg(feature = "tournament")]
pub mod player;
#[cfg(feature = "cli")]
pub mod protocol;
#[cfg(feature = "tournament")]
pub mod record;
#[cfg(feature = "experiment")]
pub mod report;
#[cfg(feature = "tournament")]
mod seed;
#[cfg(feature = "report")]
pub mod site;
#[cfg(feature = "tournament")]
mod slots;
#[cfg(feature = "tournament")]
pub mod statistics;
#[cfg(feature = "tournament")]
pub mod stream;
#[cfg(feature = "tournament")]
mod sync;
#[cfg(feature = "tournament")]
pub mod tournament;
#[cfg(feature = "report")]
pub mod trace;
#[cfg(feature = "tree")]
pub mod tree;
