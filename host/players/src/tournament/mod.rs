//! Tournaments: engines play each start twice, with sides swapped.

mod crosstable;
mod game;
pub mod ladder;
mod pondering;
pub mod recorded;
mod row;
mod standings;
pub mod table;

use std::ops::ControlFlow;

use plyscope_run::interrupt::Interrupted;
use plyscope_run::stream::in_order_of;
use serde::Serialize;
use serde_json::{Value, json};

use crate::domain::{Domain, DomainError};
use crate::engine::{Algorithm, AnyEngine, Entrant, Search};
use crate::player::{PlayerError, player_from};
pub use crosstable::CrosstableRow;
pub use row::{Forfeit, GameRow, ShortOfMemory, Work};
pub use standings::{Forfeits, KindOf, Pairing, Standings, results};

/// The pairings.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Every engine plays every other.
    #[default]
    RoundRobin,
    /// The first engine plays every other.
    Gauntlet,
}

/// A tournament.
#[derive(Clone, Debug)]
pub struct Tournament<D> {
    /// The domain.
    pub domain: D,
    /// Two engines or more.
    pub engines: Vec<Entrant>,
    /// The pairings.
    pub format: Format,
    /// Pairs of games per pairing; every opening once if `None`.
    pub pairs: Option<u64>,
    /// Seed of the trees, or of the choice of openings.
    pub seed: u64,
}

/// Errors of tournaments.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TournamentError {
    /// Fewer than two engines.
    #[error("a tournament needs at least two engines")]
    TooFewEngines,
    /// Two engines with the same name.
    #[error("two engines are named {0:?}: give each its own name")]
    SameName(String),
    /// No pairs.
    #[error("pairs must be at least 1")]
    NoPairs,
    /// The engine cannot play in this domain.
    #[error("engine {engine:?}: {cause}")]
    Engine {
        /// The engine.
        engine: String,
        /// The reason.
        cause: PlayerError,
    },
    /// An engine without limits, or with conflicting options.
    #[error(transparent)]
    Contradiction(#[from] crate::engine::EngineError),
    /// The domain refused the starts.
    #[error(transparent)]
    Domain(#[from] DomainError),
    /// An engine that a ladder cannot use.
    #[error("engine {engine:?}: {reason}")]
    Ladder {
        /// The engine.
        engine: String,
        /// The reason and the remedy.
        reason: String,
    },
    /// A forfeited game, where work is compared.
    #[error("engine {engine:?} has forfeited a game, and its work cannot be compared: {reason}")]
    Forfeited {
        /// The engine.
        engine: String,
        /// The reason for the forfeit.
        reason: String,
    },
    /// An interrupt.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
    /// Recording a game failed.
    #[error(transparent)]
    Record(#[from] plyscope_run::record::RecordError),
}

/// A tournament with its engines and starts fixed. Its units are pairs of games, numbered by start: all pairings play the first
/// start, then the second.
#[derive(Debug)]
pub struct Schedule<'t, D: Domain> {
    tournament: &'t Tournament<D>,
    starts: Vec<D::Start>,
    meetings: Vec<[usize; 2]>,
}

impl<D: Domain> Tournament<D> {
    /// Checks everything possible without playing.
    ///
    /// # Errors
    /// [`TournamentError`] names the engine or option.
    pub fn schedule(&self) -> Result<Schedule<'_, D>, TournamentError> {
        self.schedule_from(|| self.domain.starts(self.pairs, self.seed))
    }

    /// The same with these starts, whatever `pairs` and `seed` say: some of them only may be wanted.
    ///
    /// # Errors
    /// As [`schedule`](Self::schedule), and what `starts` returns.
    pub fn schedule_from(
        &self,
        starts: impl FnOnce() -> Result<Vec<D::Start>, DomainError>,
    ) -> Result<Schedule<'_, D>, TournamentError> {
        let count = self.engines.len();
        if count < 2 {
            return Err(TournamentError::TooFewEngines);
        }
        if self.pairs == Some(0) {
            return Err(TournamentError::NoPairs);
        }
        for (i, engine) in self.engines.iter().enumerate() {
            if self.engines.iter().take(i).any(|other| other.name() == engine.name()) {
                return Err(TournamentError::SameName(engine.name().to_owned()));
            }
            engine.check()?;
            engine.check_pondering()?;
        }
        let starts = starts()?;
        if let Some(start) = starts.first() {
            for engine in &self.engines {
                player_from(&self.domain, engine, start).map_err(|cause| match cause {
                    PlayerError::Interrupted(interrupted) => interrupted.into(),
                    cause => TournamentError::Engine { engine: engine.name().to_owned(), cause },
                })?;
            }
        }
        let hosts = match self.format {
            Format::RoundRobin => count,
            Format::Gauntlet => 1,
        };
        let meetings = (0..hosts).flat_map(|a| (a + 1..count).map(move |b| [a, b])).collect();
        Ok(Schedule { tournament: self, starts, meetings })
    }
}

