//! An engine's search for a game, as this program keeps it.

use plyscope_core::search::estimate::Estimate as _;
use plyscope_core::{Evaluator, Game, Search};
use plyscope_tree::{MemoryUse, TreeSearch};

use super::table::Lease;
use super::{DeviceSearch, PlayerError, Position};
use crate::domain::Domain;
use crate::engine::{
    AnyEstimator, Bytes, Engine, Host, OnDevice, Thinker, Unsearched, build, options,
};

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

/// Whether this engine's search proves the values of lines searched to the end of the game: it omits no line that could change
/// them.
///
/// # Errors
/// [`PlayerError`] if the domain lacks the engine's evaluation or bounds.
pub fn proves<D: Domain>(domain: &D, engine: &Engine) -> Result<bool, PlayerError> {
    match engine.search.unsearched() {
        Unsearched::Nothing => Ok(true),
        Unsearched::Lines => Ok(false),
        Unsearched::ByEstimates(options) => {
            let evaluation = domain.evaluation(engine.evaluation.as_deref())?;
            let knowledge = domain.knowledge(&evaluation);
            Ok(AnyEstimator::new(&options, &knowledge)?.is_sure())
        }
    }
}

/// This program, where searches of a domain are put into boxes in some way.
struct Here<'a, D, X> {
    domain: &'a D,
    boxing: &'a X,
}

/// Searches on devices and the strong player's are boxed as they are.
impl<D: Domain, X: Boxing<D::Game>> Host<D::Game> for Here<'_, D, X> {
    type Search = AnySearch<D::Game>;
    type Error = PlayerError;
    type Lease = Lease;

    fn table(&mut self, size: Bytes) -> Result<Lease, PlayerError> {
        Lease::new(size)
    }

    fn plain(self, search: impl Search<D::Game> + 'static) -> AnySearch<D::Game> {
        AnySearch::Plain(self.boxing.plain(search))
    }

    fn tree<S: TreeSearch<D::Game> + 'static>(
        self,
        search: impl FnOnce() -> S,
    ) -> Result<AnySearch<D::Game>, PlayerError> {
        Ok(AnySearch::Tree(self.boxing.tree(search())))
    }

    fn strong(
        self,
        engine: &Engine,
        options: &options::Strong,
    ) -> Result<AnySearch<D::Game>, PlayerError> {
        self.domain.strong(engine, options)
    }

    fn on_device(
        self,
        engine: &Engine,
        device: &OnDevice,
    ) -> Result<AnySearch<D::Game>, PlayerError> {
        let Some(translation) = D::ON_DEVICE else {
            return Err(PlayerError::Unsupported("devices play othello only".to_owned()));
        };
        Ok(AnySearch::Device(DeviceSearch::new(device, translation, engine)?))
    }
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
    let knowledge = domain.knowledge(evaluation);
    build(engine, game, &knowledge, evaluator, for_best_first, Here { domain, boxing })
}
