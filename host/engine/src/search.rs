//! Builds the search of an engine.

use plyscope_core::othello::strong::{Level, Stage, Strong};
use plyscope_core::othello::{Board, Othello, ProbCuts};
use plyscope_core::search::FixedDepth;
use plyscope_core::search::table::TranspositionTable;
use plyscope_core::{
    AlphaBeta, Aspiration, DepthFirst, Evaluator, Game, IterativeDeepening, Minimax, Order, Policy,
    Rbfms, Search,
};
use plyscope_tree::{
    BStar, BestFirst, BestFirstExtension, Completion, Conspiracy, Growing, OnResolved,
    SavedAlphaBeta, Switches, TreeSearch, Uct, Unbounded, bounded_children_within, children_within,
    nodes_within, rewarded_children_within,
};

use super::estimator::AnyEstimator;
use super::pns::pns;
use super::pvs::pvs;
use super::{
    Bytes, Engine, Knowledge, Lease, OnDevice, Search as Chosen, Storage, UnknownBounds, options,
};

/// The program that searches run in: what it has for them, and how it keeps them.
pub trait Host<G: Game>: Sized {
    /// A search, as the program keeps it.
    type Search;
    /// Why there is no search.
    type Error: From<UnknownBounds>;
    /// Memory of a table of positions.
    type Lease: Lease + 'static;

    /// An empty table of this size.
    ///
    /// # Errors
    /// If there is not so much memory.
    fn table(&mut self, size: Bytes) -> Result<Self::Lease, Self::Error>;

    /// Keeps one of core's searches.
    fn plain(self, search: impl Search<G> + 'static) -> Self::Search;

    /// Keeps a search with the tree in memory. A program without room for trees does not build it.
    ///
    /// # Errors
    /// If there is no room for trees.
    fn tree<S: TreeSearch<G> + 'static>(
        self,
        search: impl FnOnce() -> S,
    ) -> Result<Self::Search, Self::Error>;

    /// Builds the strong player.
    ///
    /// # Errors
    /// If the game is not Othello, or the player's parts are missing.
    fn strong(
        self,
        engine: &Engine,
        options: &options::Strong,
    ) -> Result<Self::Search, Self::Error>;

    /// Builds a search on a device.
    ///
    /// # Errors
    /// If devices do not play the game, or the device is unavailable.
    fn on_device(self, engine: &Engine, device: &OnDevice) -> Result<Self::Search, Self::Error>;
}

/// Wraps a depth-first search in aspiration windows, iterative deepening, both or neither, as the engine specifies.
fn wrap<G, S, H: Host<G>>(inner: S, deepens: bool, window: Option<u32>, host: H) -> H::Search
where
    G: Game<Position: 'static, Move: 'static> + 'static,
    S: FixedDepth<G> + 'static,
{
    // A window that holds every value is the plain search. One type for both keeps programs small.
    let window = window.unwrap_or(u32::MAX);
    if deepens {
        host.plain(IterativeDeepening::with_aspiration(inner, window))
    } else {
        host.plain(Aspiration::new(inner, window))
    }
}

/// The strong player with these options, and its table.
pub fn strong<'t, E>(
    evaluator: E,
    cuts: &'static ProbCuts<'static>,
    table: TranspositionTable<'t>,
    options: &options::Strong,
) -> StrongPlayer<'t, E>
where
    E: Evaluator<Board> + Copy,
{
    let number = options.level.map(|level| u8::try_from(level).unwrap_or(u8::MAX));
    StrongPlayer::new(evaluator, cuts, table, Storage::new())
        .level(number.and_then(Level::numbered).unwrap_or_default())
        .seed(options.mistakes)
        .without(options.without.part())
}

/// The strong player, with memory of its own besides its table.
pub type StrongPlayer<'t, E> = Strong<'t, E, Storage<Othello, <E as Evaluator<Board>>::State>>;

/// A search in stages.
pub trait Thinker<G: Game>: Search<G> {
    /// The last stage that was finished.
    fn finished(&self) -> Option<Stage>;

    /// Lets other threads of the search rest until its next step. A search that is to be left between two steps for longer
    /// is to be paused.
    fn pause(&mut self) {}
}