/// An engine as data, with weights and cuts identified by content, not by path.
pub fn canonical<D: Domain>(domain: &D, engine: &Entrant) -> Value {
    let mut engine = engine.clone();
    if let AnyEngine::Own(engine) = &mut engine.player {
        let name = engine.evaluation.take();
        let has_cuts = engine.algorithm() == Algorithm::Strong;
        engine.evaluation = name.map(|name| {
            let othello = domain.othello().filter(|_| has_cuts);
            let cuts = othello.map_or_else(String::new, |othello| othello.cuts_identity(&name));
            domain.evaluation_identity(&name) + &cuts
        });
        if let Search::Strong(options) = &mut engine.search {
            options.book = options.book.as_deref().map(crate::book::identity);
        }
    }
    // Numbers, text and lists: this cannot fail.
    serde_json::to_value(&engine).unwrap_or_default()
}

impl<D: Domain> Schedule<'_, D> {
    /// Number of pairs of games.
    #[must_use]
    pub fn units(&self) -> u64 {
        (self.starts.len() as u64).saturating_mul(self.meetings.len() as u64)
    }

    /// Everything that determines the rows.
    #[must_use]
    pub fn configuration(&self) -> serde_json::Value {
        let Tournament { domain, engines, format, pairs, seed } = self.tournament;
        json!({
            "domain": D::NAME,
            "parameters": domain.configuration(),
            "engines": engines.iter().map(|engine| canonical(domain, engine)).collect::<Vec<_>>(),
            "format": format,
            "pairs": pairs,
            "seed": seed,
        })
    }

    /// Plays both games of a unit.
    ///
    /// # Errors
    /// [`TournamentError::Interrupted`]. A player that fails forfeits its game.
    pub fn play_unit(&self, unit: u64) -> Result<[GameRow; 2], TournamentError> {
        let meetings = self.meetings.len() as u64;
        let (pair, meeting) = (unit / meetings, (unit % meetings) as usize);
        let [a, b] = self.meetings[meeting];
        let start = &self.starts[pair as usize];
        let play = |players| game::play(self.tournament, unit, pair, start, players);
        Ok([play([a, b])?, play([b, a])?])
    }

    /// Plays these units on `threads` threads and passes their games to `take`, in order. A player that fails forfeits its game.
    ///
    /// # Errors
    /// [`TournamentError::Interrupted`], or an error of `take`.
    pub fn play(
        &self,
        units: impl IntoIterator<Item = u64>,
        threads: usize,
        mut take: impl FnMut(&[GameRow; 2]) -> Result<ControlFlow<()>, TournamentError>,
    ) -> Result<(), TournamentError> {
        in_order_of(units, threads, |unit| self.play_unit(unit), |_, games| take(&games))
    }

    /// The same, for comparing work: the first forfeited game is an error.
    ///
    /// # Errors
    /// As [`Schedule::play`], and [`TournamentError::Forfeited`].
    pub fn play_whole(
        &self,
        units: impl IntoIterator<Item = u64>,
        threads: usize,
        mut take: impl FnMut(&[GameRow; 2]) -> Result<ControlFlow<()>, TournamentError>,
    ) -> Result<(), TournamentError> {
        self.play(units, threads, |games| {
            games.iter().try_for_each(GameRow::check_whole)?;
            take(games)
        })
    }

    /// Plays all units and tallies them.
    ///
    /// # Errors
    /// As [`Schedule::play`].
    pub fn play_all(&self, threads: usize) -> Result<Standings, TournamentError> {
        let mut standings = Standings::of::<D>();
        self.play(0..self.units(), threads, |games| {
            standings.add(games);
            Ok(ControlFlow::Continue(()))
        })?;
        Ok(standings)
    }
}
