//! `plyscope analyse`.

use std::cmp::Reverse;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Duration;

use crate::analysis::{
    Analysis, Analyst, JudgedMove, KIND, PlayerLosses, Settings, configuration, name_or_side, page,
    players,
};
use crate::engine::{AnyEngine, Bytes, Engine, Entrant, Value as _};
use crate::escape::terminal;
use crate::files;
use crate::game_files::ggf::GgfGame;
use crate::interrupt;
use crate::parallel::threads;
use crate::record::{Manifest, Shard, numbered, parse};
use crate::session::{Session, Unit, Workers};
use clap::Args;
use plyscope_core::othello::Colour;

use super::args::Format;
use super::games::{FilterArgs, Inputs, read_all};
use super::interrupt::{GoesOn, open_error};
use super::output::{grouped, json_line, table_with_names, write_table};
use super::place::place;
use super::progress::ProgressMeter;
use super::tournament::{keep_errors, warn_of_crowds};
use super::usage;
use crate::text::signed;

/// Up to this number of games, all moves are printed.
const IN_FULL: usize = 1;
/// Moves of a best line that are printed.
const LINE: usize = 8;

#[derive(Args)]
pub(super) struct Analyse {
    #[command(flatten)]
    inputs: Inputs,
    /// Depth of the search in plies, far from the end [default: 12, unless there is another limit or engine]
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=40))]
    depth: Option<u32>,
    /// Nodes of each search, far from the end
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Seconds for each search, far from the end; results then depend on the machine
    #[arg(long, value_name = "SECONDS", value_parser = <Duration as crate::engine::Value>::read)]
    time: Option<Duration>,
    /// Engine that searches far from the end instead of strong, such as algorithm=rbfms,nodes=10000 or
    /// cmd="./edax -nboard",protocol=nboard1 (keys as in `tournament`); limits may be here or in the options above
    #[arg(long, value_name = "KEYS", value_parser = Entrant::draft)]
    engine: Option<Entrant>,
    /// Empty squares from which values are exact [default: 18, at least the depth and 6 more]
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(0..=60))]
    exact: Option<u32>,
    /// Evaluation: patterns-large, patterns, patterns-small, simple or patterns:FILE [default: patterns-large]
    #[arg(long, conflicts_with = "engine")]
    evaluation: Option<String>,
    /// Memory for each thread's table of positions
    #[arg(long, value_name = "BYTES", default_value = "16MiB", value_parser = Bytes::read)]
    table: Bytes,
    /// A move that loses at least so many discs is a blunder
    #[arg(long, value_name = "DISCS", default_value_t = Settings::USUAL.blunder)]
    blunder: f64,
    /// Print all moves of every game, not only of a single one
    #[arg(long)]
    moves: bool,
    /// Write a page with boards, moves and plots to this file
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Record the analyses in this new or empty directory
    #[arg(long, value_name = "DIR", conflicts_with = "resume")]
    run_dir: Option<PathBuf>,
    /// Resume the run in this directory; repeat the other arguments
    #[arg(long, value_name = "DIR")]
    resume: Option<PathBuf>,
    /// Worker threads, each with a game; results do not depend on them [default: all cores]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    #[command(flatten)]
    filter: FilterArgs,
    /// Form of the results
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

impl Analyse {
    pub(super) fn goes_on(&self) -> GoesOn {
        GoesOn::resume(self.run_dir.as_deref(), self.resume.as_deref())
    }

    /// The engine that searches instead of `strong` at a depth, with its limits.
    fn engine(&self) -> anyhow::Result<Option<Entrant>> {
        if self.engine.is_none() && self.nodes.is_none() && self.time.is_none() {
            return Ok(None);
        }
        let mut entrant = match &self.engine {
            Some(entrant) => entrant.clone(),
            None => {
                let text = format!("algorithm=strong,table={}", self.table.text());
                let strong = Entrant::draft(&text).map_err(usage)?;
                match strong.player {
                    AnyEngine::Own(engine) => {
                        Engine { evaluation: self.evaluation.clone(), ..engine }.into()
                    }
                    AnyEngine::Foreign(_) => strong,
                }
            }
        };
        let twice = |what: &str| {
            usage(format!("{what} is given by an option and in --engine: give it once"))
        };
        match &mut entrant.player {
            AnyEngine::Own(engine) => {
                if engine.depth.is_some() && self.depth.is_some() {
                    return Err(twice("depth"));
                }
                if engine.nodes.is_some() && self.nodes.is_some() {
                    return Err(twice("nodes"));
                }
                if engine.time.is_some() && self.time.is_some() {
                    return Err(twice("the time"));
                }
                engine.depth = engine.depth.or(self.depth);
                engine.nodes = engine.nodes.or(self.nodes);
                engine.time = engine.time.or(self.time);
            }
            AnyEngine::Foreign(engine) => {
                if self.nodes.is_some() {
                    return Err(usage(
                        "--nodes: external engines have no limit of nodes: give --depth or --time",
                    ));
                }
                if engine.depth.is_some() && self.depth.is_some() {
                    return Err(twice("depth"));
                }
                if engine.time.is_some() && self.time.is_some() {
                    return Err(twice("the time"));
                }
                engine.depth = engine.depth.or(self.depth);
                engine.time = engine.time.or(self.time);
            }
        }
        let check = entrant.check();
        check.map_err(|error| usage(format!("--engine: {error} (--depth, --nodes, --time)")))?;
        Ok(Some(entrant))
    }

