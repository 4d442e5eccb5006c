//! `plyscope play`: a game against an engine, between people, or between engines.

mod command;
mod execute;
mod level;
mod look;
mod plain;
mod playing;
mod screen;
mod session;
mod store;
mod thinker;
mod trust;
mod words;

use std::io::{self, IsTerminal as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args, ValueEnum};
use plyscope_core::random_tree::Branching;

use self::look::Look;
use self::playing::Playing;
use self::session::{Seat, Session};
use self::store::Keeper;
use crate::domain::{
    ConnectFourDomain, HexapawnDomain, OthelloDomain, RandomTreeDomain, TreeParameters,
};
use crate::engine::{AnyEngine, Engine, EngineError, Entrant};
use crate::files;
use crate::player::Clock;

pub(super) use self::screen::{is_on_full_screen, restore_terminal};
use super::usage;

#[derive(Clone, Copy, ValueEnum)]
enum GameName {
    /// Othello
    Othello,
    /// Hexapawn, 3 x 3
    Hexapawn,
    /// Connect Four
    ConnectFour,
    /// An incremental random tree, MAX against MIN
    RandomTree,
}

#[derive(Args)]
pub(super) struct PlayArgs {
    /// The game
    #[arg(value_enum, default_value_t = GameName::Othello)]
    game: GameName,
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
    /// Othello: begin from this position: 64 squares from a1 to h8, then the side to move
    #[arg(long, allow_hyphen_values = true)]
    position: Option<String>,
    /// Clocks: minutes:seconds or seconds for each side, and seconds added a move, such as 5:00+3
    #[arg(long, value_parser = parse_clock)]
    clock: Option<Clock>,
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
    /// Begin with the game in this file: one saved by play, or GGF (.ggf)
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "clock"])]
    load: Option<PathBuf>,
    /// Start the programs (cmd=) and use the devices that a loaded or resumed file names: only if you know the file
    #[arg(long)]
    trust: bool,
    /// Keep the game in this file after each move [default: play-GAME.json in plyscope's directory for its state]
    #[arg(long, value_name = "FILE")]
    keep: Option<PathBuf>,
    /// Random tree: children per node, uniform:B or random:B
    #[arg(long, default_value = "uniform:4", value_parser = super::args::parse_branching)]
    branching: Branching,
    /// Random tree: length of a game in plies
    #[arg(long, default_value_t = 12, value_parser = clap::value_parser!(u32).range(1..=255))]
    game_depth: u32,
    /// Random tree: the tree's seed
    #[arg(long, default_value_t = 1)]
    seed: u32,
}

/// Reads `5:00+3`, `300+3` or `5:00`.
fn parse_clock(text: &str) -> Result<Clock, String> {
    let wrong = || {
        format!("{text:?}: write minutes:seconds+increment or seconds+increment, such as 5:00+3")
    };
    let (time, increment) = text.split_once('+').unwrap_or((text, "0"));
    let seconds = |text: &str| {
        let seconds: f64 = text.parse().ok()?;
        (0.0..=86_400.0).contains(&seconds).then(|| Duration::from_secs_f64(seconds))
    };
    let time = match time.split_once(':') {
        None => seconds(time),
        Some((minutes, rest)) => {
            let minutes: Option<u32> = minutes.parse().ok().filter(|minutes| *minutes <= 1440);
            minutes
                .zip(seconds(rest))
                .map(|(minutes, rest)| rest + Duration::from_secs(60) * minutes)
        }
    };
    let (remaining, increment) = time.zip(seconds(increment)).ok_or_else(wrong)?;
    if remaining.is_zero() && increment.is_zero() {
        return Err("a clock without time: give it some".to_owned());
    }
    Ok(Clock { increment, ..Clock::new(remaining + increment) })
}

pub(super) fn run(args: &PlayArgs) -> anyhow::Result<()> {
    match args.game {
        GameName::Othello => play(&OthelloDomain::default(), args),
        GameName::Hexapawn => play(&HexapawnDomain::default(), args),
        GameName::ConnectFour => play(&ConnectFourDomain::default(), args),
        GameName::RandomTree => {
            let parameters = TreeParameters {
                game_depth: args.game_depth,
                ..TreeParameters::new(args.branching)
            };
            play(&RandomTreeDomain { parameters }, args)
        }
    }
}

