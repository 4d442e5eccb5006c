//! Staged runs: stopped, resumed, in shards, merged.

use std::cell::Cell;
use std::fs;
use std::path::{Path, PathBuf};

use plyscope_players::domain::OthelloEvaluation;
use plyscope_report::Summary;
use plyscope_run::record::{self, Merge, Shard};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::super::prepared::prepare;
use super::super::settings::recorded;
use super::{Ended, Place, RunOptions, RunProgress};
use crate::keys::{Evaluation, FirstSeed, Key};
use crate::{About, Experiment, ExperimentError, Scale, Study};

/// A staged experiment: it measures something, then builds five towers. Each tower has its own number of stages. The
/// last number of a stage is the number of tasks in the next one.
struct Towers;

const TOWERS: u64 = 5;

crate::settings! {
    struct Settings {
        /// stages of the lowest tower
        stages: u64,
    }
}

#[derive(Clone, Debug)]
enum Task {
    Measure,
    Build { tower: u64, stage: u64, number: u64 },
}

#[derive(Serialize, Deserialize)]
struct Row {
    tower: Option<u64>,
    stage: u64,
    number: u64,
}

impl Study for Towers {
    type Settings = Settings;
    type Task = Task;
    type Row = Row;
    const STAGED: bool = true;

    fn about(&self) -> &About {
        &About { id: "towers", title: "", source: "", what: "", settings: Settings::KEYS }
    }

    fn settings(&self, _: Scale) -> Settings {
        Settings { stages: 3 }
    }

    fn tasks(&self, settings: &Settings, rows: &[Row]) -> Result<Vec<Task>, ExperimentError> {
        let Some(measured) = rows.first() else { return Ok(vec![Task::Measure]) };
        let tasks = (0..TOWERS).flat_map(|tower| {
            let last = rows.iter().rfind(|row| row.tower == Some(tower));
            let (stage, count) =
                last.map_or((0, measured.number), |row| (row.stage + 1, row.number % 3 + 1));
            let count = if stage < settings.stages + tower % 3 { count } else { 0 };
            (0..count).map(move |number| Task::Build { tower, stage, number })
        });
        Ok(tasks.collect())
    }

    fn part(&self, task: &Task) -> Option<u64> {
        match task {
            Task::Measure => None,
            Task::Build { tower, .. } => Some(*tower),
        }
    }

    fn run(&self, _: &Settings, task: &Task) -> Result<Vec<Row>, ExperimentError> {
        Ok(vec![match *task {
            Task::Measure => Row { tower: None, stage: 0, number: 2 },
            Task::Build { tower, stage, number } => {
                Row { tower: Some(tower), stage, number: (number + 1) * (tower + 2) + stage }
            }
        }])
    }

    fn summarise(&self, _: &Settings, _: &[Row]) -> Summary {
        Summary::default()
    }
}

fn run(place: Place, shard: Shard, stop_after: usize) -> Result<Ended, ExperimentError> {
    let done = Cell::new(0);
    let mut options = RunOptions {
        threads: 2,
        place,
        shard,
        progress: &mut |step| {
            if step == RunProgress::Done {
                done.set(done.get() + 1);
            }
        },
        interrupted: &|| done.get() >= stop_after,
    };
    let settings = Experiment::settings(&Towers, Scale::Quick);
    Experiment::run(&Towers, &settings, &mut options)
}

fn whole() -> Vec<String> {
    match run(Place::Nowhere, Shard::WHOLE, usize::MAX).unwrap() {
        Ended::Finished { lines, .. } => lines,
        ended => panic!("{ended:?}"),
    }
}

/// A directory that is removed when the test ends.
struct Directory(PathBuf);

