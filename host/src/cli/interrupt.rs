//! Ctrl-C, and how a run goes on after it.

use std::sync::atomic::{AtomicBool, Ordering};

use plyscope::record::RecordError;

use super::usage;

/// Set by Ctrl-C.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// From now on Ctrl-C is noticed instead of ending the program.
pub(super) fn listen() -> anyhow::Result<()> {
    ctrlc::set_handler(|| INTERRUPTED.store(true, Ordering::Relaxed))?;
    Ok(())
}

/// Whether there was a Ctrl-C.
pub(super) fn interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

/// Another configuration is a matter of usage.
pub(super) fn resume_error(error: RecordError) -> anyhow::Error {
    match error {
        RecordError::Configuration { .. } | RecordError::NoRun(_) => usage(error),
        error => error.into(),
    }
}

/// The command line that goes on with the run in `path`, quoted for a shell.
pub(super) fn resume_command(path: &std::path::Path) -> String {
    let mut words: Vec<String> = Vec::new();
    let mut arguments = std::env::args().peekable();
    while let Some(argument) = arguments.next() {
        if argument == "--run-dir" || argument == "--resume" {
            arguments.next();
        } else if !argument.starts_with("--run-dir=") && !argument.starts_with("--resume=") {
            words.push(argument);
        }
    }
    words.extend(["--resume".to_owned(), path.display().to_string()]);
    command_line(words)
}

/// This command line again, for what goes on where it stopped.
pub(super) fn same_command() -> String {
    command_line(std::env::args())
}

/// Words as a command line, quoted for a shell.
fn command_line(words: impl IntoIterator<Item = String>) -> String {
    let plain =
        |word: &str| word.chars().all(|c| c.is_ascii_alphanumeric() || "-_=.,:/+@%".contains(c));
    let quoted = words.into_iter().map(|word| {
        if plain(&word) && !word.is_empty() {
            word
        } else {
            format!("'{}'", word.replace('\'', "'\\''"))
        }
    });
    quoted.collect::<Vec<_>>().join(" ")
}
