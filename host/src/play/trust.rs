//! Engines that a game's file names, and that do more than compute in this process: they start a program or connect to a device.
//!
//! Such a file may be another person's. So these engines need the user's word: `--trust`, or the same engine in the game already.

use super::session::{Seat, Session};
use crate::engine::{AnyEngine, Entrant};
use crate::escape::terminal;

use super::look::Look;

/// What this engine would do, if more than to compute.
fn reaches(engine: &Entrant) -> Option<String> {
    match &engine.player {
        AnyEngine::Foreign(foreign) => {
            Some(format!("starts the program {}", terminal(&foreign.command.join(" "))))
        }
        AnyEngine::Own(own) if own.search.is_of_this_program() => None,
        AnyEngine::Own(own) => Some(format!("uses a device ({})", terminal(&own.to_string()))),
    }
}

fn engine(seat: &Seat) -> Option<&Entrant> {
    match seat {
        Seat::Person => None,
        Seat::Engine(engine) => Some(engine),
    }
}

/// Whether a file with this game needs the user's word.
pub(super) fn is_needed<D: Look>(session: &Session<D>) -> bool {
    session.seats.iter().filter_map(engine).any(|engine| reaches(engine).is_some())
}

/// Checks that the engines of a game from a file only compute, or play already.
///
/// # Errors
/// What an engine would do.
pub(crate) fn check<D: Look>(session: &Session<D>, known: &[Seat]) -> Result<(), String> {
    for seat in session.seats.iter().filter(|seat| !known.contains(seat)) {
        if let Some((engine, what)) = engine(seat).and_then(|e| Some((e, reaches(e)?))) {
            return Err(format!("its engine {} {what}", terminal(engine.name())));
        }
    }
    Ok(())
}
