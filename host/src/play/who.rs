//! Who plays: a person or an engine.

use std::path::Path;

use super::level::{self, Equipment};
use super::look::Look;
use crate::engine::{AnyEngine, EngineError, Entrant, Search};
use crate::player::search_of;

/// Who plays a side.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Who {
    /// A person.
    Person,
    /// An engine: of this program, on a device, or of others.
    Engine(Box<Entrant>),
}

impl Who {
    /// The name in tables.
    pub(super) fn name(&self) -> &str {
        match self {
            Self::Person => "you",
            Self::Engine(engine) => engine.name(),
        }
    }

    pub(super) const fn is_person(&self) -> bool {
        matches!(self, Self::Person)
    }

    /// Gives an engine of this program threads and a book, unless it has its own.
    pub(crate) fn equip(&mut self, equipment: &Equipment) {
        if let Self::Engine(entrant) = self
            && let AnyEngine::Own(engine) = &mut entrant.player
        {
            equipment.equip(engine);
        }
    }

    /// The engine, if it is one.
    pub(crate) fn engine(&self) -> Option<&Entrant> {
        match self {
            Self::Person => None,
            Self::Engine(engine) => Some(engine),
        }
    }
}

impl From<Entrant> for Who {
    fn from(engine: Entrant) -> Self {
        Self::Engine(Box::new(engine))
    }
}

/// Whether a text stands for a person.
pub(crate) fn is_person(who: &str) -> bool {
    who.eq_ignore_ascii_case("person")
}

/// Who a text stands for: a person, a level or an engine. An external engine is started once, so that it does not fail in the game.
pub(crate) fn read_who<D: Look>(domain: &D, who: &str) -> Result<Who, String> {
    if is_person(who) {
        return Ok(Who::Person);
    }
    if !who.contains('=') {
        return level::engine::<D>(who).map(|engine| Entrant::from(engine).into());
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
    Ok(engine.into())
}

/// An engine whose files are found from any directory: a kept game is resumed from anywhere.
pub(super) fn from_anywhere(entrant: &Entrant) -> Entrant {
    let absolute = |path: &str| std::path::absolute(path).ok()?.to_str().map(str::to_owned);
    let mut entrant = entrant.clone();
    match &mut entrant.player {
        AnyEngine::Own(engine) => {
            if let Search::Strong(options) = &mut engine.search
                && let Some(book) = &mut options.book
            {
                *book = absolute(book).unwrap_or_else(|| book.clone());
            }
            if let Some((kind, file)) = engine.evaluation.as_ref().and_then(|it| it.split_once(':'))
                && let Some(file) = absolute(file)
            {
                engine.evaluation = Some(format!("{kind}:{file}"));
            }
        }
        AnyEngine::Foreign(engine) => {
            let program = engine.command.first().map(Path::new);
            let is_relative =
                program.is_some_and(|path| path.is_relative() && path.components().count() > 1);
            if engine.directory.is_some() || is_relative {
                let directory = engine.directory.take().unwrap_or_else(|| ".".into());
                engine.directory = Some(std::path::absolute(&directory).unwrap_or(directory));
            }
        }
    }
    entrant
}
