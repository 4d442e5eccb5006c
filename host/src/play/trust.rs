//! Engines that a game's file names, and that do more than compute in this process: they start a program or connect to a device.
//!
//! Such a file may be another person's. So these engines need the user's word: `--trust`, or the same engine in the game already.

use super::look::Look;
use super::session::Session;
use super::who::Who;
use crate::engine::{AnyEngine, Entrant};
use crate::escape::terminal;

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

/// Whether a file with this game needs the user's word.
pub(super) fn is_needed<D: Look>(session: &Session<D>) -> bool {
    session.players().into_iter().filter_map(Who::engine).any(|engine| reaches(engine).is_some())
}

/// Checks that the engines of a game from a file only compute, or play already.
///
/// # Errors
/// What an engine would do.
pub(crate) fn check<D: Look>(session: &Session<D>, known: &[&Who]) -> Result<(), String> {
    for who in session.players().into_iter().filter(|who| !known.contains(who)) {
        if let Some((engine, what)) = who.engine().and_then(|e| Some((e, reaches(e)?))) {
            return Err(format!("its engine {} {what}", terminal(engine.name())));
        }
    }
    Ok(())
}
