//! What a search thinks, depth by depth: `plyscope search --info`.

use std::io::{self, Write as _};
use std::time::Instant;

use crate::judged::Judged;
use crate::player::{Iteration, Thought};

use super::args::Format;
use super::output::grouped;

/// Collects or prints what a search thinks.
pub(super) struct Thoughts {
    format: Format,
    start: Instant,
    pub(super) lines: Vec<Iteration>,
}

impl Thoughts {
    pub(super) fn new(format: Format) -> Self {
        Self { format, start: Instant::now(), lines: Vec::new() }
    }

    /// Takes a thought with its value; `name` names moves.
    pub(super) fn take<M: Copy>(
        &mut self,
        thought: &Thought<'_, M>,
        judged: Judged,
        name: impl Fn(M) -> String,
    ) {
        let line = Iteration::new(thought, judged, self.start.elapsed(), name);
        if self.format == Format::Table {
            // A search that nobody watches any more goes on.
            let _ = write(&line, self.lines.is_empty());
        }
        self.lines.push(line);
    }
}

/// Prints a line, and the header before the first.
fn write(line: &Iteration, first: bool) -> io::Result<()> {
    let mut out = io::stdout().lock();
    if first {
        writeln!(
            out,
            "{:>9}  {:>18}  {:>14}  {:>8}  {:>10}  line",
            "depth", "value", "nodes", "time", "nodes/s"
        )?;
    }
    let depth = match (line.proof, line.confidence) {
        (Some(proof), _) => proof.to_owned(),
        (None, Some(confidence)) => format!("{}@{:.0}%", line.depth, 100.0 * confidence),
        (None, None) => line.depth.to_string(),
    };
    let rate = line.nodes as f64 / line.seconds.max(1e-6);
    writeln!(
        out,
        "{depth:>9}  {:>18}  {:>14}  {:>7.2}s  {:>8.2} M  {}",
        line.judged,
        grouped(line.nodes),
        line.seconds,
        rate / 1e6,
        line.pv.join(" ")
    )
}
