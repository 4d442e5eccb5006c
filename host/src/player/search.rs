//! An engine's search, made for a game.

use std::marker::PhantomData;

use plyscope_core::{
    AlphaBeta, Aspiration, CapacityError, Counts, Evaluator, ForwardEstimation, Game,
    IterativeDeepening, Minimax, Observer, Progress, Rbfms, Report, Request, Search,
};

use super::estimator::AnyEstimator;
use super::{DeviceSearch, PlayerError, Position};
use crate::domain::Domain;
use crate::engine::{self, Engine, OnDevice, Storage, options};
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
    let evaluation = domain.evaluation(engine.evaluation.as_deref())?;
    let Some(informed) = domain.informed(&evaluation) else {
        return Ok(match search_in(domain, engine, game, evaluation)? {
            Made::Plain(search) => AnySearch::Plain(search),
            Made::Tree(search) => AnySearch::Tree(search),
            Made::Device(device) => on_device::<D>(engine, device)?,
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
        Made::Device(device) => on_device::<D>(engine, device)?,
    })
}

/// The engine's search on a device.
fn on_device<D: Domain>(
    engine: &Engine,
    device: &OnDevice,
) -> Result<AnySearch<D::Game>, PlayerError> {
    let Some(translation) = D::ON_DEVICE else {
        return Err(PlayerError::Unsupported("devices play othello only".to_owned()));
    };
    Ok(AnySearch::Device(DeviceSearch::new(device, translation, engine)?))
}

/// A search that was made, or the device that has it.
enum Made<'e, G: Game> {
    Plain(Box<dyn Search<G>>),
    Tree(Box<dyn TreeSearch<G>>),
    Device(&'e OnDevice),
}

/// Makes the engine's search in a game, the domain's own or its informed one.
fn search_in<'e, D: Domain, G>(
    domain: &D,
    engine: &'e Engine,
    game: G,
    evaluation: D::Evaluation,
) -> Result<Made<'e, G>, PlayerError>
where
    G: TreeGame<Position: Clone + PartialEq + 'static, Move: 'static> + Clone + 'static,
    D::Evaluation: Evaluator<G::Position>,
{
    let deepens = engine.deepens();
    Ok(match &engine.search {
        engine::Search::Minimax(options::Minimax { iterative: _ }) => {
            let inner = Minimax::full_width(game, evaluation, Storage::new());
            Made::Plain(wrap(inner, deepens, None))
        }
        engine::Search::AlphaBeta(options::AlphaBeta { order, window, iterative: _ }) => {
            let inner = AlphaBeta::new(game, evaluation, *order, Storage::new());
            Made::Plain(wrap(inner, deepens, *window))
        }
        engine::Search::Aspiration(options::Aspiration { order, window, iterative: _ }) => {
            let window = window.unwrap_or_else(|| domain.usual_window(&evaluation));
            let inner = AlphaBeta::new(game, evaluation, *order, Storage::new());
            Made::Plain(wrap(inner, deepens, Some(window)))
        }
        engine::Search::Fe(options) => {
            let estimator = AnyEstimator::of(domain, options, &evaluation)?;
            let (order, storage) = (options.order, Storage::new());
            let inner =
                ForwardEstimation::with_estimator(game, evaluation, order, estimator, storage);
            Made::Plain(wrap(inner, deepens, options.window))
        }
        engine::Search::Rbfms(options::Rbfms { expansion }) => {
            let evaluation = domain.for_best_first(evaluation);
            Made::Plain(Box::new(Rbfms::new(game, evaluation, *expansion, Storage::new())))
        }
        engine::Search::Bfm(options) => {
            let evaluation = domain.for_best_first(evaluation);
            Made::Tree(Box::new(best_first(game, evaluation, options)))
        }
        engine::Search::AbSaved(options::AbSaved { memory }) => {
            Made::Tree(Box::new(SavedAlphaBeta::new(game, evaluation, nodes_within(memory.0))))
        }
        engine::Search::AbIterative(options::AbIterative { memory }) => Made::Tree(Box::new(
            SavedAlphaBeta::deepening(game, evaluation, nodes_within(memory.0)),
        )),
        engine::Search::Extension(options::Extension {
            expansion,
            formulation,
            shallow,
            memory,
            when_full,
        }) => {
            let options = options::Bfm {
                expansion: *expansion,
                formulation: *formulation,
                memory: *memory,
                when_full: *when_full,
            };
            let evaluation = domain.for_best_first(evaluation);
            let inner = best_first(game, evaluation, &options);
            Made::Tree(Box::new(BestFirstExtension::new(inner, shallow.unwrap_or(1))))
        }
        engine::Search::Device(device) => Made::Device(device),
    })
}

/// Best-first minimax with these options.
fn best_first<G, E>(game: G, evaluation: E, options: &options::Bfm) -> BestFirst<G, E>
where
    G: TreeGame<Position: Clone + PartialEq> + Clone,
    E: Evaluator<G::Position> + Clone,
{
    BestFirst::new(game, evaluation, options.expansion, nodes_within(options.memory.0))
        .with_formulation(options.formulation)
        .when_full(options.when_full)
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
        self.inner.start(&request.at(&position));
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
