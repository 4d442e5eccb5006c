//! `plyscope export`, for run directories of any kind.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::escape::terminal;
use crate::experiment::{self, of_run_in};
use crate::files;
use crate::record;
use crate::report::{
    Provenance, Summary, Table, csv, figure_csv, latex, markdown, names_of_columns, pdf,
    png_styled, svg,
};
use crate::site::{Chapter, Site};
use clap::{Args, ValueEnum};

use super::figure_args::FigureArgs;
use super::output::json_line;
use super::standings::{games, ggf, standings, write_csv, write_json_results, write_markdown};
use super::{App, usage};

#[derive(Args)]
pub(super) struct Export {
    /// Run directory
    run: PathBuf,
    /// csv: one line per game, or the tables; json: the results; markdown: the results as a table; latex: the tables, for
    /// booktabs; ggf: the games of Othello; svg, png, pdf: the figures
    #[arg(long, value_enum)]
    format: ExportFormat,
    /// Output file, - for stdout; a directory for svg, png, pdf, and the csv of an experiment
    #[arg(long, default_value = "-")]
    output: PathBuf,
    /// Another run of the same experiment, whose curves are added to the figures (svg, png, pdf, csv); each curve is named by the
    /// settings that differ. Or a CSV file of another program's points, with the name and the columns of a figure's exported CSV. May
    /// be repeated
    #[arg(long, value_name = "RUN|FILE.csv")]
    overlay: Vec<PathBuf>,
    /// Columns of the tables (latex, csv, markdown), by their names in the csv and in the order wanted, such as depth,nodes. Tables
    /// that lack one are left out
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    columns: Vec<String>,
    /// Omit what csv, latex, svg, png and pdf say of where the results come from: command, settings, program, commit
    #[arg(long)]
    no_provenance: bool,
    #[command(flatten)]
    figures: FigureArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ExportFormat {
    Csv,
    Json,
    Markdown,
    Latex,
    Svg,
    Png,
    Pdf,
    Ggf,
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
        if !args.overlay.is_empty() && args.format == ExportFormat::Latex {
            return Err(usage("--overlay: latex has tables alone; choose svg, png or pdf"));
        }
        let mut shown = chapter(app, &args.run)?;
        let (runs, outside): (Vec<_>, Vec<_>) = args.overlay.iter().partition(|path| path.is_dir());
        let mut others = Vec::new();
        for run in runs {
            others.push(chapter(app, run)?);
        }
        let mut from = shown.provenance_with(&others);
        if !others.is_empty() {
            shown.overlay(&others)?;
        }
        for file in outside {
            shown.overlay_points(file)?;
            from = from.with("overlaid points", &file.display().to_string());
        }
        let from = args.provenance(from);
        return export_experiment(&shown, args, &from);
    }
    if !args.overlay.is_empty() {
        return Err(usage("--overlay: only runs of experiments have figures"));
    }
    if !args.columns.is_empty() {
        return Err(usage(
            "--columns: only runs of experiments have tables with columns to choose",
        ));
    }
    let (standings, domain) = standings(app, &manifest, &lines)?;
    let mut text = Vec::new();
    match args.format {
        ExportFormat::Csv => {
            text.extend_from_slice(
                args.provenance(Provenance::of_run(&manifest)).comments("#").as_bytes(),
            );
            write_csv(&mut text, &games(&manifest, &lines)?)?;
        }
        ExportFormat::Json => write_json_results(&mut text, &standings)?,
        ExportFormat::Markdown => write_markdown(&mut text, &standings, &domain)?,
        ExportFormat::Ggf => {
            let games = games(&manifest, &lines)?;
            let text_of = ggf(games.iter().flatten())
                .ok_or_else(|| usage(format!("ggf holds games of othello, not of {domain}")))?;
            text.extend_from_slice(text_of.as_bytes());
        }
        ExportFormat::Latex | ExportFormat::Svg | ExportFormat::Png | ExportFormat::Pdf => {
            return Err(usage(
                "a tournament has no tables or figures: choose csv, json, markdown or ggf",
            ));
        }
    }
    write_output(&args.output, &text)
}

impl Export {
    /// What the files say of their origin.
    fn provenance(&self, from: Provenance) -> Provenance {
        if self.no_provenance { Provenance::default() } else { from }
    }

