//! `plyscope games stats`.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::io::{self, Write};

use crate::escape::terminal;
use crate::game_files::Summary;
use clap::Args;
use serde::Serialize;

use super::super::args::Format;
use super::super::output::{grouped, json_line};
use super::args::FilterArgs;
use super::{Inputs, read_all};

#[derive(Args)]
pub(in super::super) struct Stats {
    #[command(flatten)]
    inputs: Inputs,
    /// Lines of each list of players, tournaments and openings
    #[arg(long, value_name = "NUMBER", default_value_t = 10)]
    top: usize,
    #[command(flatten)]
    filter: FilterArgs,
    /// Form of the results
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

#[derive(Serialize)]
struct Row<'a> {
    files: Vec<&'a str>,
    records: usize,
    broken: usize,
    #[serde(flatten)]
    summary: &'a Summary,
    mean_score: Option<f64>,
}

pub(super) fn run(args: &Stats) -> anyhow::Result<()> {
    let files = read_all(&args.inputs, &args.filter.filter()?, true)?;
    let mut summary = Summary::default();
    files.iter().flat_map(|file| &file.reading.games).for_each(|(_, game)| summary.add(game));
    let records = files.iter().map(|file| file.records).sum();
    let broken = files.iter().map(|file| file.reading.broken.len()).sum();
    let mut out = io::BufWriter::new(io::stdout().lock());
    match args.format {
        Format::Json => {
            let files = files.iter().map(|file| file.name.as_str()).collect();
            let mean_score = summary.mean_score();
            json_line(&mut out, &Row { files, records, broken, summary: &summary, mean_score })?;
        }
        Format::Table => {
            let (records, broken) = (grouped(records as u64), grouped(broken as u64));
            writeln!(out, "{records} records, {broken} broken, {} games", grouped(summary.games))?;
            if summary.games > 0 {
                write(&mut out, &summary, args.top)?;
            }
        }
    }
    out.flush()?;
    if summary.games == 0 {
        return Err(args.filter.no_games());
    }
    Ok(())
}

fn write(out: &mut dyn Write, summary: &Summary, top: usize) -> anyhow::Result<()> {
    let games = summary.games;
    let share = |count: u64| {
        format!("{:>8}  {:>5.1} %", grouped(count), 100.0 * count as f64 / games as f64)
    };
    for (name, count) in [
        ("Black won", summary.black_wins),
        ("drawn", summary.draws),
        ("White won", summary.white_wins),
        ("no result", summary.without_result),
        ("played to the end", summary.finished),
        ("with a pass", summary.with_passes),
        ("wipe-outs", summary.wipe_outs),
    ] {
        writeln!(out, "{name:<18} {}", share(count))?;
    }
    if let Some(mean) = summary.mean_score() {
        writeln!(out, "{:<18} {mean:>+8.2}  Black's discs minus White's", "mean score")?;
    }
    if summary.with_best_score > 0 {
        let known = summary.with_best_score;
        writeln!(
            out,
            "{:<18} {:>8}  {:>5.1} % of {}; mean difference {:.2} discs",
            "as with best play",
            grouped(summary.best_score_reached),
            100.0 * summary.best_score_reached as f64 / known as f64,
            grouped(known),
            summary.discs_lost as f64 / known as f64
        )?;
    }
    if let (Some((first, _)), Some((last, _))) =
        (summary.years.first_key_value(), summary.years.last_key_value())
    {
        let years = if first == last { first.to_string() } else { format!("{first} to {last}") };
        writeln!(out, "{:<18} {years:>8}", "years")?;
    }
    histogram(
        out,
        "score (Black - White)",
        summary.scores.iter().map(|(&score, &n)| (i64::from(score), n)),
        9,
    )?;
    histogram(
        out,
        "discs placed",
        summary.lengths.iter().map(|(&discs, &n)| (i64::from(discs), n)),
        5,
    )?;
    list(
        out,
        "players",
        top,
        summary.players.iter().map(|(name, &(games, halves))| {
            (name.as_str(), games, format!("{:>5.1} %", 50.0 * halves as f64 / games as f64))
        }),
    )?;
    let plain = |(name, &count)| -> (&str, u64, String) {
        let name: &String = name;
        (name, count, format!("{:>5.1} %", 100.0 * count as f64 / games as f64))
    };
    list(out, "tournaments", top, summary.events.iter().map(plain))?;
    list(out, "openings", top, summary.openings.iter().map(plain))?;
    Ok(())
}

/// Counts in classes of this width, with bars.
fn histogram(
    out: &mut dyn Write,
    title: &str,
    counts: impl Iterator<Item = (i64, u64)>,
    width: i64,
) -> anyhow::Result<()> {
    let mut classes: BTreeMap<i64, u64> = BTreeMap::new();
    for (number, count) in counts {
        // The width is odd, and 0 is in the middle of its class.
        let class = (number + width / 2).div_euclid(width);
        *classes.entry(class).or_default() += count;
    }
    let Some(&most) = classes.values().max() else { return Ok(()) };
    writeln!(out, "\n{title}")?;
    let (Some((&first, _)), Some((&last, _))) =
        (classes.first_key_value(), classes.last_key_value())
    else {
        return Ok(());
    };
    for class in first..=last {
        let count = classes.get(&class).copied().unwrap_or(0);
        let low = class * width - width / 2;
        let bar = "#".repeat((40.0 * count as f64 / most as f64).round() as usize);
        writeln!(out, "{:>5} to {:<4} {:>8}  {bar}", low, low + width - 1, grouped(count))?;
    }
    Ok(())
}

/// The most frequent names.
fn list<'a>(
    out: &mut dyn Write,
    title: &str,
    top: usize,
    names: impl Iterator<Item = (&'a str, u64, String)>,
) -> anyhow::Result<()> {
    let mut all: Vec<_> = names.collect();
    if all.is_empty() || top == 0 {
        return Ok(());
    }
    all.sort_by_key(|&(name, count, _)| (Reverse(count), name));
    writeln!(out, "\n{title} ({})", grouped(all.len() as u64))?;
    for (name, count, more) in all.iter().take(top) {
        writeln!(out, "{:>8}  {more}  {}", grouped(*count), terminal(name))?;
    }
    Ok(())
}
