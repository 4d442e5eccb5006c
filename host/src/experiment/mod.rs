//! Experiments: the figures and tables of the papers, and questions that they leave open, one file for each,
//! in rooms: `framework` says what an experiment is and runs it, `kit` holds what several of them share, `korf` and
//! `zhang` the papers', `notes` those of lecture notes, `open` the questions.
//!
//! An experiment is a [`Study`]: what it is ([`About`]), settings with a value for each [`Scale`], tasks that give rows,
//! and a summary of the rows. To add one:
//!
//! 1. Write `host/src/experiment/ROOM/NAME.rs` with a unit struct that implements [`Study`] (`korf/fig_9.rs` is a short
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
//! 5. Add it to the list of its room (`ROOM/mod.rs`), and its rows at quick scale to `tests/tests/all/experiments.rs`.

mod framework;
mod kit;
mod korf;
mod notes;
mod open;
mod zhang;

use std::sync::LazyLock;

pub use framework::error::ExperimentError;
pub use framework::run::{Ended, KIND, Place, Progress, Session, of_run};
pub use framework::settings::{Scale, SettingsError};
pub use framework::study::{About, Experiment, Study};

/// All experiments, in the order of the sources; after them the questions that these leave open.
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
/// [`ExperimentError::Unknown`] lists the names there are.
pub fn find(id: &str) -> Result<&'static dyn Experiment, ExperimentError> {
    all().iter().copied().find(|experiment| experiment.about().id == id).ok_or_else(|| {
        let names: Vec<&str> = all().iter().map(|experiment| experiment.about().id).collect();
        ExperimentError::Unknown { id: id.to_owned(), names: names.join(", ") }
    })
}
