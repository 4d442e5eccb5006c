//! A child process that is asked and answers line by line, with deadlines.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Read, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use plyscope_run::interrupt;

use super::ForeignError;
use crate::children::Guarded;
use crate::engine::{ErrorFile, ForeignEngine};
use crate::inbox::{Bounds, Inbox, Incoming};

/// The longest line of stderr, in bytes. The rest of a longer one is another line.
const LONGEST: u64 = 1 << 16;
/// The most bytes of stderr that are kept in its file.
const MOST_ERRORS: u64 = 16 << 20;
/// The most bytes of an answer.
pub(super) const MOST: usize = Bounds::ENGINE.line;
/// How often an interrupt, or the end of interest in an answer, is looked for.
const LOOK: Duration = Duration::from_millis(50);
/// The time that a process has to end by itself.
const FAREWELL: Duration = Duration::from_millis(500);
/// The most characters of an engine's line in a message.
const SHOWN: usize = 100;

/// A running engine. Dropping it ends the process, and those of its group.
#[derive(Debug)]
pub(super) struct Process {
    process: Guarded,
    /// Lines for its stdin; a thread writes them, because a process that does not read must not block this one.
    input: Option<Sender<String>>,
    output: Inbox,
    last_words: Arc<Mutex<String>>,
    /// The last line heard, for messages.
    heard: String,
    /// Whether it did not answer: then it is not asked to end.
    has_failed: bool,
}

/// A line, shortened for a message.
pub(super) fn shown(line: &str) -> String {
    let mut text: String = line.chars().take(SHOWN).collect();
    if text.len() < line.len() {
        text.push('…');
    }
    text
}

/// The lines of stderr, with other bytes than UTF-8 replaced.
fn lines(stream: impl Read, mut take: impl FnMut(String) -> bool) {
    let mut stream = BufReader::new(stream);
    loop {
        let mut line = Vec::new();
        match (&mut stream).take(LONGEST).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) => {
                let text = String::from_utf8_lossy(&line);
                if !take(text.trim_end_matches(['\r', '\n']).to_owned()) {
                    return;
                }
            }
        }
    }
}

/// Keeps the last line of stderr, and appends all to the file, up to [`MOST_ERRORS`].
fn listen_to_errors(stream: impl Read, place: &ErrorFile, last: &Mutex<String>) {
    let mut file = None;
    let mut left = MOST_ERRORS;
    lines(stream, |line| {
        if file.is_none() {
            file = place.path().and_then(append);
        }
        if let Some(file) = file.as_mut().filter(|_| left > 0) {
            left = left.saturating_sub(line.len() as u64 + 1);
            // What cannot be kept is lost; the game goes on.
            let _ = writeln!(file, "{line}");
            if left == 0 {
                let _ = writeln!(file, "(plyscope keeps {MOST_ERRORS} bytes of this for a game)");
            }
        }
        if !line.trim().is_empty() {
            *last.lock().unwrap_or_else(PoisonError::into_inner) = shown(&line);
        }
        true
    });
}

fn append(path: &Path) -> Option<File> {
    if let Some(directory) = path.parent() {
        let _ = std::fs::create_dir_all(directory);
    }
    OpenOptions::new().create(true).append(true).open(path).ok()
}

impl Process {
    pub(super) fn start(engine: &ForeignEngine) -> Result<Self, ForeignError> {
        let program = engine.command.first().cloned().unwrap_or_default();
        let failed = |cause| ForeignError::Start { program: program.clone(), cause };
        let mut command = Command::new(&program);
        command.args(engine.command.iter().skip(1));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if let Some(directory) = &engine.directory {
            if !directory.is_dir() {
                return Err(ForeignError::NoDirectory { path: directory.clone() });
            }
            command.current_dir(directory);
        }
        let mut process = Guarded::start(&mut command).map_err(failed)?;
        let child = process.child();
        let (input, to_write): (Sender<String>, _) = channel();
        let last_words = Arc::new(Mutex::new(String::new()));
        if let Some(mut stdin) = child.stdin.take() {
            thread::spawn(move || {
                for line in to_write {
                    if writeln!(stdin, "{line}").and_then(|()| stdin.flush()).is_err() {
                        return;
                    }
                }
            });
        }
        let stdout: Box<dyn Read + Send> = match child.stdout.take() {
            Some(stdout) => Box::new(stdout),
            None => Box::new(std::io::empty()),
        };
        let output = Inbox::reading(BufReader::new(stdout), Bounds::ENGINE).map_err(failed)?;
        if let Some(stderr) = child.stderr.take() {
            let (file, last) = (engine.stderr.clone(), Arc::clone(&last_words));
            thread::spawn(move || listen_to_errors(stderr, &file, &last));
        }
        Ok(Self {
            process,
            input: Some(input),
            output,
            last_words,
            heard: String::new(),
            has_failed: false,
        })
    }

    /// Sends a line. If the process has ended, its next answer is missing.
    pub(super) fn send(&mut self, line: &str) {
        self.heard.clear();
        if let Some(input) = &self.input {
            let _ = input.send(line.to_owned());
        }
    }

