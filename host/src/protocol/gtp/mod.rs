//! The Go Text Protocol, version 2, as engines of Othello speak it (`plyscope gtp`).
//!
//! A command is a line: an optional number, a name and arguments. Its answer begins with `=`, or `?` if the command failed, and
//! the number, and ends with an empty line. Source: G. Farnebäck, "Specification of the Go Text Protocol, version 2, draft 2";
//! the commands `set_game` and `list_games` are those of the program Quarry.

mod commands;
mod text;
mod time;

use std::io::{self, BufRead, Write};

use super::session::Session;
use super::{Offer, Peer, say};
use crate::domain::OthelloDomain;
use crate::escape::terminal;
use crate::player::PlayerError;
use commands::{Gtp, Next};
use text::{GtpLine, read};
pub use time::ZeroStones;

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
    while let Some(line) = peer.next() {
        let (answer, next) = match line.as_deref().map(read) {
            Err(error) => (format!("? {error}\n"), Next::Command),
            Ok(None) => continue,
            Ok(Some(GtpLine { id, words })) => match gtp.obey(&words) {
                Ok((text, next)) => (format!("={id}{}{text}\n", blank(&text)), next),
                // What a file says must not end the answer.
                Err(text) => (format!("?{id} {}\n", terminal(&text)), Next::Command),
            },
        };
        if let Err(error) = say(out, &answer) {
            return Ok(Err(error));
        }
        if next == Next::End {
            break;
        }
    }
    Ok(Ok(()))
}

/// What stands between the mark and an answer.
fn blank(text: &str) -> &'static str {
    if text.is_empty() || text.starts_with('\n') { "" } else { " " }
}
