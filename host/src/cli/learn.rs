//! `plyscope learn`.

use std::fs;
use std::io::{self, Write as _};
use std::path::PathBuf;

use clap::{Args, Subcommand};
use plyscope::domain::{Domain as _, OthelloDomain};
use plyscope::learn::correlation::{correlation, positions};
use plyscope::learn::fit::{Accuracy, Fit};
use plyscope::learn::games::SelfPlay;
use plyscope::learn::{LearnError, Plan, Step, learn};
use plyscope::parallel::threads;
use plyscope::wthor;
use serde::Serialize;

use super::args::Format;
use super::learn_bill::{self, BillArgs};
use super::output::{grouped, json_line, table_with_names, write_table};
use super::progress::Progress;
use super::usage;

#[derive(Subcommand)]
pub(super) enum Learn {
    /// The weights of Othello's patterns, by self-play
    Patterns(PatternsArgs),
    /// The weights of `bill`, a reconstruction of BILL's evaluation: its edge table, and the rest by self-play
    Bill(BillArgs),
    /// How values go with the outcomes of tournament games, which must not be those that were learned from
    Correlation(CorrelationArgs),
}

#[derive(Args)]
pub(super) struct CorrelationArgs {
    /// A base of games (.wtb) of the French Othello Federation
    #[arg(long, value_name = "FILE")]
    wthor: PathBuf,
    /// An evaluation: simple, discs, patterns, patterns:FILE, bill or bill:FILE; give one or more
    #[arg(long = "evaluation", required = true)]
    evaluations: Vec<String>,
    /// Fewest discs of a position
    #[arg(long, default_value_t = 20)]
    from: u32,
    /// Most discs of a position
    #[arg(long, default_value_t = 40)]
    to: u32,
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

/// One evaluation's line.
#[derive(Serialize)]
struct Row<'a> {
    evaluation: &'a str,
    positions: usize,
    correlation: f64,
}

fn correlations(args: &CorrelationArgs) -> anyhow::Result<()> {
    let file = args.wthor.display();
    let bytes = fs::read(&args.wthor).map_err(|error| usage(format!("--wthor {file}: {error}")))?;
    let base = wthor::read(&bytes).map_err(|error| usage(format!("--wthor {file}: {error}")))?;
    let samples = positions(&base, &(args.from..=args.to));
    if samples.is_empty() {
        return Err(usage(format!(
            "--wthor {file}: no complete game has a position of {} to {} discs",
            args.from, args.to
        )));
    }
    let domain = OthelloDomain::default();
    let mut rows = Vec::new();
    for name in &args.evaluations {
        let evaluation = domain.evaluation(Some(name)).map_err(usage)?;
        let Accuracy { correlation, .. } = correlation(&samples, &evaluation);
        rows.push(Row { evaluation: name, positions: samples.len(), correlation });
    }
    let mut out = io::stdout().lock();
    if args.format == Format::Json {
        return rows.iter().try_for_each(|row| json_line(&mut out, row));
    }
    let mut table = table_with_names(&["evaluation", "positions", "correlation"], 1);
    for row in &rows {
        table.add_row([
            row.evaluation.to_owned(),
            grouped(row.positions as u64),
            format!("{:.4}", row.correlation),
        ]);
    }
    write_table(&mut out, &table)?;
    Ok(())
}

#[derive(Args)]
pub(super) struct PatternsArgs {
    /// Keep each generation's weights here; a generation that is there is not learned again
    #[arg(long, value_name = "DIR")]
    directory: PathBuf,
    /// Games of each generation; the first plays by `simple`, each later one by the weights of the one before
    #[arg(long, value_delimiter = ',', default_value = "40000,60000,150000")]
    games: Vec<u64>,
    /// Phases of the game, each with weights of its own: 61 KB a phase
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=6))]
    phases: u8,
    /// Depth of the search for a move
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=12))]
    depth: u32,
    /// Random moves at the beginning of a game, or up to three more
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=30))]
    random_plies: u32,
    /// Empty squares from which on play, and so the score, is perfect
    #[arg(long, default_value_t = 12, value_parser = clap::value_parser!(u32).range(1..=18))]
    solve: u32,
    /// Times that every position is seen
    #[arg(long, default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=1000))]
    epochs: u32,
    /// Decides everything else
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Worker threads; results do not depend on them [default: all cores]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

pub(super) fn run(command: Learn, quiet: bool) -> anyhow::Result<()> {
    let args = match command {
        Learn::Patterns(args) => args,
        Learn::Bill(args) => return learn_bill::run(args, quiet),
        Learn::Correlation(args) => return correlations(&args),
    };
    if args.games.is_empty() || args.games.contains(&0) {
        return Err(usage("--games: write the games of each generation, such as 40000,60000"));
    }
    let plan = Plan {
        games: args.games,
        self_play: SelfPlay {
            random_plies: args.random_plies,
            depth: args.depth,
            solve: args.solve,
        },
        fit: Fit {
            phases: usize::from(args.phases),
            epochs: args.epochs,
            rate: 0.3,
            jitter: if args.phases == 1 { 0 } else { 2 },
        },
        seed: args.seed,
    };
    let mut progress = None;
    let outcome = learn(&plan, &args.directory, threads(args.threads), |step| match step {
        Step::Games(number, games) => {
            if !quiet {
                eprintln!("generation {number}: {} games", grouped(games));
            }
            progress = Some(Progress::new(games, "games", quiet));
        }
        Step::Game => {
            if let Some(progress) = &progress {
                progress.advance();
            }
        }
        Step::Epoch(epoch, Accuracy { correlation, rms_error }) => {
            if let Some(progress) = progress.take() {
                progress.finish();
            }
            if !quiet {
                eprintln!("epoch {epoch}: held-out r {correlation:.4}, error {rms_error:.2} discs");
            }
        }
    });
    let generations = outcome.map_err(|error| match error {
        error @ LearnError::OtherPlan { .. } => usage(error),
        error => error.into(),
    })?;
    let mut out = io::stdout().lock();
    if args.format == Format::Json {
        for generation in &generations {
            json_line(&mut out, generation)?;
        }
        return Ok(());
    }
    let mut rows =
        table_with_names(&["generation", "weights", "positions", "held-out r", "error"], 2);
    for generation in &generations {
        let (r, error) = generation.held_out.map_or_else(
            || ("there before".to_owned(), String::new()),
            |held_out| {
                (format!("{:.4}", held_out.correlation), format!("{:.2}", held_out.rms_error))
            },
        );
        rows.add_row([
            generation.number.to_string(),
            generation.file.display().to_string(),
            grouped(generation.samples as u64),
            r,
            error,
        ]);
    }
    write_table(&mut out, &rows)?;
    writeln!(
        out,
        "\nto play with it: evaluation=patterns:{}",
        generations.last().map_or_else(String::new, |last| last.file.display().to_string())
    )?;
    Ok(())
}