    /// The next line, before the deadline, of the answer to `asked`.
    ///
    /// # Errors
    /// [`ForeignError`] if there is none, or at an interrupt.
    pub(super) fn line(
        &mut self,
        asked: &str,
        deadline: &Deadline<'_>,
    ) -> Result<String, ForeignError> {
        loop {
            interrupt::check()?;
            if (deadline.go_on)().is_break() {
                self.has_failed = true;
                return Err(ForeignError::Stopped);
            }
            let left = deadline.left();
            match self.output.next_within(left.min(LOOK)) {
                Incoming::Line(line) => {
                    if !line.trim().is_empty() {
                        self.heard = shown(&line);
                    }
                    // A stream of lines that are no answer must end, too.
                    if left.is_zero() {
                        return Err(self.silent(asked, deadline));
                    }
                    return Ok(line);
                }
                Incoming::TooLong(_) => return Err(self.too_much(asked)),
                Incoming::Nothing if left.is_zero() => {
                    return Err(self.silent(asked, deadline));
                }
                Incoming::Nothing => {}
                Incoming::Ended(_) => return Err(self.ended(asked)),
            }
        }
    }

    /// The error for an answer of more than [`MOST`] bytes.
    pub(super) fn too_much(&mut self, asked: &str) -> ForeignError {
        self.has_failed = true;
        ForeignError::TooMuch { asked: shown(asked), most: MOST }
    }

    fn silent(&mut self, asked: &str, deadline: &Deadline<'_>) -> ForeignError {
        self.has_failed = true;
        ForeignError::Silent {
            asked: shown(asked),
            within: deadline.allowed,
            heard: self.heard.clone(),
        }
    }

    /// The error for a process that closed its stdout.
    fn ended(&mut self, asked: &str) -> ForeignError {
        let status = if self.ends_within(FAREWELL) {
            self.process.end().map(|status| status.to_string())
        } else {
            None
        };
        // The thread that reads stderr may be late.
        thread::sleep(Duration::from_millis(20));
        ForeignError::Ended {
            asked: shown(asked),
            status: status.unwrap_or_else(|| "it closed its output".to_owned()),
            last_words: self.last_words.lock().unwrap_or_else(PoisonError::into_inner).clone(),
        }
    }

    /// Whether the process ends within this time.
    fn ends_within(&mut self, longest: Duration) -> bool {
        let begin = Instant::now();
        let mut pause = Duration::from_millis(1);
        while !self.process.has_ended() {
            if begin.elapsed() >= longest {
                return false;
            }
            thread::sleep(pause);
            pause = (pause * 2).min(Duration::from_millis(20));
        }
        true
    }
}

impl Drop for Process {
    /// Asks the process to end. Dropping it ends it if it does not.
    fn drop(&mut self) {
        if !interrupt::requested() && !self.has_failed {
            self.send("quit");
            // Closes its stdin after the last line.
            self.input = None;
            self.ends_within(FAREWELL);
        }
    }
}

/// The end of the time for something, and whether anyone still waits for it.
#[derive(Clone, Copy)]
pub(super) struct Deadline<'w> {
    begin: Instant,
    allowed: Duration,
    go_on: &'w dyn Fn() -> ControlFlow<()>,
}

impl Deadline<'static> {
    /// So long from now on.
    pub(super) fn after(allowed: Duration) -> Self {
        Deadline { begin: Instant::now(), allowed, go_on: &|| ControlFlow::Continue(()) }
    }
}

impl Deadline<'_> {
    /// The same, which also ends when `go_on` breaks. That is called every few milliseconds.
    pub(super) fn while_wanted(self, go_on: &dyn Fn() -> ControlFlow<()>) -> Deadline<'_> {
        Deadline { go_on, begin: self.begin, allowed: self.allowed }
    }

    fn left(&self) -> Duration {
        self.allowed.saturating_sub(self.begin.elapsed())
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;
    use std::sync::Mutex;

    use super::{MOST_ERRORS, listen_to_errors};
    use crate::engine::ErrorFile;

    #[test]
    fn no_more_of_an_engines_stderr_is_kept_than_a_file_should_have() {
        let path = std::env::temp_dir().join(format!("plyscope-stderr-{}", std::process::id()));
        let _ = std::fs::remove_file(&path);
        let place = ErrorFile::default();
        place.set(path.clone());
        let last = Mutex::new(String::new());
        let flood = std::io::repeat(b'x').take(MOST_ERRORS + (1 << 20)).chain(&b"\nthe end\n"[..]);
        listen_to_errors(flood, &place, &last);
        let kept = std::fs::read_to_string(&path).unwrap();
        std::fs::remove_file(&path).unwrap();
        assert!(kept.len() as u64 <= MOST_ERRORS + (1 << 17), "{}", kept.len());
        let told = format!("(plyscope keeps {MOST_ERRORS} bytes of this for a game)");
        assert_eq!(kept.lines().last(), Some(told.as_str()));
        assert_eq!(*last.lock().unwrap(), "the end");
    }
}
