//! Creates an engine's search for a game.

use plyscope_core::othello::strong::Stage;
use plyscope_core::{
    AlphaBeta, Aspiration, Evaluator, ForwardEstimation, Game, IterativeDeepening, Minimax, Rbfms,
    Search,
};
use plyscope_tree::{
    BStar, BestFirst, BestFirstExtension, Conspiracy, Growing, MemoryUse, SavedAlphaBeta,
    TreeSearch, Uct, Unbounded, children_within, nodes_within, rewarded_children_within,
};

use super::estimator::AnyEstimator;
use super::pns::pns;
use super::pvs::pvs;
use super::{DeviceSearch, PlayerError, Position};
use crate::domain::Domain;
use crate::engine::{self, Engine, OnDevice, Storage, options};

/// How an engine's search is put into its box: as it is, or with an observer.
pub trait Boxing<G: Game> {
    /// Boxes one of core's searches.
    fn plain(&self, search: impl Search<G> + 'static) -> Box<dyn Search<G>>;

    /// Boxes a search that keeps a tree.
    fn tree(&self, search: impl TreeSearch<G> + 'static) -> Box<dyn TreeSearch<G>>;
}

/// Boxes a search as it is.
#[derive(Clone, Copy, Debug)]
pub struct AsIs;

impl<G: Game> Boxing<G> for AsIs {
    fn plain(&self, search: impl Search<G> + 'static) -> Box<dyn Search<G>> {
        Box::new(search)
    }

    fn tree(&self, search: impl TreeSearch<G> + 'static) -> Box<dyn TreeSearch<G>> {
        Box::new(search)
    }
}

/// Wraps a depth-first search in aspiration windows, iterative deepening, both or neither, as the engine specifies.
fn wrap<G, S>(inner: S, deepens: bool, window: Option<u32>, boxing: &impl Boxing<G>) -> AnySearch<G>
where
    G: Game<Position: 'static, Move: 'static> + 'static,
    S: Search<G> + 'static,
{
    AnySearch::Plain(match (deepens, window) {
        (false, None) => boxing.plain(inner),
        (false, Some(window)) => boxing.plain(Aspiration::new(inner, window)),
        (true, window) => {
            boxing.plain(IterativeDeepening::with_aspiration(inner, window.unwrap_or(u32::MAX)))
        }
    })
}

/// A search in stages.
pub trait Thinker<G: Game>: Search<G> {
    /// The last stage that was finished.
    fn finished(&self) -> Option<Stage>;

    /// Lets other threads of the search rest until its next step. A search that is to be left between two steps for longer
    /// is to be paused.
    fn pause(&mut self) {}
}

/// An engine's search: one of core's, or one that keeps a tree.
pub enum AnySearch<G: Game> {
    /// Core's.
    Plain(Box<dyn Search<G>>),
    /// In stages.
    Thinking(Box<dyn Thinker<G>>),
    /// With the tree in memory.
    Tree(Box<dyn TreeSearch<G>>),
    /// On a device.
    Device(DeviceSearch<G>),
}

impl<G: Game> std::fmt::Debug for AnySearch<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Plain(_) => f.write_str("Plain"),
            Self::Thinking(_) => f.write_str("Thinking"),
            Self::Tree(_) => f.write_str("Tree"),
            Self::Device(search) => f.debug_tuple("Device").field(search).finish(),
        }
    }
}

impl<G: Game> AnySearch<G> {
    /// How the last search coped with full memory, if it keeps a tree.
    #[must_use]
    pub fn memory_use(&self) -> Option<MemoryUse> {
        match self {
            Self::Plain(_) | Self::Thinking(_) | Self::Device(_) => None,
            Self::Tree(search) => Some(search.memory_use()),
        }
    }
}

