//! Ctrl-C, and how to resume a run after it.
//!
//! All commands handle it alike. The first Ctrl-C [interrupts](crate::interrupt) the computation, and the command ends
//! normally. The second ends the process at once.

use std::ffi::OsString;
use std::io::{self, IsTerminal as _, Write as _};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use crate::bench::BenchError;
use crate::device::DeviceError;
use crate::escape::command_line;
use crate::experiment::ExperimentError;
use crate::interrupt::{self, Interrupted};
use crate::learn::LearnError;
use crate::player::PlayerError;
use crate::record::RecordError;
use crate::site::SiteError;
use crate::tournament::TournamentError;

use super::{INTERRUPTED, usage};

/// Whether Ctrl-C goes to a device instead.
static PASSED_ON: AtomicBool = AtomicBool::new(false);
/// Set by a Ctrl-C meant for the device.
static PRESSED: AtomicBool = AtomicBool::new(false);
/// Time of the last such Ctrl-C, in milliseconds.
static LAST: AtomicU64 = AtomicU64::new(0);

/// Two within this time end the program even if Ctrl-C goes to a device.
const TWICE_MILLISECONDS: u64 = 1000;

/// Installs the handler: Ctrl-C no longer ends the program.
pub(super) fn listen() {
    // Without a handler, Ctrl-C ends the program as usual.
    let _ = ctrlc::set_handler(pressed);
}

/// Handles Ctrl-C on a thread of its own.
fn pressed() {
    if PASSED_ON.load(Ordering::Relaxed) {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let now = u64::try_from(now.as_millis()).unwrap_or_default();
        if now.saturating_sub(LAST.swap(now, Ordering::Relaxed)) > TWICE_MILLISECONDS {
            PRESSED.store(true, Ordering::Relaxed);
            return;
        }
    } else if !interrupt::requested() {
        interrupt::request();
        // The terminal has written ^C after the progress bar.
        let begin = if io::stderr().is_terminal() { "\n" } else { "" };
        let _ = writeln!(io::stderr(), "{begin}Stopping. Press Ctrl-C again to end at once.");
        return;
    }
    std::process::exit(INTERRUPTED.into());
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

/// Adds the option that resumes an existing run.
pub(super) fn create_error(error: RecordError) -> anyhow::Error {
    match error {
        RecordError::Exists(_) => anyhow::anyhow!("{error} (use --resume to continue it)"),
        error => error.into(),
    }
}

/// A different configuration is a usage error.
pub(super) fn resume_error(error: RecordError) -> anyhow::Error {
    match error {
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
    words.extend(["--resume".into(), path]);
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
    }
}
