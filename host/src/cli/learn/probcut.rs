//! `plyscope learn probcut`.

use std::cell::OnceCell;
use std::fs;
use std::io::{self, Write as _};
use std::path::PathBuf;

use crate::domain::OthelloEvaluation;
use crate::escape::terminal;
use crate::files;
use crate::learn::probcut::sample::{FEWEST_SOLVED, MOST_SOLVED, Sampling};
use crate::learn::probcut::{FILE, LearnedCuts, Pair, ProbCutPlan, learn};
use crate::parallel::threads;
use clap::Args;

use super::super::args::Format;
use super::super::output::{grouped, json_line, table_with_names, write_table};
use super::super::place::RunPlace;
use super::super::progress::ProgressMeter;
use super::super::usage;
use super::learn_error;

#[derive(Args)]
pub(in super::super) struct ProbCutArgs {
    #[command(flatten)]
    pub(super) place: RunPlace,
    /// Write the parameters to this file, too: `probcut.bin` beside the weights is where engines look for it
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Evaluation: simple, discs, bill, patterns, patterns-small, patterns-large, bill:FILE or patterns:FILE
    #[arg(long)]
    evaluation: String,
    /// Number of positions, each from a game of self-play of its own
    #[arg(long, default_value_t = 3000, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    positions: u64,
    /// Depth of the deepest search of a position; all depths up to it are searched, with a full window
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=20))]
    depth: u32,
    /// Number of phases of the game, by number of discs
    #[arg(long, default_value_t = 6, value_parser = clap::value_parser!(u8).range(1..=12))]
    phases: u8,
    /// Learn cuts for selective searches to the end of the game, from solved positions with 11 to this many empty squares: the deep
    /// depth of a pair is then a number of empty squares. Needs --phases 1
    #[arg(long, value_name = "EMPTIES", value_parser = clap::value_parser!(u32).range(i64::from(FEWEST_SOLVED)..=i64::from(MOST_SOLVED)))]
    ends: Option<u32>,
    /// Pairs of depths, DEEP:SHALLOW. Beyond the deepest search, a pair gets the numbers of a measured one with the same
    /// difference, or the nearest that its depth allows
    #[arg(
        long,
        value_delimiter = ',',
        value_name = "PAIR",
        default_value = "3:1,4:2,5:1,5:3,6:2,6:4,7:3,8:4,9:3,9:5,10:4,10:6"
    )]
    pairs: Vec<Pair>,
    /// Seed of all random choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Worker threads; results do not depend on them [default: all cores]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Form of the results
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

pub(super) fn run(args: ProbCutArgs, quiet: bool) -> anyhow::Result<()> {
    let named = OthelloEvaluation::named(&args.evaluation).map_err(usage)?;
    if args.ends.is_some() && named.patterns().is_none() {
        return Err(usage(
            "--ends: only patterns are in hundredths of a disc: give an --evaluation with patterns",
        ));
    }
    let ProbCutArgs {
        place, output, evaluation, positions, depth, phases, pairs, seed, ends, ..
    } = args;
    let (place, directory) = place.place()?;
    let sampling = Sampling { positions, depth, seed, solved: ends };
    let plan = ProbCutPlan { evaluation, sampling, phases, pairs };
    let plan = plan.checked().map_err(|wrong| usage(format!("--pairs: {wrong}")))?;
    let progress = OnceCell::new();
    let meter = || progress.get_or_init(|| ProgressMeter::new(positions, "positions", quiet));
    let begin = |there| meter().advance_by(there);
    let advance = || meter().advance();
    let outcome = learn(&plan, &place, threads(args.threads), begin, advance);
    if let Some(meter) = progress.into_inner() {
        meter.finish();
    }
    let learning = outcome.map_err(learn_error)?;
    if let Some(output) = &output {
        let copied = fs::read(directory.join(FILE)).and_then(|file| files::write(output, &file));
        copied.map_err(|error| anyhow::anyhow!("cannot write {}: {error}", output.display()))?;
    }
    let mut out = io::stdout().lock();
    if args.format == Format::Json {
        return json_line(&mut out, &learning);
    }
    write(&mut out, &learning)?;
    let directory = terminal(&directory.display().to_string());
    writeln!(out, "\n{directory}/{FILE}: {} bytes", grouped(learning.bytes as u64))?;
    Ok(())
}

fn write(out: &mut impl io::Write, learning: &LearnedCuts) -> anyhow::Result<()> {
    let columns = [
        "discs",
        "pair",
        "measured",
        "positions",
        "mean difference",
        "slope",
        "offset",
        "deviation",
        "r",
        "held out",
        "within 1.0",
        "1.5",
        "2.0",
    ];
    let mut table = table_with_names(&columns, 3);
    for one in &learning.learned {
        let [near, middle, far] = one.within.map(|share| format!("{:.1} %", 100.0 * share));
        table.add_row([
            format!("{} to {}", one.discs.0, one.discs.1),
            one.pair.to_string(),
            one.measured.map_or_else(String::new, |pair| format!("as {pair}")),
            grouped(one.positions as u64),
            format!("{:.0}", one.mean_difference),
            format!("{:.3}", one.slope),
            format!("{:.0}", one.offset),
            format!("{:.0}", one.deviation),
            format!("{:.4}", one.correlation),
            grouped(one.held_out as u64),
            near,
            middle,
            far,
        ]);
    }
    write_table(out, &table)?;
    let deep = match learning.plan.sampling.solved {
        Some(_) => "final score",
        None => "deep value",
    };
    writeln!(
        out,
        "\n{deep} = slope * shallow value + offset, for the side to move, with this standard deviation; {} positions \
         searched to depth {}, one in five kept out; \"within\": share of these within so many deviations (normal: 68.3 %, \
         86.6 %, 95.4 %)",
        grouped(learning.plan.sampling.positions),
        learning.plan.sampling.depth,
    )?;
    Ok(())
}
