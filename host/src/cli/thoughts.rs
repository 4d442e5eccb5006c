//! What a search thinks, depth by depth: `plyscope search --info`.

use std::cell::RefCell;
use std::io::{self, Write as _};
use std::time::Instant;

use crate::player::Thought;
use plyscope_core::othello::strong::Stage;
use plyscope_core::{Bound, Value};
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
    value: String,
    nodes: u64,
    seconds: f64,
    pv: Vec<String>,
}

/// Collects or prints what a search thinks.
pub(super) struct Thoughts {
    format: Format,
    start: Instant,
    lines: RefCell<Vec<Line>>,
}

impl Thoughts {
    pub(super) fn new(format: Format) -> Self {
        Self { format, start: Instant::now(), lines: RefCell::new(Vec::new()) }
    }

    /// Takes a thought; `value` is its value in words, and `name` names moves.
    pub(super) fn take<M: Copy>(
        &self,
        thought: &Thought<'_, M>,
        value: String,
        name: impl Fn(M) -> String,
    ) {
        let report = &thought.report;
        let (proof, confidence) = match thought.stage {
            Some(Stage::Outcome) => (Some("outcome"), None),
            Some(Stage::Exact) => (Some("exact"), None),
            Some(Stage::Middle { confidence, .. }) if report.bound == Bound::Estimate => {
                (None, Some(Normal::standard().cdf(f64::from(confidence) / 100.0)))
            }
            _ => (None, None),
        };
        let line = Line {
            depth: report.depth,
            proof,
            confidence,
            value,
            nodes: report.counts.generated,
            seconds: self.start.elapsed().as_secs_f64(),
            pv: report.principal_variation.iter().map(|&mv| name(mv)).collect(),
        };
        let mut lines = self.lines.borrow_mut();
        if self.format == Format::Table {
            // A search that nobody watches any more goes on.
            let _ = write(&line, lines.is_empty());
        }
        lines.push(line);
    }

    /// The lines so far, for JSON.
    pub(super) fn lines(&self) -> Vec<Line> {
        self.lines.take()
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
        line.value,
        grouped(line.nodes),
        line.seconds,
        rate / 1e6,
        line.pv.join(" ")
    )
}

/// A value of Othello for `--info`: discs, or what is proven of the final score. `text` is the value in words, and `score` the final
/// score of a finished game with this value.
pub(super) fn othello_value(
    value: Value,
    bound: Bound,
    proven: bool,
    score: Option<i32>,
    text: impl Fn(Value) -> String,
) -> String {
    match (proven, bound, score) {
        (true, Bound::Exact, Some(score)) => format!("exact {score:+}"),
        (true, Bound::Lower, Some(score)) => format!("won, at least {score:+}"),
        (true, Bound::Upper, Some(score)) => format!("lost, at most {score:+}"),
        _ => text(value),
    }
}

#[cfg(test)]
mod tests {
    use plyscope_core::{Bound, Outcome, Value};

    use super::othello_value;

    #[test]
    fn only_what_is_proven_is_called_won_lost_or_exact() {
        let value = Value::decided(Outcome::scored(6));
        let of =
            |bound, proven| othello_value(value, bound, proven, Some(6), |_| "text".to_owned());
        assert_eq!(of(Bound::Exact, true), "exact +6");
        assert_eq!(of(Bound::Lower, true), "won, at least +6");
        for (bound, proven) in
            [(Bound::Exact, false), (Bound::Lower, false), (Bound::Estimate, false)]
        {
            assert_eq!(of(bound, proven), "text");
        }
        let value = Value::decided(Outcome::scored(-2));
        assert_eq!(
            othello_value(value, Bound::Upper, true, Some(-2), |_| String::new()),
            "lost, at most -2"
        );
    }
}
