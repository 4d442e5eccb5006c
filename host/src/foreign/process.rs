//! A child process that is asked and answers line by line, with deadlines.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Read, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::ForeignError;
use crate::engine::{ErrorFile, ForeignEngine};
use crate::interrupt;

/// Lines that wait to be read; a process that writes more waits.
const LINES: usize = 1024;
/// The longest line, in bytes. The rest of a longer one is another line.
const LONGEST: u64 = 1 << 16;
/// How often an interrupt, or the end of interest in an answer, is looked for.
const LOOK: Duration = Duration::from_millis(50);
/// The time that a process has to end by itself.
const FAREWELL: Duration = Duration::from_millis(500);
/// The most characters of an engine's line in a message.
const SHOWN: usize = 100;

/// A running engine. Dropping it ends the process, and those that it started.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    /// Lines for its stdin; a thread writes them, because a process that does not read must not block this one.
    input: Option<Sender<String>>,
    output: Receiver<String>,
    last_words: Arc<Mutex<String>>,
    /// The last line heard, for messages.
    heard: String,
    /// Whether it did not answer: then it is not asked to end.
    has_failed: bool,
    /// Whether it was ended.
    is_over: bool,
}

/// A line, shortened for a message.
pub(super) fn shown(line: &str) -> String {
    let mut text: String = line.chars().take(SHOWN).collect();
    if text.len() < line.len() {
        text.push('…');
    }
    text
}

/// The lines of a stream, with other bytes than UTF-8 replaced.
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

/// Keeps the last line of stderr, and appends all to the file.
fn listen_to_errors(stream: impl Read, place: &ErrorFile, last: &Mutex<String>) {
    let mut file = None;
    lines(stream, |line| {
        if file.is_none() {
            file = place.path().and_then(append);
        }
        if let Some(file) = &mut file {
            // What cannot be kept is lost; the game goes on.
            let _ = writeln!(file, "{line}");
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
            command.current_dir(directory);
        }
        // A group of its own: Ctrl-C is for this program, and the engine's own children can be ended with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(failed)?;
        let (input, to_write): (Sender<String>, _) = channel();
        let (heard, output): (SyncSender<String>, _) = sync_channel(LINES);
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
        if let Some(stdout) = child.stdout.take() {
            thread::spawn(move || lines(stdout, |line| heard.send(line).is_ok()));
        }
        if let Some(stderr) = child.stderr.take() {
            let (file, last) = (engine.stderr.clone(), Arc::clone(&last_words));
            thread::spawn(move || listen_to_errors(stderr, &file, &last));
        }
        Ok(Self {
            child,
            input: Some(input),
            output,
            last_words,
            heard: String::new(),
            has_failed: false,
            is_over: false,
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
            match self.output.recv_timeout(left.min(LOOK)) {
                Ok(line) => {
                    if !line.trim().is_empty() {
                        self.heard = shown(&line);
                    }
                    // A stream of lines that are no answer must end, too.
                    if left.is_zero() {
                        return Err(self.silent(asked, deadline));
                    }
                    return Ok(line);
                }
                Err(RecvTimeoutError::Timeout) if left.is_zero() => {
                    return Err(self.silent(asked, deadline));
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended(asked)),
            }
        }
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
            self.end();
            self.child.try_wait().ok().flatten().map(|status| status.to_string())
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
        while !has_ended(&mut self.child) {
            if begin.elapsed() >= longest {
                return false;
            }
            thread::sleep(pause);
            pause = (pause * 2).min(Duration::from_millis(20));
        }
        true
    }

    /// Ends the process and those that it started.
    fn end(&mut self) {
        if self.is_over {
            return;
        }
        self.is_over = true;
        // The number is that of this process as long as it has not been waited for, so that nothing else is ended.
        #[cfg(unix)]
        if let Some(group) =
            i32::try_from(self.child.id()).ok().and_then(rustix::process::Pid::from_raw)
        {
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Whether a process has ended. It is not waited for: its number stays its own.
#[cfg(unix)]
fn has_ended(child: &mut Child) -> bool {
    use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
    let Some(pid) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) else { return true };
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    !matches!(waitid(WaitId::Pid(pid), options), Ok(None))
}

/// Whether a process has ended.
#[cfg(not(unix))]
fn has_ended(child: &mut Child) -> bool {
    !matches!(child.try_wait(), Ok(None))
}

impl Drop for Process {
    /// Asks the process to end, and ends it if it does not.
    fn drop(&mut self) {
        if !self.is_over && !interrupt::requested() && !self.has_failed {
            self.send("quit");
            // Closes its stdin after the last line.
            self.input = None;
            self.ends_within(FAREWELL);
        }
        self.end();
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
