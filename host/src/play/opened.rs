//! Games from files of any form, and from text: the own form, and all that `plyscope games` reads.

use std::path::Path;

use plyscope_core::othello::Colour;

use super::look::Look;
use super::session::Session;
use super::store;
use crate::engine::GameKind;
use crate::files;
use crate::game_files::ggf::GgfGame;
use crate::game_files::{Format, GamesInFile, NameFiles, names_beside, read};

/// The largest file that is read: a year of tournaments has a few hundred kilobytes.
const MOST: u64 = 16 * files::MB;

/// What was read.
pub(crate) enum Opened<D: Look> {
    /// A game.
    Game(Box<Session<D>>),
    /// Several games, of which none was chosen: a line for each.
    Several(Vec<String>),
}

/// Opens a game: of several, the record with this number. Who plays is as in a file of `play`; in others, persons play both sides.
///
/// # Errors
/// The file, what is wrong with it, and what can be read.
pub(crate) fn open<D: Look>(
    domain: &D,
    path: &Path,
    number: Option<usize>,
) -> Result<Opened<D>, String> {
    let place = path.display();
    let bytes = files::read_ordinary(path, MOST).map_err(|error| format!("{place}: {error}"))?;
    let names = || names_beside(path);
    content(domain, &path.to_string_lossy(), &bytes, names, number)
        .map_err(|why| format!("{place}: {why}"))
}

/// Opens a game that is this text.
///
/// # Errors
/// What is wrong with it, and what can be read.
pub(super) fn open_text<D: Look>(
    domain: &D,
    text: &str,
    number: Option<usize>,
) -> Result<Opened<D>, String> {
    content(domain, "", text.as_bytes(), || Ok(NameFiles::default()), number)
}

fn content<D: Look>(
    domain: &D,
    name: &str,
    bytes: &[u8],
    names: impl FnOnce() -> Result<NameFiles, String>,
    number: Option<usize>,
) -> Result<Opened<D>, String> {
    let is_json = bytes.trim_ascii_start().starts_with(b"{");
    if is_json || D::GAME != Some(GameKind::Othello) {
        let text = str::from_utf8(bytes).map_err(|_| "it is no text".to_owned())?;
        let session = store::read_own(domain, text)?;
        return match number {
            None | Some(1) => Ok(Opened::Game(Box::new(session))),
            Some(number) => Err(format!("there is one game in it, and no number {number}")),
        };
    }
    let format = Format::of(name, bytes);
    let names = if format == Format::Wthor { names()? } else { NameFiles::default() };
    let reading = read(bytes, format, &names).map_err(|error| error.to_string())?;
    choose(domain, reading, number)
}

fn choose<D: Look>(
    domain: &D,
    mut reading: GamesInFile,
    number: Option<usize>,
) -> Result<Opened<D>, String> {
    if let Some(number) = number {
        if let Some(broken) = reading.broken.iter().find(|broken| broken.number == number) {
            return Err(broken.to_string());
        }
        let found = reading.games.iter().find(|(found, _)| *found == number);
        let records = reading.records();
        let (_, game) = found.ok_or_else(|| match records {
            0 => "there is no game in it".to_owned(),
            records => format!("there is no game {number} in it: it has 1 to {records}"),
        })?;
        return D::from_game_file(domain, game).map(Box::new).map(Opened::Game);
    }
    match (reading.games.len(), reading.broken.first()) {
        (0, Some(broken)) => Err(broken.to_string()),
        (0, None) => Err("there is no game in it".to_owned()),
        (1, None) => {
            let (_, game) = reading.games.remove(0);
            D::from_game_file(domain, &game).map(Box::new).map(Opened::Game)
        }
        _ => {
            let mut lines: Vec<(usize, String)> =
                reading.games.iter().map(|(number, game)| (*number, described(game))).collect();
            let broken = reading.broken.iter();
            lines
                .extend(broken.map(|broken| (broken.number, format!("broken: {}", broken.reason))));
            lines.sort_by_key(|(number, _)| *number);
            let line = |(number, text): &(usize, String)| format!("{number:>5}  {text}");
            Ok(Opened::Several(lines.iter().map(line).collect()))
        }
    }
}

/// A game in a line of a list.
fn described(game: &GgfGame) -> String {
    let name = |name: &str| if name.is_empty() { "?".to_owned() } else { name.to_owned() };
    let mut words = Vec::new();
    if !(game.black.is_empty() && game.white.is_empty()) {
        words.push(format!("{} - {}", name(&game.black), name(&game.white)));
    }
    if let Some(result) = game.result {
        words.push(format!("{:+}", result.discs + 0.0));
    }
    words.extend([&game.date, &game.place].into_iter().filter(|text| !text.is_empty()).cloned());
    words.push(match game.moves.len() {
        0 => {
            let empties = game.start.empties().count_ones();
            let side = if game.first == Colour::Black { "Black" } else { "White" };
            format!("a position: {empties} empty, {side} to move")
        }
        1 => "1 move".to_owned(),
        moves => format!("{moves} moves"),
    });
    words.join(", ")
}

/// What to do where there are several games.
pub(super) fn choice(name: &str, games: usize) -> String {
    format!("{name} has {games} games: load {name} N opens number N")
}

/// The number at the end of what is to be loaded, if it has one.
pub(super) fn numbered(text: &str) -> Option<(&str, usize)> {
    let (name, number) = text.trim_end().rsplit_once(char::is_whitespace)?;
    let number = number.parse().ok().filter(|&number| number > 0)?;
    Some((name.trim_end(), number))
}
