//! Lines of input, read on a thread of their own, so that a search can be interrupted by what comes in.
//!
//! Whoever writes them may be hostile or broken: a line has a longest length, and lines wait up to a number and a sum of bytes. Then
//! nothing more is read, and the writer waits.

use std::collections::VecDeque;
use std::io::{self, BufRead, ErrorKind, Read as _};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// What an inbox holds at most.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// Bytes of a line. A longer one is refused, and its rest is skipped.
    pub line: usize,
    /// Lines that wait.
    pub lines: usize,
    /// Bytes of all lines that wait, as text: a byte that is no UTF-8 becomes three.
    pub bytes: usize,
}

impl Bounds {
    /// Of a program that sends commands. A game in GGF has some thousand bytes.
    pub const PROGRAM: Self = Self { line: 1 << 16, lines: 4096, bytes: 1 << 20 };
    /// Of an engine that answers.
    pub const ENGINE: Self = Self { line: 1 << 20, lines: 1024, bytes: 1 << 20 };
    /// Of a person, or a script in place of one.
    pub const PERSON: Self = Self { line: 1 << 14, lines: 1024, bytes: 1 << 16 };
}

/// A line that was longer than an inbox takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the line is longer than {most} bytes, so it was skipped: write shorter ones")]
pub struct TooLong {
    /// The most bytes of a line.
    pub most: usize,
}

/// What comes out of an inbox.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Incoming {
    /// A line, without its end.
    Line(String),
    /// A line that was refused.
    TooLong(TooLong),
    /// Nothing in this time.
    Nothing,
    /// The end of the input, and the reason if it is an error.
    Ended(Option<String>),
}

#[derive(Debug, Default)]
struct Lines {
    waiting: VecDeque<Result<String, TooLong>>,
    /// Of those that wait.
    bytes: usize,
    ended: bool,
    /// Why it ended, if not by itself.
    error: Option<String>,
    /// Whether nobody reads it any more.
    closed: bool,
}

impl Lines {
    fn take(&mut self) -> Option<Result<String, TooLong>> {
        let line = self.waiting.pop_front()?;
        self.bytes -= size(&line);
        Some(line)
    }
}

fn size(line: &Result<String, TooLong>) -> usize {
    line.as_ref().map_or(0, String::len)
}

#[derive(Debug, Default)]
struct Shared {
    lines: Mutex<Lines>,
    changed: Condvar,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Lines> {
        self.lines.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until there is room; false if nobody reads any more.
    fn put(&self, line: Result<String, TooLong>, bounds: Bounds) -> bool {
        let size = size(&line);
        let mut lines = self.lock();
        while !lines.closed
            && !lines.waiting.is_empty()
            && (lines.waiting.len() >= bounds.lines || lines.bytes + size > bounds.bytes)
        {
            lines = self.changed.wait(lines).unwrap_or_else(PoisonError::into_inner);
        }
        lines.bytes += size;
        lines.waiting.push_back(line);
        self.changed.notify_all();
        !lines.closed
    }
}

/// The readers' side; the thread that reads the input ends after the last of them.
#[derive(Debug)]
struct Handle(Arc<Shared>);

impl Drop for Handle {
    fn drop(&mut self) {
        self.0.lock().closed = true;
        self.0.changed.notify_all();
    }
}

/// The lines that have come in.
#[derive(Clone, Debug)]
pub struct Inbox(Arc<Handle>);

impl Inbox {
    /// Starts to read. The thread ends with the input, or after the inbox.
    ///
    /// # Errors
    /// The system's if there is no thread.
    pub fn reading(mut input: impl BufRead + Send + 'static, bounds: Bounds) -> io::Result<Self> {
        let shared = Arc::new(Shared::default());
        let inbox = Self(Arc::new(Handle(Arc::clone(&shared))));
        thread::Builder::new().spawn(move || {
            let end = read(&mut input, bounds, &shared);
            let mut lines = shared.lock();
            lines.ended = true;
            lines.error = end.err().map(|error| error.to_string());
            shared.changed.notify_all();
        })?;
        Ok(inbox)
    }

    fn shared(&self) -> &Shared {
        &self.0.0
    }

    /// The next line; waits for it. `None` at the end of the input.
    #[cfg(test)]
    fn next(&self) -> Option<Result<String, TooLong>> {
        loop {
            match self.next_within(Duration::from_secs(3600)) {
                Incoming::Line(line) => return Some(Ok(line)),
                Incoming::TooLong(error) => return Some(Err(error)),
                Incoming::Nothing => {}
                Incoming::Ended(_) => return None,
            }
        }
    }

