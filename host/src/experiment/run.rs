//! Runs experiments, in run directories or without.

use std::cell::Cell;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Instant;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::study::{Experiment, Study, checked};
use super::{ExperimentError, find};
use crate::parallel::in_order;
use crate::record::{Manifest, RecordError, Run, Shard};
use crate::report::Summary;

/// What the manifests of experiments call themselves.
pub const KIND: &str = "experiment";

/// Where a run is kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Place {
    /// Nowhere.
    Nowhere,
    /// In a new run directory.
    New(PathBuf),
    /// In a run directory that is there.
    Existing(PathBuf),
    /// In a run directory that may be there.
    Either(PathBuf),
}

/// How far a run is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Progress {
    /// This many tasks more are to be done.
    Planned(u64),
    /// A task is done.
    Done,
}

/// How and where an experiment runs. None of it changes its rows.
pub struct Session<'a> {
    /// Worker threads.
    pub threads: usize,
    /// Where the run is kept.
    pub place: Place,
    /// Which part of it is to be done.
    pub shard: Shard,
    /// Is told how far it is.
    pub progress: &'a mut dyn FnMut(Progress),
    /// Whether to stop; what is recorded then stays.
    pub interrupted: &'a dyn Fn() -> bool,
}

/// How a session ended.
#[derive(Clone, PartialEq, Debug)]
pub enum Ended {
    /// All rows are there.
    Finished {
        /// What they come to.
        summary: Summary,
        /// The rows.
        lines: Vec<String>,
    },
    /// The rows of a shard are there, which say nothing by themselves.
    Shard,
    /// It was stopped and can go on.
    Interrupted,
}

/// A row with its task's number.
#[derive(Serialize, Deserialize)]
struct Numbered<R> {
    unit: u64,
    #[serde(flatten)]
    row: R,
}

/// The rows of lines.
pub(super) fn read_rows<S: Study>(lines: &[String]) -> Result<Vec<S::Row>, ExperimentError> {
    let read = |(number, line): (usize, &String)| {
        let row: Numbered<S::Row> = serde_json::from_str(line).map_err(|error| {
            let (id, reason) = (S::ABOUT.id.to_owned(), error.to_string());
            ExperimentError::Row { id, number: number + 1, reason }
        })?;
        Ok(row.row)
    };
    lines.iter().enumerate().map(read).collect()
}

/// The settings that a run was made with.
pub(super) fn settings_of(manifest: &Manifest) -> Result<Map<String, Value>, ExperimentError> {
    if manifest.kind != KIND {
        return Err(ExperimentError::NotAnExperiment(manifest.kind.clone()));
    }
    Ok(manifest.configuration["settings"].as_object().cloned().unwrap_or_default())
}

/// The experiment that a run is of.
///
/// # Errors
/// [`ExperimentError`] if it is of none that there is.
pub fn of_run(manifest: &Manifest) -> Result<&'static dyn Experiment, ExperimentError> {
    settings_of(manifest)?;
    find(manifest.configuration["experiment"].as_str().unwrap_or_default())
}

pub(super) fn run<S: Study>(
    study: &S,
    map: &Map<String, Value>,
    session: &mut Session<'_>,
) -> Result<Ended, ExperimentError> {
    let begin = Instant::now();
    let id = S::ABOUT.id;
    let settings = checked(study, map)?;
    if S::STAGED && session.shard != Shard::WHOLE {
        return Err(ExperimentError::NoShards(id));
    }
    let mut tasks = study.tasks(&settings, &[])?;
    let total = (!S::STAGED).then_some(tasks.len() as u64);
    let configuration = json!({ "experiment": id, "settings": map });
    let manifest = Manifest::new(KIND, configuration, total, S::ROWS_PER_TASK, session.shard);
    let (mut record, mut lines) = open(&session.place, &manifest)?;
    // What must be kept of rows: all of them for a staged experiment's next stage, and for the summary.
    let mut rows = read_rows::<S>(&lines)?;
    let mut finished = rows.len() as u64 / S::ROWS_PER_TASK;
    let mut first = 0;
    let ended = loop {
        // Of a stage that is recorded nothing is left to do.
        let end = first + tasks.len() as u64;
        let units: Vec<u64> = match &record {
            Some(record) if !S::STAGED => record.missing(),
            None if !S::STAGED => manifest.units().collect(),
            _ => (finished.max(first)..end).collect(),
        };
        (session.progress)(Progress::Planned(units.len() as u64));
        let work = |unit: u64| -> Result<Vec<(String, S::Row)>, ExperimentError> {
            let task = usize::try_from(unit - first).ok().and_then(|place| tasks.get(place));
            let Some(task) = task else { return Ok(Vec::new()) };
            let rows = study.run(&settings, task)?;
            let line = |row| {
                let numbered = Numbered { unit, row };
                // Rows are structs of numbers, lists and strings: this cannot fail.
                (serde_json::to_string(&numbered).unwrap_or_default(), numbered.row)
            };
            Ok(rows.into_iter().map(line).collect())
        };
        let interrupted = Cell::new((session.interrupted)());
        let take = |_, new: Vec<(String, S::Row)>| {
            if (session.interrupted)() {
                interrupted.set(true);
                return Ok(ControlFlow::Break(()));
            }
            let (new_lines, new_rows): (Vec<String>, Vec<S::Row>) = new.into_iter().unzip();
            if let Some(record) = &mut record {
                record.append(&new_lines)?;
            }
            lines.extend(new_lines);
            rows.extend(new_rows);
            (session.progress)(Progress::Done);
            Ok(ControlFlow::Continue(()))
        };
        if !interrupted.get() {
            in_order(&units, session.threads, work, take)?;
        }
        if interrupted.get() {
            break Ended::Interrupted;
        }
        finished = finished.max(end);
        if S::STAGED {
            let done = usize::try_from(end * S::ROWS_PER_TASK).unwrap_or(usize::MAX);
            tasks = study.tasks(&settings, rows.get(..done).unwrap_or(&rows))?;
            first = end;
            if !tasks.is_empty() {
                continue;
            }
        }
        break if session.shard == Shard::WHOLE {
            Ended::Finished { summary: study.summarise(&settings, &rows), lines }
        } else {
            Ended::Shard
        };
    };
    if let Some(record) = &record {
        record.add_time(begin.elapsed().as_secs_f64())?;
    }
    Ok(ended)
}

