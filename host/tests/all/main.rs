//! The integration tests of the library and of the command: one program, a module per subject.
#![cfg(unix)]

#[cfg(target_os = "linux")]
#[path = "../../../core/tests/all/support/cases.rs"]
#[expect(unreachable_pub, reason = "core's file")]
mod cases;
mod common;
mod plyscope;

mod analyse;
mod books;
mod claims;
mod cli;
mod device;
mod edited;
mod experiments;
mod explore;
mod figures;
mod floods;
mod foreign;
mod forfeits;
mod fuzz;
mod games;
mod interrupts;
mod kept_games;
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
mod seals;
mod signals;
mod small_games;
mod solve;
mod strong;
mod terminals;
mod tournaments;
mod trace;
mod trainings;
mod truth;
