//! `plyscope merge` and `plyscope export`, for run directories of any kind.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::escape::terminal;
use crate::experiment::{self, of_run_in};
use crate::files;
use crate::interrupt;
use crate::learn::labels;
use crate::record::{self, Manifest, is_run, read_time};
use crate::report::{Summary, csv, figure_csv, markdown, png, svg};
use crate::tournament::recorded::games_of;
use clap::{Args, ValueEnum};

use super::experiment::write_summary;
use super::output::json_line;
use super::standings::{
    ggf, standings, write_csv, write_json_results, write_markdown, write_table_results,
};
use super::{App, usage};

#[derive(Args)]
pub(super) struct Merge {
    /// Directory for the merged run, or for one subdirectory per run if the shards hold several runs
    out: PathBuf,
    /// Directories of all shards, in any order: run directories, or directories of runs (--run-dir of `experiment all`)
    #[arg(required = true)]
    shards: Vec<PathBuf>,
}

#[derive(Args)]
pub(super) struct Export {
    /// Run directory
    run: PathBuf,
    /// csv: one line per game, or the tables; json: the results; markdown: the results as a table; ggf: the games of
    /// Othello; svg, png: the figures
    #[arg(long, value_enum)]
    format: ExportFormat,
    /// Output file, - for stdout; a directory for svg, png, and the csv of an experiment
    #[arg(long, default_value = "-")]
    output: PathBuf,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ExportFormat {
    Csv,
    Json,
    Markdown,
    Svg,
    Png,
    Ggf,
}

pub(super) fn merge(app: &App, args: &Merge) -> anyhow::Result<()> {
    let mut inside = Vec::new();
    for part in &args.shards {
        inside.push(if is_run(part) { BTreeSet::new() } else { runs_in(part)? });
    }
    // If only some parts hold runs, reading the others reports that they do not.
    if !inside.iter().all(BTreeSet::is_empty) && !args.shards.iter().any(|part| is_run(part)) {
        return merge_runs(app, args, &inside);
    }
    let merge = merged(app, &args.shards)?;
    let mut out = io::stdout().lock();
    let (manifest, lines) = write_merged(&mut out, merge, &args.out, args.shards.len())?;
    if manifest.kind == experiment::KIND {
        let experiment = of_run_in(&app.experiments, &manifest)?;
        let summary = experiment.summarise(&manifest, &lines)?;
        let settings = manifest.configuration["settings"].as_object().cloned().unwrap_or_default();
        let seconds = read_time(&args.out).seconds;
        return write_summary(&mut out, experiment, &settings, &summary, Some(seconds));
    }
    if manifest.kind == labels::KIND {
        return Ok(());
    }
    let (standings, domain) = standings(app, &manifest, &lines)?;
    write_table_results(&mut out, &standings, &domain, None)
}

/// Merges every run of the parts. Writes nothing unless all shards of all runs are present and finished.
fn merge_runs(app: &App, args: &Merge, inside: &[BTreeSet<OsString>]) -> anyhow::Result<()> {
    let all: BTreeSet<&OsString> = inside.iter().flatten().collect();
    let lacks = |(part, names): (&PathBuf, &BTreeSet<OsString>)| {
        let lacking = all.iter().filter(|name| !names.contains(**name));
        let missing: Vec<_> = lacking.map(|name| name.to_string_lossy()).collect();
        let text = format!("{} has no run {}", part.display(), missing.join(", "));
        (!missing.is_empty()).then_some(text)
    };
    let missing: Vec<String> = args.shards.iter().zip(inside).filter_map(lacks).collect();
    if !missing.is_empty() {
        anyhow::bail!("cannot merge: {}", missing.join("; "));
    }
    let shards = |name: &OsString| -> Vec<PathBuf> {
        args.shards.iter().map(|part| part.join(name)).collect()
    };
    for name in &all {
        let out = args.out.join(name);
        // Read again below: together they may exceed memory.
        let merge = merged(app, &shards(name))?;
        if is_run(&out) && !merge.is_written(&out) {
            return Err(record::RecordError::Exists(out).into());
        }
    }
    let mut out = io::stdout().lock();
    for name in &all {
        interrupt::check()?;
        let path = args.out.join(name);
        if is_run(&path) {
            writeln!(out, "{}: merged already", terminal(&path.display().to_string()))?;
        } else {
            write_merged(&mut out, merged(app, &shards(name))?, &path, args.shards.len())?;
        }
    }
    Ok(())
}

/// Merges the shards of a run.
fn merged(app: &App, shards: &[PathBuf]) -> anyhow::Result<record::Merge> {
    let mut merge = record::Merge::read(shards)?;
    if merge.manifest().kind == experiment::KIND {
        of_run_in(&app.experiments, merge.manifest())?.merge(&mut merge)?;
    } else {
        merge.take_all()?;
    }
    Ok(merge)
}

/// Writes a merged run into its directory and prints a line about it.
fn write_merged(
    out: &mut dyn Write,
    merge: record::Merge,
    path: &Path,
    shards: usize,
) -> anyhow::Result<(Manifest, Vec<String>)> {
    let (manifest, lines) = merge.write(path)?;
    let units = lines.len() as u64 / manifest.rows_per_unit;
    let place = terminal(&path.display().to_string());
    writeln!(out, "{place}: {units} units from {shards} shards")?;
    Ok((manifest, lines))
}

/// The names of the runs in a directory; empty if it cannot be opened, because the later error says more.
fn runs_in(directory: &Path) -> anyhow::Result<BTreeSet<OsString>> {
    let mut names = BTreeSet::new();
    let Ok(entries) = fs::read_dir(directory) else { return Ok(names) };
    for entry in entries {
        let entry = entry?;
        if is_run(&entry.path()) {
            names.insert(entry.file_name());
        }
    }
    Ok(names)
}

pub(super) fn export(app: &App, args: &Export) -> anyhow::Result<()> {
    let (manifest, lines) = record::read(&args.run)?;
    let units = lines.len() as u64 / manifest.rows_per_unit;
    let is_experiment = manifest.kind == experiment::KIND;
    let left = if is_experiment {
        of_run_in(&app.experiments, &manifest)?.planned(&manifest, &lines)?
    } else {
        manifest.units_of_shard().unwrap_or(0).saturating_sub(units)
    };
    if left > 0 {
        let least = if manifest.total_units.is_none() { "at least " } else { "" };
        let (run, all) = (terminal(&args.run.display().to_string()), units + left);
        let _ = writeln!(io::stderr(), "{run}: unfinished, {units} of {least}{all} units");
    }
    if is_experiment {
        return export_experiment(app, args, &manifest, &lines);
    }
    let (standings, domain) = standings(app, &manifest, &lines)?;
    let mut text = Vec::new();
    match args.format {
        ExportFormat::Csv => write_csv(&mut text, &games_of(&lines)?)?,
        ExportFormat::Json => write_json_results(&mut text, &standings)?,
        ExportFormat::Markdown => write_markdown(&mut text, &standings, &domain)?,
        ExportFormat::Ggf => {
            let games = games_of(&lines)?;
            let text_of = ggf(games.iter().flatten())
                .ok_or_else(|| usage(format!("ggf holds games of othello, not of {domain}")))?;
            text.extend_from_slice(text_of.as_bytes());
        }
        ExportFormat::Svg | ExportFormat::Png => {
            return Err(usage("a tournament has no figures: choose csv, json, markdown or ggf"));
        }
    }
    write_output(&args.output, &text)
}

fn export_experiment(
    app: &App,
    args: &Export,
    manifest: &Manifest,
    lines: &[String],
) -> anyhow::Result<()> {
    let experiment = of_run_in(&app.experiments, manifest)?;
    let summary = experiment.summarise(manifest, lines)?;
    let mut text = Vec::new();
    match args.format {
        ExportFormat::Json => json_line(&mut text, &summary)?,
        ExportFormat::Markdown => text.extend_from_slice(markdown(&summary).as_bytes()),
        ExportFormat::Csv if args.output == Path::new("-") => {
            let tables: Vec<String> = summary.tables.iter().map(csv).collect();
            text.extend_from_slice(tables.join("\n").as_bytes());
        }
        ExportFormat::Ggf => return Err(usage("an experiment has no games to export as ggf")),
        ExportFormat::Csv | ExportFormat::Svg | ExportFormat::Png => {
            return write_files(args, experiment.about().id, &summary);
        }
    }
    write_output(&args.output, &text)
}

/// Writes one file per table or figure.
fn write_files(args: &Export, id: &str, summary: &Summary) -> anyhow::Result<()> {
    if args.output == Path::new("-") {
        return Err(usage("figures are files: give a directory with --output"));
    }
    let mut written: Vec<(String, Vec<u8>)> = Vec::new();
    if args.format == ExportFormat::Csv {
        for (number, table) in (1..).zip(&summary.tables) {
            written.push((format!("{id}-table-{number}.csv"), csv(table).into_bytes()));
        }
    }
    for figure in &summary.figures {
        let name = figure.name();
        match args.format {
            ExportFormat::Svg => {
                written.push((format!("{name}.svg"), svg::file(figure).into_bytes()));
            }
            ExportFormat::Png => written.push((format!("{name}.png"), png(figure)?)),
            _ => written
                .extend(figure_csv(figure).map(|text| (format!("{name}.csv"), text.into_bytes()))),
        }
    }
    let failed = |path: &Path, error: &io::Error| {
        anyhow::anyhow!("cannot write {}: {error}", path.display())
    };
    fs::create_dir_all(&args.output).map_err(|error| failed(&args.output, &error))?;
    for (name, contents) in written {
        let path = args.output.join(name);
        files::write(&path, &contents).map_err(|error| failed(&path, &error))?;
    }
    Ok(())
}

fn write_output(path: &Path, text: &[u8]) -> anyhow::Result<()> {
    if path == Path::new("-") {
        io::stdout().lock().write_all(text)?;
        return Ok(());
    }
    files::write(path, text)
        .map_err(|error| anyhow::anyhow!("cannot write {}: {error}", path.display()))
}
