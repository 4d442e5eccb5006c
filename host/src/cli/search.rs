//! `plyscope search`.

use std::io::{self, Write};
use std::ops::{ControlFlow, RangeInclusive};
use std::time::Instant;

use crate::device::Address;
use crate::domain::{
    Domain, Openings as _, OthelloDomain, RandomTreeDomain, SearchedGame, SmallDomain,
};
use crate::engine::small::{SmallGame as _, SmallKind};
use crate::engine::{Engine, with_small};
use crate::game_files::board_text;
use crate::interrupt;
use crate::parallel::threads;
use crate::play::OwnGame;
use crate::player::{NoProof, OnlyProgress, PlayerError, Posed, Searched, SoFar, Thinking};
use crate::statistics::Running;
use crate::stream::in_order_of;
use clap::{Args, Command, Subcommand};
use plyscope_core::Game;
use plyscope_core::othello::{Board, Colour, parse_moves};

use super::args::{Format, TreeArgs, parse_position, parse_seeds};
use super::engine::{EngineArgs, StrongByDefault};
use super::output::{board_picture, json_line};
use super::progress::{ProgressMeter, SearchProgress};
use super::searched::{NUMBERS, Row, write_means, write_one};
use super::small::{OfSmall, SmallArgs};
use super::thoughts::Thoughts;
use super::{usage, values};

/// Above this number of trees, the table shows means only.
const LISTED: u64 = 20;

