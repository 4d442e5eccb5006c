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
use super::{Offer, Peer};
use crate::domain::OthelloDomain;
use crate::player::PlayerError;
use commands::NBoard;

/// Answers commands until `quit`, the end of the input or an interrupt. When the input has ended and `is_deaf`, which is asked about
/// every millisecond of a search, tells that nobody reads `out` any more, the search ends, too.
///
/// # Errors
/// [`PlayerError`] if the engine cannot play Othello; an error of `out` is in the inner result.
pub fn serve(
    offer: Offer,
    input: impl BufRead + Send + 'static,
    out: &mut dyn Write,
    is_deaf: &dyn Fn() -> bool,
) -> Result<io::Result<()>, PlayerError> {
    let domain = OthelloDomain::all_openings(0);
    let peer = match Peer::new(input, is_deaf) {
        Ok(peer) => peer,
        Err(error) => return Ok(Err(error)),
    };
    let mut nboard = NBoard::new(Session::new(&domain, offer)?, &peer, out);
    while let Some(line) = peer.next() {
        let obeyed = match line {
            Ok(line) => nboard.obey(&line),
            Err(error) => nboard.refuse(error),
        };
        match obeyed {
            Ok(true) => {}
            Ok(false) => break,
            Err(error) => return Ok(Err(error)),
        }
    }
    Ok(Ok(()))
}
