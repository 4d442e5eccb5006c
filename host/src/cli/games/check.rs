//! `plyscope games check`.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::io::{self, Write as _};

use crate::escape::terminal;
use crate::game_files::{Filter, Format as GameFormat, doubts};
use clap::Args;
use serde::Serialize;

use super::super::args::Format;
use super::super::output::{grouped, json_line};
use super::{Inputs, read_all};

#[derive(Args)]
pub(in super::super) struct Check {
    #[command(flatten)]
    inputs: Inputs,
    /// Form of the results
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

/// A finding as printed.
#[derive(Serialize)]
struct Finding<'a> {
    kind: &'static str,
    file: &'a str,
    record: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    reason: String,
}

/// The end of a file, as printed.
#[derive(Serialize)]
struct Total<'a> {
    kind: &'static str,
    file: &'a str,
    format: &'static str,
    records: usize,
    broken: usize,
    doubtful: usize,
    duplicates: usize,
}

pub(super) fn run(args: &Check) -> anyhow::Result<()> {
    let files = read_all(&args.inputs, &Filter::default(), false)?;
    let mut out = io::BufWriter::new(io::stdout().lock());
    let mut seen: HashMap<String, (&str, usize)> = HashMap::new();
    let (mut records, mut broken) = (0, 0);
    for file in &files {
        let mut findings = Vec::new();
        let (mut doubtful, mut duplicates) = (0, 0);
        for record in &file.reading.broken {
            let (line, reason) = (record.line, record.reason.clone());
            findings.push(Finding {
                kind: "broken",
                file: &file.name,
                record: record.number,
                line,
                reason,
            });
        }
        for (number, game) in &file.reading.games {
            let found = |kind, reason| Finding {
                kind,
                file: &file.name,
                record: *number,
                line: None,
                reason,
            };
            // Openings and transcripts have no results.
            let has_results =
                !matches!(file.format, GameFormat::Transcript | GameFormat::Xot | GameFormat::Obf);
            for doubt in doubts(game).into_iter().filter(|_| has_results) {
                doubtful += 1;
                findings.push(found("doubtful", doubt.to_string()));
            }
            // Two records are one game if players, date and moves agree.
            let mut same = game.clone();
            same.others.clear();
            match seen.entry(same.to_string()) {
                Entry::Vacant(entry) => {
                    entry.insert((&file.name, *number));
                }
                Entry::Occupied(entry) => {
                    let (name, first) = entry.get();
                    duplicates += 1;
                    let reason =
                        format!("the same as record {first} of {name}; delete one of them");
                    findings.push(found("duplicate", reason));
                }
            }
        }
        findings.sort_by_key(|finding| finding.record);
        let total = Total {
            kind: "file",
            file: &file.name,
            format: file.format.name(),
            records: file.records,
            broken: file.reading.broken.len(),
            doubtful,
            duplicates,
        };
        records += total.records;
        broken += total.broken;
        match args.format {
            Format::Json => {
                findings.iter().try_for_each(|finding| json_line(&mut out, finding))?;
                json_line(&mut out, &total)?;
            }
            Format::Table => {
                for Finding { kind, file, record, line, reason } in &findings {
                    let line = line.map_or(String::new(), |line| format!(" (line {line})"));
                    let text = format!("{file}: record {record}{line}: {kind}: {reason}");
                    writeln!(out, "{}", terminal(&text))?;
                }
                let [records, broken, doubtful, duplicates] =
                    [total.records, total.broken, doubtful, duplicates].map(|n| grouped(n as u64));
                writeln!(
                    out,
                    "{} ({}): {records} records, {broken} broken, {doubtful} doubtful, {duplicates} duplicate",
                    terminal(&file.name),
                    file.format
                )?;
            }
        }
    }
    out.flush()?;
    if broken > 0 {
        anyhow::bail!(
            "{} of {} records are broken",
            grouped(broken as u64),
            grouped(records as u64)
        );
    }
    if records == 0 {
        anyhow::bail!("there are no records");
    }
    Ok(())
}