fn play<D: Look + 'static>(domain: &D, args: &PlayArgs) -> anyhow::Result<()> {
    let engine = level::engine::<D>(&args.level).map_err(|why| usage(format!("--level: {why}")))?;
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
            let session =
                store::load(domain, path).map_err(|why| usage(format!("--load: {why}")))?;
            (trusted("--load", path, session)?, kept.map(Keeper::new))
        }
        (None, false, kept) => (new_session(domain, args, &engine)?, kept.map(Keeper::new)),
    };
    let opponent = session.seats.iter().find_map(|seat| match seat {
        Seat::Engine(engine) => Some((**engine).clone()),
        Seat::Person => None,
    });
    let mut playing = Playing::new(session, opponent.unwrap_or_else(|| engine.into()), keeper)?;
    playing.analyses = args.analyse;
    playing.trusts = args.trust;
    playing.ponders = args.ponder;
    if let Some(path) = &args.load {
        playing.tell_of_copy(path);
    }
    let at_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    if args.plain || !at_terminal { plain::run(playing) } else { screen::run(playing) }
}

/// A game as the arguments ask for it.
fn new_session<D: Look>(
    domain: &D,
    args: &PlayArgs,
    engine: &Engine,
) -> anyhow::Result<Session<D>> {
    let text = match args.game {
        GameName::RandomTree => args.seed.to_string(),
        _ => args.position.clone().unwrap_or_default(),
    };
    let setup = domain.read_setup(&text).map_err(|why| usage(format!("--position: {why}")))?;
    let (_, _, first) = domain.begin(&setup).map_err(usage)?;
    let computer = || Seat::Engine(Box::new(engine.clone().into()));
    let mut seats = [Seat::Person, Seat::Person];
    if args.first.is_none() && args.second.is_none() {
        let person = match &args.side {
            None => first,
            Some(side) => {
                let named = D::PLAYERS.iter().position(|name| name.eq_ignore_ascii_case(side));
                let [one, other] = D::PLAYERS.map(str::to_lowercase);
                named.ok_or_else(|| usage(format!("--side {side:?}: write {one} or {other}")))?
            }
        };
        seats[1 - person] = computer();
    } else {
        for (player, flag, who) in
            [(first, "--first", &args.first), (1 - first, "--second", &args.second)]
        {
            seats[player] = match who {
                // Whoever names one player plays that one.
                None if args.first.as_deref().or(args.second.as_deref()).is_some_and(is_person) => {
                    computer()
                }
                None => Seat::Person,
                Some(who) => {
                    seat::<D>(domain, who).map_err(|why| usage(format!("{flag}: {why}")))?
                }
            };
        }
    }
    Session::new(domain.clone(), setup, seats, args.clock).map_err(usage)
}

fn is_person(who: &str) -> bool {
    who.eq_ignore_ascii_case("person")
}

/// Who a text stands for. an external engine is started once, so that it does not fail in the game.
fn seat<D: Look>(domain: &D, who: &str) -> Result<Seat, String> {
    if is_person(who) {
        return Ok(Seat::Person);
    }
    if !who.contains('=') {
        return level::engine::<D>(who).map(|engine| Seat::Engine(Box::new(engine.into())));
    }
    let engine: Entrant = who.parse().map_err(|error: EngineError| error.to_string())?;
    match &engine.player {
        AnyEngine::Own(own) => {
            let (game, ..) = domain.begin(&domain.read_setup("")?)?;
            crate::player::search_of(domain, own, game).map_err(|error| error.to_string())?;
        }
        AnyEngine::Foreign(foreign) => {
            let setup = domain.read_setup("")?;
            domain.foreigner(&setup, foreign, engine.margin).map_err(|error| error.to_string())?;
        }
    }
    Ok(Seat::Engine(Box::new(engine)))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::parse_clock;

    #[test]
    fn clocks_are_read_in_both_forms() {
        let of = |text| parse_clock(text).map(|clock| (clock.remaining, clock.increment)).ok();
        let seconds = Duration::from_secs;
        assert_eq!(of("5:00+3"), Some((seconds(303), seconds(3))));
        assert_eq!(of("90"), Some((seconds(90), seconds(0))));
        assert_eq!(of("0+2"), Some((seconds(2), seconds(2))));
        for wrong in ["", "x", "5:xx", "-3", "1e9", "0", "0+0", "nan", "5+-1"] {
            assert_eq!(of(wrong), None, "{wrong}");
        }
    }
}
