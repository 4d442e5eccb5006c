//! Players: an engine's search, made for a game, with its limits.

mod device;
mod estimator;
mod search;

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::time::Instant;

use plyscope_core::{Counts, Game, Report, Stop};

use crate::device::DeviceError;
use crate::domain::{Domain, DomainError};
use crate::engine::{Algorithm, Engine, PLIES, TooLarge};
use crate::tree::MemoryUse;

pub use device::{DeviceSearch, task_of};
pub(crate) use estimator::AnyEstimator;
pub use search::{AnySearch, search_of};

/// What a player cannot do.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PlayerError {
    /// The domain does not have what the engine asks for.
    #[error(transparent)]
    Domain(#[from] DomainError),
    /// A search needs more than this program's capacities.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// A device failed.
    #[error(transparent)]
    Device(#[from] DeviceError),
    /// Devices cannot do that.
    #[error("{0}")]
    Unsupported(String),
}

impl PlayerError {
    /// Whether another command line would help, rather than another machine.
    #[must_use]
    pub fn is_usage(&self) -> bool {
        matches!(self, Self::Domain(_) | Self::Unsupported(_))
    }
}

/// Nodes between two looks at the clock, where a search has a time limit.
const NODES_PER_LOOK: u64 = 1024;

/// Runs `search` within the engine's limits, the clock included.
///
/// # Errors
/// [`PlayerError`] if the search needs more than this program's capacities, or the device fails.
pub fn run<'s, G: Game>(
    search: &'s mut AnySearch<G>,
    engine: &Engine,
    root: &G::Position,
) -> Result<Report<'s, G::Move>, PlayerError> {
    let start = Instant::now();
    let mut poll = |_: &Counts| match engine.time {
        Some(time) if start.elapsed() >= time => ControlFlow::Break(()),
        _ => ControlFlow::Continue(()),
    };
    let limits = engine.limits();
    match search {
        AnySearch::Plain(search) => {
            let interval = engine.time.map_or(u64::MAX, |_| NODES_PER_LOOK);
            let report = search.search_polled(root, limits, interval, &mut poll);
            Ok(report.map_err(|error| TooLarge::from(error.capacity))?)
        }
        AnySearch::Tree(search) => {
            let report = search.search(root, limits, &mut poll);
            if report.stop == Stop::Capacity { Err(TooLarge::Linear.into()) } else { Ok(report) }
        }
        AnySearch::Device(search) => search.search(root, engine),
    }
}

/// What a player did for a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choice<M> {
    /// The move.
    pub mv: M,
    /// What the search for it cost; nothing if it was known from the last one.
    pub counts: Counts,
    /// What it did about memory, if it keeps a tree.
    pub memory: Option<MemoryUse>,
}

/// A player of one game: an engine's search and limits, and what it keeps between moves.
pub struct Player<D: Domain> {
    engine: Engine,
    search: AnySearch<D::Game>,
    /// Alpha-beta to the end of the game, for when that is near.
    solver: Option<(Engine, AnySearch<D::Game>)>,
    /// The rest of a principal variation that leads to the end of the game, to be played without search as long as the
    /// opponent follows it (Korf & Chickering, 8.2).
    line: VecDeque<Move<D>>,
}

type Position<D> = <<D as Domain>::Game as Game>::Position;
type Move<D> = <<D as Domain>::Game as Game>::Move;

impl<D: Domain> Player<D> {
    /// A player of `game`.
    ///
    /// # Errors
    /// As [`search_of`].
    pub fn new(domain: &D, engine: &Engine, game: D::Game) -> Result<Self, PlayerError> {
        let solver = if engine.solve > 0 {
            let solver = Engine {
                depth: Some(PLIES as u32),
                evaluation: engine.evaluation.clone(),
                ..Engine::new(Algorithm::AlphaBeta)
            };
            let search = search_of(domain, &solver, game.clone())?;
            Some((solver, search))
        } else {
            None
        };
        let search = search_of(domain, engine, game)?;
        Ok(Self { engine: engine.clone(), search, solver, line: VecDeque::new() })
    }

    /// The move to play in `position`, and what it cost. `None` where the game is over.
    ///
    /// A search that was stopped before it preferred any move plays the game's first.
    ///
    /// # Errors
    /// As [`run`].
    pub fn choose(
        &mut self,
        domain: &D,
        game: &D::Game,
        position: &Position<D>,
    ) -> Result<Option<Choice<Move<D>>>, PlayerError> {
        if let Some(&mv) = self.line.front() {
            return Ok(Some(Choice { mv, counts: Counts::default(), memory: None }));
        }
        let end_is_near =
            domain.plies_left(position).is_some_and(|plies| plies <= self.engine.solve);
        let solver = self.solver.as_mut().filter(|_| end_is_near);
        let (report, best_first) = match solver {
            Some((engine, search)) => (run(search, engine, position)?, false),
            None => {
                let report = run(&mut self.search, &self.engine, position)?;
                (report, self.engine.algorithm.is_best_first())
            }
        };
        let first = || game.next_child(position, &mut game.moves(position)).map(|(mv, _)| mv);
        let (best_move, counts) = (report.best_move.or_else(first), report.counts);
        // Best-first extension looks again instead: its alpha-beta then sees the end of the game.
        let plays_out = best_first && self.engine.algorithm != Algorithm::Extension;
        if plays_out && report.line_ends_game && domain.plays_out_lines() {
            self.line.extend(report.principal_variation);
        }
        let memory = self.search.memory_use().filter(|_| !end_is_near);
        Ok(best_move.map(|mv| Choice { mv, counts, memory }))
    }

    /// A move was played, by either side.
    pub fn played(&mut self, mv: Move<D>) {
        if self.line.pop_front() != Some(mv) {
            self.line.clear();
        }
        if let AnySearch::Tree(search) = &mut self.search {
            search.advance(mv);
        }
    }
}
