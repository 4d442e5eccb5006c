//! Parts shared by several experiments.

pub(crate) mod between;
pub(crate) mod collect;
pub(crate) mod contests;
pub(crate) mod estimates;
pub(crate) mod fields;
pub mod grid;
pub(crate) mod growth;
pub(crate) mod increments;
pub(crate) mod independent;
pub(crate) mod ladder_report;
pub(crate) mod ladder_work;
pub(crate) mod ladders;
pub(crate) mod lines;
pub(crate) mod numbers;
pub(crate) mod othello_ladders;
pub(crate) mod permutation;
pub(crate) mod placements;
pub(crate) mod printed;
pub(crate) mod quality;
pub(crate) mod schemes;
pub(crate) mod staged;
pub(crate) mod steps;
pub(crate) mod together;
pub(crate) mod tree_ladders;
pub(crate) mod used;
