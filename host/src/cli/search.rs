//! `plyscope search`.

use std::io::{self, Write};
use std::ops::{ControlFlow, RangeInclusive};

use crate::device::Address;
use crate::domain::{
    Domain, Evaluations as _, HexapawnDomain, Openings as _, OthelloDomain, OthelloEvaluation,
    RandomTreeDomain, path_from_start,
};
use crate::engine::{Engine, PLIES, Unsearched};
use crate::interrupt;
use crate::parallel::threads;
use crate::player::{PlayerError, SoFar, proves, run_watched, search_of};
use crate::statistics::Running;
use crate::stream::in_order_of;
use crate::tree::MemoryUse;
use clap::{Args, Subcommand};
use plyscope_core::hexapawn::Hexapawn;
use plyscope_core::othello::{Board, Colour, parse_moves};
use plyscope_core::{Bound, Counts, Game, Stop, Value};
use serde::Serialize;

use super::args::{Format, TreeArgs, parse_position, parse_seeds};
use super::engine::EngineArgs;
use super::output::{board_text, grouped, json_line, table, write_table};
use super::progress::{ProgressMeter, SearchProgress};
use super::usage;
use super::verdict::{self, Verdict, othello_text};

/// Above this number of trees, the table shows means only.
const LISTED: u64 = 20;

#[derive(Subcommand)]
pub(super) enum Search {
    /// Search incremental random trees (Korf & Chickering 1996, section 4)
    RandomTree(RandomTree),
    /// Search an Othello position
    Othello(Othello),
    /// Search a 3x3 hexapawn position
    Hexapawn(HexapawnArgs),
}

