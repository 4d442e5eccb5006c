//! Games in files: the own format, which keeps everything, and GGF for Othello.

use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::level::unit_of;
use super::look::{Look, MoveOf};
use super::session::{Seat, Session};
use crate::domain::OthelloDomain;
use crate::engine::{EngineError, Entrant};
use crate::files;
use crate::game::MoveRecord;
use crate::game_files::ggf::{GgfGame, GgfMove, GgfResult};
use crate::player::Clock;

/// Version of the format.
const FORMAT: u32 = 1;

/// A saved game.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Saved<S> {
    plyscope_game: u32,
    game: String,
    setup: S,
    players: [SavedSeat; 2],
    #[serde(default, skip_serializing_if = "Option::is_none")]
    clock: Option<SavedClock>,
    moves: Vec<SavedMove>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    forfeit: Option<String>,
    /// What is left of the clocks, of the player named first and of the other.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    left: Option<[f64; 2]>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum SavedSeat {
    Person,
    /// As on the command line.
    Engine(String),
}

/// In seconds.
#[derive(Clone, Copy, Serialize, Deserialize)]
struct SavedClock {
    time: f64,
    increment: f64,
    byo_yomi: f64,
}

#[derive(Serialize, Deserialize)]
struct SavedMove {
    #[serde(rename = "move")]
    name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
    #[serde(default)]
    nodes: u64,
}

/// Where a game in progress is kept: `plyscope/play-GAME.json` in the user's directory for the state of programs.
pub(super) fn kept(game: &str) -> Option<PathBuf> {
    let set =
        |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let state = set("XDG_STATE_HOME")
        .or_else(|| set("HOME").map(|home| home.join(".local/state")))
        .or_else(|| set("LOCALAPPDATA"))?;
    Some(state.join("plyscope").join(format!("play-{game}.json")))
}

/// Writes a game in the format that the name asks for: GGF for `.ggf`, otherwise the own one.
///
/// # Errors
/// What failed, in words.
pub(super) fn save<D: Look>(session: &Session<D>, path: &Path) -> Result<(), String> {
    let text = if is_ggf(path) { D::ggf(session)? } else { own(session)? };
    let failed = |error| format!("{}: {error}", path.display());
    files::write(path, text.as_bytes()).map_err(failed)
}

/// Keeps a game in progress, in a directory made if need be.
pub(super) fn keep<D: Look>(session: &Session<D>, path: &Path) -> Result<(), String> {
    let failed = |error| format!("{}: {error}", path.display());
    if let Some(directory) = path.parent() {
        std::fs::create_dir_all(directory).map_err(failed)?;
    }
    files::write(path, own(session)?.as_bytes()).map_err(failed)
}

fn is_ggf(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("ggf"))
}

fn own<D: Look>(session: &Session<D>) -> Result<String, String> {
    let seat = |seat: &Seat| match seat {
        Seat::Person => SavedSeat::Person,
        Seat::Engine(engine) => SavedSeat::Engine(engine.to_string()),
    };
    let moves = session.record.moves().iter().map(|played| SavedMove {
        name: session.domain.move_name(played.mv),
        seconds: played.time.map(|time| time.as_secs_f64()),
        nodes: played.nodes,
    });
    let forfeit = match session.record.ending() {
        crate::game::Ending::Forfeited(forfeit) => Some(forfeit.reason.clone()),
        _ => None,
    };
    let left = |player| session.left(player).map(|left: Duration| left.as_secs_f64());
    let saved = Saved {
        plyscope_game: FORMAT,
        game: D::NAME.to_owned(),
        setup: session.setup.clone(),
        players: [seat(&session.seats[0]), seat(&session.seats[1])],
        clock: session.control.map(|clock| SavedClock {
            time: clock.remaining.as_secs_f64(),
            increment: clock.increment.as_secs_f64(),
            byo_yomi: clock.byo_yomi.as_secs_f64(),
        }),
        moves: moves.collect(),
        forfeit,
        left: left(0).zip(left(1)).map(<[f64; 2]>::from),
    };
    let mut text = serde_json::to_string_pretty(&saved).map_err(|error| error.to_string())?;
    text.push('\n');
    Ok(text)
}

/// Reads a game. Who plays is as in the file; in a GGF file, the person plays both sides.
///
/// # Errors
/// The file, and what is wrong with it.
pub(super) fn load<D: Look>(domain: &D, path: &Path) -> Result<Session<D>, String> {
    let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let text = std::fs::read_to_string(path).map_err(|error| failed(&error))?;
    if is_ggf(path) {
        return D::from_ggf(domain, &text).map_err(|error| failed(&error));
    }
    read_own(domain, &text).map_err(|error| failed(&error))
}