    /// The tables to write, with their numbers, of the columns asked for.
    fn tables(&self, tables: &[Table]) -> anyhow::Result<Vec<(usize, Table)>> {
        let of_columns = |table: &Table| match self.columns.as_slice() {
            [] => Some(table.clone()),
            columns => table.of_columns(columns),
        };
        let chosen: Vec<(usize, Table)> = (1..)
            .zip(tables)
            .filter_map(|(number, table)| Some((number, of_columns(table)?)))
            .collect();
        if chosen.is_empty() && !tables.is_empty() {
            let names = |(number, table): (usize, &Table)| {
                format!("table {number} has {}", names_of_columns(table).join(", "))
            };
            let all: Vec<String> = (1..).zip(tables).map(names).collect();
            let asked = self.columns.join(",");
            return Err(usage(format!("--columns {asked}: no table has them: {}", all.join("; "))));
        }
        Ok(chosen)
    }
}

/// The run of an experiment with its results.
fn chapter(app: &App, run: &Path) -> anyhow::Result<Chapter> {
    let site = Site::read_in(&app.experiments, &[run.to_owned()])?;
    let chapter = site.chapters.into_iter().next();
    chapter.ok_or_else(|| anyhow::anyhow!("{} holds no run", run.display()))
}

fn export_experiment(chapter: &Chapter, args: &Export, from: &Provenance) -> anyhow::Result<()> {
    use ExportFormat::{Csv, Ggf, Json, Latex, Markdown, Pdf, Png, Svg};

    let Chapter { summary, .. } = chapter;
    let mut text = Vec::new();
    if !args.columns.is_empty() && !matches!(args.format, Latex | Csv | Markdown) {
        return Err(usage("--columns is for tables: choose --format latex, csv or markdown"));
    }
    let tables = args.tables(&summary.tables)?;
    match args.format {
        Json => json_line(&mut text, summary)?,
        Markdown => {
            let tables = tables.into_iter().map(|(_, table)| table).collect();
            let shown = Summary { tables, ..summary.clone() };
            text.extend_from_slice(markdown(&shown).as_bytes());
        }
        Latex => {
            let tables = tables.iter().map(|(number, table)| {
                latex(table, &format!("{}-{number}", chapter.about.id), from)
            });
            text.extend_from_slice(tables.collect::<Vec<_>>().join("\n").as_bytes());
        }
        Csv if args.output == Path::new("-") => {
            let tables: Vec<String> = tables.iter().map(|(_, table)| csv(table)).collect();
            text.extend_from_slice(from.comments("#").as_bytes());
            text.extend_from_slice(tables.join("\n").as_bytes());
        }
        Ggf => return Err(usage("an experiment has no games to export as ggf")),
        Csv | Svg | Png | Pdf => return write_files(chapter, &tables, args, from),
    }
    write_output(&args.output, &text)
}

/// Writes one file per table or figure.
fn write_files(
    chapter: &Chapter,
    tables: &[(usize, Table)],
    args: &Export,
    from: &Provenance,
) -> anyhow::Result<()> {
    if args.output == Path::new("-") {
        return Err(usage("figures are files: give a directory with --output"));
    }
    let Chapter { summary, .. } = chapter;
    let commented = |text: String| (from.comments("#") + &text).into_bytes();
    let mut written: Vec<(String, Vec<u8>)> = Vec::new();
    if args.format == ExportFormat::Csv {
        for (number, table) in tables {
            let name = format!("{}-table-{number}.csv", chapter.about.id);
            written.push((name, commented(csv(table))));
        }
    }
    let style = args.figures.style(chapter.sample(), from);
    for figure in &summary.figures {
        let name = figure.name();
        match args.format {
            ExportFormat::Svg => {
                let text = svg::file_styled(figure, &style, from);
                written.push((format!("{name}.svg"), text.into_bytes()));
            }
            ExportFormat::Png => {
                written.push((format!("{name}.png"), png_styled(figure, &style, from)?));
            }
            ExportFormat::Pdf => written.push((format!("{name}.pdf"), pdf(figure, &style, from)?)),
            _ => written
                .extend(figure_csv(figure).map(|text| (format!("{name}.csv"), commented(text)))),
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
