//! How much of a run is recorded.

use plyscope_run::record::{Manifest, Shard};

use crate::{Experiment, ExperimentError};

/// How much of a run is recorded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Extent {
    /// Number of recorded units.
    pub units: u64,
    /// Total number of units, as far as known.
    pub of: u64,
    /// Whether there may be more units: they depend on rows that are missing.
    pub open: bool,
    /// The shard.
    pub shard: Shard,
}

impl Extent {
    /// Whether nothing is missing.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.units >= self.of && !self.open && self.shard == Shard::WHOLE
    }

    /// `37 of 100 units`, `37 of at least 40 units`, `25 of 25 units of shard 2/4`.
    #[must_use]
    pub fn display(&self) -> String {
        let least = if self.open { "at least " } else { "" };
        let text = format!("{} of {least}{} units", self.units, self.of);
        if self.shard == Shard::WHOLE { text } else { format!("{text} of shard {}", self.shard) }
    }

    /// Determines the extent. If the number of units is not known in advance, the experiment tells how many come next.
    pub(super) fn of_run(
        experiment: &dyn Experiment,
        manifest: &Manifest,
        lines: &[String],
    ) -> Result<Self, ExperimentError> {
        let units = lines.len() as u64 / manifest.rows_per_unit;
        let shard = manifest.shard;
        if let Some(of) = manifest.units_of_shard() {
            return Ok(Self { units, of, open: false, shard });
        }
        let next = experiment.planned(manifest, lines)?;
        Ok(Self { units, of: units + next, open: next > 0, shard })
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::PathBuf;

    use serde::{Deserialize, Serialize};

    use super::Extent;
    use crate::{About, Experiment, ExperimentError, Place, RunOptions, Scale, Study};
    use plyscope_report::Summary;
    use plyscope_run::record::{self, Shard};

    /// Three tasks, then two more.
    struct Staged;

    #[derive(Serialize, Deserialize)]
    struct Row {
        number: u64,
    }

    #[derive(Serialize, Deserialize)]
    struct Nothing {}

    impl Study for Staged {
        type Settings = Nothing;
        type Task = u64;
        type Row = Row;
        const STAGED: bool = true;

        fn about(&self) -> &About {
            &About { id: "staged", title: "", source: "", what: "", settings: &[] }
        }

        fn settings(&self, _: Scale) -> Nothing {
            Nothing {}
        }

        fn tasks(&self, _: &Nothing, rows: &[Row]) -> Result<Vec<u64>, ExperimentError> {
            Ok(match rows.len() {
                0 => vec![1, 2, 3],
                3 => vec![4, 5],
                _ => Vec::new(),
            })
        }

        fn run(&self, _: &Nothing, &number: &u64) -> Result<Vec<Row>, ExperimentError> {
            Ok(vec![Row { number }])
        }

        fn summarise(&self, _: &Nothing, _: &[Row]) -> Summary {
            Summary::default()
        }
    }

    #[test]
    fn what_a_staged_run_still_has_to_do_is_known_from_its_rows() {
        let path: PathBuf =
            std::env::temp_dir().join(format!("plyscope-extent-{}", std::process::id()));
        let mut options = RunOptions {
            threads: 1,
            place: Place::New(path.clone()),
            shard: Shard::WHOLE,
            progress: &mut |_| {},
            interrupted: &|| false,
        };
        let settings = Experiment::settings(&Staged, Scale::Quick);
        Experiment::run(&Staged, &settings, &mut options).unwrap();
        let rows = path.join("rows.jsonl");
        let text = fs::read_to_string(&rows).unwrap();
        let shard = Shard::WHOLE;
        for (units, of, open) in
            [(0, 3, true), (2, 3, true), (3, 5, true), (4, 5, true), (5, 5, false)]
        {
            let part: String = text.split_inclusive('\n').take(units as usize).collect();
            fs::write(&rows, &part).unwrap();
            let (manifest, lines) = record::read(&path).unwrap();
            let extent = Extent::of_run(&Staged, &manifest, &lines).unwrap();
            assert_eq!(extent, Extent { units, of, open, shard });
            assert_eq!(extent.is_whole(), !open);
        }
        fs::remove_dir_all(&path).unwrap();
        let open = Extent { units: 3, of: 5, open: true, shard };
        assert_eq!(open.display(), "3 of at least 5 units");
        let part = Extent { units: 4, of: 4, open: false, shard: Shard { number: 2, of: 3 } };
        assert_eq!(
            (part.is_whole(), part.display().as_str()),
            (false, "4 of 4 units of shard 2/3")
        );
    }
}