fn read_own<D: Look>(domain: &D, text: &str) -> Result<Session<D>, String> {
    let saved: Saved<D::Setup> = serde_json::from_str(text)
        .map_err(|error| format!("not a game saved by plyscope play {}: {error}", D::NAME))?;
    if (saved.plyscope_game, saved.game.as_str()) != (FORMAT, D::NAME) {
        return Err(format!(
            "a game of {}, format {}, where one of {}, format {FORMAT}, was expected",
            saved.game,
            saved.plyscope_game,
            D::NAME
        ));
    }
    let seat = |seat: &SavedSeat| match seat {
        SavedSeat::Person => Ok(Seat::Person),
        SavedSeat::Engine(text) => {
            let engine: Result<Entrant, EngineError> = text.parse();
            engine.map(|engine| Seat::Engine(Box::new(engine))).map_err(|error| error.to_string())
        }
    };
    let seats = [seat(&saved.players[0])?, seat(&saved.players[1])?];
    let seconds = |seconds: f64| {
        Duration::try_from_secs_f64(seconds).map_err(|_| format!("clock: {seconds} s is no time"))
    };
    let control = match saved.clock {
        None => None,
        Some(clock) => Some(Clock {
            remaining: seconds(clock.time)?,
            increment: seconds(clock.increment)?,
            byo_yomi: seconds(clock.byo_yomi)?,
            margin: Clock::MARGIN,
        }),
    };
    let mut session = Session::new(domain.clone(), saved.setup, seats, control)?;
    for (number, played) in (1..).zip(&saved.moves) {
        let parsed = domain.parse_move(session.record.game(), session.position(), &played.name);
        let mv = parsed.map_err(|error| format!("move {number}: {error}"))?;
        let time = played.seconds.map(seconds).transpose()?;
        session.put_back(MoveRecord {
            time,
            nodes: played.nodes,
            ..MoveRecord::<MoveOf<D>>::from(mv)
        });
    }
    if let Some(left) = saved.left {
        for (clock, left) in session.clocks.iter_mut().zip(left) {
            clock.remaining = seconds(left)?;
        }
    }
    if let Some(reason) = saved.forfeit {
        session.forfeit(reason);
    }
    Ok(session)
}

/// A game of Othello in GGF.
pub(super) fn othello_ggf(session: &Session<OthelloDomain>) -> Result<String, String> {
    let (_, start, first) = session.domain.begin(&session.setup)?;
    let colour = super::look::colour(first);
    let mut game = GgfGame::new(start, colour);
    game.place = format!("plyscope {}", env!("CARGO_PKG_VERSION"));
    game.black = session.seats[0].name().to_owned();
    game.white = session.seats[1].name().to_owned();
    let mut player = first;
    for played in session.record.moves() {
        let number = |valued: crate::game::Valued| match &session.seats[player] {
            Seat::Engine(engine) => session.domain.number(&unit_of(engine), valued.value),
            Seat::Person => None,
        };
        game.moves.push(GgfMove {
            mv: played.mv,
            discs: played.value.and_then(number),
            seconds: played.time.map(|time| time.as_secs_f64()),
        });
        player = 1 - player;
    }
    let score = |to_move: usize, score: i32| f64::from(if to_move == 0 { score } else { -score });
    game.result = match session.record.ending() {
        crate::game::Ending::Unfinished => None,
        crate::game::Ending::Over(outcome) => {
            Some(GgfResult { discs: score(session.to_move(), outcome.score()), ending: None })
        }
        crate::game::Ending::Forfeited(forfeit) => {
            let loser = (first + forfeit.by) % 2;
            let ending = if forfeit.reason.contains("time") { 't' } else { 'r' };
            Some(GgfResult { discs: score(loser, -64), ending: Some(ending) })
        }
    };
    Ok(format!("{game}\n"))
}

/// The first game of a GGF file, played by persons.
pub(super) fn othello_from_ggf(
    domain: &OthelloDomain,
    text: &str,
) -> Result<Session<OthelloDomain>, String> {
    let game: GgfGame =
        text.trim().parse().map_err(|error: crate::game_files::ggf::GgfError| error.to_string())?;
    let setup = super::super::output::board_text(game.start, game.first);
    let mut session = Session::new(domain.clone(), setup, [Seat::Person, Seat::Person], None)?;
    for (number, played) in (1..).zip(&game.moves) {
        let seconds = played.seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        if !session.put_back(MoveRecord { time: seconds, ..MoveRecord::from(played.mv) }) {
            return Err(format!("move {number}, {}, is illegal", played.mv));
        }
    }
    Ok(session)
}
