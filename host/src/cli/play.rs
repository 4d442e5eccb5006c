//! `plyscope play`: a game against an engine, between people, or between engines.

use std::io::{self, BufReader, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser};
use plyscope_core::random_tree::Branching;

use crate::book::Book;
use crate::domain::{Domain, OthelloDomain, RandomTreeDomain, SmallDomain, TreeParameters};
use crate::engine::keys::MOST_THREADS;
use crate::engine::{AnyEngine, Engine, Entrant, GameKind, Search, TimeControl, with_small};
use crate::escape::terminal;
use crate::files;
use crate::play::keeper::Keeper;
use crate::play::level::Equipment;
use crate::play::opened::{self, Opened};
use crate::play::store;
use crate::play::{
    Look, OwnGame, Playing, Session, Who, is_person, level, plain, read_who, screen, trust,
};

use super::{App, usage};

/// Games of a file that are listed.
const LISTED: usize = 20;

/// Reads a game's name, and lists the games in the help: plyscope's, and these with what they are.
pub(super) fn games<'a>(own: impl Iterator<Item = (&'a str, &'a str)>) -> PossibleValuesParser {
    let games = GameKind::ALL.iter().map(|game| (game.name(), game.meaning()));
    names(games.chain(own))
}

/// Reads one of these names, and lists them in the help with what they are.
pub(super) fn names<'a>(names: impl Iterator<Item = (&'a str, &'a str)>) -> PossibleValuesParser {
    let value =
        |(name, about): (&str, &str)| PossibleValue::new(name.to_owned()).help(about.to_owned());
    PossibleValuesParser::new(names.map(value).collect::<Vec<_>>())
}

#[derive(Args)]
pub(super) struct PlayArgs {
    /// The game
    #[arg(value_parser = games(std::iter::empty()), default_value = GameKind::Othello.name())]
    pub(super) game: String,
    /// Strength of the engine: beginner, novice, casual, intermediate, club, advanced, expert, master, grandmaster, strongest, or 1 to 30
    #[arg(long, default_value = level::USUAL)]
    level: String,
    /// The side you play: black or white (max or min on random trees) [default: the one that moves first]
    #[arg(long, conflicts_with_all = ["first", "second"])]
    side: Option<String>,
    /// Who moves first: person, a level, or an engine such as algorithm=fe,depth=8 or
    /// name=rhino,cmd="gtp-rhino",protocol=gtp (see host/docs/tournaments.md); you play the other side, unless --second says who does
    #[arg(long, value_name = "WHO")]
    first: Option<String>,
    /// Who moves second, in the same way
    #[arg(long, value_name = "WHO")]
    second: Option<String>,
    /// Begin from this position; Othello: 64 squares from a1 to h8, then the side to move; other games: moves from the start
    #[arg(long, allow_hyphen_values = true)]
    position: Option<String>,
    /// Clocks: minutes:seconds or seconds for each side, and seconds added a move, such as 5:00+3
    #[arg(long)]
    clock: Option<TimeControl>,
    /// Show the value of every move, deeper and deeper, when a person is to move
    #[arg(long)]
    analyse: bool,
    /// The engine also thinks on your time
    #[arg(long)]
    ponder: bool,
    /// Lines instead of a full screen: for pipes and screen readers
    #[arg(long)]
    plain: bool,
    /// Go on with the game that was kept
    #[arg(long, conflicts_with_all = ["load", "position", "side", "first", "second", "clock"])]
    resume: bool,
    /// Begin with the game in this file: one saved by play, GGF, SGF, PGN, WTHOR, OBF or moves as text
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "clock"])]
    load: Option<PathBuf>,
    /// With --load, the game of this number, where the file has several
    #[arg(id = "number", long = "game", value_name = "NUMBER", requires = "load",
          value_parser = clap::value_parser!(u32).range(1..))]
    number: Option<u32>,
    /// Othello: threads that search each move of the engine together; with more than one, results differ from run to run
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(1..=i64::from(MOST_THREADS)))]
    threads: Option<u32>,
    /// Othello: opening book that the engine plays from, as `plyscope book` builds it
    #[arg(long, value_name = "FILE")]
    book: Option<String>,
    /// Start the programs (cmd=) and use the devices that a loaded or resumed file names: only if you know the file
    #[arg(long)]
    trust: bool,
    /// Keep the game in this file after each move [default: play-GAME.json in plyscope's directory for its state]
    #[arg(long, value_name = "FILE")]
    keep: Option<PathBuf>,
    /// Random tree: children per node, uniform:B or random:B
    #[arg(long, default_value = "uniform:4", value_parser = crate::engine::parse_branching)]
    branching: Branching,
    /// Random tree: length of a game in plies
    #[arg(long, default_value_t = 12, value_parser = clap::value_parser!(u32).range(1..=255))]
    game_depth: u32,
    /// Random tree: the tree's seed
    #[arg(long, default_value_t = 1)]
    seed: u32,
}