/// Builds an engine's search of one game. Each call site compiles all algorithms for its game and `evaluator`. `for_best_first` adapts
/// the evaluator to best-first minimax at the ends of games (Korf & Chickering, 8.3.1).
///
/// # Errors
/// The host's, or [`UnknownBounds`] if the game does not know the engine's bounds.
pub fn build<G, E, B, H>(
    engine: &Engine,
    game: G,
    knowledge: &Knowledge,
    evaluator: E,
    for_best_first: B,
    host: H,
) -> Result<H::Search, H::Error>
where
    G: Game<Position: Clone + PartialEq + 'static, Move: 'static> + Clone + 'static,
    E: Evaluator<G::Position, State: 'static> + Clone + 'static,
    B: Evaluator<G::Position, State: 'static> + Clone + 'static,
    H: Host<G>,
{
    let deepens = engine.deepens();
    Ok(match &engine.search {
        Chosen::Minimax(options::Minimax { iterative: _ }) => {
            let inner = Minimax::new(
                game,
                evaluator,
                Policy::new(Order::None).full_width(),
                Storage::new(),
            );
            wrap(inner, deepens, None, host)
        }
        Chosen::AlphaBeta(options::AlphaBeta { order, window, iterative: _ }) => {
            let inner = AlphaBeta::new(game, evaluator, Policy::new(*order), Storage::new());
            wrap(inner, deepens, *window, host)
        }
        Chosen::Aspiration(options::Aspiration { order, window, iterative: _ }) => {
            let window = window.unwrap_or(knowledge.window);
            let inner = AlphaBeta::new(game, evaluator, Policy::new(*order), Storage::new());
            wrap(inner, deepens, Some(window), host)
        }
        Chosen::Fe(options) => {
            let policy = Policy::new(options.order)
                .estimating(AnyEstimator::new(options, knowledge)?)
                .placed(options.placement)
                .two_sided(options.two_sided);
            let inner = DepthFirst::new(game, evaluator, policy, Storage::new());
            wrap(inner, deepens, options.window, host)
        }
        Chosen::Pvs(options) => pvs(game, evaluator, options, host)?,
        Chosen::Strong(options) => host.strong(engine, options)?,
        Chosen::Rbfms(options::Rbfms { expansion }) => {
            let search = Rbfms::new(game, for_best_first, *expansion, Storage::new());
            host.plain(search)
        }
        Chosen::Bfm(options) if options.is_of_1996() => {
            host.tree(|| best_first(game, for_best_first, options))?
        }
        // Its values of finished games are those of other searches, because draws are not almost lost (8.3.1) when wins are proven.
        Chosen::Bfm(options) => {
            host.tree(|| unbounded(game, evaluator, options.switches(), options.memory))?
        }
        Chosen::Ubfm(options) => {
            host.tree(|| unbounded(game, evaluator, options.switches(), options.memory))?
        }
        Chosen::Mcts(options) => host.tree(|| {
            let uct = Uct {
                exploration: options.exploration,
                implicit: options.implicit,
                scale: options.scale.unwrap_or(knowledge.window.saturating_mul(4)),
            };
            let memory =
                rewarded_children_within(options.memory.0, options.completion == Completion::Off);
            let kind = (options.transpositions, options.completion);
            Unbounded::uct(game, evaluator, kind, uct, memory)
        })?,
        Chosen::Pns(options) => pns(game, evaluator, options, host)?,
        Chosen::BStar(options::BStar { bounds, memory }) => {
            let options = options::Fe { bounds: bounds.clone(), ..options::Fe::default() };
            let policy = BStar::new(AnyEstimator::new(&options, knowledge)?);
            host.tree(|| Growing::new(game, evaluator, policy, memory.0))?
        }
        Chosen::Conspiracy(options::Conspiracy { threshold, width, memory }) => {
            host.tree(|| {
                let policy = Conspiracy::new(*threshold as usize, *width);
                Growing::new(game, evaluator, policy, memory.0)
            })?
        }
        Chosen::AbSaved(options::AbSaved { memory }) => {
            host.tree(|| SavedAlphaBeta::new(game, evaluator, nodes_within(memory.0)))?
        }
        Chosen::FeSaved(options) => {
            let estimator = AnyEstimator::new(&options.estimates(), knowledge)?;
            let memory = nodes_within(options.memory.0);
            host.tree(|| {
                SavedAlphaBeta::with_estimator(game, evaluator, estimator, memory)
                    .placed(options.placement)
                    .keeping_learned(options.keep_learned)
            })?
        }
        Chosen::AbIterative(options::AbIterative { memory }) => {
            host.tree(|| SavedAlphaBeta::deepening(game, evaluator, nodes_within(memory.0)))?
        }
        Chosen::Extension(options::Extension {
            expansion,
            formulation,
            shallow,
            memory,
            when_full,
        }) => host.tree(|| {
            let options = options::Bfm {
                expansion: *expansion,
                formulation: *formulation,
                memory: *memory,
                when_full: *when_full,
                ..options::Bfm::default()
            };
            let inner = best_first(game, for_best_first, &options);
            BestFirstExtension::new(inner, shallow.unwrap_or(1))
        })?,
        Chosen::Device(device) => host.on_device(engine, device)?,
    })
}

/// Creates best-first minimax since 1996.
fn unbounded<G, E>(game: G, evaluator: E, switches: Switches, memory: Bytes) -> Unbounded<G, E>
where
    G: Game<Position: PartialEq>,
    E: Evaluator<G::Position>,
{
    let limit = match (switches.on_resolved, switches.completion) {
        (OnResolved::Next, Completion::Off) => bounded_children_within(memory.0),
        _ => children_within(memory.0),
    };
    Unbounded::new(game, evaluator, switches, limit)
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