    fn settings(&self) -> anyhow::Result<Settings> {
        let engine = self.engine()?;
        let depth = self.depth.unwrap_or(Settings::USUAL.depth);
        // Another engine proves nothing, so there is nothing between its values and exact ones.
        let least = if engine.is_some() { 0 } else { depth + 6 };
        let exact = self.exact.unwrap_or(Settings::USUAL.exact.max(least)).min(60);
        if exact < least.min(60) {
            return Err(usage(format!(
                "--exact {exact}: with --depth {depth}, values are exact from at least {least} empty squares on: give --exact {least} or \
                 less depth"
            )));
        }
        if self.blunder <= 0.0 || self.blunder.is_nan() {
            return Err(usage("--blunder: give a number of discs above 0"));
        }
        Ok(Settings {
            depth,
            engine,
            exact,
            evaluation: self.evaluation.clone(),
            table: self.table,
            blunder: self.blunder,
        })
    }
}

pub(super) fn run(args: &Analyse, quiet: bool) -> anyhow::Result<()> {
    let settings = args.settings()?;
    let mut games: Vec<(String, usize, GgfGame)> = Vec::new();
    for file in read_all(&args.inputs, &args.filter.filter()?, true)? {
        let named = file.reading.games.into_iter();
        games.extend(named.map(|(number, game)| (file.name.clone(), number, game)));
    }
    if games.is_empty() {
        return Err(args.filter.no_games());
    }
    // Errors of the evaluation come before any work.
    Analyst::new(&settings).map_err(super::search::player_error)?;
    let threads = threads(args.threads);
    if settings.engine.as_ref().is_some_and(Entrant::is_timed) {
        warn_of_crowds(threads.min(games.len()), 1);
    }
    let units = games.len() as u64;
    let manifest =
        Manifest::new(KIND, configuration(&settings, &games), Some(units), 1, Shard::WHOLE);
    let place = place(args.run_dir.clone(), args.resume.clone());
    let (mut session, lines) = Session::open(&place, manifest).map_err(open_error)?;
    if let (Some(path), Some(engine)) = (session.path(), &settings.engine) {
        keep_errors([engine], path);
    }
    let mut done = parse(&lines).collect::<Result<Vec<Analysis>, _>>()?;
    let left = games.len() - done.len();
    // One game takes long enough to show its moves.
    let (steps, unit) = match left {
        1 => (games.last().map_or(0, |(.., game)| game.moves.len() as u64), "moves"),
        _ => (left as u64, "games"),
    };
    let progress = ProgressMeter::new(steps, unit, quiet);
    let work = |unit: Unit| -> anyhow::Result<_> {
        let (file, number, game) = &games[unit.number as usize];
        let mut moved = || {
            if left == 1 {
                progress.advance();
            }
        };
        let analysis = Analyst::new(&settings)?.analyse(file, *number, game, &mut moved)?;
        Ok((vec![numbered(unit.number, &serde_json::to_string(&analysis)?)], analysis))
    };
    let outcome = session.run(Workers::new(threads), work, |_, analysis| {
        done.push(analysis);
        if left > 1 {
            progress.advance();
        }
        Ok(ControlFlow::Continue(()))
    });
    progress.finish();
    if outcome.is_err() && !interrupt::requested() {
        return outcome;
    }
    // After an interrupt, the finished games are shown.
    let mut out = io::BufWriter::new(io::stdout().lock());
    match args.format {
        Format::Json => done.iter().try_for_each(|analysis| json_line(&mut out, analysis))?,
        Format::Table => write(&mut out, &done, args.moves || games.len() <= IN_FULL, &settings)?,
    }
    out.flush()?;
    if let Some(path) = &args.html {
        files::write(path, page(&done, &settings)?.as_bytes())
            .map_err(|error| anyhow::anyhow!("cannot write {}: {error}", path.display()))?;
    }
    outcome
}