pub(super) fn run(app: &App, args: &PlayArgs) -> anyhow::Result<()> {
    if let Some(own) = app.own_game(&args.game) {
        return own.play(args);
    }
    match args.game.parse::<GameKind>().map_err(usage)? {
        GameKind::Othello => play(&OthelloDomain::default(), args, args.plain),
        GameKind::Small(game) => {
            with_small!(game, Game => play(&SmallDomain::<Game>::default(), args, args.plain))
        }
        GameKind::RandomTree => {
            let parameters = TreeParameters {
                game_depth: args.game_depth,
                ..TreeParameters::new(args.branching)
            };
            play(&RandomTreeDomain { parameters }, args, args.plain)
        }
    }
}

/// A game that plyscope does not know: in lines.
pub(super) fn play_own<D: Domain + 'static>(domain: &D, args: &PlayArgs) -> anyhow::Result<()> {
    play(&OwnGame(domain.clone()), args, true)
}

fn play<D: Look + 'static>(domain: &D, args: &PlayArgs, plain: bool) -> anyhow::Result<()> {
    let mut engine =
        level::engine::<D>(&args.level).map_err(|why| usage(format!("--level: {why}")))?;
    let equipment = equipment::<D>(args)?;
    equipment.equip(&mut engine);
    let kept = args.keep.clone().or_else(|| store::kept(D::NAME));
    if let Some(path) = kept.as_ref().filter(|path| path.is_dir()) {
        return Err(usage(format!("--keep {}: it is a directory: name a file", path.display())));
    }
    let trusted = |flag: &str, path: &Path, session: Session<D>| match trust::check(&session, &[]) {
        Err(why) if !args.trust => {
            let file = path.display();
            Err(usage(format!("{flag}: {file}: {why}; if you trust the file, add --trust")))
        }
        _ => Ok(session),
    };
    let (session, keeper) = match (&args.load, args.resume, kept) {
        (None, true, kept) => {
            let path = kept.filter(|path| path.exists());
            let path = path.ok_or_else(|| usage("--resume: no game was kept"))?;
            let wrong = |why| usage(format!("--resume: {why}"));
            // A device or a pipe holds no game, and is not locked.
            let is_file = !files::is_special(&path);
            let keeper = is_file.then(|| Keeper::resumed(path.clone())).transpose();
            let session = store::load(domain, &path).map_err(wrong)?;
            // Plyscope itself has written the usual file, in the user's own directory.
            let session = match args.keep {
                None => session,
                Some(_) => trusted("--resume", &path, session)?,
            };
            (session, keeper.map_err(wrong)?)
        }
        (Some(path), _, kept) => {
            (trusted("--load", path, opened(domain, args, path)?)?, kept.map(Keeper::new))
        }
        (None, false, kept) => {
            (new_session(domain, args, &engine, &equipment)?, kept.map(Keeper::new))
        }
    };
    let engines: Vec<&Entrant> = session.players().into_iter().filter_map(Who::engine).collect();
    if args.book.is_some() && !engines.is_empty() && !engines.iter().any(|one| plays_from_book(one))
    {
        return Err(usage(
            "--book: only strong plays from a book, and no player is one with it: omit it",
        ));
    }
    let opponent = engines.first().map(|&engine| engine.clone());
    let mut playing = Playing::new(session, opponent.unwrap_or_else(|| engine.into()), keeper);
    playing.equipment = equipment;
    playing.analyses = args.analyse;
    playing.trusts = args.trust;
    playing.ponders = args.ponder;
    if let Some(path) = &args.load {
        playing.tell_of_copy(path);
    }
    let at_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    // Such a terminal has no places, only lines.
    let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    if at_terminal && !plain && !is_dumb {
        return screen::run(playing);
    }
    plain::run(playing, BufReader::new(io::stdin()), &mut io::stdout().lock())
}

