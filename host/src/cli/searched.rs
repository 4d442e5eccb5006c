//! Results of searches, as printed.

use std::io::{self, Write};

use crate::interrupt;
use crate::judged::Unit;
use crate::player::{Iteration, Searched};
use crate::statistics::Running;
use plyscope_core::Stop;
use serde::Serialize;

use super::args::Format;
use super::output::{grouped, json_line, table, write_table};

/// A search as printed.
#[derive(Serialize)]
pub(super) struct Row {
    #[serde(flatten)]
    pub(super) found: Searched,
    /// The board, for people.
    #[serde(skip)]
    pub(super) picture: Option<String>,
    /// The time that the search took. Rows for programs do not depend on the machine.
    #[serde(skip)]
    pub(super) seconds: Option<f64>,
    /// What the search thought, depth by depth.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) info: Vec<Iteration>,
}

impl Row {
    /// The same of a position with this text.
    pub(super) fn at(self, text: String) -> Self {
        Self { found: Searched { position: Some(text), ..self.found }, ..self }
    }
}

pub(super) fn write_one(row: &Row, format: Format) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    match format {
        Format::Json => json_line(&mut out, row)?,
        Format::Table => {
            if !row.info.is_empty() {
                writeln!(out)?;
            }
            write_row(&mut out, row)?;
        }
    }
    // A partial result is printed, and labelled so.
    if row.found.stop == Stop::Polled {
        interrupt::check()?;
    }
    Ok(())
}

/// Prints one search, one fact per line.
fn write_row(out: &mut dyn Write, row: &Row) -> anyhow::Result<()> {
    let counts = &row.found.counts;
    let judged = &row.found.judged;
    let unit = match judged.unit {
        unit if unit == Unit::Own || judged.judgement().result().is_some() => String::new(),
        unit => format!(" {}", unit.name()),
    };
    let stop = match row.found.stop {
        Stop::Completed if judged.is_final() => "completed, to the end of the game",
        Stop::Completed => "completed",
        Stop::Nodes => "stopped by the limit of nodes",
        Stop::Polled if interrupt::requested() => "interrupted",
        Stop::Polled => "stopped by the limit of time",
        Stop::Running => "running",
        Stop::Capacity => "stopped for lack of capacity",
        _ => "stopped",
    };
    let mut lines: Vec<(&str, String)> = Vec::new();
    if let Some(seed) = row.found.seed {
        lines.push(("seed", seed.to_string()));
    }
    if let Some(position) = row.found.position.as_ref().filter(|text| !text.is_empty()) {
        lines.push(("position", position.clone()));
    }
    lines.extend([
        ("algorithm", row.found.algorithm.to_owned()),
        ("depth", row.found.depth.to_string()),
        ("move", row.found.best_move.clone().unwrap_or_else(|| "none".to_owned())),
        ("value", format!("{judged}{unit} for {}", judged.side)),
        ("bound", judged.meaning().to_owned()),
        ("line", row.found.pv.join(" ")),
        ("generated", grouped(counts.generated)),
        ("expanded", grouped(counts.expanded)),
        ("evaluated", grouped(counts.evaluated)),
        (
            "pruned",
            format!(
                "{} by window, {} by estimate",
                grouped(counts.pruned_by_window),
                grouped(counts.pruned_by_estimate)
            ),
        ),
        ("stack", format!("{} frames, {} children", counts.most_frames, counts.most_children)),
    ]);
    if let Some(memory) = row.found.memory {
        let short = match (memory.linear, memory.pruned) {
            (0, 0) => String::new(),
            (linear, pruned) => {
                format!(", full: {linear} nodes searched in linear space, {pruned} subtrees pruned")
            }
        };
        let nodes = grouped(memory.most_nodes);
        lines.push(("memory", format!("{nodes} nodes, {} bytes{short}", grouped(memory.bytes))));
    }
    if let Some(seconds) = row.seconds {
        let rate = counts.generated as f64 / seconds.max(1e-9) / 1e6;
        lines.push(("time", format!("{seconds:.2} s, {rate:.2} M nodes/s")));
    }
    lines.push(("ended", stop.to_owned()));
    if let Some(picture) = &row.picture {
        write!(out, "{picture}")?;
    }
    for (name, value) in lines {
        writeln!(out, "{name:<10} {value}")?;
    }
    Ok(())
}

/// A number in a row.
pub(super) type Number = fn(&Row) -> f64;

/// The numbers to average.
pub(super) const NUMBERS: [(&str, Number); 6] = [
    ("value", |row| f64::from(row.found.judged.value.get())),
    ("generated", |row| row.found.counts.generated as f64),
    ("expanded", |row| row.found.counts.expanded as f64),
    ("evaluated", |row| row.found.counts.evaluated as f64),
    ("pruned by window", |row| row.found.counts.pruned_by_window as f64),
    ("pruned by estimate", |row| row.found.counts.pruned_by_estimate as f64),
];

/// Prints several trees: each one if they are few, then the means.
pub(super) fn write_means(
    out: &mut dyn Write,
    rows: &[Row],
    running: &[Running; NUMBERS.len()],
) -> anyhow::Result<()> {
    if !rows.is_empty() {
        let mut list = table(&["seed", "move", "value", "bound", "generated", "expanded", "line"]);
        for row in rows {
            list.add_row([
                row.found.seed.map_or(String::new(), |seed| seed.to_string()),
                row.found.best_move.clone().unwrap_or_default(),
                row.found.judged.value.to_string(),
                row.found.judged.bound.name().to_owned(),
                grouped(row.found.counts.generated),
                grouped(row.found.counts.expanded),
                row.found.pv.join(" "),
            ]);
        }
        write_table(out, &list)?;
        writeln!(out)?;
    }
    let mut means = table(&["mean per tree", "mean", "95 % ±", "± %"]);
    for ((name, _), running) in NUMBERS.iter().zip(running) {
        let mean = running.mean();
        let share = 100.0 * mean.half_width / mean.mean;
        means.add_row([
            (*name).to_owned(),
            format!("{:.3}", mean.mean),
            format!("{:.3}", mean.half_width),
            if *name != "value" && share.is_finite() {
                format!("{share:.2}")
            } else {
                String::new()
            },
        ]);
    }
    writeln!(out, "{} trees", running[0].mean().count)?;
    write_table(out, &means)?;
    Ok(())
}
