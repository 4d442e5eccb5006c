//! Tournaments: every two engines play pairs of games, each start twice with sides swapped.

mod game;
pub mod ladder;

use rayon::prelude::*;
use serde::Serialize;

use crate::domain::{Domain, DomainError};
use crate::engine::{Engine, TooLarge};
use crate::player::Player;
use crate::statistics::Tally;
pub use game::{GameRow, Work};

/// What a tournament plays.
#[derive(Clone, Debug)]
pub struct Tournament<D> {
    /// The domain.
    pub domain: D,
    /// Two engines or more; every two of them meet.
    pub engines: Vec<Engine>,
    /// Pairs of games for each two engines; every opening once if `None`.
    pub pairs: Option<u64>,
    /// Chooses openings or trees.
    pub seed: u64,
}

/// Why a tournament could not be played.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TournamentError {
    /// Fewer than two engines.
    #[error("a tournament needs at least two engines: give --engine again")]
    TooFewEngines,
    /// Two engines of one name.
    #[error("two engines are called {0:?}: give each another name=")]
    SameName(String),
    /// No pairs.
    #[error("0 pairs are no tournament: give --pairs at least 1")]
    NoPairs,
    /// The domain cannot do it.
    #[error("engine {engine:?}: {source}")]
    Engine {
        /// The engine that asks for it.
        engine: String,
        /// What it cannot do.
        source: DomainError,
    },
    /// The domain cannot do it.
    #[error(transparent)]
    Domain(#[from] DomainError),
    /// A search needs more than this program's capacities.
    #[error("engine {engine:?} at {start}: {source}")]
    Capacity {
        /// The engine.
        engine: String,
        /// Where.
        start: String,
        /// Which capacity.
        source: TooLarge,
    },
}

/// The result of all games between two engines.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Pairing {
    /// The engines' names.
    pub engines: [String; 2],
    /// Games, or pairs where these are won as a whole, from the first engine's side.
    pub tally: Tally,
    /// What each engine searched.
    pub work: [Work; 2],
}

/// Everything that a tournament gives: rows do not depend on threads or time.
#[derive(Clone, PartialEq, Debug)]
pub struct Results {
    /// Games in the order of the schedule.
    pub games: Vec<GameRow>,
    /// For every two engines.
    pub pairings: Vec<Pairing>,
}

/// Two games from one start.
struct Encounter<S> {
    pair: u64,
    players: [usize; 2],
    start: S,
}

impl<D: Domain> Tournament<D> {
    /// Checks engines and schedule without playing.
    fn schedule(&self) -> Result<Vec<Encounter<D::Start>>, TournamentError> {
        if self.engines.len() < 2 {
            return Err(TournamentError::TooFewEngines);
        }
        if self.pairs == Some(0) {
            return Err(TournamentError::NoPairs);
        }
        for (i, engine) in self.engines.iter().enumerate() {
            if self.engines.iter().take(i).any(|other| other.name == engine.name) {
                return Err(TournamentError::SameName(engine.name.clone()));
            }
        }
        let starts = self.domain.starts(self.pairs, self.seed)?;
        if let Some(start) = starts.first() {
            for engine in &self.engines {
                let (game, _) = self.domain.set_up(start);
                Player::new(&self.domain, engine, game).map_err(|source| {
                    TournamentError::Engine { engine: engine.name.clone(), source }
                })?;
            }
        }
        let count = self.engines.len();
        let mut encounters = Vec::new();
        for first in 0..count {
            for second in first + 1..count {
                for (pair, start) in (0..).zip(&starts) {
                    encounters.push(Encounter {
                        pair,
                        players: [first, second],
                        start: start.clone(),
                    });
                }
            }
        }
        Ok(encounters)
    }

    /// The number of games that will be played.
    ///
    /// # Errors
    /// As [`Tournament::play`], before anything is played.
    pub fn games(&self) -> Result<u64, TournamentError> {
        Ok(2 * self.schedule()?.len() as u64)
    }

    /// Plays all games on the current thread pool. `played` is called after each one.
    ///
    /// # Errors
    /// [`TournamentError`] names the engine and the place.
    pub fn play(&self, played: &(dyn Fn() + Sync)) -> Result<Results, TournamentError> {
        let encounters = self.schedule()?;
        let games: Vec<[GameRow; 2]> = encounters
            .par_iter()
            .map(|encounter| {
                let [a, b] = encounter.players;
                let first = game::play(self, encounter.pair, &encounter.start, [a, b])?;
                played();
                let second = game::play(self, encounter.pair, &encounter.start, [b, a])?;
                played();
                Ok([first, second])
            })
            .collect::<Result<_, TournamentError>>()?;
        let mut pairings: Vec<Pairing> = Vec::new();
        for [first, second] in &games {
            if pairings.last().is_none_or(|last| last.engines != first.engines) {
                pairings.push(Pairing {
                    engines: first.engines.clone(),
                    tally: Tally::default(),
                    work: Default::default(),
                });
            }
            let Some(pairing) = pairings.last_mut() else { continue };
            if self.domain.scores_pairs() {
                // Each engine's outcome when it moved first.
                pairing.tally.add((first.outcome.cmp(&second.outcome)) as i32);
            } else {
                pairing.tally.add(first.outcome.signum());
                pairing.tally.add(-second.outcome.signum());
            }
            let [a, b] = &mut pairing.work;
            a.add(&first.work[0]);
            b.add(&first.work[1]);
            b.add(&second.work[0]);
            a.add(&second.work[1]);
        }
        Ok(Results { games: games.into_iter().flatten().collect(), pairings })
    }
}
