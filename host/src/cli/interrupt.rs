//! Signals, and how to resume a run after one.
//!
//! All commands handle Ctrl-C (SIGINT), SIGTERM, SIGHUP and SIGQUIT alike. The first one [interrupts](crate::interrupt) the
//! computation, and the command ends in order, with 128 and the signal's number as its exit code. The second ends the process at
//! once. A signal that was ignored when the program started stays ignored, as `nohup` wants it; only Ctrl-C never is, because
//! shells start background jobs so, and scripts interrupt them.

use std::ffi::OsString;
use std::io::{self, IsTerminal as _, Write as _};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use crate::bench::BenchError;
use crate::device::DeviceError;
use crate::escape::command_line;
use crate::experiment::ExperimentError;
use crate::interrupt::{self, Interrupted};
use crate::learn::LearnError;
use crate::play::screen;
use crate::player::PlayerError;
use crate::record::RecordError;
use crate::site::SiteError;
use crate::tournament::TournamentError;

use super::usage;

/// Whether Ctrl-C goes to a device instead.
static PASSED_ON: AtomicBool = AtomicBool::new(false);
/// Set by a Ctrl-C meant for the device.
static PRESSED: AtomicBool = AtomicBool::new(false);

/// Two within this time end the program even if Ctrl-C goes to a device.
const TWICE: Duration = Duration::from_secs(1);

/// Two within this time are one that was sent to the process and to its group, as `timeout` does.
const SAME: Duration = Duration::from_millis(100);

/// The most time for restoring the terminal before the process ends at once.
const RESTORING: Duration = Duration::from_millis(200);

/// The first signal that interrupted; 0 if there was none.
static SIGNAL: AtomicI32 = AtomicI32::new(0);

const SIGHUP: i32 = 1;
const SIGINT: i32 = 2;

/// The exit code of a command that was interrupted: 128 and the number of the signal, 130 for Ctrl-C.
pub(super) fn exit_code() -> u8 {
    let signal = match SIGNAL.load(Ordering::Relaxed) {
        0 => SIGINT,
        signal => signal,
    };
    128 | u8::try_from(signal).unwrap_or_default()
}

/// Whether the terminal was closed: what cannot be written there any more is no error of its own.
pub(super) fn hung_up() -> bool {
    SIGNAL.load(Ordering::Relaxed) == SIGHUP
}

/// Installs the handler: the signals no longer end the program.
pub(super) fn listen() {
    let (sender, installed) = mpsc::channel();
    // The handler is installed on the thread that serves it. Without either, a signal ends the program as usual.
    let serves = thread::Builder::new().name("signals".to_owned()).spawn(move || serve(&sender));
    if serves.is_ok() {
        let _ = installed.recv();
    }
}

#[cfg(unix)]
fn serve(installed: &mpsc::Sender<()>) {
    use signal_hook::iterator::Signals;

    // A file that outgrows the limit of its size: with a handler, writing it fails with an error that names it.
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, std::sync::Arc::default());
    let handled = handled();
    if let Ok(mut signals) = Signals::new(handled) {
        let _ = installed.send(());
        let mut last = None;
        signals.forever().for_each(|signal| signalled(signal, signal_name(signal), &mut last));
    }
}

#[cfg(unix)]
fn signal_name(signal: i32) -> &'static str {
    signal_hook::low_level::signal_name(signal).unwrap_or("signal")
}

/// The signals to handle: those that are not ignored, and Ctrl-C.
#[cfg(unix)]
fn handled() -> Vec<i32> {
    use signal_hook::consts::{SIGQUIT, SIGTERM};

    let mut handled = vec![SIGINT];
    handled.extend([SIGTERM, SIGHUP, SIGQUIT].into_iter().filter(|&signal| !is_ignored(signal)));
    handled
}

/// Whether this process ignores a signal.
#[cfg(target_os = "linux")]
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}

/// Whether this process ignores a signal. Processes inherit that, so a shell tells it by surviving the signal.
#[cfg(all(unix, not(target_os = "linux")))]
fn is_ignored(signal: i32) -> bool {
    let script = format!("kill -{signal} $$");
    let status = std::process::Command::new("sh").args(["-c", &script]).status();
    status.is_ok_and(|status| status.success())
}

#[cfg(not(unix))]
fn serve(installed: &mpsc::Sender<()>) {
    let mut last = None;
    let _ = ctrlc::set_handler(move || signalled(SIGINT, "Ctrl-C", &mut last));
    let _ = installed.send(());
}

