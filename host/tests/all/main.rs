//! The integration tests of the library and of the command: one program, a module per subject.

#[cfg(unix)]
mod common;

mod analyse;
mod books;
mod cli;
mod device;
mod experiments;
mod figures;
mod foreign;
mod forfeits;
mod fuzz;
mod games;
mod interrupts;
mod learn;
mod merges;
mod misbehaving;
mod output;
mod page;
mod play;
mod ponder;
mod protocols;
mod records;
mod report;
mod runs;
mod solve;
mod strong;
mod tournaments;
mod trace;
mod truth;
