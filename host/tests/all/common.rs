//! Helpers shared by the tests of the command.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::time::{Duration, Instant};

/// An empty directory for one test. `name` begins with the module's name, because all tests share one place.
pub(crate) fn directory(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("a directory for the test");
    path
}

pub(crate) fn command(arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plyscope"));
    command.args(arguments.split_whitespace());
    command
}

/// The words before a command that heeds signals also where the tests run with signals ignored, as under `nohup` or in the background
/// of a script.
pub(crate) const HEEDING: &[&str] = match cfg!(target_os = "linux") {
    true => &["env", "--default-signal=HUP,INT,QUIT,TERM"],
    false => &["env"],
};

/// As [`command`], with the usual signals.
pub(crate) fn heeding(arguments: &str) -> Command {
    let mut command = Command::new(HEEDING[0]);
    command.args(&HEEDING[1..]).arg(env!("CARGO_BIN_EXE_plyscope"));
    command.args(arguments.split_whitespace());
    command
}

pub(crate) fn run(arguments: &str) -> Output {
    command(arguments).output().expect("the command starts")
}

pub(crate) fn succeed(arguments: &str) -> String {
    let output = run(arguments);
    assert!(output.status.success(), "{arguments}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// The message of a command that must fail with this exit code, in one line.
pub(crate) fn fail(arguments: &str, code: i32) -> String {
    let output = run(arguments);
    let errors = String::from_utf8(output.stderr).expect("UTF-8");
    assert_eq!(output.status.code(), Some(code), "{arguments}: {errors}");
    assert_eq!(errors.lines().count(), 1, "{arguments}: {errors}");
    errors
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

/// Longer than anything takes that a test waits for, on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// Waits until this is so while the command runs. A command that ends before, or takes too long, fails the test.
pub(crate) fn wait_until(child: &mut Child, what: &str, is_so: impl Fn() -> bool) {
    let deadline = Instant::now() + PATIENCE;
    while !is_so() {
        let status = child.try_wait().expect("a child");
        assert!(status.is_none() || is_so(), "it ended ({status:?}) before {what}");
        if Instant::now() > deadline {
            let _ = child.kill();
            panic!("no {what} within {PATIENCE:?}");
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Sends a signal to a command that runs.
/// The most time for the end of a process, on a busy machine.
const END: Duration = Duration::from_secs(20);

/// Waits for the end of a process whose output nobody reads.
pub(crate) fn ended(child: &mut Child) -> ExitStatus {
    let deadline = Instant::now() + END;
    loop {
        if let Some(status) = child.try_wait().expect("a child") {
            return status;
        }
        if Instant::now() > deadline {
            let _ = child.kill();
            panic!("it does not end");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

pub(crate) fn signal(child: &Child, name: &str) {
    let number = child.id().to_string();
    let status = Command::new("kill").args(["-s", name, &number]).status().expect("kill");
    assert!(status.success(), "it still runs");
}

/// Interrupts a command with `--run-dir BASE`, at least once between the start and the end of the run in `run`, and
/// continues with the command that it prints.
pub(crate) fn interrupt_and_go_on(arguments: &str, base: &Path, run: &Path) {
    for attempt in 0.. {
        let _ = fs::remove_dir_all(base);
        let mut child = command(&format!("{arguments} --run-dir {}", base.display()))
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the command starts");
        let has_rows = || fs::metadata(run.join("rows.jsonl")).is_ok_and(|file| file.len() > 0);
        wait_until(&mut child, "rows", has_rows);
        signal(&child, "INT");
        let output = child.wait_with_output().expect("it ends");
        if output.status.success() && attempt < 20 {
            continue;
        }
        let message = String::from_utf8(output.stderr).expect("UTF-8");
        assert_eq!(output.status.code(), Some(130), "{message}");
        let (_, command) = message.trim().split_once("resume with: ").expect("a command");
        assert!(command.ends_with(&format!("--resume {}", base.display())), "{command}");
        let status = Command::new("sh").args(["-c", command]).stdout(Stdio::null()).status();
        assert!(status.expect("sh").success());
        break;
    }
}
