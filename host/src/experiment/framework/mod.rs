//! What an experiment is, and how it runs.

pub(crate) mod error;
pub(crate) mod run;
pub(crate) mod settings;
pub(crate) mod stages;
pub(crate) mod study;