fn plays_from_book(entrant: &Entrant) -> bool {
    let AnyEngine::Own(engine) = &entrant.player else { return false };
    matches!(&engine.search, Search::Strong(options) if options.book.is_some())
}

/// Threads and book of the engines of a level.
fn equipment<D: Look>(args: &PlayArgs) -> anyhow::Result<Equipment> {
    let given = [("--threads", args.threads.is_some()), ("--book", args.book.is_some())];
    if let Some((flag, _)) = given.iter().find(|(_, given)| *given)
        && D::GAME != Some(GameKind::Othello)
    {
        return Err(usage(format!(
            "{flag} is for Othello's strong player: remove it for {}",
            D::NAME
        )));
    }
    if let Some(path) = &args.book {
        Book::load(path).map_err(|error| usage(format!("--book: {error}")))?;
    }
    Ok(Equipment { threads: args.threads, book: args.book.clone() })
}

/// The game to load, which --game chooses of several.
fn opened<D: Look>(domain: &D, args: &PlayArgs, path: &Path) -> anyhow::Result<Session<D>> {
    let number = args.number.and_then(|number| usize::try_from(number).ok());
    match opened::open(domain, path, number) {
        Ok(Opened::Game(session)) => Ok(*session),
        Ok(Opened::Several(games)) => {
            let more = games.len().saturating_sub(LISTED);
            let mut err = io::stderr().lock();
            for line in games.iter().take(LISTED) {
                let _ = writeln!(err, "{}", terminal(line));
            }
            if more > 0 {
                let _ = writeln!(err, "       and {more} more");
            }
            Err(usage(format!(
                "--load {}: it has {} games: choose one with --game NUMBER",
                path.display(),
                games.len()
            )))
        }
        Err(why) => Err(usage(format!("--load: {why}"))),
    }
}

/// A game as the arguments ask for it.
fn new_session<D: Look>(
    domain: &D,
    args: &PlayArgs,
    engine: &Engine,
    equipment: &Equipment,
) -> anyhow::Result<Session<D>> {
    let text = match D::GAME {
        Some(GameKind::RandomTree) => args.seed.to_string(),
        _ => args.position.clone().unwrap_or_default(),
    };
    let setup = domain.read_setup(&text).map_err(|why| usage(format!("--position: {why}")))?;
    let (_, _, first) = domain.begin(&setup).map_err(usage)?;
    let computer = || Who::from(Entrant::from(engine.clone()));
    let mut players = [Who::Person, Who::Person];
    if args.first.is_none() && args.second.is_none() {
        let person = match &args.side {
            None => first,
            Some(side) => {
                let named = D::PLAYERS.iter().position(|name| name.eq_ignore_ascii_case(side));
                let [one, other] = D::PLAYERS.map(str::to_lowercase);
                named.ok_or_else(|| usage(format!("--side {side:?}: write {one} or {other}")))?
            }
        };
        players[1 - person] = computer();
    } else {
        for (player, flag, who) in
            [(first, "--first", &args.first), (1 - first, "--second", &args.second)]
        {
            players[player] = match who {
                // Whoever names one player plays that one.
                None if args.first.as_deref().or(args.second.as_deref()).is_some_and(is_person) => {
                    computer()
                }
                None => Who::Person,
                Some(who) => {
                    let named = read_who(domain, who);
                    let mut who = named.map_err(|why| usage(format!("{flag}: {why}")))?;
                    who.equip(equipment);
                    who
                }
            };
        }
    }
    let control = args.clock.map(TimeControl::before_moves);
    Session::new(domain.clone(), setup, players, control).map_err(usage)
}
