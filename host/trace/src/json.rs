//! Traces as JSON: one object a line.

use std::io::{self, Write};

use super::event::Event;
use super::tracer::Sink;

/// Writes one JSON object a line.
#[derive(Debug)]
pub struct Json<W> {
    out: W,
}

impl<W: Write> Json<W> {
    /// Writes to `out`.
    pub const fn new(out: W) -> Self {
        Self { out }
    }
}

impl<W: Write> Sink for Json<W> {
    fn take(&mut self, event: &Event<'_>) -> io::Result<()> {
        serde_json::to_writer(&mut self.out, event)?;
        self.out.write_all(b"\n")
    }
}

/// Keeps JSON lines up to a size, and counts the rest.
#[derive(Debug)]
pub struct Counting {
    lines: Vec<u8>,
    most: usize,
    events: u64,
    bytes: u64,
}

impl Counting {
    /// Keeps at most so many bytes.
    #[must_use]
    pub const fn new(most: usize) -> Self {
        Self { lines: Vec::new(), most, events: 0, bytes: 0 }
    }

    /// The number of events.
    #[must_use]
    pub const fn events(&self) -> u64 {
        self.events
    }

    /// The size of all events in bytes.
    #[must_use]
    pub const fn bytes(&self) -> u64 {
        self.bytes
    }

    /// All events as JSON lines; `None` if they were too many.
    #[must_use]
    pub fn lines(&self) -> Option<&str> {
        let all = self.lines.len() as u64 == self.bytes;
        all.then(|| str::from_utf8(&self.lines).unwrap_or_default())
    }
}

impl Sink for Counting {
    fn take(&mut self, event: &Event<'_>) -> io::Result<()> {
        let mut line = serde_json::to_vec(event)?;
        line.push(b'\n');
        self.events += 1;
        self.bytes += line.len() as u64;
        if self.bytes <= self.most as u64 {
            self.lines.extend(line);
        } else {
            // Incomplete events are of no use.
            self.lines = Vec::new();
        }
        Ok(())
    }
}
