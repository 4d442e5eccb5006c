//! Helpers of the test suites in `tests/tests`: naive searches and rules that share no code with the ones they
//! check, example trees, records of what a search does, and rosters of all searches; and figures of a firmware, read
//! off its ELF file.

pub mod best_first;
pub mod elf;
pub mod exactness;
pub mod firmware;
pub mod list_tree;
pub mod naive;
pub mod naive_othello;
pub mod outcome;
pub mod playout;
pub mod random;
pub mod record;
pub mod roster;
pub mod statistics;
