//! What several modules of tests share: places, records of runs, and interrupts of runs. The command itself is in `plyscope.rs`.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::plyscope::{Running, plyscope};

/// An empty directory for one test. `name` begins with the module's name, because all tests share one place.
pub(crate) fn directory(name: &str) -> PathBuf {
    let path = absent(name);
    fs::create_dir_all(&path).expect("a directory for the test");
    path
}

/// As [`directory`], but the command under test is to create it.
pub(crate) fn absent(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    path
}

/// Says on the terminal, past the harness's capture, that a test did not run, and why.
pub(crate) fn skipped(reason: &str) {
    let test = std::thread::current().name().unwrap_or_default().to_owned();
    let _ = writeln!(io::stderr(), "skipped: {test}: {reason}");
}

/// The rows in a run directory.
pub(crate) fn rows(run: &Path) -> Vec<u8> {
    fs::read(run.join("rows.jsonl")).expect("rows")
}

/// The seconds recorded by a run.
pub(crate) fn seconds(run: &Path) -> f64 {
    let text = fs::read(run.join("time.json")).expect("a time");
    let time: serde_json::Value = serde_json::from_slice(&text).expect("JSON");
    time["seconds"].as_f64().expect("seconds")
}

/// Interrupts a command with `--run-dir BASE`, at least once between the start and the end of the run in `run`, and
/// continues with the command that it prints.
pub(crate) fn interrupt_and_go_on(arguments: &str, base: &Path, run: &Path) {
    for attempt in 0.. {
        let _ = fs::remove_dir_all(base);
        let mut running = plyscope(format!("{arguments} --run-dir {}", base.display())).start();
        let has_rows = || fs::metadata(run.join("rows.jsonl")).is_ok_and(|file| file.len() > 0);
        running.until("rows", has_rows);
        running.signal("INT");
        let ended = running.ends();
        if ended.code == Some(0) && attempt < 20 {
            continue;
        }
        assert_eq!(ended.code, Some(130), "{ended:?}");
        let (_, command) = ended.errors.trim().split_once("resume with: ").expect("a command");
        assert!(command.ends_with(&format!("--resume {}", base.display())), "{command}");
        let status = Command::new("sh").args(["-c", command]).stdout(Stdio::null()).status();
        assert!(status.expect("sh").success());
        break;
    }
}

/// Kills a run that writes these rows: at this moment, or, without one, as soon as there are more rows than before. A machine may be so
/// slow that nothing happens within any given time, so a test that needs a run in the middle of its rows cannot only wait.
pub(crate) fn kill_in_run(mut running: Running, file: &Path, moment: Option<Duration>) {
    let length = || fs::metadata(file).map_or(0, |file| file.len());
    let before = length();
    match moment {
        Some(moment) => std::thread::sleep(moment),
        None => running.until_or_its_end(|| length() > before),
    }
    running.kill();
}
