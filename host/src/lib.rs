//! plyscope's desktop side: the games and searches of [`plyscope_core`] behind names and numbers that a command
//! line can give, players made of them, tournaments between players, and the papers' experiments.
//!
//! Nothing but `cli` prints or parses arguments.

#[cfg(feature = "tournament")]
pub mod bench;
#[cfg(feature = "tree")]
pub mod capacity;
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
#[cfg(feature = "tournament")]
pub mod files;
#[cfg(feature = "tournament")]
pub mod game;
#[cfg(feature = "tournament")]
pub mod interrupt;
#[cfg(feature = "experiment")]
pub mod learn;
#[cfg(feature = "tournament")]
pub mod parallel;
#[cfg(feature = "tournament")]
pub mod player;
#[cfg(feature = "tournament")]
pub mod record;
#[cfg(feature = "experiment")]
pub mod report;
#[cfg(feature = "tournament")]
mod seed;
#[cfg(feature = "report")]
pub mod site;
#[cfg(feature = "tournament")]
pub mod statistics;
#[cfg(feature = "tournament")]
pub mod stream;
#[cfg(feature = "tournament")]
pub mod tournament;
#[cfg(feature = "tree")]
pub mod tree;
#[cfg(feature = "experiment")]
pub mod wthor;
