//! plyscope's desktop side: the games and searches of [`plyscope_core`] behind names and numbers that a command
//! line can give, players made of them, tournaments between players, and the papers' experiments.
//!
//! Nothing here prints or parses arguments; the `plyscope` binary does.

pub mod bench;
pub mod device;
pub mod domain;
pub mod engine;
pub mod escape;
pub mod experiment;
pub mod files;
pub mod game;
pub mod interrupt;
pub mod learn;
pub mod parallel;
pub mod player;
pub mod record;
pub mod report;
mod seed;
pub mod site;
pub mod statistics;
pub mod stream;
pub mod tournament;
pub mod tree;
pub mod wthor;
