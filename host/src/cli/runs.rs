//! `plyscope merge`, for run directories of any kind.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::escape::terminal;
use crate::experiment::{self, of_run_in};
use crate::interrupt;
use crate::learn::{self, labels};
use crate::record::{self, Manifest, is_run, read_time};
use clap::Args;

use super::App;
use super::standings::standings;
use super::summary::write_summary;

#[derive(Args)]
pub(super) struct Merge {
    /// Directory for the merged run, or for one subdirectory per run if the shards hold several runs
    out: PathBuf,
    /// Directories of all shards, in any order: run directories, or directories of runs (--run-dir of `experiment all`)
    #[arg(required = true)]
    shards: Vec<PathBuf>,
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
    Ok(write!(out, "{}", standings.table(&domain, None))?)
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
    if merge.manifest().kind == learn::KIND {
        anyhow::bail!("cannot merge: a training of `plyscope learn evaluation` has no shards");
    }
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