/// A value in discs: whole if it is exact.
fn discs(value: f64, exact: bool) -> String {
    format!("{} {}", signed(value, usize::from(!exact)), if exact { '=' } else { ' ' })
}

/// The players' names, Black's first.
fn names(game: &Analysis) -> [String; 2] {
    [(&game.black, Colour::Black), (&game.white, Colour::White)]
        .map(|(name, colour)| terminal(name_or_side(name, colour)))
}

fn write(
    out: &mut dyn Write,
    games: &[Analysis],
    in_full: bool,
    settings: &Settings,
) -> anyhow::Result<()> {
    if in_full {
        for game in games {
            write_game(out, game, settings)?;
        }
    } else {
        let mut lines = table_with_names(
            &[
                "record",
                "Black",
                "White",
                "result",
                "Black lost",
                "blunders",
                "White lost",
                "blunders",
            ],
            3,
        );
        for game in games {
            let [black, white] = &game.losses;
            let [black_name, white_name] = names(game);
            lines.add_row([
                game.record.to_string(),
                black_name,
                white_name,
                game.result.map_or("n/a".to_owned(), |discs| format!("{:+}", discs + 0.0)),
                format!("{:.1}", black.discs),
                black.blunders.to_string(),
                format!("{:.1}", white.discs),
                white.blunders.to_string(),
            ]);
        }
        write_table(out, &lines)?;
        writeln!(out)?;
    }
    let mut players = players(games);
    players.sort_by(|a, b| (Reverse(a.games), &a.name).cmp(&(Reverse(b.games), &b.name)));
    let mut lines = table_with_names(
        &["player", "games", "moves", "best %", "discs lost", "per move", "proven", "blunders"],
        1,
    );
    for PlayerLosses { name, games, losses } in players {
        lines.add_row([
            terminal(&name),
            games.to_string(),
            grouped(losses.moves),
            format!("{:.1}", 100.0 * losses.best as f64 / losses.moves.max(1) as f64),
            format!("{:.1}", losses.discs),
            format!("{:.2}", losses.mean()),
            format!("{:.0}", losses.exact_discs),
            losses.blunders.to_string(),
        ]);
    }
    write_table(out, &lines)?;
    let Settings { exact, blunder, .. } = settings;
    let searcher = terminal(&settings.searcher());
    writeln!(
        out,
        "{searcher}, exact from {exact} empty squares on; moves with a choice; a blunder loses {blunder} discs or more"
    )?;
    Ok(())
}

fn write_game(out: &mut dyn Write, game: &Analysis, settings: &Settings) -> anyhow::Result<()> {
    let result =
        game.result.map_or("no result".to_owned(), |discs| format!("{:+} for Black", discs + 0.0));
    let [black, white] = names(game);
    let mut about = format!("{black} against {white}, {result}");
    for more in [&game.event, &game.date] {
        if !more.is_empty() {
            about += &format!(", {}", terminal(more));
        }
    }
    writeln!(out, "{about} (record {} of {})", game.record, terminal(&game.file))?;
    writeln!(out, "values in discs for the side that moves; = is proven to the end of the game")?;
    let mut lines = table_with_names(
        &["#", "side", "move", "its value", "best value", "loss", "", "better"],
        0,
    );
    for index in [1, 2, 6, 7] {
        if let Some(column) = lines.column_mut(index) {
            column.set_cell_alignment(comfy_table::CellAlignment::Left);
        }
    }
    for (number, judged) in game.moves.iter().enumerate() {
        let JudgedMove { colour, mv, best_value, value, loss, exact, line, .. } = judged;
        let text = |value: &Option<f64>| value.map_or(String::new(), |value| discs(value, *exact));
        let mark = match loss {
            loss if *loss >= settings.blunder => "blunder",
            loss if *loss >= settings.blunder / 2.0 => "mistake",
            _ => "",
        };
        lines.add_row([
            (number + 1).to_string(),
            if *colour == Colour::Black { "X" } else { "O" }.to_owned(),
            mv.clone(),
            text(value),
            text(best_value),
            match loss {
                0.0 => String::new(),
                loss if *exact => format!("{loss:.0}"),
                loss => format!("{loss:.1}"),
            },
            mark.to_owned(),
            line.iter().take(LINE).cloned().collect::<Vec<_>>().join(" "),
        ]);
    }
    write_table(out, &lines)?;
    writeln!(out)?;
    Ok(())
}
