//! What the suites share: naive searches and rules that have no code in common with those they check, example trees,
//! records of what a search does, and rosters of all searches.
//!
//! `plyscope-tests` takes some of these files, too: they name each other by `super`.

pub(crate) mod best_first;
pub(crate) mod exactness;
pub(crate) mod list_tree;
pub(crate) mod naive;
pub(crate) mod naive_othello;
pub(crate) mod outcome;
pub(crate) mod playout;
pub(crate) mod random;
pub(crate) mod record;
pub(crate) mod roster;
pub(crate) mod statistics;
