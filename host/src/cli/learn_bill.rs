//! `plyscope learn bill`.

use std::io::{self, Write as _};
use std::path::PathBuf;

use clap::Args;
use plyscope::learn::LearnError;
use plyscope::learn::bill::{BillError, BillPlan, BillStep, learn};
use plyscope::learn::games::SelfPlay;
use plyscope::parallel::threads;

use super::args::Format;
use super::output::{grouped, json_line, table_with_names, write_table};
use super::progress::Progress;
use super::usage;

#[derive(Args)]
pub(super) struct BillArgs {
    /// Keep each generation's weights here; a generation that is there is not learned again
    #[arg(long, value_name = "DIR")]
    directory: PathBuf,
    /// Games of each generation; the first plays by `simple`, each later one by the one before
    #[arg(long, value_delimiter = ',', default_value = "10000,10000")]
    games: Vec<u64>,
    /// Depth of the search for a move
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=12))]
    depth: u32,
    /// Random moves at the beginning of a game, or up to three more
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=30))]
    random_plies: u32,
    /// Empty squares from which on play, and so the score, is perfect
    #[arg(long, default_value_t = 12, value_parser = clap::value_parser!(u32).range(1..=18))]
    solve: u32,
    /// Decides everything else
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Worker threads; results do not depend on them [default: all cores]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

pub(super) fn run(args: BillArgs, quiet: bool) -> anyhow::Result<()> {
    if args.games.is_empty() || args.games.contains(&0) {
        return Err(usage("--games: write the games of each generation, such as 10000,10000"));
    }
    let plan = BillPlan {
        games: args.games,
        self_play: SelfPlay {
            random_plies: args.random_plies,
            depth: args.depth,
            solve: args.solve,
        },
        seed: args.seed,
    };
    let mut progress = None;
    let outcome = learn(&plan, &args.directory, threads(args.threads), |step| match step {
        BillStep::Games(number, games) => {
            if !quiet {
                eprintln!("generation {number}: {} games", grouped(games));
            }
            progress = Some(Progress::new(games, "games", quiet));
        }
        BillStep::Game => {
            if let Some(progress) = &progress {
                progress.advance();
            }
        }
        BillStep::Fitting => {
            if let Some(progress) = progress.take() {
                progress.finish();
            }
        }
    });
    let generations = outcome.map_err(|error| match error {
        BillError::Learn(error @ LearnError::OtherPlan { .. }) => usage(error),
        error @ BillError::TooFew(_) => usage(error),
        error => error.into(),
    })?;
    let mut out = io::stdout().lock();
    if args.format == Format::Json {
        return generations.iter().try_for_each(|generation| json_line(&mut out, generation));
    }
    let mut rows =
        table_with_names(&["generation", "weights", "positions", "held-out r", "winners"], 2);
    for generation in &generations {
        let (r, winners) = generation.held_out.map_or_else(
            || ("there before".to_owned(), String::new()),
            |told| (format!("{:.4}", told.correlation), format!("{:.1} %", 100.0 * told.winners)),
        );
        rows.add_row([
            generation.number.to_string(),
            generation.file.display().to_string(),
            grouped(generation.samples as u64),
            r,
            winners,
        ]);
    }
    write_table(&mut out, &rows)?;
    writeln!(
        out,
        "\nto play with it: evaluation=bill:{}",
        generations.last().map_or_else(String::new, |last| last.file.display().to_string())
    )?;
    Ok(())
}
