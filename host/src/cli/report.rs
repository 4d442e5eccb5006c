//! `plyscope report`.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::escape::terminal;
use crate::experiment::Experiment;
use crate::interrupt;
use crate::record::is_run;
use crate::site::{FoundRuns, Site};
use clap::Args;

use super::usage;

#[derive(Args)]
pub(super) struct Report {
    /// Run directories of experiments, or directories of them
    #[arg(required = true, value_name = "DIR")]
    runs: Vec<PathBuf>,
    /// Directory for index.html and the SVG, PNG, CSV and Markdown files of each experiment
    /// [default: report, unless --summary is given]
    #[arg(long, value_name = "DIR")]
    output: Option<PathBuf>,
    /// Directory for the small files only: CSV, SVG, Markdown (README.md) and an index.html that shows the same
    #[arg(long, value_name = "DIR")]
    summary: Option<PathBuf>,
}

pub(super) fn run(
    experiments: &[&'static dyn Experiment],
    args: &Report,
    quiet: bool,
) -> anyhow::Result<()> {
    let found = FoundRuns::below(&args.runs)?;
    let note = |text: String| {
        if !quiet {
            let _ = writeln!(io::stderr(), "{}", terminal(&text));
        }
    };
    for path in &found.others {
        note(format!("{}: no experiment, left out", path.display()));
    }
    let default = args.summary.is_none().then(|| PathBuf::from("report"));
    let output = args.output.clone().or(default);
    for directory in args.summary.iter().chain(&output) {
        must_be_free(directory)?;
    }
    if output.is_some() && output == args.summary {
        return Err(usage(
            "--output and --summary have files of the same names: choose two directories",
        ));
    }
    let site = Site::read_in(experiments, &found.runs)?;
    for chapter in site.chapters.iter().filter(|chapter| !chapter.extent.is_whole()) {
        note(format!("{}: not finished, {}", chapter.key, chapter.extent.display()));
    }
    interrupt::check()?;
    let mut out = io::stdout().lock();
    if let Some(directory) = &args.summary {
        site.write_results(directory)?;
        writeln!(out, "{}", terminal(&directory.join("README.md").display().to_string()))?;
    }
    if let Some(directory) = output {
        site.write(&directory)?;
        writeln!(out, "{}", terminal(&directory.join("index.html").display().to_string()))?;
    }
    Ok(())
}

/// Refuses a directory with a page that is not an earlier report's: it would be replaced.
fn must_be_free(directory: &Path) -> anyhow::Result<()> {
    let has = |name: &str| directory.join(name).exists();
    let shown = directory.display();
    if is_run(directory) {
        return Err(usage(format!(
            "{shown} is the directory of a run: choose another one for its report"
        )));
    }
    match ["README.md", "index.html"].into_iter().find(|name| has(name)) {
        Some(page) if !has("claims.csv") => Err(usage(format!(
            "{shown} has a {page} that no report has written: choose another directory, or move it away"
        ))),
        _ => Ok(()),
    }
}
