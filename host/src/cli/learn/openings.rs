//! `plyscope learn openings`.

use std::io::{self, Write as _};

use crate::domain::{OpeningOrder, Openings as _, OthelloDomain};
use crate::engine::Engine;
use crate::game_files::{beginning_with_f5, transcript_moves};
use crate::interrupt;
use crate::judged::Unit;
use crate::player::{run as search, search_of};
use clap::Args;
use plyscope_core::othello::{Board, Othello};

use super::super::progress::ProgressMeter;
use super::super::usage;

/// A position that a shallow search values beyond this is not searched deeper.
const FAR: f64 = 5.0;

#[derive(Args)]
pub(in super::super) struct OpeningsArgs {
    /// Length of an opening in plies
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=8))]
    plies: u32,
    /// Number of openings
    #[arg(long, default_value_t = 400, value_parser = clap::value_parser!(u64).range(1..))]
    count: u64,
    /// Greatest difference from an even game, in discs
    #[arg(long, value_name = "DISCS", default_value_t = 1.0)]
    within: f64,
    /// Depth of the search that values an opening, in plies
    #[arg(long, default_value_t = 12, value_parser = clap::value_parser!(u32).range(4..=24))]
    depth: u32,
    /// Seed of the choice
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Values a position in discs.
fn value(domain: &OthelloDomain, depth: u32, board: &Board) -> anyhow::Result<f64> {
    let engine: Engine = format!("algorithm=strong,depth={depth}").parse().map_err(usage)?;
    let mut player = search_of(domain, &engine, Othello)?;
    let report = search(&mut player, &engine, board)?;
    Ok(Unit::Hundredths.discs(report.value).unwrap_or(f64::INFINITY))
}

pub(super) fn run(args: &OpeningsArgs, quiet: bool) -> anyhow::Result<()> {
    let OpeningsArgs { plies, count, within, depth, seed } = *args;
    let domain =
        OthelloDomain::all_openings(plies).one_of_each_kind().in_order(OpeningOrder::Random);
    let starts = domain.starts(None, seed)?;
    let progress = ProgressMeter::new(count, "openings", quiet);
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "# Openings of {plies} plies whose values are within {within} of even, by strong at depth {depth}; one of each kind\n\
         # plyscope learn openings --plies {plies} --count {count} --within {within} --depth {depth} --seed {seed}"
    )?;
    let mut found = 0;
    for (board, moves) in starts {
        if found == count {
            break;
        }
        interrupt::check()?;
        if value(&domain, 4, &board)?.abs() <= FAR && value(&domain, depth, &board)?.abs() <= within
        {
            let line = transcript_moves(&moves).unwrap_or_default();
            writeln!(out, "{}", beginning_with_f5(&line))?;
            found += 1;
            progress.advance();
        }
    }
    progress.finish();
    anyhow::ensure!(found > 0, "no opening is so even: give --within a larger number");
    if found < count {
        anyhow::bail!(
            "only {found} openings are so even: give --count {found}, or --within a larger number"
        );
    }
    Ok(())
}
