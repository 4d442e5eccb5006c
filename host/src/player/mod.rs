//! Players: an engine's search, made for a game, with its limits.

mod device;

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::time::Instant;

use plyscope_core::search::forward_estimation::{
    EdgeBounds, Estimator, FixedBounds, Learned, LearnedSeparately, Scaled,
};
use plyscope_core::{
    AlphaBeta, Aspiration, Counts, DepthFirst, Evaluator, ForwardEstimation, Game,
    IterativeDeepening, Minimax, Rbfms, Report, Search, Stop, Value,
};

use crate::device::DeviceError;
use crate::domain::{Domain, DomainError};
use crate::engine::{Algorithm, Bounds, CHILDREN, Engine, MEMORY, PLIES, TooLarge};
use crate::tree::{
    BestFirst, BestFirstExtension, Deepening, MemoryUse, SavedAlphaBeta, TreeSearch, nodes_within,
};

pub use device::{DeviceSearch, task_of};

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

/// Edge-cost bounds of any kind, chosen at run time.
#[derive(Clone, Copy, Debug)]
enum AnyBounds {
    Fixed(FixedBounds),
    Learned(Learned),
    Separately(LearnedSeparately),
}

impl AnyBounds {
    fn inner(&self) -> &dyn EdgeBounds {
        match self {
            Self::Fixed(bounds) => bounds,
            Self::Learned(bounds) => bounds,
            Self::Separately(bounds) => bounds,
        }
    }
}

impl EdgeBounds for AnyBounds {
    fn reset(&mut self) {
        match self {
            Self::Fixed(bounds) => EdgeBounds::reset(bounds),
            Self::Learned(bounds) => EdgeBounds::reset(bounds),
            Self::Separately(bounds) => EdgeBounds::reset(bounds),
        }
    }

    #[inline]
    fn observe(&mut self, cost: i32) {
        match self {
            Self::Fixed(_) => {}
            Self::Learned(bounds) => EdgeBounds::observe(bounds, cost),
            Self::Separately(bounds) => EdgeBounds::observe(bounds, cost),
        }
    }

    fn lowest(&self) -> i32 {
        self.inner().lowest()
    }

    fn highest(&self) -> i32 {
        self.inner().highest()
    }
}

/// An estimator of any kind, chosen at run time.
#[derive(Clone, Copy, Debug)]
struct AnyEstimator {
    bounds: AnyBounds,
    /// `None` for 1, which needs no rounding.
    delta: Option<f64>,
    two_sided: bool,
}

impl Estimator for AnyEstimator {
    fn reset(&mut self) {
        EdgeBounds::reset(&mut self.bounds);
    }

    #[inline]
    fn observe(&mut self, cost: i32) {
        EdgeBounds::observe(&mut self.bounds, cost);
    }

    #[inline]
    fn range(&self, static_value: Value, depth: u32) -> (Value, Value) {
        match self.delta {
            None => self.bounds.range(static_value, depth),
            Some(delta) => Scaled::new(self.bounds, delta).range(static_value, depth),
        }
    }

    #[inline]
    fn is_two_sided(&self) -> bool {
        self.two_sided
    }
}

/// Wraps a depth-first search as the engine asks: aspiration windows, iterative deepening, both or neither.
fn wrap<G, E, X>(
    inner: DepthFirst<G, E, X, PLIES, CHILDREN>,
    deepens: bool,
    window: Option<u32>,
) -> Box<dyn Search<G>>
where
    G: Game<Position: 'static, Move: 'static> + 'static,
    E: Evaluator<G::Position> + 'static,
    X: Estimator + 'static,
{
    match (deepens, window) {
        (false, None) => Box::new(inner),
        (false, Some(window)) => Box::new(Aspiration::new(inner, window)),
        (true, window) => {
            Box::new(IterativeDeepening::with_aspiration(inner, window.unwrap_or(u32::MAX)))
        }
    }
}

/// An engine's search: one of core's, or one that keeps a tree.
pub enum AnySearch<G: Game> {
    /// Core's.
    Plain(Box<dyn Search<G>>),
    /// On a tree in memory.
    Tree(Box<dyn TreeSearch<G>>),
    /// On a device.
    Device(DeviceSearch<G>),
}

