//! `plyscope learn edge-costs`.

use std::io;
use std::path::PathBuf;

use crate::domain::OthelloEvaluation;
use crate::files;
use crate::learn::edge_costs::{EdgeCosts, measure, openings};
use crate::parallel::threads;
use crate::report::{FigureStyle, Provenance, pdf, png_styled, svg};
use clap::Args;

use super::super::args::Format;
use super::super::output::{grouped, json_line, table_with_names, write_table};
use super::super::progress::ProgressMeter;
use super::super::usage;

#[derive(Args)]
pub(in super::super) struct EdgeCostsArgs {
    /// Evaluation: simple, discs, bill, patterns, patterns-small, patterns-large, bill:FILE or patterns:FILE
    #[arg(long)]
    evaluation: String,
    /// Games to sample, spread evenly over the 244 four-ply openings
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=244))]
    games: u64,
    /// Depth of the searches whose nodes are sampled
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=12))]
    depth: u32,
    /// Write a histogram to this .svg, .png or .pdf file
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    /// Worker threads; results do not depend on them [default: all cores]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Form of the results
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

pub(super) fn run(args: &EdgeCostsArgs, quiet: bool) -> anyhow::Result<()> {
    let evaluation = OthelloEvaluation::named(&args.evaluation).map_err(usage)?;
    let extension = args.plot.as_ref().map(|path| path.extension().and_then(|e| e.to_str()));
    if !matches!(extension, None | Some(Some("svg" | "png" | "pdf"))) {
        return Err(usage("--plot: end the file's name with .svg, .png or .pdf"));
    }
    let openings = openings(args.games);
    let progress = ProgressMeter::new(args.games, "games", quiet);
    let costs = measure(&evaluation, &openings, args.depth, threads(args.threads), &mut || {
        progress.advance();
    });
    progress.finish();
    // Every game has a move.
    let costs = costs?.ok_or_else(|| anyhow::anyhow!("no edge was met"))?;
    if let (Some(path), Some(Some(extension))) = (&args.plot, extension) {
        let figure = costs.figure(&args.evaluation);
        let (style, from) = (FigureStyle::default(), Provenance::of_this_command());
        let bytes = match extension {
            "png" => png_styled(&figure, &style, &from)?,
            "pdf" => pdf(&figure, &style, &from)?,
            _ => svg::file_styled(&figure, &style, &from).into_bytes(),
        };
        files::write(path, &bytes)
            .map_err(|error| anyhow::anyhow!("{}: {error}", path.display()))?;
    }
    let mut out = io::stdout().lock();
    match args.format {
        Format::Json => json_line(&mut out, &costs),
        Format::Table => write(&mut out, &costs),
    }
}

fn write(out: &mut impl io::Write, costs: &EdgeCosts) -> anyhow::Result<()> {
    let mut table = table_with_names(&["", "decrement", "increment"], 1);
    let number = |number: i32| number.to_string();
    let [one, five, quarter, _, three_quarters, ninety_five, ninety_nine] = costs.quantiles;
    for (name, low, high) in [
        ("extreme (l, u)", number(costs.lowest), number(costs.highest)),
        ("mean", format!("{:.0}", costs.means.0), format!("{:.0}", costs.means.1)),
        ("most likely", number(costs.modes.0), number(costs.modes.1)),
        ("1 % beyond", number(one), number(ninety_nine)),
        ("5 % beyond", number(five), number(ninety_five)),
        ("25 % beyond", number(quarter), number(three_quarters)),
    ] {
        table.add_row([name.to_owned(), low, high]);
    }
    write_table(out, &table)?;
    let mut table = table_with_names(&["what a ply gains its mover", "lower end", "upper end"], 1);
    let [one, five, quarter, _, three_quarters, ninety_five, ninety_nine] = costs.gains;
    for (name, low, high) in [
        ("the middle 98 %", one, ninety_nine),
        ("the middle 90 %", five, ninety_five),
        ("the middle 50 %", quarter, three_quarters),
    ] {
        table.add_row([name.to_owned(), number(low), number(high)]);
    }
    writeln!(out)?;
    write_table(out, &table)?;
    writeln!(
        out,
        "\n{} edges of {} games by alpha-beta to depth {}; {} more into finished games are left out; bins of {} for the most likely",
        grouped(costs.edges),
        costs.games,
        costs.depth,
        grouped(costs.into_finished),
        costs.width,
    )?;
    Ok(())
}
