//! What goes wrong with experiments.

use super::settings::SettingsError;
use crate::interrupt::Interrupted;
use crate::player::PlayerError;
use crate::record::RecordError;
use crate::tournament::TournamentError;

/// What goes wrong with experiments.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExperimentError {
    /// No such experiment.
    #[error("there is no experiment {id:?}: choose from {names}")]
    Unknown {
        /// What was asked for.
        id: String,
        /// What there is.
        names: String,
    },
    /// Settings that it does not have, or that it cannot do.
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
    /// A row that the experiment cannot read: of another version, say.
    #[error("{id}: row {number} cannot be read: {reason}")]
    Row {
        /// The experiment.
        id: String,
        /// Which row, from 1.
        number: usize,
        /// Why.
        reason: String,
    },
    /// A run of something else.
    #[error("the run is a {0}, not an experiment")]
    NotAnExperiment(String),
    /// Branching factors or other parameters of trees.
    #[error(transparent)]
    Branching(#[from] plyscope_core::random_tree::BranchingError),
    /// A stack of a search that does not suffice.
    #[error(transparent)]
    Capacity(#[from] plyscope_core::CapacityError),
    /// A player.
    #[error(transparent)]
    Player(#[from] PlayerError),
    /// A tournament.
    #[error(transparent)]
    Tournament(#[from] TournamentError),
    /// An interrupt; what is recorded stays.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
    /// Anything else that an experiment needs.
    #[error("{0}")]
    Other(String),
}
