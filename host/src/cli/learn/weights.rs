//! `plyscope learn weights`.

use std::io::{self, Write as _};
use std::path::PathBuf;

use crate::escape::terminal;
use crate::learn::Candidate;
use crate::learn::weights::regression::Regression;
use crate::learn::weights::{FILE, LearnedWeights, WeightsPlan, learn};
use crate::parallel::threads;
use clap::Args;
use plyscope_core::othello::patterns::MIXED;

use super::super::args::Format;
use super::super::output::{grouped, json_line, table_with_names, write_table};
use super::super::progress::ProgressMeter;
use super::super::usage;

#[derive(Args)]
pub(in super::super) struct WeightsArgs {
    /// Directories written by `learn games`, finished or not
    #[arg(long, value_name = "DIR", required = true, num_args = 1..)]
    games: Vec<PathBuf>,
    /// Directory for the weights
    #[arg(long, value_name = "DIR")]
    directory: PathBuf,
    /// Set of patterns and number of phases, or `mixed` for weights that change with every disc
    #[arg(long, value_name = "SET:PHASES", default_value = "logistello:5", value_parser = patterns)]
    set: Candidate,
    /// Iterations of each regression, or passes over the positions for mixed weights
    #[arg(long, default_value_t = 25, value_parser = clap::value_parser!(u32).range(1..=1000))]
    iterations: u32,
    /// Weights of a phase stay near those of all phases as if so many positions said so
    #[arg(long, value_name = "POSITIONS", default_value_t = 30.0)]
    ridge: f32,
    /// Errors beyond this count linearly, not squared
    #[arg(long, value_name = "DISCS", default_value_t = 8.0)]
    limit: f32,
    /// A phase also learns, less and less, from positions with up to so many discs more or fewer
    #[arg(long, value_name = "DISCS", default_value_t = 4, value_parser = clap::value_parser!(u32).range(0..=60))]
    reach: u32,
    /// Share of the next position's label in each label, from 0 to 1, but for exact values and before random moves
    #[arg(long, value_name = "SHARE", default_value_t = 0.7)]
    lambda: f32,
    /// A position with this label counts half as much as an even one, and one further ahead less
    #[arg(long, value_name = "DISCS", default_value_t = 16.0)]
    near: f32,
    /// Worker threads; results do not depend on them [default: all cores]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Form of the results
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

fn patterns(text: &str) -> Result<Candidate, String> {
    match text.parse()? {
        Candidate::Bill => Err("write SET:PHASES, such as logistello:5".to_owned()),
        patterns @ Candidate::Patterns { .. } => Ok(patterns),
    }
}

pub(super) fn run(args: WeightsArgs, quiet: bool) -> anyhow::Result<()> {
    let WeightsArgs { games, set: candidate, iterations, ridge, limit, reach, .. } = args;
    let (lambda, near) = (args.lambda, args.near);
    for (option, value) in [("--ridge", ridge), ("--limit", limit), ("--near", near)] {
        if !(value > 0.0 && value.is_finite()) {
            return Err(usage(format!("{option}: write a number above 0")));
        }
    }
    if !(0.0..=1.0).contains(&lambda) {
        return Err(usage("--lambda: write a number from 0 to 1"));
    }
    let regression = Regression { iterations, ridge, limit };
    let plan = WeightsPlan { games, candidate, regression, reach, lambda, near };
    let Candidate::Patterns { phases, .. } = candidate else {
        return Err(usage("--set: write SET:PHASES, such as logistello:5"));
    };
    let regressions = if phases == MIXED { 1 } else { u64::from(phases) + 1 };
    let all = u64::from(iterations) * regressions;
    let meter = ProgressMeter::new(all, "iterations", quiet);
    let outcome = learn(&plan, &args.directory, threads(args.threads), &|| meter.advance());
    meter.finish();
    let learning = outcome?;
    let mut out = io::stdout().lock();
    if args.format == Format::Json {
        return json_line(&mut out, &learning);
    }
    write(&mut out, &learning)?;
    let directory = terminal(&args.directory.display().to_string());
    writeln!(out, "\n{directory}/{FILE}: {} bytes", grouped(learning.bytes as u64))?;
    writeln!(out, "to play with it: evaluation=patterns:{directory}/{FILE}")?;
    Ok(())
}

fn write(out: &mut impl io::Write, learning: &LearnedWeights) -> anyhow::Result<()> {
    let columns = ["discs", "positions", "held out", "error", "patterns' error"];
    let mut table = table_with_names(&columns, 1);
    for phase in &learning.phases {
        table.add_row([
            format!("{} to {}", phase.discs.0, phase.discs.1),
            grouped(phase.positions as u64),
            grouped(phase.held_out as u64),
            format!("{:.2}", phase.error),
            format!("{:.2}", phase.error_of_patterns),
        ]);
    }
    write_table(out, &table)?;
    Ok(())
}
