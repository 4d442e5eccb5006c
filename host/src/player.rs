//! Players: an engine's search, made for a game, with its limits.

use std::ops::ControlFlow;
use std::time::Instant;

use plyscope_core::search::forward_estimation::{
    EdgeBounds, Estimator, FixedBounds, Learned, LearnedSeparately, Scaled,
};
use plyscope_core::{
    AlphaBeta, Aspiration, Counts, DepthFirst, Evaluator, ForwardEstimation, Game,
    IterativeDeepening, Minimax, Rbfms, Report, Search, SearchError, Value,
};

use crate::domain::{Domain, DomainError};
use crate::engine::{Algorithm, Bounds, CHILDREN, Engine, PLIES, TooLarge};

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

/// Makes the engine's search for one game.
///
/// # Errors
/// [`DomainError`] if the domain does not have the evaluation or the bounds that the engine asks for.
pub fn search_of<D: Domain>(
    domain: &D,
    engine: &Engine,
    game: D::Game,
) -> Result<Box<dyn Search<D::Game>>, DomainError> {
    let evaluation = domain.evaluation(engine.evaluation.as_deref())?;
    let deepens = engine.deepens();
    let window = match engine.algorithm {
        Algorithm::Aspiration => Some(engine.window.unwrap_or_else(|| domain.usual_window())),
        _ => engine.window,
    };
    Ok(match engine.algorithm {
        Algorithm::Minimax => wrap(Minimax::full_width(game, evaluation), deepens, window),
        Algorithm::AlphaBeta | Algorithm::Aspiration => {
            wrap(AlphaBeta::new(game, evaluation, engine.order), deepens, window)
        }
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
            Box::new(Rbfms::<_, _, PLIES, CHILDREN>::new(game, evaluation, engine.expansion))
        }
    })
}

/// Runs `search` within the engine's limits, the clock included.
///
/// # Errors
/// [`SearchError`] with the partial result if the search needs more than this program's capacities.
pub fn run<'s, G: Game>(
    search: &'s mut dyn Search<G>,
    engine: &Engine,
    root: &G::Position,
) -> Result<Report<'s, G::Move>, SearchError<'s, G::Move>> {
    let Some(time) = engine.time else {
        return search.search(root, engine.limits());
    };
    let start = Instant::now();
    search.search_polled(root, engine.limits(), NODES_PER_LOOK, &mut |_| {
        if start.elapsed() < time { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })
}

/// A player of one game: an engine's search and its limits.
pub struct Player<G: Game> {
    engine: Engine,
    search: Box<dyn Search<G>>,
}

impl<G: Game> Player<G> {
    /// A player of `game`.
    ///
    /// # Errors
    /// As [`search_of`].
    pub fn new<D: Domain<Game = G>>(
        domain: &D,
        engine: &Engine,
        game: G,
    ) -> Result<Self, DomainError> {
        Ok(Self { engine: engine.clone(), search: search_of(domain, engine, game)? })
    }

    /// The move to play in `position`, and what the search for it cost. `None` where the game is over.
    ///
    /// A search that was stopped before it preferred any move plays the game's first.
    ///
    /// # Errors
    /// [`TooLarge`] if the search needs more than this program's capacities.
    pub fn choose(
        &mut self,
        game: &G,
        position: &G::Position,
    ) -> Result<Option<(G::Move, Counts)>, TooLarge> {
        let report =
            run(&mut *self.search, &self.engine, position).map_err(|error| error.capacity)?;
        let first = || game.next_child(position, &mut game.moves(position)).map(|(mv, _)| mv);
        Ok(report.best_move.or_else(first).map(|mv| (mv, report.counts)))
    }
}
