//! Games in files: the own format, which keeps everything, and those of other programs for Othello.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::keeper::{BUSY, Keeper};
use super::look::{Look, MoveOf};
use super::session::{About, Session};
use super::who::{Who, from_anywhere};
use crate::engine::{EngineError, Entrant, GameKind, TimeControl};
use crate::files::{self, Claim};
use crate::game::MoveRecord;
use crate::game_files::{self, Format};

/// Version of the format.
const FORMAT: u32 = 2;
/// The version before, in which the children of random trees had numbers from 0.
const FROM_ZERO: u32 = 1;

/// The largest file that is read: far more than any game has.
const MOST: u64 = 16 * files::MB;

/// A saved game.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Saved<S> {
    plyscope_game: u32,
    game: String,
    setup: S,
    players: [SavedWho; 2],
    #[serde(default, skip_serializing_if = "Option::is_none")]
    clock: Option<SavedClock>,
    /// Those taken back behind the others.
    moves: Vec<SavedMove>,
    /// How many of them are played, if some were taken back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    place: Option<usize>,
    /// At this place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    forfeit: Option<String>,
    /// Behind all moves, of which some were taken back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    forfeit_behind: Option<String>,
    /// Names of persons, place and date, as a file told them.
    #[serde(default, skip_serializing_if = "is_default")]
    about: About,
    /// What is left of the clocks, of the player named first and of the other.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    left: Option<[f64; 2]>,
}