#[derive(Subcommand)]
pub(super) enum Search {
    /// Search incremental random trees (Korf & Chickering 1996, section 4)
    RandomTree(RandomTree),
    /// Search an Othello position
    Othello(Othello),
    #[command(flatten)]
    Small(OfSmall<Line>),
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

/// A line of a game that plyscope does not know.
#[derive(Args)]
pub(super) struct OwnLine {
    #[command(flatten)]
    line: Line,
    /// Evaluation
    #[arg(long, value_name = "NAME")]
    evaluation: Option<String>,
}

#[derive(Args)]
pub(super) struct Line {
    /// Moves from the start
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

/// How a search is watched.
#[derive(Clone, Copy)]
struct Watch {
    /// Whether its progress is not shown.
    quiet: bool,
    /// Form of what it thinks, if that is wanted.
    info: Option<Format>,
}

/// Searches one position.
fn search_one<D: Domain>(
    at: &Posed<'_, D>,
    engine: &Engine,
    solves: bool,
    watch: Watch,
) -> anyhow::Result<Row> {
    let domain = at.domain;
    let unit = domain.unit(engine);
    let limited;
    let engine = if solves {
        limited = at.to_the_end(engine).map_err(|error| match error {
            NoProof::Player(error) => player_error(error),
            error => usage(format!("--solve: {error}")),
        })?;
        &limited
    } else {
        engine
    };
    let mut thoughts = watch.info.map(Thoughts::new);
    let progress = SearchProgress::new(watch.quiet || thoughts.is_some());
    let tell = |so_far: &SoFar| progress.tell(so_far, &|value| unit.words(value));
    let found = match &mut thoughts {
        None => at.search(engine, &mut OnlyProgress(tell)),
        Some(thoughts) => {
            let mut take = |thinking: Thinking<'_, <D::Game as Game>::Move>| {
                match thinking {
                    Thinking::SoFar(so_far) => tell(so_far),
                    Thinking::Thought(thought) => {
                        let judged = at.judged(unit, &thought.report);
                        thoughts.take(thought, judged, |mv| domain.move_name(mv));
                    }
                }
                ControlFlow::Continue(())
            };
            at.search(engine, &mut take)
        }
    };
    let info = thoughts.map_or(Vec::new(), |thoughts| thoughts.lines);
    Ok(Row { found: found.map_err(player_error)?, picture: None, seconds: None, info })
}

/// Errors in the request are usage errors; errors of a device are not.
pub(super) fn player_error(error: PlayerError) -> anyhow::Error {
    if error.is_usage() { usage(error) } else { error.into() }
}

pub(super) fn run(search: Search, quiet: bool) -> anyhow::Result<()> {
    match search {
        Search::RandomTree(args) => random_tree(args, quiet),
        Search::Othello(args) => search_othello(args, None, quiet),
        Search::Small(OfSmall { game, args }) => {
            with_small!(game, Game => after_line::<Game>(args, quiet))
        }
    }
}

fn random_tree(args: RandomTree, quiet: bool) -> anyhow::Result<()> {
    let domain = RandomTreeDomain { parameters: args.tree.parameters()? };
    let engine = args.engine.engine(None)?;
    let solves = args.engine.solves();
    let seeds = args.seeds.or(args.seed.map(|seed| seed..=seed)).unwrap_or(1..=1);
    let work = |seed: u32, quiet: bool| {
        let (tree, root) = domain.set_up(&seed);
        let watch = Watch { quiet, info: args.info.then_some(args.format) };
        let at = Posed { domain: &domain, game: tree, position: root, side: "MAX" };
        let row = search_one(&at, &engine, solves, watch)?;
        let found = Searched { seed: Some(seed), ..row.found };
        Ok::<_, anyhow::Error>(Row { found, ..row })
    };
    if seeds.start() == seeds.end() {
        return write_one(&work(*seeds.start(), quiet)?, args.format);
    }
    if args.info {
        return Err(usage("--info shows one search: use --seed N instead of a range"));
    }
    let count = u64::from(*seeds.end() - *seeds.start()) + 1;
    let progress = ProgressMeter::new(count, "trees", quiet);
    let mut out = io::BufWriter::new(io::stdout().lock());
    let mut rows = Vec::new();
    let mut means = [Running::default(); NUMBERS.len()];
    let work = |seed| work(seed, true);
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
    let solves = args.engine.solves();
    let game = plyscope_core::othello::Othello;
    let watch = Watch { quiet, info: args.info.then_some(args.format) };
    let begin = Instant::now();
    let at = Posed { domain: &domain, game, position: board, side: colour.name() };
    let row = search_one(&at, &engine, solves, watch)?.at(board_text(&board, colour));
    let seconds = Some(begin.elapsed().as_secs_f64());
    let picture = Some(board_picture(board, colour));
    write_one(&Row { picture, seconds, ..row }, args.format)
}

impl SmallArgs for Line {
    fn of(game: SmallKind, command: Command) -> Command {
        let (title, lines) = with_small!(game, Game => (Game::TITLE, Game::LINES));
        command
            .about(format!("Search a position of {title}"))
            .mut_arg("moves", |moves| moves.help(lines))
    }
}

/// Searches the position after a line from the game's start.
fn after_line<G: SearchedGame>(args: Line, quiet: bool) -> anyhow::Result<()> {
    let domain = SmallDomain::<G>::default();
    let line = args.moves.unwrap_or_default();
    let position = G::after(&line).map_err(|error| usage(format!("--moves: {error}")))?;
    let is_second = G::VALUES_FOR_MAX || G::second_moves(&position);
    let side = G::SIDES[usize::from(is_second)];
    let engine = args.engine.engine(None)?;
    let solves = args.engine.solves();
    let watch = Watch { quiet, info: args.info.then_some(args.format) };
    let at = Posed { domain: &domain, game: G::default(), position, side };
    let row = search_one(&at, &engine, solves, watch)?;
    write_one(&row.at(line), args.format)
}

/// The moves of an own game, in the help.
pub(super) const OWN_MOVES: &str = "Moves from the start, separated by blanks or commas";

/// Searches the position after a line of a game that plyscope does not know.
pub(super) fn search_own<D: Domain>(
    domain: &D,
    OwnLine { line: args, evaluation }: OwnLine,
    quiet: bool,
) -> anyhow::Result<()> {
    let line = args.moves.unwrap_or_default();
    let after = OwnGame(domain.clone()).after(&line);
    let (game, position, side) = after.map_err(|error| usage(format!("--moves: {error}")))?;
    let side = match D::CONVENTIONS.values_for_max {
        true => "MAX",
        false => D::SIDES[side],
    };
    let engine = args.engine.engine(evaluation)?;
    let solves = args.engine.solves();
    let watch = Watch { quiet, info: args.info.then_some(args.format) };
    let at = Posed { domain, game, position, side };
    let row = search_one(&at, &engine, solves, watch)?;
    let picture = Some(domain.picture(&at.position)).filter(|picture| !picture.is_empty());
    write_one(&Row { picture, ..row.at(line) }, args.format)
}
