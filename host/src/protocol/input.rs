//! Lines of input, read on a thread of their own, so that a search can be interrupted by what comes in.

use std::collections::VecDeque;
use std::io::{BufRead, Read as _};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

/// The longest line, in bytes; the rest of a longer one is skipped.
const LONGEST: u64 = 1 << 20;
/// Lines that wait. The thread reads no more until there are fewer.
const MOST: usize = 4096;

#[derive(Debug, Default)]
struct Lines {
    waiting: VecDeque<String>,
    ended: bool,
}

/// The lines that have come in.
#[derive(Clone, Debug, Default)]
pub(super) struct Inbox(Arc<(Mutex<Lines>, Condvar)>);

impl Inbox {
    /// Starts to read. The thread ends with the input.
    pub(super) fn reading(mut input: impl BufRead + Send + 'static) -> Self {
        let inbox = Self::default();
        let same = inbox.clone();
        thread::spawn(move || {
            let mut skips = false;
            loop {
                let mut line = Vec::new();
                let end = match (&mut input).take(LONGEST).read_until(b'\n', &mut line) {
                    Ok(0) | Err(_) => true,
                    Ok(_) => false,
                };
                let is_whole = line.ends_with(b"\n");
                if !end && !skips {
                    same.put(
                        String::from_utf8_lossy(&line).trim_end_matches(['\r', '\n']).to_owned(),
                    );
                }
                skips = !is_whole;
                if end {
                    same.lock().ended = true;
                    same.0.1.notify_all();
                    return;
                }
            }
        });
        inbox
    }

    fn lock(&self) -> MutexGuard<'_, Lines> {
        self.0.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn put(&self, line: String) {
        let mut lines = self.lock();
        while lines.waiting.len() >= MOST {
            lines = self.0.1.wait(lines).unwrap_or_else(PoisonError::into_inner);
        }
        lines.waiting.push_back(line);
        self.0.1.notify_all();
    }

    /// The next line; waits for it. `None` at the end of the input.
    pub(super) fn next(&self) -> Option<String> {
        let mut lines = self.lock();
        loop {
            if let Some(line) = lines.waiting.pop_front() {
                self.0.1.notify_all();
                return Some(line);
            }
            if lines.ended {
                return None;
            }
            lines = self.0.1.wait(lines).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Whether a line waits that is like this.
    pub(super) fn has(&self, like: impl Fn(&str) -> bool) -> bool {
        self.lock().waiting.iter().any(|line| like(line))
    }

    /// Whether the input has ended.
    pub(super) fn has_ended(&self) -> bool {
        self.lock().ended
    }
}

#[cfg(test)]
mod tests {
    use super::{Inbox, LONGEST};

    #[test]
    fn lines_come_in_order_whatever_their_ends_and_bytes() {
        let mut input = b"one\r\ntwo\n\xff\n".to_vec();
        input.extend(vec![b'x'; LONGEST as usize + 10]);
        input.extend(b"\nlast");
        let inbox = Inbox::reading(std::io::Cursor::new(input));
        let lines: Vec<String> = std::iter::from_fn(|| inbox.next()).collect();
        let short: Vec<&str> =
            lines.iter().map(String::as_str).filter(|line| line.len() < 9).collect();
        assert_eq!(short, ["one", "two", "\u{fffd}", "last"]);
        assert_eq!(lines.len(), 5);
        assert!(inbox.has_ended());
    }
}
