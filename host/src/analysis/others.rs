//! Values of positions by engines other than the strong player at a depth: any of this program, or one of others.

use plyscope_core::othello::{Board, Move, Othello};

use super::analyst::{found, no_value, proves_outcome_alone, tenths};
use crate::domain::{OthelloDomain, OthelloEvaluation};
use crate::engine::{AnyEngine, Engine, Entrant, ForeignEngine, Protocol, Search, Without};
use crate::foreign::ForeignPlayer;
use crate::game::{Ending, GameRecord};
use crate::game_files::ggf::GgfGame;
use crate::judged::Unit;
use crate::player::{AnySearch, Failure, Player as _, PlayerError, run, search_of};

/// A position's value for its side to move, in discs; whether it is the proven score; and the best moves.
pub(super) type Found = (f64, bool, Vec<Move>);

/// An engine that values positions.
pub(super) enum ValuingEngine {
    /// Of this program.
    Own(Box<OwnEngine>),
    /// In a process of its own.
    Foreign(Box<ForeignPlayer>),
}

/// An engine of this program: for a position, and for one after a move, which is searched one ply less deep.
pub(super) struct OwnEngine {
    engines: [Engine; 2],
    unit: Unit,
    search: AnySearch<Othello>,
}

impl std::fmt::Debug for ValuingEngine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Own(own) => f.debug_tuple("Own").field(&own.engines).finish(),
            Self::Foreign(player) => f.debug_tuple("Foreign").field(player).finish(),
        }
    }
}

/// Checks that an engine tells values in discs.
///
/// # Errors
/// [`PlayerError::Unsupported`] with the reason and the remedy.
pub(super) fn check(entrant: &Entrant) -> Result<(), PlayerError> {
    let refuse = |reason: &str| {
        Err(PlayerError::Unsupported(format!("engine {:?}: {reason}", entrant.name())))
    };
    match &entrant.player {
        AnyEngine::Foreign(ForeignEngine { protocol: Protocol::Gtp, .. }) => refuse(
            "GTP has no command for values of positions: use its NBoard protocol, if it has one",
        ),
        AnyEngine::Own(engine) if OthelloEvaluation::of(engine)?.unit() == Unit::LogOdds => refuse(
            "its evaluation has a unit of its own, so its values are not known in discs: use another evaluation",
        ),
        AnyEngine::Own(Engine { search: Search::Pns(_), .. }) => {
            refuse("pns proves who wins, and has no values in discs: use another algorithm")
        }
        _ if entrant.control.is_some() || entrant.ponder => {
            refuse("an analysis has no clock: limit each move by st")
        }
        AnyEngine::Own(_) | AnyEngine::Foreign(_) => Ok(()),
    }
}

impl ValuingEngine {
    /// An engine for the analysis of a game.
    ///
    /// # Errors
    /// [`PlayerError`] if it cannot be started, or tells no values in discs.
    pub(super) fn new(entrant: &Entrant, game: &GgfGame) -> Result<Self, PlayerError> {
        check(entrant)?;
        match &entrant.player {
            AnyEngine::Own(engine) => {
                let mut engine = engine.clone();
                if let Search::Strong(options) = &mut engine.search {
                    // It would prove who wins before it knows by how much, and such values cannot be compared.
                    options.without = Without::Solver;
                }
                let unit = OthelloEvaluation::unit_of(&engine);
                let search = search_of(&OthelloDomain::all_openings(0), &engine, Othello)?;
                let depth = engine.depth.map(|depth| depth.saturating_sub(1).max(1));
                let after = Engine { depth, ..engine.clone() };
                Ok(Self::Own(Box::new(OwnEngine { engines: [engine, after], unit, search })))
            }
            AnyEngine::Foreign(engine) => {
                let start = GgfGame::new(game.start, game.first);
                let player = ForeignPlayer::start(engine, start, entrant.margin)?;
                Ok(Self::Foreign(Box::new(player)))
            }
        }
    }

    /// The value at the end of a record, which is one `after` a move that is valued, or not. `None` if the engine has proven who wins,
    /// but not by how much.
    ///
    /// # Errors
    /// [`PlayerError`] on an interrupt, or if the engine fails.
    pub(super) fn value(
        &mut self,
        record: &GameRecord<Othello>,
        after: bool,
    ) -> Result<Option<Found>, PlayerError> {
        match self {
            Self::Own(own) => own.value(record.position(), after),
            Self::Foreign(player) => value_of(player, record.clone()).map(Some),
        }
    }
}

impl OwnEngine {
    fn value(&mut self, board: &Board, after: bool) -> Result<Option<Found>, PlayerError> {
        let engine = &self.engines[usize::from(after)];
        let report = run(&mut self.search, engine, board)?;
        if proves_outcome_alone(&report, self.unit) {
            return Ok(None);
        }
        if let Some(found) = found(&report, self.unit) {
            return Ok(Some(found));
        }
        // A clock may run out before the first depth is finished. That much is searched without it.
        let least = Engine { depth: Some(1), nodes: None, time: None, ..engine.clone() };
        let report = run(&mut self.search, &least, board).map_err(|error| match error {
            PlayerError::Interrupted(_) => error,
            _ => no_value(engine),
        })?;
        found(&report, self.unit).map(Some).ok_or_else(|| no_value(engine))
    }
}

/// The value that an external engine tells. Passes are played for it.
fn value_of(
    player: &mut ForeignPlayer,
    mut record: GameRecord<Othello>,
) -> Result<Found, PlayerError> {
    let mut sign = 1.0;
    while record.position().must_pass() && record.play(Move::PASS).is_ok() {
        sign = -sign;
    }
    if let Ending::Over(outcome) = record.ending() {
        return Ok((tenths(sign * f64::from(outcome.score())), true, Vec::new()));
    }
    let choice = player.choose(&record).map_err(|failure| match failure {
        Failure::Interrupted(interrupted) => PlayerError::Interrupted(interrupted),
        Failure::Forfeit(cause) => PlayerError::Nonsense(cause.to_string()),
    })?;
    let Some(valued) = choice.value else {
        let mv = choice.mv;
        return Err(PlayerError::Nonsense(format!(
            "{mv} without a value, which an analysis needs"
        )));
    };
    let discs = Unit::Hundredths.discs(valued.value).unwrap_or_default();
    Ok((tenths(sign * discs), false, vec![choice.mv]))
}
