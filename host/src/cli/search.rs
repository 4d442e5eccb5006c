//! `plyscope search`.

use std::io::{self, Write};
use std::ops::{ControlFlow, RangeInclusive};
use std::time::Instant;

use crate::device::Address;
use crate::domain::{
    ConnectFourDomain, Domain, HexapawnDomain, Openings as _, OthelloDomain, OthelloEvaluation,
    RandomTreeDomain, discs_after, path_from_start,
};
use crate::engine::{Engine, PLIES, Unsearched};
use crate::interrupt;
use crate::parallel::threads;
use crate::player::{
    PlayerError, SoFar, Thought, Told, Verdict, proves, run_told, run_watched, search_of,
};
use crate::statistics::Running;
use crate::stream::in_order_of;
use clap::{Args, Subcommand};
use plyscope_core::connect_four::{ConnectFour, Discs};
use plyscope_core::hexapawn::Hexapawn;
use plyscope_core::othello::{Board, Colour, Move, parse_moves};
use plyscope_core::{Game, Outcome, Report, Side, Value};

use super::args::{Format, TreeArgs, parse_position, parse_seeds};
use super::engine::{EngineArgs, StrongByDefault};
use super::output::{board_picture, board_text, json_line};
use super::progress::{ProgressMeter, SearchProgress};
use super::searched::{NUMBERS, Row, write_means, write_one};
use super::thoughts::{Thoughts, othello_value};
use super::verdict::{line_result, othello_text};
use super::{usage, values};

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
    /// Search a Connect Four position
    ConnectFour(ConnectFourArgs),
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
    /// Print what the search thinks after each depth: value, nodes, time, best line
    #[arg(long)]
    info: bool,
    /// Form of the results
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
    engine: StrongByDefault,
    /// Evaluation: simple, discs, bill, patterns, patterns-small, patterns-large, bill:FILE or patterns:FILE
    /// [default: patterns-large for strong, simple for the others]
    #[arg(long)]
    evaluation: Option<String>,
    /// Print what the search thinks after each depth: value, nodes, time, best line
    #[arg(long)]
    info: bool,
    /// Value every move by a search of its own and list the best N; a limit of time is for all of them, others for each
    #[arg(long, value_name = "N", conflicts_with_all = ["info", "solve"],
          value_parser = clap::value_parser!(u8).range(1..))]
    lines: Option<u8>,
    /// Form of the results
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
    /// Print what the search thinks after each depth: value, nodes, time, best line
    #[arg(long)]
    info: bool,
    /// Form of the results
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

#[derive(Args)]
pub(super) struct ConnectFourArgs {
    /// Columns from the start, 1 to 7, such as 44444326
    #[arg(long)]
    moves: Option<String>,
    #[command(flatten)]
    engine: EngineArgs,
    /// Print what the search thinks after each depth: value, nodes, time, best line
    #[arg(long)]
    info: bool,
    /// Form of the results
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

/// Watches a search: its progress, and what it thinks if that is wanted.
struct Watch<'a, M> {
    progress: &'a mut dyn FnMut(&SoFar),
    thoughts: Option<&'a mut Told<'a, M>>,
}

/// Searches one position.
fn search_one<D: Domain>(
    domain: &D,
    engine: &Engine,
    solves: bool,
    game: D::Game,
    position: &<D::Game as Game>::Position,
    decided: impl Fn(Value) -> Option<i32>,
    watch: Watch<'_, <D::Game as Game>::Move>,
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
                "--solve: the game may take {most_plies} more plies, and searches are limited to {PLIES}: start from a later \
                 position"
            )));
        }
        engine.depth = Some(most_plies.max(1));
    }
    let mut search = search_of(domain, &engine, game).map_err(player_error)?;
    let Watch { progress, thoughts } = watch;
    let report = match thoughts {
        None => run_watched(&mut search, &engine, position, progress)?,
        Some(thoughts) => run_told(&mut search, &engine, position, progress, thoughts)?,
    };
    let reported = D::CONVENTIONS.reported(report.value, mover);
    let verdict = Verdict::of_report(&report, most_plies, decided(report.value));
    let is_turned = D::CONVENTIONS.values_for_max && mover == Side::Min;
    let row = Row {
        domain: D::NAME,
        seed: None,
        position: None,
        algorithm: engine.algorithm().name(),
        depth: report.depth,
        value: reported,
        plain_value: Some(reported),
        raw_value: None,
        line_result: None,
        discs: None,
        verdict: if is_turned { verdict.turned() } else { verdict },
        final_score: None,
        best_move: report.best_move.map(|mv| domain.move_name(mv)),
        pv: report.principal_variation.iter().map(|&mv| domain.move_name(mv)).collect(),
        stop: report.stop,
        counts: report.counts,
        memory: None,
        picture: None,
        seconds: None,
        info: Vec::new(),
    };
    Ok(Row { memory: search.memory_use(), ..row })
}