/// Opens the run directory, if there is to be one; gives the rows that it has already.
fn open(place: &Place, manifest: &Manifest) -> Result<(Option<Run>, Vec<String>), RecordError> {
    let create = |path| Ok((Some(Run::create(path, manifest.clone())?), Vec::new()));
    let resume = |path| Run::resume(path, manifest).map(|(run, lines)| (Some(run), lines));
    match place {
        Place::Nowhere => Ok((None, Vec::new())),
        Place::New(path) => create(path),
        Place::Existing(path) => resume(path),
        Place::Either(path) => match resume(path) {
            Err(RecordError::NoRun(_)) => create(path),
            resumed => resumed,
        },
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::PathBuf;

    use serde::{Deserialize, Serialize};

    use super::{Ended, Place, Session};
    use crate::experiment::{About, Experiment, ExperimentError, Scale, Study};
    use crate::record::Shard;
    use crate::report::Summary;

    /// A staged experiment: each stage has as many tasks as the last number of the stage before says.
    struct Climb;

    #[derive(Serialize, Deserialize)]
    struct Settings {
        stages: u32,
    }

    #[derive(Serialize, Deserialize)]
    struct Row {
        stage: u32,
        number: u64,
    }

    impl Study for Climb {
        type Settings = Settings;
        type Task = (u32, u64);
        type Row = Row;

        const ABOUT: About =
            About { id: "climb", title: "", source: "", what: "", settings: &[("stages", "")] };
        const STAGED: bool = true;

        fn settings(&self, _: Scale) -> Settings {
            Settings { stages: 5 }
        }

        fn tasks(
            &self,
            settings: &Settings,
            rows: &[Row],
        ) -> Result<Vec<(u32, u64)>, ExperimentError> {
            let (stage, count) =
                rows.last().map_or((0, 3), |row| (row.stage + 1, row.number % 5 + 2));
            let count = if stage < settings.stages { count } else { 0 };
            Ok((0..count).map(|number| (stage, number)).collect())
        }

        fn run(
            &self,
            _: &Settings,
            &(stage, number): &(u32, u64),
        ) -> Result<Vec<Row>, ExperimentError> {
            Ok(vec![Row { stage, number: number * 7 + u64::from(stage) }])
        }

        fn summarise(&self, _: &Settings, _: &[Row]) -> Summary {
            Summary::default()
        }
    }

    fn run(place: Place, shard: Shard, stop_after: usize) -> Result<Ended, ExperimentError> {
        let done = std::cell::Cell::new(0);
        let mut session = Session {
            threads: 2,
            place,
            shard,
            progress: &mut |step| {
                if step == super::Progress::Done {
                    done.set(done.get() + 1);
                }
            },
            interrupted: &|| done.get() >= stop_after,
        };
        let settings = Experiment::settings(&Climb, Scale::Quick);
        Experiment::run(&Climb, &settings, &mut session)
    }

    fn directory(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("plyscope-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        path
    }

    #[test]
    fn a_staged_run_that_is_stopped_anywhere_goes_on_to_the_same_rows() {
        let Ended::Finished { lines: expected, .. } =
            run(Place::Nowhere, Shard::WHOLE, usize::MAX).unwrap()
        else {
            panic!("it has no shards")
        };
        assert!(
            expected.len() > 12 && expected[3].contains("\"unit\":3,\"stage\":1"),
            "{expected:?}"
        );
        let path = directory("staged");
        for steps in [1, 2, 3, 5] {
            let mut sessions = 0;
            let lines = loop {
                sessions += 1;
                match run(Place::Either(path.clone()), Shard::WHOLE, steps).unwrap() {
                    Ended::Finished { lines, .. } => break lines,
                    ended => assert_eq!(ended, Ended::Interrupted),
                }
            };
            assert_eq!(lines, expected, "{steps} at a time");
            assert!(sessions > expected.len() / steps - 1, "{sessions} sessions of {steps}");
            fs::remove_dir_all(&path).unwrap();
        }
    }

    #[test]
    fn a_staged_run_has_no_shards() {
        let shard = Shard { number: 1, of: 2 };
        let refused = run(Place::Nowhere, shard, usize::MAX).unwrap_err().to_string();
        assert!(refused.starts_with("climb has no shards"), "{refused}");
    }
}
