//! Grids whose cases are measured on more seeds until they decide.

use plyscope_report::Summary;

use super::super::growth::{Growth, is_open};
use super::super::lines::{Piece, interleaved, tasks};
use super::{Column, Grid, Measured, Row};
use crate::keys::{FirstSeed, Key, Seeds};
use crate::{About, ExperimentError, Scale, Study};

/// A [`Grid`] whose claim is that a column is at least so much in all cases. A case that does not decide it is measured on four times
/// as many seeds, up to a most. Its [intervals](Measured::number) hold for all looks at it together.
#[derive(Debug)]
pub struct Growing<C: 'static> {
    /// The cases, each first measured on so many seeds as [`Trees::scales`](super::Trees::scales) says. Its settings are
    /// [`GROWING_SETTINGS`], or the same with other words.
    pub grid: Grid<C>,
    /// The most seeds of a case at each scale: quick, default, paper.
    pub most: [u32; 3],
    /// The column of the claim.
    pub column: Column,
    /// What it is at least.
    pub at_least: f64,
}

/// The settings of a [`Growing`] grid.
pub const GROWING_SETTINGS: &[Key] = Settings::KEYS;

crate::settings! {
    /// The values of a [`Growing`] grid's settings.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct Settings {
        /// first tree's seed
        pub seed: FirstSeed,
        /// number of trees at first
        pub seeds: Seeds,
        /// most trees of a case that does not decide; with fewer than seeds, no case grows
        pub most: u32,
    }
}

impl Settings {
    fn growth(self) -> Growth {
        Growth { first: self.seeds, most: self.most }
    }
}

impl<C: Sync> Growing<C> {
    pub(super) fn measured<'r>(&'r self, settings: Settings, rows: &'r [Row]) -> Measured<'r, C> {
        let Settings { seed, seeds, .. } = settings;
        let all = Measured::new(&self.grid, super::Settings { seed, seeds }, rows);
        all.at_any_of(settings.growth().looks())
    }
}

impl<C: Sync> Study for Growing<C> {
    type Settings = Settings;
    type Task = Piece;
    type Row = Row;
    const STAGED: bool = true;

    fn about(&self) -> &About {
        &self.grid.about
    }

    fn settings(&self, scale: Scale) -> Settings {
        let super::Settings { seed, seeds } = self.grid.settings(scale);
        let [quick, default, paper] = self.most;
        Settings { seed, seeds, most: scale.pick(quick, default, paper) }
    }

    fn check(&self, settings: &Settings) -> Result<(), String> {
        let last = settings.seed.checked_add(settings.most);
        last.map(drop).ok_or_else(|| format!("give most up to {}", u32::MAX - settings.seed))
    }

    fn tasks(&self, settings: &Settings, rows: &[Row]) -> Result<Vec<Piece>, ExperimentError> {
        let Settings { seed, seeds, .. } = *settings;
        let piece = self.grid.trees.piece;
        let cases = self.grid.cases.len();
        if rows.is_empty() {
            return Ok(tasks(seed, vec![(seeds, piece); cases]));
        }
        let all = self.measured(*settings, rows);
        let more = |case: usize| {
            let line = all.line(case);
            let size = line.trees().count() as u32;
            let decided = all
                .number(&self.column, line)
                .is_some_and(|number| !is_open(number, self.at_least, cases));
            let larger = settings.growth().after(size).filter(|_| size > 0 && !decided)?;
            let more = Piece { line: case, seed: seed.wrapping_add(size), count: larger - size };
            Some((more, piece.max(more.count.div_ceil(100))))
        };
        Ok(interleaved((0..cases).filter_map(more)))
    }

    fn part(&self, task: &Piece) -> Option<u64> {
        Some(task.line as u64)
    }

    fn run(&self, settings: &Settings, piece: &Piece) -> Result<Vec<Row>, ExperimentError> {
        let Settings { seed, seeds, .. } = *settings;
        self.grid.run(&super::Settings { seed, seeds }, piece)
    }

    fn summarise(&self, settings: &Settings, rows: &[Row]) -> Summary {
        self.measured(*settings, rows).summary()
    }
}
