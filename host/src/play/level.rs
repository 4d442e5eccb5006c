//! Engines by strength, for people.

use crate::domain::Rules;
use crate::engine::{Algorithm, AnyEngine, Engine, Entrant, GameKind, Search};

/// Levels by name, with the number of the level.
pub(super) const NAMES: [(&str, u32); 10] = [
    ("beginner", 1),
    ("novice", 3),
    ("casual", 5),
    ("intermediate", 7),
    ("club", 9),
    ("advanced", 12),
    ("expert", 15),
    ("master", 18),
    ("grandmaster", 22),
    ("strongest", 30),
];

/// The level of a game without a wish.
pub(crate) const USUAL: &str = "club";

/// What engines of a level have beside their strength.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Equipment {
    /// Threads that search each move together.
    pub(crate) threads: Option<u32>,
    /// An opening book.
    pub(crate) book: Option<String>,
}

impl Equipment {
    /// Gives these to an engine that can have them: `strong`, unless it has its own.
    pub(crate) fn equip(&self, engine: &mut Engine) {
        if let Search::Strong(options) = &mut engine.search {
            if let (Some(threads), 1) = (self.threads, options.threads) {
                options.threads = threads;
            }
            options.book = options.book.take().or_else(|| self.book.clone());
        }
    }
}

/// Most seconds a move of the highest levels, which would otherwise take minutes.
const SECONDS: u32 = 10;
/// The first of these levels.
const SLOW: u32 = 18;

/// The engine of a level: `strong` in Othello, alpha-beta to this depth in other games.
///
/// # Errors
/// The levels there are.
pub(crate) fn engine<R: Rules>(level: &str) -> Result<Engine, String> {
    let named = NAMES.iter().find(|(name, _)| name.eq_ignore_ascii_case(level));
    let number = named.map(|&(_, number)| number).or_else(|| level.parse().ok());
    let Some(number) = number.filter(|number| (1..=30).contains(number)) else {
        let names: Vec<&str> = NAMES.iter().map(|(name, _)| *name).collect();
        return Err(format!(
            "level {level:?}: write {} or a number from 1 to 30",
            names.join(", ")
        ));
    };
    let name = named.map_or_else(|| format!("level {number}"), |(name, _)| (*name).to_owned());
    let spec = if R::GAME == Some(GameKind::Othello) {
        let time = if number >= SLOW { format!(",st={SECONDS}") } else { String::new() };
        format!("name={name},algorithm=strong,level={number}{time}")
    } else {
        format!("name={name},algorithm=alpha-beta,iterative=true,depth={number}")
    };
    spec.parse().map_err(|error: crate::engine::EngineError| error.to_string())
}

/// The engine that gives hints and values moves.
pub(super) fn adviser<R: Rules>(seconds: Option<u32>) -> Engine {
    let time = seconds.map_or_else(String::new, |seconds| format!(",st={seconds}"));
    let spec = if R::GAME == Some(GameKind::Othello) {
        format!("algorithm=strong,depth=60{time}")
    } else {
        format!("algorithm=alpha-beta,iterative=true,depth=30{time}")
    };
    // The text is this program's own; a test reads it.
    spec.parse().unwrap_or_else(|_| Engine::new(Algorithm::Strong))
}

/// The engine to change; the strong player in place of an external one.
pub(super) fn own(entrant: &Entrant) -> Engine {
    match &entrant.player {
        AnyEngine::Own(engine) => engine.clone(),
        AnyEngine::Foreign(_) => Engine::new(Algorithm::Strong),
    }
}

#[cfg(test)]
mod tests {
    use super::{NAMES, USUAL, adviser, engine};
    use crate::domain::{HexapawnDomain, OthelloDomain};
    use crate::engine::Algorithm;

    #[test]
    fn every_level_has_an_engine_and_others_are_refused() {
        let names = NAMES.map(|(name, _)| name.to_owned());
        for level in names.into_iter().chain((1..=30).map(|number| number.to_string())) {
            let strong = engine::<OthelloDomain>(&level).unwrap();
            assert_eq!(strong.algorithm(), Algorithm::Strong, "{level}");
            assert_eq!(strong.check(), Ok(()));
            let plain = engine::<HexapawnDomain>(&level).unwrap();
            assert_eq!((plain.algorithm(), plain.check()), (Algorithm::AlphaBeta, Ok(())));
        }
        for wrong in ["0", "31", "", "weak", "-1"] {
            assert!(engine::<OthelloDomain>(wrong).is_err(), "{wrong}");
        }
        assert!(engine::<OthelloDomain>(USUAL).is_ok());
        assert_eq!(adviser::<OthelloDomain>(None).algorithm(), Algorithm::Strong);
        assert_eq!(adviser::<OthelloDomain>(Some(2)).check(), Ok(()));
        assert_eq!(adviser::<HexapawnDomain>(Some(2)).algorithm(), Algorithm::AlphaBeta);
    }
}