/// Creates the engine's search for one game.
///
/// # Errors
/// [`PlayerError`] if the domain lacks the engine's evaluation or bounds, or the device is unavailable.
pub fn search_of<D: Domain>(
    domain: &D,
    engine: &Engine,
    game: D::Game,
) -> Result<AnySearch<D::Game>, PlayerError> {
    domain.search(engine, game)
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

/// Implements [`Domain::search`] for every domain. Each call site compiles all algorithms for its game and `evaluator`.
/// `evaluator` is `evaluation`, or its variant with state; `for_best_first` adapts it to best-first minimax at the ends of games
/// (Korf & Chickering, 8.3.1).
///
/// # Errors
/// As [`search_of`].
pub fn make_search<D: Domain, E, B>(
    domain: &D,
    engine: &Engine,
    game: D::Game,
    evaluation: &D::Evaluation,
    evaluator: E,
    for_best_first: B,
) -> Result<AnySearch<D::Game>, PlayerError>
where
    E: Evaluator<Position<D>, State: 'static> + Clone + 'static,
    B: Evaluator<Position<D>, State: 'static> + Clone + 'static,
{
    make_search_in(domain, engine, game, evaluation, evaluator, for_best_first, &AsIs)
}

/// The same, put into a box in this way. Searches on devices and the strong player's are boxed as they are.
///
/// # Errors
/// As [`search_of`].
pub fn make_search_in<D: Domain, E, B>(
    domain: &D,
    engine: &Engine,
    game: D::Game,
    evaluation: &D::Evaluation,
    evaluator: E,
    for_best_first: B,
    boxing: &impl Boxing<D::Game>,
) -> Result<AnySearch<D::Game>, PlayerError>
where
    E: Evaluator<Position<D>, State: 'static> + Clone + 'static,
    B: Evaluator<Position<D>, State: 'static> + Clone + 'static,
{
    let deepens = engine.deepens();
    Ok(match &engine.search {
        engine::Search::Minimax(options::Minimax { iterative: _ }) => {
            let inner = Minimax::full_width(game, evaluator, Storage::new());
            wrap(inner, deepens, None, boxing)
        }
        engine::Search::AlphaBeta(options::AlphaBeta { order, window, iterative: _ }) => {
            let inner = AlphaBeta::new(game, evaluator, *order, Storage::new());
            wrap(inner, deepens, *window, boxing)
        }
        engine::Search::Aspiration(options::Aspiration { order, window, iterative: _ }) => {
            let window = window.unwrap_or_else(|| domain.usual_window(evaluation));
            let inner = AlphaBeta::new(game, evaluator, *order, Storage::new());
            wrap(inner, deepens, Some(window), boxing)
        }
        engine::Search::Fe(options) => {
            let estimator = AnyEstimator::of(domain, options, evaluation)?;
            let (order, storage) = (options.order, Storage::new());
            let inner =
                ForwardEstimation::with_estimator(game, evaluator, order, estimator, storage);
            wrap(inner, deepens, options.window, boxing)
        }
        engine::Search::Pvs(options) => pvs(game, evaluator, options, boxing)?,
        engine::Search::Strong(options) => domain.strong(engine, options)?,
        engine::Search::Rbfms(options::Rbfms { expansion }) => {
            let search = Rbfms::new(game, for_best_first, *expansion, Storage::new());
            AnySearch::Plain(boxing.plain(search))
        }
        engine::Search::Bfm(options) if options.is_of_1996() => {
            AnySearch::Tree(boxing.tree(best_first(game, for_best_first, options)))
        }
        // Its values of finished games are those of other searches, because draws are not almost lost (8.3.1) when wins are proven.
        engine::Search::Bfm(options) => unbounded(game, evaluator, options, boxing),
        engine::Search::Ubfm(options) => unbounded(game, evaluator, &options.into(), boxing),
        engine::Search::Mcts(options) => {
            let usual = || domain.usual_window(evaluation).saturating_mul(4);
            let uct = Uct {
                exploration: options.exploration,
                implicit: options.implicit,
                scale: options.scale.unwrap_or_else(usual),
            };
            let memory = rewarded_children_within(options.memory.0);
            let transpositions = options.transpositions;
            let search = Unbounded::uct(game, evaluator, transpositions, uct, memory);
            AnySearch::Tree(boxing.tree(search))
        }
        engine::Search::Pns(options) => pns(game, evaluator, options, boxing)?,
        engine::Search::BStar(options::BStar { bounds, memory }) => {
            let options = options::Fe { bounds: bounds.clone(), ..options::Fe::default() };
            let policy = BStar::new(AnyEstimator::of(domain, &options, evaluation)?);
            AnySearch::Tree(boxing.tree(Growing::new(game, evaluator, policy, memory.0)))
        }
        engine::Search::Conspiracy(options::Conspiracy { threshold, width, memory }) => {
            let policy = Conspiracy::new(*threshold as usize, *width);
            AnySearch::Tree(boxing.tree(Growing::new(game, evaluator, policy, memory.0)))
        }
        engine::Search::AbSaved(options::AbSaved { memory }) => {
            let memory = nodes_within(memory.0);
            AnySearch::Tree(boxing.tree(SavedAlphaBeta::new(game, evaluator, memory)))
        }
        engine::Search::FeSaved(options) => {
            let estimator = AnyEstimator::of(domain, &options.estimates(), evaluation)?;
            let memory = nodes_within(options.memory.0);
            let search = SavedAlphaBeta::with_estimator(game, evaluator, estimator, memory);
            AnySearch::Tree(boxing.tree(search))
        }
        engine::Search::AbIterative(options::AbIterative { memory }) => {
            let memory = nodes_within(memory.0);
            AnySearch::Tree(boxing.tree(SavedAlphaBeta::deepening(game, evaluator, memory)))
        }
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
                ..options::Bfm::default()
            };
            let inner = best_first(game, for_best_first, &options);
            AnySearch::Tree(boxing.tree(BestFirstExtension::new(inner, shallow.unwrap_or(1))))
        }
        engine::Search::Device(device) => on_device::<D>(engine, device)?,
    })
}

/// Creates best-first minimax since 1996.
fn unbounded<G, E>(
    game: G,
    evaluator: E,
    options: &options::Bfm,
    boxing: &impl Boxing<G>,
) -> AnySearch<G>
where
    G: Game<Position: PartialEq + 'static, Move: 'static> + 'static,
    E: Evaluator<G::Position, State: 'static> + 'static,
{
    let memory = children_within(options.memory.0);
    AnySearch::Tree(boxing.tree(Unbounded::new(game, evaluator, options.switches(), memory)))
}

/// Creates best-first minimax of 1996 with these options.
fn best_first<G, E>(game: G, evaluator: E, options: &options::Bfm) -> BestFirst<G, E>
where
    G: Game<Position: Clone + PartialEq> + Clone,
    E: Evaluator<G::Position> + Clone,
{
    BestFirst::new(game, evaluator, options.expansion, nodes_within(options.memory.0))
        .with_formulation(options.formulation)
        .when_full(options.when_full)
}
