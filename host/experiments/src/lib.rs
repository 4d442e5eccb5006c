//! Experiments: the papers' figures and tables, and questions that the papers leave open; and the pages of their results.
//!
//! The README of this package lists the folders and shows a complete [`Study`].

mod framework;
pub(crate) mod kit;
mod korf;
mod lineage;
mod notes;
mod open;
pub mod site;
mod times;
mod zhang;

use std::sync::OnceLock;

use plyscope_report::Remark;

pub use framework::error::ExperimentError;
pub use framework::keys;
pub use framework::run::{
    Ended, KIND, Place, RunOptions, RunProgress, can_resume, of_run, of_run_in,
};
pub use framework::settings::{Scale, SettingsError};
pub use framework::study::{About, Experiment, Study};
pub use kit::grid;
pub use times::{RECORDED_THREADS, recorded_seconds};

/// All experiments: those of the sources in order, then the open questions.
#[must_use]
pub fn all() -> &'static [&'static dyn Experiment] {
    // No `LazyLock`, which names its function: the compiler compiles what statics name, whether or not a program reaches it.
    static ALL: OnceLock<Vec<&dyn Experiment>> = OnceLock::new();
    ALL.get_or_init(|| {
        let sources = [zhang::EXPERIMENTS, korf::EXPERIMENTS, notes::EXPERIMENTS];
        [&sources[..], &[lineage::EXPERIMENTS, open::EXPERIMENTS]].concat().concat()
    })
}

/// The remarks of all rooms, by experiment.
const fn rooms() -> [&'static [(&'static str, &'static [Remark])]; 5] {
    [zhang::REMARKS, korf::REMARKS, notes::REMARKS, lineage::REMARKS, open::REMARKS]
}

/// Remarks on the claims of plyscope's own experiment of this name; none for another's.
#[must_use]
pub fn remarks_on(id: &str) -> &'static [Remark] {
    let mut all = rooms().into_iter().flat_map(|room| room.iter());
    all.find(|(name, _)| *name == id).map_or(&[], |(_, remarks)| remarks)
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

#[cfg(test)]
mod tests {
    use crate::times::is_experiment;

    /// The results that are kept with the program.
    const CLAIMS: &str =
        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../results/claims.csv"));

    #[test]
    fn every_statement_that_differs_in_the_kept_results_has_a_cause_or_says_that_none_is_known() {
        let mut reader =
            csv::ReaderBuilder::new().comment(Some(b'#')).from_reader(CLAIMS.as_bytes());
        let headings = reader.headers().unwrap().clone();
        let mut without = Vec::new();
        let mut differing = 0;
        for row in reader.records() {
            let row = row.unwrap();
            let field =
                |name: &str| &row[headings.iter().position(|heading| heading == name).unwrap()];
            if field("verdict") != "differs" {
                continue;
            }
            differing += 1;
            if field("cause").is_empty() {
                without.push(format!(
                    "{} ({}): {}",
                    field("experiment"),
                    field("origin"),
                    field("claim")
                ));
            }
        }
        assert!(differing > 0, "some statement has always differed");
        assert!(without.is_empty(), "add to remarks.rs:\n{}", without.join("\n"));
    }

    #[test]
    fn remarks_are_on_experiments_that_exist() {
        for (name, _) in super::rooms().concat() {
            assert!(is_experiment(name), "{name}");
        }
    }
}