    /// The next line, if there is one within this time.
    pub fn next_within(&self, longest: Duration) -> Incoming {
        let begin = Instant::now();
        let mut lines = self.shared().lock();
        loop {
            if let Some(line) = lines.take() {
                self.shared().changed.notify_all();
                return match line {
                    Ok(line) => Incoming::Line(line),
                    Err(error) => Incoming::TooLong(error),
                };
            }
            if lines.ended {
                return Incoming::Ended(lines.error.take());
            }
            let left = longest.saturating_sub(begin.elapsed());
            if left.is_zero() {
                return Incoming::Nothing;
            }
            let waited = self.shared().changed.wait_timeout(lines, left);
            lines = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Whether a line waits that is like this.
    pub fn has(&self, like: impl Fn(&str) -> bool) -> bool {
        self.shared().lock().waiting.iter().flatten().any(|line| like(line))
    }

    /// Whether the input has ended.
    pub fn has_ended(&self) -> bool {
        self.shared().lock().ended
    }
}

/// Reads lines until the end, or until nobody wants more.
fn read(input: &mut impl BufRead, bounds: Bounds, shared: &Shared) -> io::Result<()> {
    let too_long = TooLong { most: bounds.line };
    // One more than the text, for the line's end.
    let most = bounds.line as u64 + 1;
    let mut line = Vec::new();
    loop {
        line.clear();
        if (&mut *input).take(most).read_until(b'\n', &mut line)? == 0 {
            return Ok(());
        }
        let is_cut = line.len() > bounds.line && !line.ends_with(b"\n");
        let text = String::from_utf8_lossy(&line);
        let text = text.trim_end_matches(['\r', '\n']);
        let is_long = is_cut || text.len() > bounds.line;
        // Before the rest is skipped: a line without end must be told, too.
        let line_or_not = if is_long { Err(too_long) } else { Ok(text.to_owned()) };
        if !shared.put(line_or_not, bounds) {
            return Ok(());
        }
        if is_cut {
            skip_line(input, shared)?;
        }
    }
}

/// Skips what is left of a line, with its end.
fn skip_line(input: &mut impl BufRead, shared: &Shared) -> io::Result<()> {
    while !shared.lock().closed {
        let (count, is_end) = match input.fill_buf() {
            Ok([]) => return Ok(()),
            Ok(bytes) => match bytes.iter().position(|&byte| byte == b'\n') {
                Some(place) => (place + 1, true),
                None => (bytes.len(), false),
            },
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        input.consume(count);
        if is_end {
            return Ok(());
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::io::{BufReader, Cursor, Read};
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    use super::{Bounds, Inbox, Incoming, TooLong};

    const SMALL: Bounds = Bounds { line: 100, lines: 8, bytes: 400 };

    fn all(input: Vec<u8>, bounds: Bounds) -> Vec<Result<String, TooLong>> {
        let inbox = Inbox::reading(Cursor::new(input), bounds).unwrap();
        let lines = std::iter::from_fn(|| inbox.next()).collect();
        assert!(inbox.has_ended());
        lines
    }

    #[test]
    fn lines_come_in_order_whatever_their_ends_and_bytes() {
        let lines = all(b"one\r\ntwo\n\xff\n\nlast".to_vec(), SMALL);
        assert_eq!(lines, ["one", "two", "\u{fffd}", "", "last"].map(|line| Ok(line.to_owned())));
    }

    #[test]
    fn a_line_that_is_too_long_is_refused_and_its_rest_skipped() {
        let longest = "x".repeat(100);
        let mut input = format!("{longest}\n{longest}y\nnext\n").into_bytes();
        // As text, these are three times as long.
        input.extend([0xff; 40]);
        input.extend(b"\n");
        input.extend([b'z'; 100_000]);
        let long = TooLong { most: 100 };
        let expected = [Ok(longest), Err(long), Ok("next".to_owned()), Err(long), Err(long)];
        assert_eq!(all(input, SMALL), expected);
        assert!(long.to_string().contains("longer than 100 bytes"));
    }

    /// Endless lines, or one line without end, and how much of it was read.
    struct Endless(&'static [u8], Arc<AtomicUsize>);

    impl Read for Endless {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            let period = self.0.iter().cycle();
            let read = self.1.fetch_add(buffer.len(), Ordering::Relaxed);
            buffer
                .iter_mut()
                .zip(period.skip(read % self.0.len()))
                .for_each(|(to, &byte)| *to = byte);
            Ok(buffer.len())
        }
    }

    #[test]
    fn an_endless_input_is_read_only_as_far_as_its_lines_may_wait() {
        for (text, most) in [("y\n", 2 * 8), ("a line of some length, again and again\n", 400)] {
            let read = Arc::default();
            let input = BufReader::with_capacity(64, Endless(text.as_bytes(), Arc::clone(&read)));
            let inbox = Inbox::reading(input, SMALL).unwrap();
            assert_eq!(inbox.next(), Some(Ok(text.trim().to_owned())));
            std::thread::sleep(Duration::from_millis(50));
            let count = read.load(Ordering::Relaxed);
            assert!(count <= most + 4 * 64, "{count} bytes of {text:?}");
            // The thread ends with the inbox, and drops the input.
            drop(inbox);
            for _ in 0..1000 {
                if Arc::strong_count(&read) == 1 {
                    break;
                }
                std::thread::sleep(Duration::from_millis(5));
            }
            assert_eq!(Arc::strong_count(&read), 1);
        }
    }

    #[test]
    fn a_line_without_end_is_told_at_once_and_waits_in_no_memory() {
        let input = BufReader::new(Endless(b"y", Arc::default()));
        let inbox = Inbox::reading(input, SMALL).unwrap();
        assert_eq!(inbox.next(), Some(Err(TooLong { most: 100 })));
        assert_eq!(inbox.next_within(Duration::from_millis(20)), Incoming::Nothing);
        assert!(!inbox.has(|_| true) && !inbox.has_ended());
    }
}
