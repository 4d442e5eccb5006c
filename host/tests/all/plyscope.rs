//! The command as the tests run it: its words, what it is given, and what it must answer.

use std::ffi::OsStr;
use std::fs;
use std::io::{self, BufRead as _, BufReader, Read, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

/// The program under test.
pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_plyscope");

/// Longer than anything takes that a test waits for, on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// The most time for a whole command in a debug build on a busy machine.
const WHOLE: Duration = Duration::from_secs(900);

/// The most time for the end of a command that was told to end: a few slices of the slowest search on a busy machine.
const END: Duration = Duration::from_secs(20);

/// The words before a command that heeds signals even if the tests run with signals ignored, as under `nohup` or in the background of a
/// script.
const HEEDING: &[&str] = match cfg!(target_os = "linux") {
    true => &["env", "--default-signal=HUP,INT,QUIT,TERM"],
    false => &["env"],
};

/// The command with these words, separated by spaces.
pub(crate) fn plyscope(words: impl AsRef<str>) -> Plyscope {
    behind(&[], words)
}

/// The command behind other words, such as `setsid`.
pub(crate) fn behind(before: &[&str], words: impl AsRef<str>) -> Plyscope {
    let before = [HEEDING, before, &[PROGRAM]].concat();
    let mut command = Command::new(before[0]);
    command.args(&before[1..]).args(words.as_ref().split_whitespace());
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    Plyscope { command, input: None }
}

/// The command in a shell that does this first, such as `ulimit`.
pub(crate) fn in_shell_after(script: &str, words: impl AsRef<str>) -> Plyscope {
    behind(&["sh", "-c", &format!("{script}; exec \"$0\" \"$@\"")], words)
}

/// A command to be run.
#[derive(Debug)]
pub(crate) struct Plyscope {
    command: Command,
    input: Option<Vec<u8>>,
}

impl Plyscope {
    /// One more word, which may contain spaces.
    pub(crate) fn arg(mut self, word: impl AsRef<OsStr>) -> Self {
        self.command.arg(word);
        self
    }

    pub(crate) fn args(mut self, words: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Self {
        self.command.args(words);
        self
    }

    pub(crate) fn in_directory(mut self, directory: impl AsRef<Path>) -> Self {
        self.command.current_dir(directory);
        self
    }

    /// Keeps unfinished games in this directory.
    pub(crate) fn in_state(mut self, directory: &Path) -> Self {
        self.command.env("XDG_STATE_HOME", directory);
        self
    }

    /// The whole standard input.
    pub(crate) fn stdin(mut self, input: impl Into<Vec<u8>>) -> Self {
        self.input = Some(input.into());
        self.typed()
    }

    /// An input that stays open, for [`Running::types`].
    pub(crate) fn typed(mut self) -> Self {
        self.command.stdin(Stdio::piped());
        self
    }

    pub(crate) fn stdout(mut self, to: impl Into<Stdio>) -> Self {
        self.command.stdout(to);
        self
    }

    pub(crate) fn stderr(mut self, to: impl Into<Stdio>) -> Self {
        self.command.stderr(to);
        self
    }

    /// Gives it a terminal, opened once for each of its streams.
    pub(crate) fn on_terminal<T: Into<Stdio>>(mut self, open: impl Fn() -> T) -> Self {
        self.command.env("TERM", "xterm-256color");
        self.command.stdin(open()).stdout(open()).stderr(open());
        self
    }

    pub(crate) fn start(mut self) -> Running {
        let mut child = self.command.spawn().expect("the command starts");
        let (out, errors) = (lines(child.stdout.take()), lines(child.stderr.take()));
        let mut input = child.stdin.take();
        if let Some(bytes) = &self.input {
            // A command that fails at once does not read it.
            let _ = input.take().expect("a pipe").write_all(bytes);
        }
        Running { command: format!("{:?}", self.command), child, input, out, errors }
    }

    /// Runs it to its end with a reader that takes these many bytes and closes the pipe.
    pub(crate) fn read_in_part(self, bytes: usize) -> Ended {
        let (mut reader, writer) = io::pipe().expect("a pipe");
        let running = self.stdout(writer).start();
        reader.read_exact(&mut vec![0; bytes]).expect("output");
        drop(reader);
        running.ends_within(WHOLE)
    }

    /// Runs it to its end.
    pub(crate) fn ends(self) -> Ended {
        self.start().ends_within(WHOLE)
    }

    pub(crate) fn succeeds(self) -> Ended {
        self.ends_with(0)
    }

    /// Runs it to its end, which must have this exit code.
    pub(crate) fn ends_with(self, code: i32) -> Ended {
        let ended = self.ends();
        assert_eq!(ended.code, Some(code), "{ended:?}");
        ended
    }

    /// Standard output of a command that must succeed.
    pub(crate) fn text(self) -> String {
        self.succeeds().out
    }

    /// All rows in JSON of a command that must succeed.
    pub(crate) fn rows(self) -> Vec<Value> {
        self.args(["--format", "json"]).succeeds().rows()
    }

    /// The only row in JSON of a command that must succeed.
    pub(crate) fn json(self) -> Value {
        serde_json::from_str(&self.args(["--format", "json"]).text()).expect("one row in JSON")
    }

    /// The message of a command that must fail with this exit code, in one line. With 2, it has done nothing.
    pub(crate) fn fails(self, code: i32) -> String {
        let ended = self.ends_with(code);
        assert!(code != 2 || ended.out.is_empty(), "{ended:?}");
        assert_eq!(ended.errors.trim_end().lines().count(), 1, "{ended:?}");
        ended.errors
    }
}

/// What a command has left.
#[derive(Debug)]
pub(crate) struct Ended {
    #[expect(dead_code, reason = "for messages of failed tests")]
    command: String,
    /// The exit code; `None` after a signal that the command did not catch.
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) errors: String,
}

impl Ended {
    pub(crate) fn rows(&self) -> Vec<Value> {
        self.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
    }

    /// The games of a tournament in JSON.
    pub(crate) fn games(&self) -> Vec<Value> {
        self.rows().into_iter().filter(|row| row["kind"] == "game").collect()
    }
}

/// A command that runs. It is killed if the test ends before it.
pub(crate) struct Running {
    command: String,
    pub(crate) child: Child,
    pub(crate) input: Option<ChildStdin>,
    out: Lines,
    errors: Lines,
}

/// Lines with their ends, and when they came.
type Lines = Receiver<(Instant, Vec<u8>)>;

/// Reads lines in a thread, so that a command never waits for its reader.
fn lines(stream: Option<impl Read + Send + 'static>) -> Lines {
    let (sender, lines) = mpsc::channel();
    if let Some(stream) = stream {
        let mut stream = BufReader::new(stream);
        thread::spawn(move || {
            loop {
                let mut line = Vec::new();
                if !stream.read_until(b'\n', &mut line).is_ok_and(|count| count > 0) {
                    break;
                }
                let _ = sender.send((Instant::now(), line));
            }
        });
    }
    lines
}

impl Running {
    /// Types a line.
    pub(crate) fn types(&mut self, line: &str) {
        writeln!(self.input.as_mut().expect("an open input"), "{line}").expect("it reads");
    }

    /// Ends the input.
    pub(crate) fn stops_typing(&mut self) {
        self.input = None;
    }

    /// The next line on standard output that contains this.
    pub(crate) fn says(&self, part: &str) -> String {
        self.line(&self.out, part).1
    }

    /// The next line on standard error that contains this, and when it came.
    pub(crate) fn warns(&self, part: &str) -> (Instant, String) {
        self.line(&self.errors, part)
    }

    /// The next line on standard output; `None` at the end.
    pub(crate) fn next_line(&self) -> Option<String> {
        Some(self.next(&self.out, Instant::now() + PATIENCE)?.1)
    }

    fn line(&self, lines: &Lines, part: &str) -> (Instant, String) {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let next = self.next(lines, deadline);
            let next = next.unwrap_or_else(|| panic!("no {part:?} from {}", self.command));
            if next.1.contains(part) {
                return next;
            }
        }
    }

    fn next(&self, lines: &Lines, deadline: Instant) -> Option<(Instant, String)> {
        match lines.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            Ok((when, line)) => Some((when, text(line).trim_end_matches('\n').to_owned())),
            Err(RecvTimeoutError::Disconnected) => None,
            Err(RecvTimeoutError::Timeout) => panic!("no line from {}", self.command),
        }
    }

    /// Waits until this is so. A command that ends before, or takes too long, fails the test.
    pub(crate) fn until(&mut self, what: &str, is_so: impl Fn() -> bool) {
        let deadline = Instant::now() + PATIENCE;
        while !is_so() {
            assert!(self.runs() || is_so(), "{} ended before {what}", self.command);
            assert!(Instant::now() < deadline, "no {what} within {PATIENCE:?}: {}", self.command);
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// Waits until this is so, or the command has ended.
    pub(crate) fn until_or_its_end(&mut self, is_so: impl Fn() -> bool) {
        let deadline = Instant::now() + PATIENCE;
        while !is_so() && self.runs() {
            assert!(Instant::now() < deadline, "nothing within {PATIENCE:?}: {}", self.command);
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// Waits until the command has worked for 0.3 s of processor time, which is long after it began to heed signals. Where the system
    /// does not tell, this takes a second.
    pub(crate) fn until_it_works(&mut self) {
        let stat = format!("/proc/{}/stat", self.child.id());
        if !cfg!(target_os = "linux") {
            return thread::sleep(Duration::from_secs(1));
        }
        self.until("0.3 s of work", || {
            let stat = fs::read_to_string(&stat).unwrap_or_default();
            // After the name in parentheses; the eleventh and twelfth are the hundredths of a second in the program and in the system.
            let words = stat.rsplit_once(')').unwrap_or_default().1.split_whitespace();
            words.skip(11).take(2).filter_map(|word| word.parse::<u32>().ok()).sum::<u32>() >= 30
        });
    }

    /// Waits until the command heeds Ctrl-C, which ends it before that, as any program: on a busy machine it may take a tenth of a
    /// second to start. Where the system does not tell, this waits for nothing.
    pub(crate) fn until_it_heeds_signals(&mut self) {
        const INTERRUPT: u64 = 1 << 1;
        if !cfg!(target_os = "linux") {
            return;
        }
        let status = format!("/proc/{}/status", self.child.id());
        self.until("handler of signals", || {
            let status = fs::read_to_string(&status).unwrap_or_default();
            let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
            caught.is_some_and(|set| u64::from_str_radix(set.trim(), 16).unwrap() & INTERRUPT != 0)
        });
    }

    pub(crate) fn runs(&mut self) -> bool {
        self.child.try_wait().expect("a child").is_none()
    }

    pub(crate) fn signal(&self, name: &str) -> Instant {
        let number = self.child.id().to_string();
        let status = Command::new("kill").args(["-s", name, &number]).status().expect("kill");
        assert!(status.success(), "{} has ended", self.command);
        Instant::now()
    }

    /// Ends it at once, with what it has said.
    pub(crate) fn kill(mut self) -> Ended {
        self.child.kill().expect("it can be killed");
        self.ends()
    }

    /// Waits for the end, which must be near.
    pub(crate) fn ends(self) -> Ended {
        self.ends_within(END)
    }

    pub(crate) fn ends_within(self, time: Duration) -> Ended {
        let command = self.command.clone();
        self.ends_if_within(time).unwrap_or_else(|| panic!("{command} does not end"))
    }

    /// What it has left, if it ends in this time.
    pub(crate) fn ends_if_within(mut self, time: Duration) -> Option<Ended> {
        let deadline = Instant::now() + time;
        let code = self.status_before(deadline)?.code();
        let [out, errors] = [&self.out, &self.errors].map(|lines| {
            let mut rest = Vec::new();
            loop {
                match lines.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                    Ok((_, line)) => rest.extend(line),
                    Err(RecvTimeoutError::Disconnected) => break text(rest),
                    Err(RecvTimeoutError::Timeout) => panic!("{}: an open output", self.command),
                }
            }
        });
        Some(Ended { command: std::mem::take(&mut self.command), code, out, errors })
    }

    /// Whether it still runs after this time.
    pub(crate) fn runs_for(&mut self, time: Duration) -> bool {
        self.status_before(Instant::now() + time).is_none()
    }

    /// Waits for the end of the process only: others may hold its output.
    pub(crate) fn status(&mut self) -> ExitStatus {
        let status = self.status_before(Instant::now() + END);
        status.unwrap_or_else(|| panic!("{} does not end", self.command))
    }

    fn status_before(&mut self, deadline: Instant) -> Option<ExitStatus> {
        loop {
            let status = self.child.try_wait().expect("a child");
            if status.is_some() || Instant::now() > deadline {
                return status;
            }
            thread::sleep(Duration::from_millis(2));
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).expect("output is UTF-8")
}
