//! What a search thinks, depth by depth: `plyscope search --info`.

use std::io::{self, Write as _};
use std::time::Instant;

use crate::judged::Judged;
use crate::player::Thought;
use plyscope_core::Bound;
use plyscope_core::othello::strong::Stage;
use serde::Serialize;
use statrs::distribution::{ContinuousCDF as _, Normal};

use super::args::Format;
use super::output::grouped;

/// What a search thinks after one depth or stage.
#[derive(Serialize)]
pub(super) struct Line {
    /// Of the finished search, in plies; for a proof, the number of empty squares.
    depth: u32,
    /// What a proof has proven: who wins, or the exact score.
    #[serde(skip_serializing_if = "Option::is_none")]
    proof: Option<&'static str>,
    /// Confidence of each estimate, from 0 to 1, if the value rests on any.
    #[serde(skip_serializing_if = "Option::is_none")]
    confidence: Option<f64>,
    /// `side`, `value`, `unit`, `result`, `bound` and `proven`.
    #[serde(flatten)]
    judged: Judged,
    nodes: u64,
    seconds: f64,
    pv: Vec<String>,
}

/// Collects or prints what a search thinks.
pub(super) struct Thoughts {
    format: Format,
    start: Instant,
    pub(super) lines: Vec<Line>,
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
        let report = &thought.report;
        let (proof, confidence) = match thought.stage {
            Some(Stage::Outcome) => (Some("outcome"), None),
            Some(Stage::Exact) => (Some("exact"), None),
            Some(Stage::Middle { confidence, .. } | Stage::Selective { confidence, .. })
                if report.bound == Bound::Estimate =>
            {
                (None, Some(Normal::standard().cdf(f64::from(confidence) / 100.0)))
            }
            _ => (None, None),
        };
        let line = Line {
            depth: report.depth,
            proof,
            confidence,
            judged,
            nodes: report.counts.generated,
            seconds: self.start.elapsed().as_secs_f64(),
            pv: report.principal_variation.iter().map(|&mv| name(mv)).collect(),
        };
        if self.format == Format::Table {
            // A search that nobody watches any more goes on.
            let _ = write(&line, self.lines.is_empty());
        }
        self.lines.push(line);
    }
}

/// Prints a line, and the header before the first.
fn write(line: &Line, first: bool) -> io::Result<()> {
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
