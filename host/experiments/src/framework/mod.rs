//! The definition of an experiment, and its runner.

pub(crate) mod error;
pub(crate) mod half;
pub mod keys;
pub(crate) mod prepared;
pub(crate) mod run;
pub(crate) mod settings;
pub(crate) mod stages;
pub(crate) mod study;
