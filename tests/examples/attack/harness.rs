//! Running the attacked program: its ends, its output, its memory, and what must be true of every end.

use std::fs;
use std::io::{Read, Write as _};
use std::os::unix::process::ExitStatusExt as _;
use std::path::Path;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use super::case::Verdict;

/// How often a running program is looked at.
const LOOK: Duration = Duration::from_millis(5);

/// How much of an output is kept; the rest is read and dropped.
const KEPT: usize = 4 << 20;

/// How long a program that is told to end may take on a machine with nothing else to do.
pub(crate) const END: Duration = Duration::from_secs(2);

/// This time, and more of it where more programs want to run than there are cores; at most six times as much.
pub(crate) fn allowed(time: Duration) -> Duration {
    let load = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let load: f64 = load.split(' ').next().and_then(|text| text.parse().ok()).unwrap_or(1.0);
    let cores = thread::available_parallelism().map_or(1, usize::from) as f64;
    time.mul_f64((load / cores).clamp(1.0, 6.0))
}

/// What a pipe delivers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Output {
    kept: Arc<Mutex<Vec<u8>>>,
    ended: Arc<Mutex<bool>>,
}

impl Output {
    fn of(mut pipe: impl Read + Send + 'static) -> Self {
        let output = Self::default();
        let shared = output.clone();
        thread::spawn(move || {
            let mut buffer = [0; 1 << 16];
            while let Ok(read @ 1..) = pipe.read(&mut buffer) {
                if let Ok(mut kept) = shared.kept.lock() {
                    let room = KEPT.saturating_sub(kept.len()).min(read);
                    kept.extend_from_slice(&buffer[..room]);
                }
            }
            if let Ok(mut ended) = shared.ended.lock() {
                *ended = true;
            }
        });
        output
    }

    /// What came so far.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        self.kept.lock().map(|kept| kept.clone()).unwrap_or_default()
    }

    /// What came so far, as text.
    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes()).into_owned()
    }

    /// Waits until this text came.
    pub(crate) fn until(&self, part: &str, limit: Duration) -> bool {
        wait(limit, || self.text().contains(part))
    }

    /// Gives the reader a moment for the last bytes. A process that was left behind may hold the pipe open.
    fn settle(&self) {
        wait(Duration::from_millis(500), || self.ended.lock().is_ok_and(|ended| *ended));
    }
}

/// Waits until this is true; says whether it became so within the time.
pub(crate) fn wait(limit: Duration, mut done: impl FnMut() -> bool) -> bool {
    let begun = Instant::now();
    loop {
        if done() {
            return true;
        }
        if begun.elapsed() > limit {
            return false;
        }
        thread::sleep(LOOK);
    }
}

/// A running program. It is killed when dropped.
#[derive(Debug)]
pub(crate) struct Running {
    child: Child,
    /// Its standard input, until it is taken.
    pub(crate) stdin: Option<ChildStdin>,
    /// Its standard output.
    pub(crate) stdout: Output,
    /// Its standard error.
    pub(crate) stderr: Output,
    peak: u64,
}

/// How a program ended.
#[derive(Debug)]
pub(crate) struct Ended {
    pub(crate) status: ExitStatus,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    /// Its most memory, in KB.
    pub(crate) peak: u64,
}

/// The words of a command line without quotes, `{}` being the directory.
pub(crate) fn words(line: &str, place: &Path) -> Vec<String> {
    line.split_whitespace().map(|word| word.replace("{}", &place.display().to_string())).collect()
}

/// The program in a directory of its own, with these words. It heeds signals also where this one was started with signals ignored, as in
/// the background of a script.
pub(crate) fn command(program: &Path, place: &Path, words: &[String]) -> Command {
    let mut command = Command::new("env");
    command.arg("--default-signal=HUP,INT,QUIT,TERM").arg(program).args(words);
    command.current_dir(place).env("XDG_STATE_HOME", place).env("LC_ALL", "C.UTF-8");
    command
}

impl Running {
    /// Starts a command with three pipes.
    pub(crate) fn start(mut command: Command) -> Result<Self, String> {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(|error| format!("{command:?}: {error}"))?;
        let stdin = child.stdin.take();
        let stdout = child.stdout.take().map(Output::of).unwrap_or_default();
        let stderr = child.stderr.take().map(Output::of).unwrap_or_default();
        Ok(Self { child, stdin, stdout, stderr, peak: 0 })
    }

    /// Starts the program with these words and no input.
    pub(crate) fn quiet(program: &Path, place: &Path, line: &str) -> Result<Self, String> {
        let mut running = Self::start(command(program, place, &words(line, place)))?;
        drop(running.stdin.take());
        Ok(running)
    }

    /// Its process.
    pub(crate) fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Sends a signal.
    pub(crate) fn signal(&self, signal: Signal) {
        signal_to(self.pid(), signal);
    }

    /// Writes to its input. An error means that it has closed it.
    pub(crate) fn write(&mut self, text: &[u8]) -> bool {
        self.stdin
            .as_mut()
            .is_some_and(|pipe| pipe.write_all(text).and_then(|()| pipe.flush()).is_ok())
    }

