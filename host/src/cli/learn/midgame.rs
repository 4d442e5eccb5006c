//! `plyscope learn positions` and `plyscope learn moves`.

use std::io::{self, Write as _};
use std::ops::ControlFlow;
use std::path::PathBuf;

use crate::domain::{OthelloDomain, OthelloEvaluation};
use crate::engine::{Algorithm, Engine};
use crate::escape::terminal;
use crate::files;
use crate::learn::midgame::{MoveQuality, choose, quality, read, score};
use crate::parallel::{in_order, threads};
use crate::player::{PlayerError, run, search_of};
use clap::Args;
use plyscope_core::othello::{Othello, Patterns};
use serde::Serialize;

use super::super::args::Format;
use super::super::output::{json_line, table_with_names, write_table};
use super::super::progress::ProgressMeter;
use super::super::usage;
use super::read_wthor;

#[derive(Args)]
pub(in super::super) struct PositionsArgs {
    /// Game database (.wtb) of the French Othello Federation; one position per game is used
    #[arg(long, value_name = "FILE")]
    wthor: PathBuf,
    /// Number of positions
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..))]
    count: u32,
    /// Least number of empty squares
    #[arg(long, default_value_t = 24)]
    from: u32,
    /// Greatest number of empty squares
    #[arg(long, default_value_t = 30)]
    to: u32,
    /// Search depth in plies, including the scored move; the evaluation is `patterns`
    #[arg(long, default_value_t = 12, value_parser = clap::value_parser!(u32).range(2..=20))]
    depth: u32,
    /// Seed of the choice of games and positions
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Worker threads; results do not depend on them [default: all cores]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

pub(super) fn positions(args: &PositionsArgs, quiet: bool) -> anyhow::Result<()> {
    let base = read_wthor(&args.wthor)?;
    let chosen = choose(&base, args.from..=args.to, args.count as usize, args.seed);
    if chosen.len() < args.count as usize {
        return Err(usage(format!(
            "--wthor {}: only {} games have a position of {} to {} empty squares with two moves",
            args.wthor.display(),
            chosen.len(),
            args.from,
            args.to
        )));
    }
    let progress = ProgressMeter::new(u64::from(args.count), "positions", quiet);
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "# {} positions with {} to {} empty squares from the tournament games{} (WTHOR), one a game.\n\
         # Each move with its value for the side to move in discs, by alpha-beta {} plies deep\n\
         # with the evaluation `patterns` of plyscope {}; the worst are cut at ten discs below the best. Made by\n\
         # plyscope learn positions --wthor FILE --count {} --from {} --to {} --depth {} --seed {}",
        args.count,
        args.from,
        args.to,
        match base.header.year {
            0 => String::new(),
            year => format!(" of {year}"),
        },
        args.depth,
        env!("CARGO_PKG_VERSION"),
        args.count,
        args.from,
        args.to,
        args.depth,
        args.seed
    )?;
    let one = |(board, mover)| Ok(score(&board, mover, Patterns::LEARNED, args.depth));
    in_order(&chosen, threads(args.threads), one, |_, scored| {
        writeln!(out, "{scored}")?;
        progress.advance();
        Ok::<_, anyhow::Error>(ControlFlow::Continue(()))
    })?;
    progress.finish();
    Ok(())
}

#[derive(Args)]
pub(in super::super) struct MovesArgs {
    /// File of scored positions, written by `plyscope learn positions`
    #[arg(long, value_name = "FILE")]
    positions: PathBuf,
    /// Evaluation: simple, discs, bill, patterns, patterns-small, patterns-large, bill:FILE or patterns:FILE; repeatable
    #[arg(long = "evaluation", required = true)]
    evaluations: Vec<String>,
    /// Greatest search depth; all depths up to it are measured
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=16))]
    depth: u32,
    /// Worker threads; results do not depend on them [default: all cores]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Form of the results
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

/// The largest file of positions that is read.
const MOST: u64 = 1000 * files::MB;

/// One evaluation at one depth.
#[derive(Serialize)]
struct Row<'a> {
    evaluation: &'a str,
    depth: u32,
    #[serde(flatten)]
    quality: MoveQuality,
}

pub(super) fn moves(args: &MovesArgs, quiet: bool) -> anyhow::Result<()> {
    let file = args.positions.display();
    let text = files::read(&args.positions, MOST)
        .and_then(files::text)
        .map_err(|error| usage(format!("--positions {file}: {error}")))?;
    let positions = read(&text).map_err(|error| usage(format!("--positions {file}: {error}")))?;
    if positions.is_empty() {
        return Err(usage(format!("--positions {file}: the file has no positions")));
    }
    for name in &args.evaluations {
        OthelloEvaluation::named(name).map_err(usage)?;
    }
    let all = args.evaluations.len() as u64 * u64::from(args.depth) * positions.len() as u64;
    let progress = ProgressMeter::new(all, "searches", quiet);
    let domain = OthelloDomain::default();
    let numbers: Vec<usize> = (0..positions.len()).collect();
    let mut rows = Vec::new();
    for evaluation in &args.evaluations {
        for depth in 1..=args.depth {
            let engine = Engine {
                depth: Some(depth),
                evaluation: Some(evaluation.clone()),
                ..Engine::new(Algorithm::AlphaBeta)
            };
            let mut losses = Vec::new();
            let one = |number: usize| {
                let position = &positions[number];
                let mut search = search_of(&domain, &engine, Othello)?;
                let best = run(&mut search, &engine, &position.board)?.best_move;
                Ok::<_, PlayerError>(position.loss(best))
            };
            in_order(&numbers, threads(args.threads), one, |_, loss| {
                losses.push(loss);
                progress.advance();
                Ok(ControlFlow::Continue(()))
            })?;
            rows.push(Row { evaluation, depth, quality: quality(&losses) });
        }
    }
    progress.finish();
    let mut out = io::stdout().lock();
    if args.format == Format::Json {
        return rows.iter().try_for_each(|row| json_line(&mut out, row));
    }
    let columns = ["evaluation", "depth", "best move", "95 %", "mean loss, discs"];
    let mut table = table_with_names(&columns, 1);
    for Row { evaluation, depth, quality } in &rows {
        let (low, high) = quality.best.wilson().unwrap_or_default();
        table.add_row([
            terminal(evaluation),
            depth.to_string(),
            format!("{:.1} %", 100.0 * quality.best.score().unwrap_or_default()),
            format!("{:.1} to {:.1}", 100.0 * low, 100.0 * high),
            format!("{:.2} ± {:.2}", quality.loss.mean, quality.loss.half_width),
        ]);
    }
    write_table(&mut out, &table)?;
    Ok(())
}