impl Directory {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("plyscope-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    /// Runs all shards, some tasks at a time. Returns their directories.
    fn shards(&self, of: u64, steps: usize) -> Vec<PathBuf> {
        let shard = |number| {
            let path = self.0.join(format!("{number}-of-{of}"));
            let shard = Shard { number, of };
            while run(Place::Either(path.clone()), shard, steps).unwrap() == Ended::Interrupted {}
            path
        };
        (1..=of).map(shard).collect()
    }

    fn merge(&self, name: &str, shards: &[PathBuf]) -> Result<Vec<String>, String> {
        let merged = || {
            let mut merge = Merge::read(shards)?;
            Experiment::merge(&Towers, &mut merge)?;
            Ok::<_, ExperimentError>(merge.write(&self.0.join(name))?.1)
        };
        merged().map_err(|error| error.to_string())
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn rows(run: &Path) -> String {
    let (_, lines) = record::read(run).unwrap();
    lines.iter().flat_map(|line| [line.as_str(), "\n"]).collect()
}

#[test]
fn a_staged_run_that_is_stopped_anywhere_goes_on_to_the_same_rows() {
    let expected = whole();
    assert!(expected.len() > 12, "{expected:?}");
    assert!(expected[11].contains("\"unit\":11,\"tower\":0,\"stage\":1"), "{expected:?}");
    let directory = Directory::new("staged");
    for steps in [1, 2, 3, 5] {
        let path = directory.0.join(steps.to_string());
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
    }
}

#[test]
fn shards_of_a_staged_run_stopped_anywhere_and_merged_are_the_whole_run_even_if_there_are_too_many()
{
    let expected = whole();
    let directory = Directory::new("staged-shards");
    for (of, steps) in [(1, 4), (2, 1), (3, 2), (5, 3), (8, 2)] {
        let mut shards = directory.shards(of, steps);
        let lengths: Vec<usize> = shards.iter().map(|path| rows(path).lines().count()).collect();
        // Each shard measures; no other task is done twice.
        assert_eq!(lengths.iter().sum::<usize>(), expected.len() + of as usize - 1, "{lengths:?}");
        assert!(lengths.iter().skip(TOWERS as usize).all(|&rows| rows == 1), "{lengths:?}");
        shards.reverse();
        let name = format!("merged-{of}");
        assert_eq!(directory.merge(&name, &shards).unwrap(), expected, "{of} shards");
        let merged = directory.0.join(&name);
        assert_eq!(rows(&merged), expected.join("\n") + "\n");
        // The merged run is like any other, and is finished.
        let again = run(Place::Existing(merged), Shard::WHOLE, 1).unwrap();
        assert!(matches!(again, Ended::Finished { lines, .. } if lines == expected));
    }
}

#[test]
fn what_is_left_of_a_shard_is_known_from_its_rows() {
    let directory = Directory::new("staged-planned");
    let path = &directory.shards(2, usize::MAX)[1];
    let (manifest, lines) = record::read(path).unwrap();
    let planned = |rows: usize| Experiment::planned(&Towers, &manifest, &lines[..rows]).unwrap();
    // This shard measures, then builds two of the five towers, with two tasks each in their first stage.
    assert_eq!([0, 1, 2, 4].map(planned), [1, 4, 3, 1]);
    assert!((0..lines.len()).all(|rows| planned(rows) > 0) && planned(lines.len()) == 0);
}

#[test]
fn a_line_is_parsed_once_and_fewer_lines_are_fewer_rows() {
    let settings = Experiment::settings(&Towers, Scale::Quick);
    let prepared = prepare(&Towers, &settings).unwrap();
    let mut lines = whole();
    let rows = lines.len();
    let parts = |lines: &[String]| prepared.parts(lines).unwrap().len();
    assert_eq!([1, rows, 1, 0].map(|rows| parts(&lines[..rows])), [2 * TOWERS as usize, 0, 10, 1]);
    lines[0] = "not looked at again".to_owned();
    assert_eq!(parts(&lines), 0);
    lines.push("a row of nothing".to_owned());
    let error = prepared.check(&lines).unwrap_err().to_string();
    assert!(error.contains(&format!("row {}", rows + 1)), "{error}");
}

#[test]
fn shards_of_a_staged_run_that_do_not_make_a_whole_are_refused() {
    let directory = Directory::new("staged-refused");
    let shards = directory.shards(3, usize::MAX);
    let refused = |shards: &[PathBuf]| {
        let reason = directory.merge("merged", shards).unwrap_err();
        assert!(!directory.0.join("merged").exists(), "a refused merge leaves nothing behind");
        reason
    };
    let [one, two, three] = [&shards[0], &shards[1], &shards[2]].map(PathBuf::clone);
    let reason = refused(&[three.clone(), one.clone()]);
    assert!(reason.contains("shard 2/3 is missing"), "{reason}");
    let reason = refused(&[three.clone(), one.clone(), two.clone(), one.clone()]);
    assert!(reason.contains("are both shard 1/3"), "{reason}");

    let text = rows(&two);
    let count = text.lines().count();
    let write = |text: &str| record::replace_rows(&two, text).unwrap();
    for kept in 0..count {
        write(&text.split_inclusive('\n').take(kept).collect::<String>());
        let reason = refused(&shards);
        let expected = format!("3 (shard 2/3) is unfinished: {kept} units; resume it first");
        assert!(reason.ends_with(&expected), "{reason}");
    }
    // The shards' measurements differ.
    write(&text.replacen("\"number\":2", "\"number\":4", 1));
    let reason = refused(&shards);
    assert!(
        reason.contains("(shard 1/3), row 1 and") && reason.contains("(shard 2/3), row 1 should"),
        "{reason}"
    );
    // More rows than tasks.
    write(&format!("{text}{{\"unit\":{},\"tower\":1,\"stage\":9,\"number\":0}}\n", 1 + 3 * count));
    let reason = refused(&shards);
    assert!(reason.contains(&format!("row {} is no part of the whole", count + 1)), "{reason}");
    write(&text);
    assert!(directory.merge("merged", &shards).is_ok());
}

#[test]
fn weights_in_settings_count_by_what_they_are_and_not_by_where_they_are() {
    let directory = std::env::temp_dir().join(format!("plyscope-weights-{}", std::process::id()));
    fs::create_dir_all(&directory).unwrap();
    let keys = &[Key::of::<Evaluation>("evaluation", ""), Key::of::<FirstSeed>("seed", "")];
    let of_file = |name: &str, bytes: &[u8]| {
        let path = directory.join(name);
        fs::write(&path, bytes).unwrap();
        let settings = json!({ "evaluation": format!("patterns:{}", path.display()), "seed": 1 });
        recorded(settings.as_object().unwrap(), keys)
    };
    let here = of_file("here", b"some weights");
    assert_eq!(here, of_file("there", b"some weights"));
    assert_ne!(here, of_file("others", b"other weights"));
    fs::remove_dir_all(&directory).unwrap();
    let known = here["evaluation"].as_str().unwrap();
    assert!(OthelloEvaluation::check(known).is_ok(), "a run's rows can be read back: {known}");
    let usual = json!({ "evaluation": "patterns", "seed": 1 });
    assert_eq!(recorded(usual.as_object().unwrap(), keys), *usual.as_object().unwrap());
}