fn is_default(about: &About) -> bool {
    *about == About::default()
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum SavedWho {
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
    /// In the game's unit, for the side that played it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    value: Option<f64>,
    /// Seconds on the player's clock after it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    clock: Option<f64>,
}

/// Where a game in progress is kept: `plyscope/play-GAME.json` in the user's directory for the state of programs.
pub(crate) fn kept(game: &str) -> Option<PathBuf> {
    let set =
        |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let state = set("XDG_STATE_HOME")
        .or_else(|| set("HOME").map(|home| home.join(".local/state")))
        .or_else(|| set("LOCALAPPDATA"))?;
    Some(state.join("plyscope").join(format!("play-{game}.json")))
}

/// Whether a file of this name has the own format: it ends with `.json`, or has no ending.
pub(super) fn is_own(path: &Path) -> bool {
    path.extension().is_none_or(|ending| ending.eq_ignore_ascii_case("json"))
}

/// A game in the format that the name's ending says; without an ending, in the own one.
fn content<D: Look>(session: &Session<D>, path: &Path) -> Result<Vec<u8>, String> {
    if is_own(path) {
        return own(session).map(String::into_bytes);
    }
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    let format = match ending.as_deref() {
        Some("ggf" | "sgf" | "pgn" | "txt") => Format::of_name(&path.to_string_lossy()),
        _ => None,
    };
    let place = path.display();
    let format = format.ok_or_else(|| {
        format!("{place}: give a name that ends with .json, .ggf, .sgf, .pgn or .txt")
    })?;
    let game = D::game_file(session)
        .map_err(|why| format!("{place}: {why}; save it under a name that ends with .json"))?;
    let written = game_files::write(&[(1, game)], format, None);
    match written.left_out.first() {
        Some(left) => Err(format!("{place}: {format} cannot hold this game: {}", left.reason)),
        None => Ok(written.bytes),
    }
}

/// Writes a game in the format that the name's ending asks for.
///
/// # Errors
/// What failed, in words; also if another session keeps its game in that file.
pub(super) fn save<D: Look>(
    session: &Session<D>,
    path: &Path,
    keeper: Option<&mut Keeper>,
) -> Result<(), String> {
    let content = content(session, path)?;
    let failed = |error: io::Error| format!("{}: {error}", path.display());
    if files::is_special(path) {
        return files::write(path, &content).map_err(failed);
    }
    if let Some(claim) = keeper.and_then(|keeper| keeper.claim_of(path)) {
        return claim.write(&content).map_err(failed);
    }
    match Claim::take(path).map_err(failed)? {
        None => Err(format!("{}: {BUSY}; choose another name", path.display())),
        // With the lock held: another session finds the game there.
        Some(_claim) => files::write(path, &content).map_err(failed),
    }
}

/// Whether another session keeps its game in this file.
pub(super) fn is_busy(path: &Path) -> bool {
    files::Lock::is_held(path)
}

pub(super) fn own<D: Look>(session: &Session<D>) -> Result<String, String> {
    let who = |who: &Who| match who {
        Who::Person => SavedWho::Person,
        Who::Engine(engine) => SavedWho::Engine(from_anywhere(engine).to_string()),
    };
    let moves = session.valued_line().map(|(played, value)| SavedMove {
        name: session.domain.move_name(played.mv),
        seconds: played.time.map(|time| time.as_secs_f64()),
        nodes: played.nodes,
        value,
        clock: played.clock.map(|clock| clock.as_secs_f64()),
    });
    let place = session.record().moves().len();
    let forfeit = match session.record().ending() {
        crate::game::Ending::Forfeited(forfeit) => Some(forfeit.reason.clone()),
        _ => None,
    };
    let left = |player| session.left(player).map(|left: Duration| left.as_secs_f64());
    let saved = Saved {
        plyscope_game: FORMAT,
        game: D::NAME.to_owned(),
        setup: session.setup.clone(),
        players: session.players().map(who),
        clock: session.control.map(|clock| SavedClock {
            time: clock.main.as_secs_f64(),
            increment: clock.increment.as_secs_f64(),
            byo_yomi: clock.byo_yomi.as_secs_f64(),
        }),
        moves: moves.collect(),
        place: session.is_taken_back().then_some(place),
        forfeit,
        forfeit_behind: session.undone.forfeit().map(str::to_owned),
        about: session.about.clone(),
        left: left(0).zip(left(1)).map(<[f64; 2]>::from),
    };
    let mut text = serde_json::to_string_pretty(&saved).map_err(|error| error.to_string())?;
    text.push('\n');
    Ok(text)
}

/// Reads a game of the own format.
///
/// # Errors
/// The file, and what is wrong with it.
pub(crate) fn load<D: Look>(domain: &D, path: &Path) -> Result<Session<D>, String> {
    let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let text = files::read_ordinary(path, MOST).and_then(files::text);
    let text = text.map_err(|error| failed(&error))?;
    read_own(domain, &text).map_err(|error| failed(&error))
}

/// Reads a game of the own format from its text.
///
/// # Errors
/// What is wrong with it.
pub(super) fn read_own<D: Look>(domain: &D, text: &str) -> Result<Session<D>, String> {
    let saved: Saved<D::Setup> = serde_json::from_str(text).map_err(|error| {
        let hint = match D::GAME {
            Some(GameKind::Othello) if !text.contains("plyscope_game") => {
                "; games of other programs are read from GGF, SGF, PGN, WTHOR or moves as text"
            }
            _ => "",
        };
        format!("not a game saved by plyscope play {}: {error}{hint}", D::NAME)
    })?;
    if saved.plyscope_game == FROM_ZERO && D::GAME == Some(GameKind::RandomTree) {
        return Err(format!(
            "its moves are numbered from 0, as in format {FROM_ZERO}: begin the game anew with numbers from 1"
        ));
    }
    let is_known = [FORMAT, FROM_ZERO].contains(&saved.plyscope_game);
    if !is_known || saved.game != D::NAME {
        return Err(format!(
            "a game of {}, format {}, where one of {}, format {FORMAT}, was expected",
            saved.game,
            saved.plyscope_game,
            D::NAME
        ));
    }
    let who = |who: &SavedWho| match who {
        SavedWho::Person => Ok(Who::Person),
        SavedWho::Engine(text) => {
            let engine: Result<Entrant, EngineError> = text.parse();
            engine.map(Who::from).map_err(|error| error.to_string())
        }
    };
    let players = [who(&saved.players[0])?, who(&saved.players[1])?];
    let seconds = |seconds: f64| {
        Duration::try_from_secs_f64(seconds).map_err(|_| format!("clock: {seconds} s is no time"))
    };
    let control = match saved.clock {
        None => None,
        Some(clock) => Some(TimeControl {
            main: seconds(clock.time)?,
            increment: seconds(clock.increment)?,
            byo_yomi: seconds(clock.byo_yomi)?,
        }),
    };
    let mut session = Session::new(domain.clone(), saved.setup, players, control)?;
    for (number, played) in (1..).zip(&saved.moves) {
        let parsed = domain.parse_move(session.record().game(), session.position(), &played.name);
        let mv = parsed.map_err(|error| format!("move {number}: {error}"))?;
        let record = MoveRecord {
            time: played.seconds.map(seconds).transpose()?,
            clock: played.clock.map(seconds).transpose()?,
            nodes: played.nodes,
            ..MoveRecord::<MoveOf<D>>::from(mv)
        };
        let value = played.value.filter(|value| value.is_finite());
        session.put_back(record, value).map_err(|error| format!("move {number}: {error}"))?;
    }
    if let Some(reason) = saved.forfeit_behind {
        session.forfeit(reason);
    }
    if let Some(place) = saved.place {
        session.go_to(place);
    }
    if let Some(reason) = saved.forfeit {
        session.forfeit(reason);
    }
    if let Some(left) = saved.left {
        for (player, left) in left.into_iter().enumerate() {
            session.set_left(player, seconds(left)?);
        }
    }
    session.about = saved.about;
    Ok(session)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use plyscope_core::othello::Move;
    use plyscope_core::{Bound, Counts, Value};

    use super::super::session::Session;
    use super::super::who::Who;
    use super::{own, read_own};
    use crate::domain::OthelloDomain;
    use crate::engine::{Entrant, TimeControl};
    use crate::game::Valued;
    use crate::player::Choice;

    /// A game with clocks, in which an engine chose the second move.
    fn session() -> Session<OthelloDomain> {
        let engine: Entrant = "algorithm=alpha-beta,depth=1,evaluation=discs".parse().unwrap();
        let players = [Who::Person, engine.into()];
        let clock = "58+2".parse().map(TimeControl::before_moves);
        let domain = OthelloDomain::default();
        let setup = super::Look::read_setup(&domain, "").unwrap();
        let mut session = Session::new(domain, setup, players, clock.ok()).unwrap();
        session.play("f5".parse::<Move>().unwrap()).unwrap();
        let choice = Choice {
            mv: "d6".parse().unwrap(),
            value: Some(Valued { value: Value::new(-3), bound: Bound::Exact }),
            counts: Counts::default(),
            memory: None,
        };
        session.play(choice).unwrap();
        session
    }

    #[test]
    fn a_saved_game_has_its_values_and_clocks() {
        let session = session();
        assert_eq!(session.values, [None, Some(-3.0)]);
        let mut loaded = read_own(&session.domain, &own(&session).unwrap()).unwrap();
        assert_eq!(loaded.values, session.values);
        assert_eq!(loaded.record().moves().len(), 2);
        // Each move has brought two seconds, less what it took.
        let after = loaded.clock().unwrap().remaining;
        assert!(after > Duration::from_secs(61), "{after:?}");
        loaded.undo();
        let before = [loaded.clock().map(|clock| clock.remaining), loaded.left(1)];
        assert_eq!(before, [Some(Duration::from_secs(60)); 2]);
        assert!(loaded.values.is_empty());
        loaded.redo();
        assert_eq!(loaded.values, session.values);
        assert_eq!(loaded.clock(), session.clock());
    }

    #[test]
    fn moves_taken_back_are_saved_behind_the_others_and_can_be_played_again() {
        let session = session();
        let whole = own(&session).unwrap();
        for place in [0, 1] {
            let mut looking_back = read_own(&session.domain, &whole).unwrap();
            looking_back.go_to(place);
            let saved = own(&looking_back).unwrap();
            let mut loaded = read_own(&session.domain, &saved).unwrap();
            assert_eq!(loaded.record().moves().len(), place);
            // Some microseconds have passed.
            let left = loaded.left(place).unwrap();
            assert!(looking_back.left(place).unwrap().abs_diff(left) < Duration::from_secs(1));
            loaded.go_to(2);
            assert!(loaded.moves().eq(session.moves()));
            assert_eq!(loaded.values, session.values);
        }
        for reason in ["resigned", super::super::session::OUT_OF_TIME] {
            let mut ended = read_own(&session.domain, &whole).unwrap();
            ended.set_left(0, Duration::ZERO);
            ended.forfeit(reason.to_owned());
            let (result, left) = (ended.result(), ended.left(0));
            ended.go_to(1);
            assert_eq!(ended.result(), None);
            let mut loaded = read_own(&session.domain, &own(&ended).unwrap()).unwrap();
            assert_eq!((loaded.record().moves().len(), loaded.result()), (1, None));
            loaded.go_to(usize::MAX);
            assert_eq!(loaded.result(), result);
            // Whose time was up has none; who resigned has what the moves have left.
            assert_eq!(loaded.left(0) == left, reason != "resigned");
            // A move that a player chooses there goes on without the forfeit, even the same one.
            let loaded = read_own(&session.domain, &own(&loaded).unwrap());
            let mut again = loaded.unwrap();
            assert_eq!(again.result(), result);
            again.go_to(1);
            again.play("d6".parse::<Move>().unwrap()).unwrap();
            assert_eq!((again.result(), again.is_taken_back()), (None, false));
            // One in the middle is of that place.
            again.go_to(1);
            again.forfeit(reason.to_owned());
            let again = read_own(&session.domain, &own(&again).unwrap()).unwrap();
            assert_eq!((again.record().moves().len(), again.is_over()), (1, true));
            assert_eq!(again.line().count(), 2);
        }
        // A place beyond the moves is their end.
        let beyond = whole.replace("\"about\"", "\"place\": 9, \"about\"");
        let beyond = beyond.replace("\"left\"", "\"place\": 9, \"left\"");
        let loaded = read_own(&session.domain, &beyond).unwrap();
        assert_eq!(loaded.record().moves().len(), 2);
    }
}
