//! What an external engine can do wrong.

use std::time::Duration;

use plyscope_run::interrupt::Interrupted;

/// What an external engine did wrong. Each message is the reason of a forfeit.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ForeignError {
    /// The program does not start.
    #[error("cannot start {program}: {cause}")]
    Start {
        /// The program.
        program: String,
        /// The system's reason.
        cause: std::io::Error,
    },
    /// The directory in which it should run is missing.
    #[error("there is no directory {} to run it in", path.display())]
    NoDirectory {
        /// The directory.
        path: std::path::PathBuf,
    },
    /// No answer in time.
    #[error(
        "it did not answer {asked:?} within {} s{}",
        seconds(*.within),
        quoted("; its last line was ", .heard)
    )]
    Silent {
        /// The question.
        asked: String,
        /// The time it had.
        within: Duration,
        /// The last line that it wrote since the question; empty if none.
        heard: String,
    },
    /// An answer without end, or almost.
    #[error("it answered {asked:?} with more than {most} bytes, or a line of so many")]
    TooMuch {
        /// The question.
        asked: String,
        /// The most bytes of an answer.
        most: usize,
    },
    /// The process ended.
    #[error("it ended ({status}) instead of answering {asked:?}{}", quoted("; its last words were ", .last_words))]
    Ended {
        /// The question.
        asked: String,
        /// How it ended.
        status: String,
        /// The last line on its stderr; empty if none.
        last_words: String,
    },
    /// An answer that the protocol does not allow.
    #[error("it answered {asked:?} with {answer:?}, {wanted}")]
    Nonsense {
        /// The question.
        asked: String,
        /// The answer.
        answer: String,
        /// What it should have been.
        wanted: &'static str,
    },
    /// It refused a command that it must know.
    #[error("it refused {asked:?}: {answer:?}")]
    Refused {
        /// The command.
        asked: String,
        /// Its reason.
        answer: String,
    },
    /// It resigned.
    #[error("it resigned")]
    Resigned,
    /// It cannot be given this start of a game.
    #[error(
        "it cannot be given this position: in GTP, a game starts from the usual position, unless the engine knows plyscope-position"
    )]
    Position,
    /// Its answer was no longer wanted.
    #[error("it was ended while it thought")]
    Stopped,
    /// An interrupt of this program.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
}

/// Seconds with at most two decimals.
fn seconds(time: Duration) -> String {
    let text = format!("{:.2}", time.as_secs_f64());
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// A text in quotes behind its introduction; nothing if there is none.
fn quoted(introduction: &str, text: &str) -> String {
    if text.is_empty() { String::new() } else { format!("{introduction}{text:?}") }
}
