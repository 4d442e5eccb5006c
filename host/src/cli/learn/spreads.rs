//! `plyscope learn spreads`.

use std::io::{self, Write as _};

use crate::domain::OthelloEvaluation;
use crate::engine::{Bounds, SPREADS};
use crate::learn::edge_costs::openings;
use crate::learn::spreads::differences;
use crate::parallel::threads;
use clap::Args;
use serde_json::json;

use super::super::args::Format;
use super::super::output::{grouped, json_line, table_with_names, write_table};
use super::super::progress::ProgressMeter;
use super::super::usage;

#[derive(Args)]
pub(in super::super) struct SpreadsArgs {
    /// Evaluation: simple, discs, bill, patterns, patterns-small, patterns-large, bill:FILE or patterns:FILE
    #[arg(long)]
    evaluation: String,
    /// Games to sample, spread evenly over the 244 four-ply openings
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=244))]
    games: u64,
    /// Search depth of play
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=12))]
    depth: u32,
    /// Greatest depth of the searches of the positions' children
    #[arg(long, default_value_t = 6, value_parser = clap::value_parser!(u32).range(1..=SPREADS as i64))]
    deepest: u32,
    /// Percentage of the differences within a spread, around the middle
    #[arg(long, default_value_t = 80, value_parser = clap::value_parser!(u8).range(1..=99))]
    share: u8,
    /// Worker threads; results do not depend on them [default: all cores]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Form of the results
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

pub(super) fn run(args: &SpreadsArgs, quiet: bool) -> anyhow::Result<()> {
    let evaluation = OthelloEvaluation::named(&args.evaluation).map_err(usage)?;
    let progress = ProgressMeter::new(args.games, "games", quiet);
    let games = openings(args.games);
    let threads = threads(args.threads);
    let found = differences(&evaluation, &games, args.depth, args.deepest, threads, &mut || {
        progress.advance();
    });
    progress.finish();
    let found = found?;
    let spreads = found.middle(f64::from(args.share) / 100.0);
    let bounds = Bounds::Spreads(spreads.clone()).to_string();
    let mut out = io::stdout().lock();
    if args.format == Format::Json {
        let positions: Vec<usize> = found.of_depth.iter().map(Vec::len).collect();
        let line = json!({
            "games": args.games,
            "depth": args.depth,
            "share": args.share,
            "positions": positions,
            "spreads": spreads,
            "bounds": bounds,
        });
        return json_line(&mut out, &line);
    }
    let headings = ["search depth", "lower end", "upper end", "positions"];
    let mut table = table_with_names(&headings, 0);
    for ((depth, (low, high)), differences) in (1..).zip(&spreads).zip(&found.of_depth) {
        let positions = grouped(differences.len() as u64);
        table.add_row([depth.to_string(), low.to_string(), high.to_string(), positions]);
    }
    write_table(&mut out, &table)?;
    writeln!(
        out,
        "\nthe middle {} % of the differences between the value of a search and the static value, as the side to move \
         sees both; children of the positions of {} games by alpha-beta to depth {}\nfor an engine: bounds={bounds}",
        args.share, args.games, args.depth,
    )?;
    Ok(())
}
