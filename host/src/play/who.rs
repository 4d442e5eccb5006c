//! Who plays, as a person writes it.

use super::level;
use super::look::Look;
use super::session::Seat;
use crate::engine::{AnyEngine, EngineError, Entrant};
use crate::player::search_of;

/// Whether a text stands for a person.
pub(crate) fn is_person(who: &str) -> bool {
    who.eq_ignore_ascii_case("person")
}

/// Who a text stands for: a person, a level or an engine. An external engine is started once, so that it does not fail in the game.
pub(crate) fn seat_of<D: Look>(domain: &D, who: &str) -> Result<Seat, String> {
    if is_person(who) {
        return Ok(Seat::Person);
    }
    if !who.contains('=') {
        return level::engine::<D>(who).map(|engine| Seat::Engine(Box::new(engine.into())));
    }
    let engine: Entrant = who.parse().map_err(|error: EngineError| error.to_string())?;
    match &engine.player {
        AnyEngine::Own(own) => {
            let (game, ..) = domain.begin(&domain.read_setup("")?)?;
            search_of(domain, own, game).map_err(|error| error.to_string())?;
        }
        AnyEngine::Foreign(foreign) => {
            let setup = domain.read_setup("")?;
            domain.foreigner(&setup, foreign, engine.margin).map_err(|error| error.to_string())?;
        }
    }
    Ok(Seat::Engine(Box::new(engine)))
}
