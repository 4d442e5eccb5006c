//! Errors from experiments.

use plyscope_players::player::PlayerError;
use plyscope_players::tournament::TournamentError;
use plyscope_run::interrupt::Interrupted;
use plyscope_run::record::RecordError;

use super::settings::SettingsError;

/// Errors from experiments.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExperimentError {
    /// No experiment has this name.
    #[error("there is no experiment {id:?}: choose from {names}")]
    Unknown {
        /// The name given.
        id: String,
        /// The experiments' names.
        names: String,
    },
    /// Settings that it does not have or cannot run with.
    #[error("{id}: {cause}")]
    Settings {
        /// The experiment.
        id: &'static str,
        /// What is wrong.
        cause: SettingsError,
    },
    /// A run directory.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// A row that the experiment cannot read, for example one from another version.
    #[error("{id}: row {number} cannot be read: {reason}")]
    Row {
        /// The experiment.
        id: String,
        /// The row's number, from 1.
        number: usize,
        /// The reason.
        reason: String,
    },
    /// The run is not of an experiment.
    #[error("the run is a {0}, not an experiment")]
    NotAnExperiment(String),
    /// Bad branching factors or other parameters of trees.
    #[error(transparent)]
    Branching(#[from] plyscope_core::random_tree::BranchingError),
    /// A search's storage is too small.
    #[error(transparent)]
    Capacity(#[from] plyscope_core::CapacityError),
    /// A player.
    #[error(transparent)]
    Player(#[from] PlayerError),
    /// A measurement.
    #[error(transparent)]
    Measure(#[from] plyscope_measure::MeasureError),
    /// A tournament.
    #[error(transparent)]
    Tournament(#[from] TournamentError),
    /// Interrupted; recorded rows are kept.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
    /// Any other cause.
    #[error("{0}")]
    Other(String),
}
