//! Experiments that take the same few measurements of several cases, as values.
//!
//! A [`Grid`] is a constant: what it asks, its cases, what is measured of a seed, and the columns, plots and claims that follow.
//! It is a [`Study`], so it runs, resumes and is reported like every other experiment. The README of this package shows one.

mod column;
mod growing;
mod measured;

use plyscope_report::{Claim, Plot, Summary, Table};
use plyscope_run::interrupt;

use super::lines::tasks;
use crate::keys::{FirstSeed, Key, Seeds};
use crate::{About, ExperimentError, Scale, Study};

pub use super::lines::Piece;
pub use super::numbers::{Line, Row};
pub use column::Column;
pub use growing::{GROWING_SETTINGS, Growing};
pub use measured::Measured;

/// An experiment that measures a few whole numbers of every seed in each of its cases.
pub struct Grid<C: 'static> {
    /// Its description. The settings are [`SETTINGS`], or the same with other words.
    pub about: About,
    /// The cases, in the order of the table.
    pub cases: &'static [C],
    /// A case's name in tables and claims.
    pub name: fn(&C) -> String,
    /// The number of seeds for each case.
    pub trees: Trees,
    /// Measures the seeds of a piece: `seeds.each(|seed| ...)` after what they have in common. The numbers depend on the case and
    /// the seed alone.
    pub measure: fn(&C, Sample) -> Result<Numbers, ExperimentError>,
    /// The table. [`Measured::table`] makes one with a row for each case.
    pub table: fn(&Measured<'_, C>) -> Table,
    /// The figures.
    pub plots: fn(&Measured<'_, C>) -> Vec<Plot>,
    /// The claims. [`Measured::cases`] compares a column in all cases.
    pub claims: fn(&Measured<'_, C>) -> Vec<Claim>,
}

/// The settings of a [`Grid`].
pub const SETTINGS: &[Key] = Settings::KEYS;

/// The seeds of an experiment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Trees {
    /// The first seed.
    pub first: u32,
    /// The number of seeds at each scale: quick, default, paper.
    pub scales: [u32; 3],
    /// Seeds in a task, which should take 0.1 s to a few seconds.
    pub piece: u32,
}

crate::settings! {
    /// The values of a [`Grid`]'s settings.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct Settings {
        /// first tree's seed
        pub seed: FirstSeed,
        /// number of trees
        pub seeds: Seeds,
    }
}

/// The numbers of some seeds: by seed, then by quantity.
pub type Numbers = Vec<Vec<i64>>;

/// Some seeds to measure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sample(Piece);

impl Sample {
    /// Measures each seed. Stops at an interrupt.
    ///
    /// # Errors
    /// The first error of a seed.
    pub fn each<N: Into<Vec<i64>>>(
        self,
        of: impl Fn(u32) -> Result<N, ExperimentError>,
    ) -> Result<Numbers, ExperimentError> {
        let one = |seed| {
            interrupt::check()?;
            of(seed).map(Into::into)
        };
        self.0.seeds().map(one).collect()
    }
}

impl<C: Sync> Study for Grid<C> {
    type Settings = Settings;
    type Task = Piece;
    type Row = Row;

    fn about(&self) -> &About {
        &self.about
    }

    fn settings(&self, scale: Scale) -> Settings {
        let Trees { first, scales: [quick, default, paper], .. } = self.trees;
        Settings { seed: first, seeds: scale.pick(quick, default, paper) }
    }

    fn tasks(&self, settings: &Settings, _: &[Row]) -> Result<Vec<Piece>, ExperimentError> {
        Ok(tasks(settings.seed, self.cases.iter().map(|_| (settings.seeds, self.trees.piece))))
    }

    fn run(&self, _: &Settings, piece: &Piece) -> Result<Vec<Row>, ExperimentError> {
        let numbers = (self.measure)(&self.cases[piece.line], Sample(*piece))?;
        Ok(vec![Row { line: piece.line, seed: piece.seed, numbers }])
    }

    fn summarise(&self, settings: &Settings, rows: &[Row]) -> Summary {
        Measured::new(self, *settings, rows).summary()
    }
}

impl<C> std::fmt::Debug for Grid<C> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let cases: Vec<String> = self.cases.iter().map(self.name).collect();
        f.debug_struct("Grid")
            .field("about", &self.about)
            .field("cases", &cases)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
