//! What `plyscope solve` prints.

use comfy_table::Table;
use plyscope_core::{Bound, Value};
use serde::Serialize;

use super::super::output::grouped;
use crate::judged::{Judged, Unit};

/// How a game with this score ends.
pub(super) fn result_of(score: i32) -> &'static str {
    let won = Judged::new(Value::new(score), Bound::Exact, true, Unit::Discs, "the side to move");
    won.judgement().result().unwrap_or_default()
}

#[derive(Serialize)]
pub(super) struct Scored {
    #[serde(rename = "move")]
    pub(super) mv: String,
    pub(super) score: i32,
}

/// A position as printed. Scores are for the side to move.
#[derive(Serialize)]
pub(super) struct Row {
    pub(super) line: usize,
    pub(super) position: String,
    pub(super) empties: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) score: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) result: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) at_least: Option<i32>,
    /// Whether the score is at least that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) reached: Option<bool>,
    #[serde(rename = "move")]
    pub(super) best_move: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) moves: Vec<Scored>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) pv: Vec<String>,
    pub(super) nodes: u64,
    pub(super) seconds: f64,
    /// The score that the file gives.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) known: Option<i32>,
    /// Whether the answer agrees with it, and with the scores of listed moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) agrees: Option<bool>,
}

impl Row {
    /// The answer in words.
    fn answer(&self) -> String {
        match (self.score, self.result, self.at_least, self.reached) {
            (Some(score), ..) => format!("{score:+}"),
            (_, Some(result), ..) => result.to_owned(),
            (.., Some(least), Some(true)) => format!(">= {least:+}"),
            (.., Some(least), _) => format!("< {least:+}"),
            _ => String::new(),
        }
    }

    /// The best move, or all moves with their scores.
    fn moves(&self) -> String {
        if self.moves.is_empty() {
            return self.best_move.clone().unwrap_or_else(|| "-".to_owned());
        }
        let moves: Vec<_> =
            self.moves.iter().map(|Scored { mv, score }| format!("{mv}:{score:+}")).collect();
        moves.join(" ")
    }
}

/// What all positions took, and how many agree with their known scores.
#[derive(Default)]
pub(super) struct Total {
    pub(super) positions: usize,
    nodes: u64,
    seconds: f64,
    pub(super) known: usize,
    pub(super) disagreements: Vec<usize>,
}

impl Total {
    pub(super) fn add(&mut self, row: &Row) {
        self.positions += 1;
        self.nodes += row.nodes;
        self.seconds += row.seconds;
        if let Some(agrees) = row.agrees {
            self.known += 1;
            if !agrees {
                self.disagreements.push(row.line);
            }
        }
    }

    pub(super) fn text(&self) -> String {
        let Self { positions, nodes, seconds, known, disagreements } = self;
        let s = if *positions == 1 { "" } else { "s" };
        let mut text = format!(
            "{positions} position{s}, {} nodes, {seconds:.3} s, {:.1} M nodes/s",
            grouped(*nodes),
            *nodes as f64 / seconds.max(1e-9) / 1e6
        );
        if *known > 0 {
            text += &format!("; {} of {known} known scores agree", known - disagreements.len());
        }
        text
    }
}

/// Adds a row to a printed table.
pub(super) fn add_row(table: &mut Table, row: &Row) {
    let rate = row.nodes as f64 / row.seconds.max(1e-9) / 1e6;
    let known = match (row.known, row.agrees) {
        (Some(known), Some(false)) => format!("{known:+} (differs)"),
        (Some(known), _) => format!("{known:+}"),
        _ => String::new(),
    };
    table.add_row([
        row.line.to_string(),
        row.empties.to_string(),
        row.answer(),
        row.moves(),
        grouped(row.nodes),
        format!("{:.3}", row.seconds),
        if row.seconds > 0.001 { format!("{rate:.1}") } else { String::new() },
        known,
    ]);
}