impl<G: Game> AnySearch<G> {
    /// What the last search did about memory, if it keeps a tree.
    #[must_use]
    pub fn memory_use(&self) -> Option<MemoryUse> {
        match self {
            Self::Plain(_) | Self::Device(_) => None,
            Self::Tree(search) => Some(search.memory_use()),
        }
    }
}

/// Makes the engine's search for one game.
///
/// # Errors
/// [`PlayerError`] if the domain does not have the evaluation or the bounds that the engine asks for, or its device is
/// not there.
pub fn search_of<D: Domain>(
    domain: &D,
    engine: &Engine,
    game: D::Game,
) -> Result<AnySearch<D::Game>, PlayerError> {
    if let Some(address) = &engine.device {
        let Some(translation) = D::ON_DEVICE else {
            return Err(PlayerError::Unsupported("devices play othello only".to_owned()));
        };
        return Ok(AnySearch::Device(DeviceSearch::new(address, translation, engine)?));
    }
    let evaluation = domain.evaluation(engine.evaluation.as_deref())?;
    if engine.algorithm.keeps_tree() {
        return Ok(AnySearch::Tree(tree_search(domain, engine, game, evaluation)));
    }
    let deepens = engine.deepens();
    let window = match engine.algorithm {
        Algorithm::Aspiration => {
            Some(engine.window.unwrap_or_else(|| domain.usual_window(&evaluation)))
        }
        _ => engine.window,
    };
    Ok(AnySearch::Plain(match engine.algorithm {
        Algorithm::Minimax => wrap(Minimax::full_width(game, evaluation), deepens, window),
        Algorithm::Fe => {
            let bounds = engine.bounds.unwrap_or_else(|| domain.usual_bounds(&evaluation));
            let bounds = match (bounds, domain.edge_bounds(bounds, &evaluation)?) {
                (_, Some((low, high))) => AnyBounds::Fixed(FixedBounds::new(low, high)),
                (Bounds::LearnedSeparate, None) => {
                    AnyBounds::Separately(LearnedSeparately::default())
                }
                (_, None) => AnyBounds::Learned(Learned::default()),
            };
            let estimator = AnyEstimator {
                bounds,
                delta: (engine.delta != 1.0).then_some(engine.delta),
                two_sided: engine.two_sided,
            };
            let inner =
                ForwardEstimation::with_estimator(game, evaluation, engine.order, estimator);
            wrap(inner, deepens, window)
        }
        Algorithm::Rbfms => {
            let evaluation = domain.for_best_first(evaluation);
            Box::new(Rbfms::<_, _, PLIES, CHILDREN>::new(game, evaluation, engine.expansion))
        }
        _ => wrap(AlphaBeta::new(game, evaluation, engine.order), deepens, window),
    }))
}

/// Makes the engine's search on a tree in memory.
fn tree_search<D: Domain>(
    domain: &D,
    engine: &Engine,
    game: D::Game,
    evaluation: D::Evaluation,
) -> Box<dyn TreeSearch<D::Game>> {
    let limit = nodes_within(engine.memory.unwrap_or(MEMORY));
    let best_first = |game, evaluation| {
        BestFirst::new(game, domain.for_best_first(evaluation), engine.expansion, limit)
            .with_formulation(engine.formulation)
            .when_full(engine.when_full)
    };
    match engine.algorithm {
        Algorithm::AbSaved => Box::new(SavedAlphaBeta::new(game, evaluation, limit)),
        Algorithm::AbIterative => Box::new(Deepening::new(game, evaluation, limit)),
        Algorithm::Extension => Box::new(BestFirstExtension::new(
            best_first(game, evaluation),
            engine.shallow.unwrap_or(1),
        )),
        _ => Box::new(best_first(game, evaluation)),
    }
}

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
            if report.stop == Stop::Capacity { Err(TooLarge::Plies.into()) } else { Ok(report) }
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
        if plays_out && report.exhausted && domain.plays_out_lines() {
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
