//! NBoard's protocol, version 2 (`plyscope nboard`).
//!
//! Commands and answers are lines. Unknown lines are ignored, and malformed ones answered by a `status`. A search ends when a
//! `ping` comes in, and a hint when anything comes in: what it said would be about another position. The engine never plays its
//! move on its own board, because the other side sends it.
//! Source: C. Welty, <https://github.com/weltyc/ntest/blob/master/instructions/Protocol.htm>.

mod clock;
mod commands;

use std::io::{self, BufRead, Write};

use super::session::Session;
use super::{Offer, inbox};
use crate::domain::OthelloDomain;
use crate::player::PlayerError;
use commands::NBoard;

/// Answers commands until `quit` or the end of the input.
///
/// # Errors
/// [`PlayerError`] if the engine cannot play Othello; an error of `out` is in the inner result.
pub fn serve(
    offer: Offer,
    input: impl BufRead + Send + 'static,
    out: &mut dyn Write,
) -> Result<io::Result<()>, PlayerError> {
    let domain = OthelloDomain::all_openings(0);
    let inbox = inbox(input);
    let mut nboard = NBoard::new(Session::new(&domain, offer)?, inbox.clone(), out);
    while let Some(line) = inbox.next() {
        match nboard.obey(&line) {
            Ok(true) => {}
            Ok(false) => break,
            Err(error) => return Ok(Err(error)),
        }
    }
    Ok(Ok(()))
}
