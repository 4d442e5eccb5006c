//! Players: an engine's search, made for a game, with its limits.

mod device;
mod estimator;
mod search;

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::time::Instant;

use plyscope_core::{Counts, Game, Progress, Report, Request, Stop, Value};

use crate::device::DeviceError;
use crate::domain::{Domain, DomainError};
use crate::engine::{Algorithm, Engine, PLIES, TooLarge};
use crate::interrupt::{self, Interrupted};
use crate::tree::MemoryUse;

pub use device::{DeviceSearch, task_of};
pub(crate) use estimator::AnyEstimator;
pub use estimator::proves;
pub(crate) use search::make_search;
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
    Device(DeviceError),
    /// Devices cannot do that.
    #[error("{0}")]
    Unsupported(String),
    /// A move that the rules do not allow.
    #[error("it played {0}, which is no legal move there")]
    Illegal(String),
    /// A result that no search can have.
    #[error("it answered with nonsense: {0}")]
    Nonsense(String),
    /// A search was cut short.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
}

impl From<DeviceError> for PlayerError {
    fn from(error: DeviceError) -> Self {
        match error {
            DeviceError::Interrupted(interrupted) => interrupted.into(),
            error => Self::Device(error),
        }
    }
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

/// How far a search is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SoFar {
    /// Nodes generated.
    pub generated: u64,
    /// The depth last finished, or the horizon; none where a search does not tell before its end.
    pub depth: Option<u32>,
    /// The value of the move preferred so far, for the side to move; none where a search does not tell before its end.
    pub value: Option<Value>,
}

/// Runs `search` within the engine's limits, the clock included.
///
/// # Errors
/// [`PlayerError`] if the search needs more than this program's capacities, the device fails, or an
/// [interrupt] cuts the search short.
pub fn run<'s, G: Game>(
    search: &'s mut AnySearch<G>,
    engine: &Engine,
    root: &G::Position,
) -> Result<Report<'s, G::Move>, PlayerError> {
    let report = run_watched(search, engine, root, &mut |_| ())?;
    if report.stop == Stop::Polled {
        interrupt::check()?;
    }
    Ok(report)
}

/// The same; `watch` is told now and then how far the search is. An interrupt leaves the partial result, stopped as by a
/// [poll](Stop::Polled).
///
/// # Errors
/// [`PlayerError`] if the search needs more than this program's capacities, or the device fails.
pub fn run_watched<'s, G: Game>(
    search: &'s mut AnySearch<G>,
    engine: &Engine,
    root: &G::Position,
    watch: &mut dyn FnMut(&SoFar),
) -> Result<Report<'s, G::Move>, PlayerError> {
    let start = Instant::now();
    let go_on = || match engine.time {
        Some(time) if start.elapsed() >= time => ControlFlow::Break(()),
        _ => interrupt::go_on(),
    };
    let limits = engine.limits();
    match search {
        AnySearch::Plain(search) => {
            let interval = engine.time.map_or(interrupt::NODES_PER_LOOK, |_| NODES_PER_LOOK);
            search.start(&Request::new(root).limits(limits));
            while search.step(interval).map_err(TooLarge::from)? == Progress::Paused {
                let Report { counts, depth, value, best_move, .. } = search.report();
                let value = best_move.map(|_| value);
                watch(&SoFar { generated: counts.generated, depth: Some(depth), value });
                if go_on().is_break() {
                    search.stop();
                    break;
                }
            }
            Ok(search.report())
        }
        AnySearch::Tree(search) => {
            let mut poll = |counts: &Counts| {
                watch(&SoFar { generated: counts.generated, depth: None, value: None });
                go_on()
            };
            let request = Request::new(root).limits(limits);
            let report = search.search_polled(&request, NODES_PER_LOOK, &mut poll);
            report.map_err(|_| TooLarge::Linear.into())
        }
        AnySearch::Device(search) => search.search(root, engine, watch),
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

impl<D: Domain> std::fmt::Debug for Player<D> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Player").field("engine", &self.engine).finish_non_exhaustive()
    }
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
    /// As [`run`], and [`PlayerError::Illegal`] if the move is none of the game's: a device may answer anything.
    pub fn choose(
        &mut self,
        domain: &D,
        game: &D::Game,
        position: &Position<D>,
    ) -> Result<Option<Choice<Move<D>>>, PlayerError> {
        let choice = self.search_move(domain, game, position)?;
        if let Some(Choice { mv, .. }) = choice {
            let mut moves = game.moves(position);
            let mut legal = std::iter::from_fn(|| game.next_child(position, &mut moves));
            if !legal.any(|(legal, _)| legal == mv) {
                return Err(PlayerError::Illegal(domain.move_name(mv)));
            }
        }
        Ok(choice)
    }

    /// The move, as the search or the line has it.
    fn search_move(
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
        let first = || game.first_move(position);
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