    /// Whether it still runs. Also looks at its memory.
    pub(crate) fn runs(&mut self) -> bool {
        self.peak = self.peak.max(peak(self.pid()));
        matches!(self.child.try_wait(), Ok(None))
    }

    /// Its most memory so far, in KB.
    pub(crate) fn peak(&mut self) -> u64 {
        self.peak = self.peak.max(peak(self.pid()));
        self.peak
    }

    /// Waits for the end; `None` if it does not end in this time, and is then killed.
    pub(crate) fn end(mut self, limit: Duration) -> Option<Ended> {
        if !wait(limit, || !self.runs()) {
            return None;
        }
        let status = self.child.wait().ok()?;
        self.stdout.settle();
        self.stderr.settle();
        let (stdout, stderr) = (self.stdout.text(), self.stderr.text());
        Some(Ended { status, stdout, stderr, peak: self.peak })
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Sends a signal to a process that the harness, or what it started, has started.
pub(crate) fn signal_to(pid: u32, signal: Signal) {
    if let Some(pid) = i32::try_from(pid).ok().and_then(Pid::from_raw) {
        let _ = kill_process(pid, signal);
    }
}

/// A process's most memory in KB, 0 if it is gone.
fn peak(pid: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}

/// Whether a process still computes or waits. A zombie does not.
pub(crate) fn lives(pid: u32) -> bool {
    let state = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    !state.is_empty() && !state.contains(") Z ") && !state.contains(") X ")
}

/// The end of a text, for messages.
pub(crate) fn tail(text: &str) -> String {
    let lines: Vec<&str> = text.lines().rev().take(6).collect();
    let lines = lines.into_iter().rev().map(|line| line.chars().take(400).collect::<String>());
    lines.collect::<Vec<_>>().join("\n").escape_default().to_string().replace("\\n", "\n")
}

impl Ended {
    /// The exit code as a shell has it: 128 and the number of the signal that ended it.
    pub(crate) fn code(&self) -> i32 {
        self.status.code().unwrap_or_else(|| 128 + self.status.signal().unwrap_or(0))
    }

    /// What must be true of every end: one of these exit codes, no panic, and an error has one line.
    pub(crate) fn is_sane(&self, codes: &[i32]) -> Verdict {
        let wrong =
            |what: &str| Err(format!("{what}: exit code {}: {}", self.code(), tail(&self.stderr)));
        if self.stderr.contains("panicked at") || self.stderr.contains("overflowed its stack") {
            return wrong("it panicked");
        }
        if !codes.contains(&self.code()) {
            return wrong(&format!("the exit code is none of {codes:?}"));
        }
        let errors = self.stderr.lines().filter(|line| line.starts_with("error")).count();
        // A signal may come when the error has been told.
        let mut lines =
            self.stderr.lines().filter(|line| !line.is_empty() && !line.starts_with("Stopping"));
        let last = lines.next_back().unwrap_or_default();
        match self.code() {
            // A tournament with forfeited games has its word on stdout or as a warning.
            1 if errors == 0 && !self.stderr.trim().is_empty() => Ok(()),
            1 if errors == 0 && !self.stdout.is_empty() => Ok(()),
            1 | 2 if errors != 1 => wrong(&format!("{errors} lines begin with \"error\"")),
            1 | 2 if !last.starts_with("error") => wrong("the error is not the last line"),
            _ => Ok(()),
        }
    }

    /// That no control sequence of others came through: no escape character or other control but tab, line end, and the carriage return.
    pub(crate) fn is_plain(&self) -> Verdict {
        for (name, text) in [("stdout", &self.stdout), ("stderr", &self.stderr)] {
            let bad =
                text.chars().find(|&letter| letter.is_control() && !"\t\n\r\u{8}".contains(letter));
            if let Some(bad) = bad {
                return Err(format!("{bad:?} on {name}: {}", tail(text)));
            }
        }
        Ok(())
    }

    /// That it used at most so many KB more than this.
    pub(crate) fn is_small(&self, quiet: u64) -> Verdict {
        is_small(self.peak, quiet)
    }
}

/// That a peak of memory is at most 100 MB above the quiet program's, both in KB.
pub(crate) fn is_small(peak: u64, quiet: u64) -> Verdict {
    if peak > quiet + (100 << 10) {
        return Err(format!("it used {} MB; quiet, it uses {} MB", peak >> 10, quiet >> 10));
    }
    Ok(())
}

/// Runs a command without input to its end.
pub(crate) fn run(
    program: &Path,
    place: &Path,
    line: &str,
    limit: Duration,
) -> Result<Ended, String> {
    let limit = allowed(limit);
    Running::quiet(program, place, line)?
        .end(limit)
        .ok_or_else(|| format!("it did not end within {limit:?}: {line}"))
}

/// Runs a command that must succeed.
pub(crate) fn succeed(program: &Path, place: &Path, line: &str) -> Result<Ended, String> {
    let ended = run(program, place, line, Duration::from_secs(60))?;
    if ended.code() == 0 {
        Ok(ended)
    } else {
        Err(format!("{line}: exit code {}: {}", ended.code(), tail(&ended.stderr)))
    }
}