/// Handles a signal. `last` is the time of the one before.
fn signalled(signal: i32, name: &str, last: &mut Option<Instant>) {
    let since = last.replace(Instant::now()).map(|last| last.elapsed());
    if since.is_some_and(|since| since < SAME) {
        return;
    }
    if signal == SIGINT && PASSED_ON.load(Ordering::Relaxed) && !interrupt::requested() {
        if since.is_none_or(|since| since > TWICE) {
            PRESSED.store(true, Ordering::Relaxed);
            return;
        }
    } else if !interrupt::requested() {
        SIGNAL.store(signal, Ordering::Relaxed);
        interrupt::request();
        if !screen::is_on_full_screen() {
            // The terminal has written ^C after the progress bar.
            let begin = if io::stderr().is_terminal() { "\n" } else { "" };
            let words = match signal {
                SIGINT => "Stopping. Press Ctrl-C again to end at once.".to_owned(),
                _ => format!("Stopping: {name}. Another signal ends this at once."),
            };
            let _ = writeln!(io::stderr(), "{begin}{words}");
        }
        return;
    }
    SIGNAL.store(signal, Ordering::Relaxed);
    // A terminal that takes nothing must not hold the end up.
    let (sender, restored) = mpsc::channel();
    let restores = thread::Builder::new().spawn(move || {
        screen::restore_terminal();
        let _ = sender.send(());
    });
    if restores.is_ok() {
        let _ = restored.recv_timeout(RESTORING);
    }
    crate::children::end_all();
    std::process::exit(exit_code().into());
}

/// Sends later Ctrl-Cs to a device: see [`take`].
pub(super) fn pass_on() {
    PASSED_ON.store(true, Ordering::Relaxed);
}

/// Whether there was a Ctrl-C for a device since the last call.
pub(super) fn take() -> bool {
    PRESSED.swap(false, Ordering::Relaxed)
}

/// Whether this error is an interrupt.
pub(super) fn is_interrupt(error: &anyhow::Error) -> bool {
    let of_player = |error: &PlayerError| matches!(error, PlayerError::Interrupted(_));
    error.is::<Interrupted>()
        || error.downcast_ref().is_some_and(of_player)
        || matches!(error.downcast_ref(), Some(BenchError::Search(cause)) if of_player(cause))
        || matches!(error.downcast_ref(), Some(TournamentError::Interrupted(_)))
        || matches!(error.downcast_ref(), Some(ExperimentError::Interrupted(_)))
        || matches!(error.downcast_ref(), Some(LearnError::Stopped))
        || matches!(error.downcast_ref(), Some(DeviceError::Interrupted(_)))
        || matches!(error.downcast_ref(), Some(SiteError::Interrupted(_)))
}

/// Adds the option that resumes an existing run. A different configuration is a usage error.
pub(super) fn open_error(error: RecordError) -> anyhow::Error {
    match error {
        RecordError::Exists(_) => anyhow::anyhow!("{error} (use --resume to continue it)"),
        RecordError::Configuration { .. } | RecordError::NoRun(_) => usage(error),
        error => error.into(),
    }
}

/// How to resume a command after an interrupt.
pub(super) enum GoesOn {
    /// Not at all: nothing is recorded.
    Not,
    /// With the same command line.
    Same,
    /// With `--resume` and this directory.
    Resume(OsString),
    /// With `--resume` and this file, which is an argument of its own until then.
    ResumeFile(OsString),
}

impl GoesOn {
    /// With `--resume` if there is a run directory.
    pub(super) fn resume(run_dir: Option<&Path>, resume: Option<&Path>) -> Self {
        run_dir.or(resume).map_or(Self::Not, |path| Self::Resume(path.into()))
    }

    /// The message to the user.
    pub(super) fn message(&self) -> String {
        match self {
            Self::Not => "interrupted".to_owned(),
            Self::Same => {
                format!("interrupted; resume with: {}", command_line(std::env::args_os()))
            }
            Self::Resume(path) => {
                let words = resumed(std::env::args_os(), path.clone());
                format!("interrupted; resume with: {}", command_line(words))
            }
            Self::ResumeFile(path) => {
                let others = std::env::args_os().filter(|word| word != path);
                format!("interrupted; resume with: {}", command_line(resumed(others, path.clone())))
            }
        }
    }
}

/// The words of the command line that resumes the run in `path`.
fn resumed(arguments: impl IntoIterator<Item = OsString>, path: OsString) -> Vec<OsString> {
    let mut words = Vec::new();
    let mut arguments = arguments.into_iter();
    while let Some(argument) = arguments.next() {
        let bytes = argument.as_encoded_bytes();
        if argument == "--run-dir" || argument == "--resume" {
            arguments.next();
        } else if !bytes.starts_with(b"--run-dir=") && !bytes.starts_with(b"--resume=") {
            words.push(argument);
        }
    }
    if path.as_encoded_bytes().starts_with(b"-") {
        // As a word of its own it would be an option.
        let mut word = OsString::from("--resume=");
        word.push(path);
        words.push(word);
    } else {
        words.extend(["--resume".into(), path]);
    }
    words
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;

    use super::resumed;

    #[test]
    fn a_run_goes_on_with_its_directory_and_otherwise_the_same_words() {
        let words =
            |text: &str| -> Vec<OsString> { text.split_whitespace().map(OsString::from).collect() };
        for before in
            ["p t --run-dir x --pairs 2", "p t --run-dir=x --pairs 2", "p t --resume x --pairs 2"]
        {
            assert_eq!(resumed(words(before), "x".into()), words("p t --pairs 2 --resume x"));
        }
        assert_eq!(resumed(words("p t --run-dir=-x"), "-x".into()), words("p t --resume=-x"));
    }
}
