//! Code shared by the suites: naive searches and rules, independent of the code that they check, example trees, records of
//! a search's events, and rosters of all searches.
//!
//! `plyscope-tests` includes some of these files, too, so they refer to each other by `super`.

pub(crate) mod best_first;
pub(crate) mod cases;
pub(crate) mod erased;
pub(crate) mod exactness;
pub(crate) mod list_tree;
pub(crate) mod naive;
pub(crate) mod naive_board;
pub(crate) mod naive_othello;
pub(crate) mod outcome;
pub(crate) mod playout;
pub(crate) mod random;
pub(crate) mod record;
pub(crate) mod roster;
pub(crate) mod statistics;