/// Errors in the request are usage errors; errors of a device are not.
pub(super) fn player_error(error: PlayerError) -> anyhow::Error {
    if error.is_usage() { usage(error) } else { error.into() }
}

pub(super) fn run(search: Search, quiet: bool) -> anyhow::Result<()> {
    match search {
        Search::RandomTree(args) => random_tree(args, quiet),
        Search::Othello(args) => search_othello(args, None, quiet),
        Search::Hexapawn(args) => hexapawn(args, quiet),
        Search::ConnectFour(args) => connect_four(args, quiet),
    }
}

fn random_tree(args: RandomTree, quiet: bool) -> anyhow::Result<()> {
    let domain = RandomTreeDomain { parameters: args.tree.parameters()? };
    let engine = args.engine.engine(None)?;
    let solves = args.engine.solves();
    let seeds = args.seeds.or(args.seed.map(|seed| seed..=seed)).unwrap_or(1..=1);
    let work = |seed: u32, watch: &mut dyn FnMut(&SoFar)| {
        let (tree, root) = domain.set_up(&seed);
        let thoughts = args.info.then(|| Thoughts::new(args.format));
        let mut take = told(&domain, &tree, &root, thoughts.as_ref());
        let watch = Watch { progress: watch, thoughts: thoughts.is_some().then_some(&mut take) };
        let row = search_one(&domain, &engine, solves, tree, &root, |_| None, watch)?;
        let info = thoughts.as_ref().map_or(Vec::new(), Thoughts::lines);
        Ok::<_, anyhow::Error>(Row { seed: Some(seed), info, ..row })
    };
    if seeds.start() == seeds.end() {
        let quiet = quiet || args.info;
        let row = work(*seeds.start(), &mut watch(quiet, |value| value.to_string()))?;
        return write_one(&row, args.format, "MAX");
    }
    if args.info {
        return Err(usage("--info shows one search: use --seed N instead of a range"));
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

/// Hands the thoughts of a search of a game with plain values over.
fn told<'a, D: Domain>(
    domain: &'a D,
    game: &D::Game,
    position: &<D::Game as Game>::Position,
    thoughts: Option<&'a Thoughts>,
) -> impl FnMut(&Thought<'_, <D::Game as Game>::Move>) + use<'a, D> {
    let mover = game.mover(position);
    move |thought| {
        if let Some(thoughts) = thoughts {
            let value = D::CONVENTIONS.reported(thought.report.value, mover).to_string();
            thoughts.take(thought, value, |mv| domain.move_name(mv));
        }
    }
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
    let engine = match device {
        None => args.engine.engine(args.evaluation)?,
        Some(_) if args.info => return Err(usage("--info: a device does not say what it thinks")),
        Some(address) => args.engine.engine(args.evaluation)?.on_device(address).map_err(usage)?,
    };
    let (board, colour) = match (&args.position, &args.moves) {
        (Some(text), _) => parse_position(text)?,
        (None, Some(text)) => {
            parse_moves(text).map_err(|error| usage(format!("--moves: {error}")))?
        }
        (None, None) => (Board::START, Colour::Black),
    };
    if let Some(count) = args.lines {
        if !engine.search.is_of_this_program() {
            return Err(usage("--lines: a device reports only its best move; remove --lines"));
        }
        return values::run(&engine, (board, colour), count.into(), args.format, quiet);
    }
    let domain = OthelloDomain::default();
    let evaluation = OthelloEvaluation::of(&engine).map_err(usage)?.as_reported(&engine);
    let decided = |value| evaluation.decided(value);
    let solves = args.engine.solves();
    let text = |value| othello_text(value, evaluation.discs(value));
    let game = plyscope_core::othello::Othello;
    let thoughts = args.info.then(|| Thoughts::new(args.format));
    let mut take = |thought: &Thought<'_, Move>| {
        let Report { value, bound, proven, .. } = thought.report;
        let score = evaluation.proven_score(value);
        let value = othello_value(value, bound, proven, score, text);
        if let Some(thoughts) = &thoughts {
            thoughts.take(thought, value, |mv| mv.to_string());
        }
    };
    let mut progress = watch(quiet || args.info, text);
    let watch = Watch { progress: &mut progress, thoughts: args.info.then_some(&mut take) };
    let begin = Instant::now();
    let row = search_one(&domain, &engine, solves, game, &board, decided, watch)?;
    let seconds = begin.elapsed().as_secs_f64();
    let row = Row {
        position: Some(board_text(board, colour)),
        picture: Some(board_picture(board, colour)),
        seconds: Some(seconds),
        plain_value: None,
        raw_value: Some(row.value).filter(|&value| line_result(value).is_none()),
        line_result: line_result(row.value),
        discs: evaluation.discs(row.value),
        info: thoughts.as_ref().map_or(Vec::new(), Thoughts::lines),
        final_score: evaluation.proven_score(row.value).filter(|_| row.verdict.is_final()),
        ..row
    };
    let mover = match colour {
        Colour::Black => "Black",
        Colour::White => "White",
    };
    write_one(&row, args.format, mover)
}

fn hexapawn(args: HexapawnArgs, quiet: bool) -> anyhow::Result<()> {
    let engine = args.engine.engine(None)?;
    let position = match &args.moves {
        Some(text) => path_from_start(text).map_err(|error| usage(format!("--moves: {error}")))?,
        None => Hexapawn::<3, 3>::start(),
    };
    let solves = args.engine.solves();
    let domain = HexapawnDomain::default();
    let thoughts = args.info.then(|| Thoughts::new(args.format));
    let mut take = told(&domain, &Hexapawn, &position, thoughts.as_ref());
    let mut progress = watch(quiet || args.info, |value| value.to_string());
    let watch =
        Watch { progress: &mut progress, thoughts: thoughts.is_some().then_some(&mut take) };
    let row = search_one(&domain, &engine, solves, Hexapawn, &position, |_| None, watch)?;
    let info = thoughts.as_ref().map_or(Vec::new(), Thoughts::lines);
    let row = Row { position: args.moves.or(Some(String::new())), info, ..row };
    write_one(&row, args.format, "Black")
}

fn connect_four(args: ConnectFourArgs, quiet: bool) -> anyhow::Result<()> {
    let engine = args.engine.engine(None)?;
    let position = match &args.moves {
        Some(text) => discs_after(text).map_err(|error| usage(format!("--moves: {error}")))?,
        None => Discs::START,
    };
    let solves = args.engine.solves();
    let domain = ConnectFourDomain::default();
    let thoughts = args.info.then(|| Thoughts::new(args.format));
    let mut take = told(&domain, &ConnectFour, &position, thoughts.as_ref());
    let mut progress = watch(quiet || args.info, |value| value.to_string());
    let watch =
        Watch { progress: &mut progress, thoughts: thoughts.is_some().then_some(&mut take) };
    let decided = |value: Value| value.outcome().map(Outcome::score);
    let row = search_one(&domain, &engine, solves, ConnectFour, &position, decided, watch)?;
    let info = thoughts.as_ref().map_or(Vec::new(), Thoughts::lines);
    let row = Row { position: args.moves.or(Some(String::new())), info, ..row };
    let mover = if position.all.count_ones().is_multiple_of(2) {
        "the first player"
    } else {
        "the second player"
    };
    write_one(&row, args.format, mover)
}
