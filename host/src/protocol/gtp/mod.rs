//! The Go Text Protocol, version 2, as engines of Othello speak it (`plyscope gtp`), and for any game whose moves are text.
//!
//! A command is a line: an optional number, a name and arguments. Its answer begins with `=`, or `?` if the command failed, and
//! the number, and ends with an empty line. Source: G. Farnebäck, "Specification of the Go Text Protocol, version 2, draft 2";
//! the commands `set_game` and `list_games` are those of the program Quarry.

mod any_game;
mod commands;
mod text;
mod time;

use std::io::{self, BufRead, Write};

use super::session::Session;
use super::{Offer, Peer, say};
use crate::domain::{Domain, OthelloDomain};
use crate::escape::terminal;
use crate::player::{Failure, PlayerError};
use any_game::AnyGameGtp;
use commands::Gtp;
use text::{GtpLine, read};
use time::Clocks;
pub use time::ZeroStones;

/// GTP's own words for its errors.
const SYNTAX: &str = "syntax error";
const UNKNOWN: &str = "unknown command";
const ILLEGAL: &str = "illegal move";

/// What a command comes to: text, or why it failed.
type Answer = Result<String, String>;

fn syntax<T>() -> Result<T, String> {
    Err(SYNTAX.to_owned())
}

/// The answer to what is the same in every game; to another command, if it is `known`, that its arguments are wrong.
fn common<D: Domain>(
    session: &mut Session<'_, D>,
    clocks: &mut Clocks,
    known: &[&str],
    command: &str,
    arguments: &[&str],
) -> Answer {
    match (command, arguments) {
        ("protocol_version", _) => Ok("2".to_owned()),
        ("name", _) => Ok(session.name().to_owned()),
        ("version", _) => Ok(env!("CARGO_PKG_VERSION").to_owned()),
        ("known_command", [command, ..]) => Ok(known.contains(command).to_string()),
        ("list_commands", _) => Ok(known.join("\n")),
        ("undo", _) if session.undo() => Ok(String::new()),
        ("undo", _) => Err("cannot undo".to_owned()),
        ("time_settings", _) => clocks.settings(session, arguments),
        ("time_left", _) => clocks.left(session, arguments),
        _ if known.contains(&command) => syntax(),
        _ => Err(UNKNOWN.to_owned()),
    }
}

/// Why the engine has no move.
fn why(failure: Failure) -> String {
    match failure {
        Failure::Interrupted(_) => "interrupted".to_owned(),
        Failure::Forfeit(cause) => cause.to_string(),
    }
}

/// Answers commands until `quit`, the end of the input or an interrupt. When the input has ended and `is_deaf`, which is asked about
/// every millisecond of a search, tells that nobody reads `out` any more, the search ends, too. Every line of input has one answer, but empty lines and comments.
///
/// # Errors
/// [`PlayerError`] if the engine cannot play Othello; an error of `out` is in the inner result.
pub fn serve(
    offer: Offer,
    zero_stones: ZeroStones,
    input: impl BufRead + Send + 'static,
    out: &mut dyn Write,
    is_deaf: &dyn Fn() -> bool,
) -> Result<io::Result<()>, PlayerError> {
    let domain = OthelloDomain::all_openings(0);
    let peer = match Peer::new(input, is_deaf) {
        Ok(peer) => peer,
        Err(error) => return Ok(Err(error)),
    };
    let mut gtp = Gtp::new(Session::new(&domain, offer)?, zero_stones, &peer);
    Ok(converse(&peer, out, &mut |command, arguments| gtp.answer(command, arguments)))
}

/// The same for any game, whose moves are text, with the commands that mean something there. Black is the side that moves first from the
/// game's own start.
///
/// # Errors
/// [`PlayerError`] if the engine cannot play the game; an error of `out` is in the inner result.
pub fn serve_game<D: Domain>(
    domain: &D,
    offer: Offer,
    zero_stones: ZeroStones,
    input: impl BufRead + Send + 'static,
    out: &mut dyn Write,
    is_deaf: &dyn Fn() -> bool,
) -> Result<io::Result<()>, PlayerError> {
    let peer = match Peer::new(input, is_deaf) {
        Ok(peer) => peer,
        Err(error) => return Ok(Err(error)),
    };
    let (game, start) = domain.game_start()?;
    let session = Session::of(domain, offer, game, start.clone())?;
    let mut gtp = AnyGameGtp::new(session, start, zero_stones, &peer);
    Ok(converse(&peer, out, &mut |command, arguments| gtp.answer(command, arguments)))
}

/// Answers commands until one of them, or the input, ends that.
fn converse(
    peer: &Peer<'_>,
    out: &mut dyn Write,
    answer: &mut dyn FnMut(&str, &[&str]) -> Answer,
) -> io::Result<()> {
    while let Some(line) = peer.next() {
        let (text, ends) = match line.as_deref().map(read) {
            Err(error) => (format!("? {error}\n"), false),
            Ok(None) => continue,
            Ok(Some(GtpLine { id, words })) => {
                let words: Vec<&str> = words.iter().map(String::as_str).collect();
                let answer = match words.split_first() {
                    None => Err(UNKNOWN.to_owned()),
                    Some((&"quit", _)) => Ok(String::new()),
                    Some((command, arguments)) => answer(command, arguments),
                };
                let text = match answer {
                    Ok(text) => format!("={id}{}{text}\n", blank(&text)),
                    // What a file says must not end the answer.
                    Err(text) => format!("?{id} {}\n", terminal(&text)),
                };
                (text, words.first() == Some(&"quit"))
            }
        };
        say(out, &text)?;
        if ends {
            break;
        }
    }
    Ok(())
}

/// What stands between the mark and an answer.
fn blank(text: &str) -> &'static str {
    if text.is_empty() || text.starts_with('\n') { "" } else { " " }
}
