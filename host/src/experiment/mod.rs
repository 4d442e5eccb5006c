//! Experiments: the figures and tables of the papers, and questions that they leave open, one file for each.
//!
//! An experiment is a [`Study`]: what it is ([`About`]), settings with a value for each [`Scale`], tasks that give rows,
//! and a summary of the rows. To add one:
//!
//! 1. Write `host/src/experiment/NAME.rs` with a unit struct that implements [`Study`] (`korf_fig_9.rs` is a short
//!    one). Name its settings in a struct with serde's derives; whatever stands there, a user may change with `--set`,
//!    and [`About::settings`] says what it means.
//! 2. [`Study::tasks`] lists pieces of work of a tenth of a second or a few (some seeds, say), mixed so that cheap and
//!    dear ones alternate, for the progress bar. A row depends on settings and task alone. Rows are data, not text:
//!    counts for each seed, so that the summary can compute intervals.
//!    A long search looks for [interrupts](crate::interrupt): [`player::run`](crate::player::run) does, and
//!    [`interrupt::search`](crate::interrupt::search) does for a search of core's.
//! 3. What must be done may depend on rows (a ladder of horizons): say so with [`Study::STAGED`], and have `tasks`
//!    give the next stage from the rows so far, nothing when all is done. [`ladder`](crate::tournament::ladder) shows
//!    how depths follow; a row is then a game or a pair. [`Study::part`] says which tasks are independent of which (a
//!    curve's of another's), for shards, and [`Study::done`] how much is done, for progress.
//! 4. [`Study::summarise`] makes tables, figures and claims of the rows, of whatever rows there are: nothing may be
//!    taken for granted that a user's settings can leave out ([`crate::report::Claim`] takes `None` for that). Each
//!    number that the source states is a claim, those that do not come out included; verdicts follow from numbers.
//! 5. Add it to [`all`], and its rows at quick scale to `tests/tests/all/experiments.rs`.

mod alpha_beta_best_case;
mod aspiration_windows;
mod best_first_order;
mod collect;
mod eiselt_hexapawn;
mod fe_against_bfm;
mod fe_online_othello;
mod fe_schemes_othello;
mod fe_two_sided;
mod increments;
mod independent;
mod korf_deepening;
mod korf_expansion;
mod korf_fig_10;
mod korf_fig_12;
mod korf_fig_13;
mod korf_fig_14;
mod korf_fig_16;
mod korf_fig_17;
mod korf_fig_6;
mod korf_fig_8;
mod korf_fig_9;
mod korf_figs_1_2;
mod korf_generation;
mod korf_theorem_1;
mod korf_trees;
mod ladder_report;
mod ladder_work;
mod ladders;
mod lines;
mod listed;
mod milestones;
mod othello_ladders;
mod quality;
mod quality_printed;
mod rbfms_cache;
mod run;
mod schemes;
mod settings;
mod stages;
mod study;
mod trees;
mod watched;
mod zhang_conventions;
mod zhang_fig_1;
mod zhang_fig_2;
mod zhang_fig_2_printed;
mod zhang_fig_3a;
mod zhang_fig_3b;
mod zhang_table_1;

pub use run::{Ended, KIND, Place, Progress, Session, of_run};
pub use settings::{Scale, SettingsError};
pub use study::{About, Experiment, Study};

use crate::interrupt::Interrupted;
use crate::player::PlayerError;
use crate::record::RecordError;
use crate::tournament::TournamentError;

/// All experiments, in the order of the sources; after them the questions that these leave open.
// Inlined, the list would have every experiment compiled once more where it is used, which doubled a build's time.
#[inline(never)]
#[must_use]
pub fn all() -> &'static [&'static dyn Experiment] {
    use ladders::OfLadders;
    &[
        &zhang_fig_1::Figure1a,
        &zhang_fig_1::Figure1b,
        &zhang_table_1::Table1,
        &zhang_conventions::Conventions,
        &zhang_fig_2::Figure2,
        &OfLadders(zhang_fig_3a::Figure3a),
        &OfLadders(zhang_fig_3b::Figure3b::<false>),
        &OfLadders(zhang_fig_3b::Figure3b::<true>),
        &korf_figs_1_2::Figures1And2,
        &korf_theorem_1::Theorem1,
        &korf_generation::GenerationMethods,
        &korf_fig_6::Figures6And7,
        &korf_fig_8::Figure8,
        &korf_expansion::Expansions,
        &korf_fig_9::Figure9,
        &korf_deepening::Deepenings,
        &korf_fig_10::Figure10,
        &korf_fig_10::Staircase,
        &korf_fig_12::Figure12,
        &OfLadders(korf_fig_13::Figure13),
        &OfLadders(korf_fig_14::Figure14),
        &OfLadders(korf_fig_16::Figure16::<false>),
        &OfLadders(korf_fig_16::Figure16::<true>),
        &OfLadders(korf_fig_17::Figure17),
        &eiselt_hexapawn::HexapawnTrees,
        &alpha_beta_best_case::BestCase,
        &aspiration_windows::Windows,
        &fe_two_sided::TwoSidedEstimation,
        &fe_online_othello::OnLine,
        &fe_schemes_othello::Schemes,
        &rbfms_cache::Cache,
        &OfLadders(fe_against_bfm::OnTrees),
        &OfLadders(fe_against_bfm::InOthello),
    ]
}

/// The experiment of this name.
///
/// # Errors
/// [`ExperimentError::Unknown`] lists the names there are.
pub fn find(id: &str) -> Result<&'static dyn Experiment, ExperimentError> {
    all().iter().copied().find(|experiment| experiment.about().id == id).ok_or_else(|| {
        let names: Vec<&str> = all().iter().map(|experiment| experiment.about().id).collect();
        ExperimentError::Unknown { id: id.to_owned(), names: names.join(", ") }
    })
}

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
