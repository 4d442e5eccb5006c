#![doc = include_str!("README.md")]

mod framework;
mod kit;
mod korf;
mod notes;
mod open;
mod zhang;

use std::sync::LazyLock;

pub use framework::error::ExperimentError;
pub use framework::run::{Ended, KIND, Place, RunProgress, Session, of_run, of_run_in};
pub use framework::settings::{Scale, SettingsError};
pub use framework::study::{About, Experiment, Study};

/// All experiments: those of the sources in order, then the open questions.
#[must_use]
pub fn all() -> &'static [&'static dyn Experiment] {
    static ALL: LazyLock<Vec<&dyn Experiment>> = LazyLock::new(|| {
        [zhang::EXPERIMENTS, korf::EXPERIMENTS, notes::EXPERIMENTS, open::EXPERIMENTS].concat()
    });
    &ALL
}

/// The experiment of this name.
///
/// # Errors
/// [`ExperimentError::Unknown`], which lists the known names.
pub fn find(id: &str) -> Result<&'static dyn Experiment, ExperimentError> {
    find_in(all(), id)
}

/// The same for a list of your own experiments.
///
/// # Errors
/// [`ExperimentError::Unknown`], which lists the known names.
pub fn find_in<'e>(
    experiments: &[&'e dyn Experiment],
    id: &str,
) -> Result<&'e dyn Experiment, ExperimentError> {
    let found = experiments.iter().find(|experiment| experiment.about().id == id);
    found.copied().ok_or_else(|| {
        let names: Vec<&str> = experiments.iter().map(|experiment| experiment.about().id).collect();
        ExperimentError::Unknown { id: id.to_owned(), names: names.join(", ") }
    })
}
