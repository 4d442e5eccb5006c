//! `plyscope learn games`.

use std::cell::OnceCell;
use std::io::{self, Write as _};

use crate::escape::terminal;
use crate::learn::labels::{ANY, GamesPlan, Teaching, WHOLE, play};
use crate::parallel::threads;
use crate::record::Shard;
use clap::Args;

use super::super::place::RunPlace;
use super::super::progress::ProgressMeter;
use super::learn_error;

#[derive(Args)]
pub(in super::super) struct GamesArgs {
    #[command(flatten)]
    pub(super) place: RunPlace,
    /// Number of games, rounded up to a multiple of 16
    #[arg(long, default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    games: u64,
    /// Play only part K of N (K/N, such as 2/8); `merge` joins the parts
    #[arg(long, value_name = "K/N", default_value_t = Shard::WHOLE)]
    shard: Shard,
    /// Depth of the selective search that labels a position and chooses the next move
    #[arg(long, default_value_t = 6, value_parser = clap::value_parser!(u8).range(1..=20))]
    depth: u8,
    /// Label with exact scores from this many empty squares on
    #[arg(long, default_value_t = 14, value_parser = clap::value_parser!(u8).range(1..=24))]
    solve: u8,
    /// Numbers of random moves at the beginning of a game, FROM:TO, all equally likely
    #[arg(long, value_name = "FROM:TO", default_value = "6:17", value_parser = from_to)]
    random_plies: (u8, u8),
    /// After them, one move in this many is random; 0 means none
    #[arg(long, value_name = "MOVES", default_value_t = 10)]
    random_every: u8,
    /// Stop each game once this many discs are on the board; 64 plays it to its end
    #[arg(long, value_name = "DISCS", default_value_t = WHOLE, value_parser = clap::value_parser!(u8).range(5..=64))]
    until: u8,
    /// Stop a game without labels where its first value is further from even than this; 64 keeps all games
    #[arg(long, value_name = "DISCS", default_value_t = ANY, value_parser = clap::value_parser!(u8).range(1..=64))]
    within: u8,
    /// Seed of all random choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Worker threads; results do not depend on them [default: all cores]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

fn from_to(text: &str) -> Result<(u8, u8), String> {
    let wrong = || "write FROM:TO, such as 6:17, with numbers up to 50".to_owned();
    let (from, to) = text.split_once(':').ok_or_else(wrong)?;
    let (from, to) = (from.parse().map_err(|_| wrong())?, to.parse().map_err(|_| wrong())?);
    if from <= to && to <= 50 { Ok((from, to)) } else { Err(wrong()) }
}

pub(super) fn run(args: &GamesArgs, quiet: bool) -> anyhow::Result<()> {
    let GamesArgs { games, shard, depth, solve, random_every, until, within, seed, .. } = *args;
    let (random_from, random_to) = args.random_plies;
    let teaching =
        Teaching { depth, solve, random_from, random_to, random_every, until, within, seed };
    let plan = GamesPlan { games, teaching, shard };
    let (place, directory) = args.place.place()?;
    let progress = OnceCell::new();
    let begin = |all, there| {
        progress.get_or_init(|| ProgressMeter::new(all, "games", quiet)).advance_by(there);
    };
    let advance = |games| {
        if let Some(meter) = progress.get() {
            meter.advance_by(games);
        }
    };
    let outcome = play(&plan, &place, threads(args.threads), begin, advance);
    if let Some(meter) = progress.into_inner() {
        meter.finish();
    }
    outcome.map_err(learn_error)?;
    let directory = terminal(&directory.display().to_string());
    writeln!(io::stdout().lock(), "{directory}: all games of shard {shard} are there")?;
    Ok(())
}
