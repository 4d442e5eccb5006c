//! The Go Text Protocol, version 2, as engines of Othello speak it (`plyscope gtp`).
//!
//! A command is a line: an optional number, a name and arguments. Its answer begins with `=`, or `?` if the command failed, and
//! the number, and ends with an empty line. Source: G. Farnebäck, "Specification of the Go Text Protocol, version 2, draft 2";
//! the commands `set_game` and `list_games` are those of the program Quarry.

mod commands;
mod text;

use std::io::{self, BufRead, Write};

use super::session::Session;
use super::{Offer, inbox, say};
use crate::domain::OthelloDomain;
use crate::player::PlayerError;
use commands::{Gtp, Next};
use text::{Line, read};

/// Answers commands until `quit` or the end of the input. Every line of input has one answer, but empty lines and comments.
///
/// # Errors
/// [`PlayerError`] if the engine cannot play Othello; an error of `out` is in the inner result.
pub fn serve(
    offer: Offer,
    input: impl BufRead + Send + 'static,
    out: &mut dyn Write,
) -> Result<io::Result<()>, PlayerError> {
    let domain = OthelloDomain::all_openings(0);
    let mut gtp = Gtp::new(Session::new(&domain, offer)?);
    let inbox = inbox(input);
    while let Some(line) = inbox.next() {
        let Some(Line { id, words }) = read(&line) else { continue };
        let (answer, next) = match gtp.obey(&words) {
            Ok((text, next)) => (format!("={id}{}{text}\n", blank(&text)), next),
            Err(text) => (format!("?{id} {text}\n"), Next::Command),
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
