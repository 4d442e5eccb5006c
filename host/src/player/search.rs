//! An engine's search, made for a game.

use std::marker::PhantomData;

use plyscope_core::{
    AlphaBeta, Aspiration, CapacityError, Counts, Evaluator, ForwardEstimation, Game,
    IterativeDeepening, Minimax, Observer, Progress, Rbfms, Report, Request, Search,
};

use super::estimator::AnyEstimator;
use super::{DeviceSearch, PlayerError, Position};
use crate::domain::Domain;
use crate::engine::{Algorithm, Engine, MEMORY, Storage};
use crate::tree::{
    BestFirst, BestFirstExtension, MemoryUse, SavedAlphaBeta, TreeGame, TreeSearch, nodes_within,
};

/// Wraps a depth-first search as the engine asks: aspiration windows, iterative deepening, both or neither.
fn wrap<G, S>(inner: S, deepens: bool, window: Option<u32>) -> Box<dyn Search<G>>
where
    G: Game<Position: 'static, Move: 'static> + 'static,
    S: Search<G> + 'static,
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

impl<G: Game> std::fmt::Debug for AnySearch<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Plain(_) => f.write_str("Plain"),
            Self::Tree(_) => f.write_str("Tree"),
            Self::Device(search) => f.debug_tuple("Device").field(search).finish(),
        }
    }
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
    domain.search(engine, game)
}

/// What [`Domain::search`] does in every domain: all algorithms are compiled for its game where this is called.
///
/// # Errors
/// As [`search_of`].
pub(crate) fn make_search<D: Domain>(
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
    let Some(informed) = domain.informed(&evaluation) else {
        return Ok(match search_in(domain, engine, game, evaluation)? {
            Made::Plain(search) => AnySearch::Plain(search),
            Made::Tree(search) => AnySearch::Tree(search),
        });
    };
    let made = search_in(domain, engine, informed.clone(), evaluation)?;
    let inform = move |position: &Position<D>| D::inform(&informed, position);
    Ok(match made {
        Made::Plain(inner) => {
            AnySearch::Plain(Box::new(Translated { inner, inform, game: PhantomData }))
        }
        Made::Tree(inner) => {
            AnySearch::Tree(Box::new(Translated { inner, inform, game: PhantomData }))
        }
    })
}

/// A search that was made.
enum Made<G: Game> {
    Plain(Box<dyn Search<G>>),
    Tree(Box<dyn TreeSearch<G>>),
}

/// Makes the engine's search in a game, the domain's own or its informed one.
fn search_in<D: Domain, G>(
    domain: &D,
    engine: &Engine,
    game: G,
    evaluation: D::Evaluation,
) -> Result<Made<G>, PlayerError>
where
    G: TreeGame<Position: Clone + PartialEq + 'static, Move: 'static> + Clone + 'static,
    D::Evaluation: Evaluator<G::Position>,
{
    if engine.algorithm.keeps_tree() {
        return Ok(Made::Tree(tree_search(domain, engine, game, evaluation)));
    }
    let deepens = engine.deepens();
    let window = match engine.algorithm {
        Algorithm::Aspiration => {
            Some(engine.window.unwrap_or_else(|| domain.usual_window(&evaluation)))
        }
        _ => engine.window,
    };
    Ok(Made::Plain(match engine.algorithm {
        Algorithm::Minimax => {
            wrap(Minimax::full_width(game, evaluation, Storage::new()), deepens, window)
        }
        Algorithm::Fe => {
            let estimator = AnyEstimator::of(domain, engine, &evaluation)?;
            let inner = ForwardEstimation::with_estimator(
                game,
                evaluation,
                engine.order,
                estimator,
                Storage::new(),
            );
            wrap(inner, deepens, window)
        }
        Algorithm::Rbfms => {
            let evaluation = domain.for_best_first(evaluation);
            Box::new(Rbfms::new(game, evaluation, engine.expansion, Storage::new()))
        }
        _ => {
            let inner = AlphaBeta::new(game, evaluation, engine.order, Storage::new());
            wrap(inner, deepens, window)
        }
    }))
}

/// Makes the engine's search on a tree in memory.
fn tree_search<D: Domain, G>(
    domain: &D,
    engine: &Engine,
    game: G,
    evaluation: D::Evaluation,
) -> Box<dyn TreeSearch<G>>
where
    G: TreeGame<Position: Clone + PartialEq + 'static, Move: 'static> + Clone + 'static,
    D::Evaluation: Evaluator<G::Position>,
{
    let limit = nodes_within(engine.memory.unwrap_or(MEMORY));
    let best_first = |game: G, evaluation| {
        BestFirst::new(game, domain.for_best_first(evaluation), engine.expansion, limit)
            .with_formulation(engine.formulation)
            .when_full(engine.when_full)
    };
    match engine.algorithm {
        Algorithm::AbSaved => Box::new(SavedAlphaBeta::new(game, evaluation, limit)),
        Algorithm::AbIterative => Box::new(SavedAlphaBeta::deepening(game, evaluation, limit)),
        Algorithm::Extension => Box::new(BestFirstExtension::new(
            best_first(game, evaluation),
            engine.shallow.unwrap_or(1),
        )),
        _ => Box::new(best_first(game, evaluation)),
    }
}

/// A search in a game that has the same moves but other positions.
struct Translated<H, S: ?Sized, F> {
    inform: F,
    inner: Box<S>,
    game: PhantomData<fn() -> H>,
}

impl<G, H, S, F> Search<G> for Translated<H, S, F>
where
    G: Game,
    H: Game<Move = G::Move>,
    S: Search<H> + ?Sized,
    F: Fn(&G::Position) -> H::Position,
{
    fn start(&mut self, request: &Request<'_, G>) {
        let position = (self.inform)(request.position);
        let Request { limits, window, first_line, expected, keeps_learned, .. } = *request;
        self.inner.start(&Request {
            position: &position,
            limits,
            window,
            first_line,
            expected,
            keeps_learned,
        });
    }

    fn step(&mut self, nodes: u64) -> Result<Progress, CapacityError> {
        self.inner.step(nodes)
    }

    /// No observer: what it would be told of is not asked for through this type.
    fn step_observed<O: Observer<G::Move>>(
        &mut self,
        nodes: u64,
        _: &mut O,
    ) -> Result<Progress, CapacityError> {
        self.inner.step(nodes)
    }

    fn first_line(&self) -> &[G::Move] {
        self.inner.first_line()
    }

    fn plies(&self) -> usize {
        self.inner.plies()
    }

    fn first_move(&self, root: &G::Position) -> Option<G::Move> {
        self.inner.first_move(&(self.inform)(root))
    }

    fn stop(&mut self) {
        self.inner.stop();
    }

    fn counts(&self) -> Counts {
        self.inner.counts()
    }

    fn report(&self) -> Report<'_, G::Move> {
        self.inner.report()
    }
}

impl<G, H, S, F> TreeSearch<G> for Translated<H, S, F>
where
    G: Game,
    H: Game<Move = G::Move>,
    S: TreeSearch<H> + ?Sized,
    F: Fn(&G::Position) -> H::Position,
{
    fn advance(&mut self, mv: G::Move) {
        self.inner.advance(mv);
    }

    fn memory_use(&self) -> MemoryUse {
        self.inner.memory_use()
    }
}