#[derive(Args)]
pub(super) struct RandomTree {
    #[command(flatten)]
    tree: TreeArgs,
    /// Seed of one tree
    #[arg(long, value_parser = clap::value_parser!(u32), required_unless_present = "seeds")]
    seed: Option<u32>,
    /// Seeds of several trees, such as 1..1000 (both ends included)
    #[arg(long, value_parser = parse_seeds, conflicts_with = "seed")]
    seeds: Option<RangeInclusive<u32>>,
    /// Worker threads for several seeds [default: all cores]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    #[command(flatten)]
    engine: EngineArgs,
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

#[derive(Args)]
pub(super) struct Othello {
    /// The initial position
    #[arg(value_parser = ["start"])]
    start: Option<String>,
    /// 64 squares, a1 to h8 row by row (X Black, O White, - empty), then the side to move; or two bitboards in
    /// hexadecimal, mover/opponent (bit 0 is a1)
    #[arg(long, conflicts_with = "start", allow_hyphen_values = true)]
    position: Option<String>,
    /// Moves from the start, such as f5d6c3
    #[arg(long, conflicts_with_all = ["start", "position"])]
    moves: Option<String>,
    #[command(flatten)]
    engine: EngineArgs,
    /// Evaluation: simple, discs, bill, patterns, patterns-small, bill:FILE or patterns:FILE [default: simple]
    #[arg(long)]
    evaluation: Option<String>,
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

#[derive(Args)]
pub(super) struct HexapawnArgs {
    /// Moves from the start, each a from and a to square, such as a3a2b1a2 (White moves first)
    #[arg(long)]
    moves: Option<String>,
    #[command(flatten)]
    engine: EngineArgs,
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

/// A search as printed.
#[derive(Serialize)]
struct Row {
    domain: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<String>,
    algorithm: &'static str,
    depth: u32,
    /// For the side named in the table.
    #[serde(skip)]
    value: Value,
    /// The value, in games with plain values.
    #[serde(rename = "value", skip_serializing_if = "Option::is_none")]
    plain_value: Option<Value>,
    /// Othello's value in the evaluation's unit.
    #[serde(skip_serializing_if = "Option::is_none")]
    raw_value: Option<Value>,
    /// The same in discs, if the unit can be converted.
    #[serde(skip_serializing_if = "Option::is_none")]
    discs: Option<f64>,
    /// `bound` and `proven`.
    #[serde(flatten)]
    verdict: Verdict,
    /// The score in discs, for proven values only.
    #[serde(skip_serializing_if = "Option::is_none")]
    final_score: Option<i32>,
    #[serde(rename = "move")]
    best_move: Option<String>,
    pv: Vec<String>,
    stop: Stop,
    #[serde(flatten)]
    counts: Counts,
    #[serde(skip_serializing_if = "Option::is_none")]
    memory: Option<MemoryUse>,
}

/// Searches one position.
fn search_one<D: Domain>(
    domain: &D,
    engine: &Engine,
    solves: bool,
    game: D::Game,
    position: &<D::Game as Game>::Position,
    decided: impl Fn(Value) -> Option<i32>,
    watch: &mut dyn FnMut(&SoFar),
) -> anyhow::Result<Row> {
    let mover = game.mover(position);
    let most_plies = domain.most_plies(&game, position);
    let mut engine = engine.clone();
    if solves {
        if !proves(domain, &engine).map_err(player_error)? {
            let name = engine.algorithm().name();
            let estimates = matches!(engine.search.unsearched(), Unsearched::ByEstimates(_));
            let bounds = if estimates { " with these bounds" } else { "" };
            return Err(usage(format!(
                "--solve: {name}{bounds} does not search every line, so it proves nothing: use alpha-beta"
            )));
        }
        if most_plies > PLIES as u32 {
            return Err(usage(format!(
                "--solve: the game may take {most_plies} more plies, and this program's searches have {PLIES}: \
                 begin later in the game"
            )));
        }
        engine.depth = Some(most_plies.max(1));
    }
    let mut search = search_of(domain, &engine, game).map_err(player_error)?;
    let report = run_watched(&mut search, &engine, position, watch)?;
    let reported = D::CONVENTIONS.reported(report.value, mover);
    // From the other side, a lower bound is an upper bound.
    let one = Value::new(1);
    let turned = D::CONVENTIONS.reported(one, mover) != one;
    let bound = match report.bound {
        Bound::Lower if turned => Bound::Upper,
        Bound::Upper if turned => Bound::Lower,
        bound => bound,
    };
    // A line cannot be longer than the game.
    let to_the_end = report.stop == Stop::Completed && report.depth >= most_plies;
    let row = Row {
        domain: D::NAME,
        seed: None,
        position: None,
        algorithm: engine.algorithm().name(),
        depth: report.depth,
        value: reported,
        plain_value: Some(reported),
        raw_value: None,
        discs: None,
        verdict: Verdict::of(bound, report.proven || to_the_end, decided(reported)),
        final_score: None,
        best_move: report.best_move.map(|mv| domain.move_name(mv)),
        pv: report.principal_variation.iter().map(|&mv| domain.move_name(mv)).collect(),
        stop: report.stop,
        counts: report.counts,
        memory: None,
    };
    Ok(Row { memory: search.memory_use(), ..row })
}

/// Errors in the request are usage errors; errors of a device are not.
fn player_error(error: PlayerError) -> anyhow::Error {
    if error.is_usage() { usage(error) } else { error.into() }
}

pub(super) fn run(search: Search, quiet: bool) -> anyhow::Result<()> {
    match search {
        Search::RandomTree(args) => random_tree(args, quiet),
        Search::Othello(args) => search_othello(args, None, quiet),
        Search::Hexapawn(args) => hexapawn(args, quiet),
    }
}

fn random_tree(args: RandomTree, quiet: bool) -> anyhow::Result<()> {
    let domain = RandomTreeDomain { parameters: args.tree.parameters()? };
    let engine = args.engine.engine(None)?;
    let solves = args.engine.solves();
    let seeds = args.seeds.or(args.seed.map(|seed| seed..=seed)).unwrap_or(1..=1);
    let work = |seed: u32, watch: &mut dyn FnMut(&SoFar)| {
        let (tree, root) = domain.set_up(&seed);
        let row = search_one(&domain, &engine, solves, tree, &root, |_| None, watch)?;
        Ok::<_, anyhow::Error>(Row { seed: Some(seed), ..row })
    };
    if seeds.start() == seeds.end() {
        let row = work(*seeds.start(), &mut watch(quiet, |value| value.to_string()))?;
        return write_one(&row, args.format, "MAX");
    }
    let count = u64::from(*seeds.end() - *seeds.start()) + 1;
    let progress = ProgressMeter::new(count, "trees", quiet);
    let mut out = io::BufWriter::new(io::stdout().lock());
    let mut rows = Vec::new();
    let mut means = [Running::default(); NUMBERS.len()];
    let work = |seed| work(seed, &mut |_| ());
    let searched = in_order_of(seeds, threads(args.threads), work, |_, row| {
        progress.advance();
        if args.format == Format::Json {
            json_line(&mut out, &row)?;
        } else {
            for (mean, (_, number)) in means.iter_mut().zip(NUMBERS) {
                mean.add(number(&row));
            }
            if count <= LISTED {
                rows.push(row);
            }
        }
        Ok(ControlFlow::Continue(()))
    });
    progress.finish();
    // After an interrupt, the finished ones are shown.
    if args.format == Format::Table && (searched.is_ok() || interrupt::requested()) {
        write_means(&mut out, &rows, &means)?;
    }
    out.flush()?;
    searched
}

/// Shows the progress of a long search; `text` formats its values.
fn watch(quiet: bool, text: impl Fn(Value) -> String) -> impl FnMut(&SoFar) {
    let progress = SearchProgress::new(quiet);
    move |so_far: &SoFar| progress.tell(so_far, &text)
}

/// Searches an Othello position, here or on a device.
pub(super) fn search_othello(
    args: Othello,
    device: Option<Address>,
    quiet: bool,
) -> anyhow::Result<()> {
    let mut engine = args.engine.engine(args.evaluation)?;
    if let Some(address) = device {
        engine = engine.on_device(address).map_err(usage)?;
    }
    let (board, colour) = match (&args.position, &args.moves) {
        (Some(text), _) => parse_position(text)?,
        (None, Some(text)) => {
            parse_moves(text).map_err(|error| usage(format!("--moves: {error}")))?
        }
        (None, None) => (Board::START, Colour::Black),
    };
    let domain = OthelloDomain::default();
    let evaluation = domain.evaluation(engine.evaluation.as_deref()).map_err(usage)?;
    let decided = |value| verdict::decided(value, &evaluation);
    let solves = args.engine.solves();
    let text = |value| othello_text(value, evaluation.discs(value));
    let (game, mut watch) = (plyscope_core::othello::Othello, watch(quiet, text));
    let row = search_one(&domain, &engine, solves, game, &board, decided, &mut watch)?;
    let row = Row {
        position: Some(board_text(board, colour)),
        plain_value: None,
        raw_value: Some(row.value),
        discs: evaluation.discs(row.value),
        final_score: row.verdict.is_final().then(|| proven_score(row.value, &evaluation)).flatten(),
        ..row
    };
    let mover = match colour {
        Colour::Black => "Black",
        Colour::White => "White",
    };
    write_one(&row, args.format, mover)
}

/// The score of a proven value of Othello: 0 is a draw in every evaluation.
fn proven_score(value: Value, evaluation: &OthelloEvaluation) -> Option<i32> {
    if value == Value::ZERO || evaluation.counts_discs() {
        return Some(value.get());
    }
    verdict::decided(value, evaluation)
}

fn hexapawn(args: HexapawnArgs, quiet: bool) -> anyhow::Result<()> {
    let engine = args.engine.engine(None)?;
    let position = match &args.moves {
        Some(text) => path_from_start(text).map_err(|error| usage(format!("--moves: {error}")))?,
        None => Hexapawn::<3, 3>::start(),
    };
    let solves = args.engine.solves();
    let (domain, mut watch) = (HexapawnDomain::default(), watch(quiet, |value| value.to_string()));
    let row = search_one(&domain, &engine, solves, Hexapawn, &position, |_| None, &mut watch)?;
    write_one(&Row { position: args.moves.or(Some(String::new())), ..row }, args.format, "Black")
}

fn write_one(row: &Row, format: Format, side: &str) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    match format {
        Format::Json => json_line(&mut out, row)?,
        Format::Table => write_row(&mut out, row, side)?,
    }
    // A partial result is printed, and labelled so.
    if row.stop == Stop::Polled {
        interrupt::check()?;
    }
    Ok(())
}

/// Prints one search, one fact per line.
fn write_row(out: &mut dyn Write, row: &Row, side: &str) -> anyhow::Result<()> {
    let counts = &row.counts;
    let score = row.final_score.map_or(String::new(), |score| format!(" (final score {score:+})"));
    let value = match row.raw_value {
        Some(value) => othello_text(value, row.discs),
        None => row.value.to_string(),
    };
    let stop = match row.stop {
        Stop::Completed if row.verdict.is_final() => "completed, to the end of the game",
        Stop::Completed => "completed",
        Stop::Nodes => "stopped by the limit of nodes",
        Stop::Polled if interrupt::requested() => "interrupted",
        Stop::Polled => "stopped by the limit of time",
        Stop::Running => "running",
        Stop::Capacity => "stopped for lack of capacity",
        _ => "stopped",
    };
    let mut lines: Vec<(&str, String)> = Vec::new();
    if let Some(seed) = row.seed {
        lines.push(("seed", seed.to_string()));
    }
    if let Some(position) = row.position.as_ref().filter(|text| !text.is_empty()) {
        lines.push(("position", position.clone()));
    }
    lines.extend([
        ("algorithm", row.algorithm.to_owned()),
        ("depth", row.depth.to_string()),
        ("move", row.best_move.clone().unwrap_or_else(|| "none".to_owned())),
        ("value", format!("{value} for {side}{score}")),
        ("bound", row.verdict.text().to_owned()),
        ("line", row.pv.join(" ")),
        ("generated", grouped(counts.generated)),
        ("expanded", grouped(counts.expanded)),
        ("evaluated", grouped(counts.evaluated)),
        (
            "pruned",
            format!(
                "{} by window, {} by estimate",
                grouped(counts.pruned_by_window),
                grouped(counts.pruned_by_estimate)
            ),
        ),
        ("stack", format!("{} frames, {} children", counts.most_frames, counts.most_children)),
    ]);
    if let Some(memory) = row.memory {
        let short = match (memory.linear, memory.pruned) {
            (0, 0) => String::new(),
            (linear, pruned) => {
                format!(", full: {linear} nodes searched in linear space, {pruned} subtrees pruned")
            }
        };
        let nodes = grouped(memory.most_nodes);
        lines.push(("memory", format!("{nodes} nodes, {} bytes{short}", grouped(memory.bytes))));
    }
    lines.push(("ended", stop.to_owned()));
    for (name, value) in lines {
        writeln!(out, "{name:<10} {value}")?;
    }
    Ok(())
}

/// A number in a row.
type Number = fn(&Row) -> f64;

/// The numbers to average.
const NUMBERS: [(&str, Number); 6] = [
    ("value", |row| f64::from(row.value.get())),
    ("generated", |row| row.counts.generated as f64),
    ("expanded", |row| row.counts.expanded as f64),
    ("evaluated", |row| row.counts.evaluated as f64),
    ("pruned by window", |row| row.counts.pruned_by_window as f64),
    ("pruned by estimate", |row| row.counts.pruned_by_estimate as f64),
];

/// Prints several trees: each one if they are few, then the means.
fn write_means(
    out: &mut dyn Write,
    rows: &[Row],
    running: &[Running; NUMBERS.len()],
) -> anyhow::Result<()> {
    if !rows.is_empty() {
        let mut list = table(&["seed", "move", "value", "bound", "generated", "expanded", "line"]);
        for row in rows {
            list.add_row([
                row.seed.map_or(String::new(), |seed| seed.to_string()),
                row.best_move.clone().unwrap_or_default(),
                row.value.to_string(),
                row.verdict.bound.name().to_owned(),
                grouped(row.counts.generated),
                grouped(row.counts.expanded),
                row.pv.join(" "),
            ]);
        }
        write_table(out, &list)?;
        writeln!(out)?;
    }
    let mut means = table(&["mean per tree", "mean", "95 % ±", "± %"]);
    for ((name, _), running) in NUMBERS.iter().zip(running) {
        let mean = running.mean();
        let share = 100.0 * mean.half_width / mean.mean;
        means.add_row([
            (*name).to_owned(),
            format!("{:.3}", mean.mean),
            format!("{:.3}", mean.half_width),
            if *name != "value" && share.is_finite() {
                format!("{share:.2}")
            } else {
                String::new()
            },
        ]);
    }
    writeln!(out, "{} trees", running[0].mean().count)?;
    write_table(out, &means)?;
    Ok(())
}
