//! An engine's search for a game, as this program keeps it.

use std::ops::{Deref, DerefMut};

use plyscope_core::othello::strong::Stage;
use plyscope_core::search::estimate::Estimate as _;
use plyscope_core::{Evaluator, Game, Progress, Search};
use plyscope_tree::{MemoryUse, TreeSearch};

use super::table::Lease;
use super::{DeviceSearch, PlayerError, Position};
use crate::domain::{Domain, OnlyOthello};
use crate::engine::{
    AnyEstimator, Bytes, Engine, Host, OnDevice, Thinker, TooLarge, Unsearched, build, options,
};

/// An engine's search.
#[derive(Debug)]
pub enum AnySearch<G: Game> {
    /// In this program.
    Here(Local<G>),
    /// On a device.
    Device(DeviceSearch<G>),
}

impl<G: Game> AnySearch<G> {
    /// Whether it is stepped here and ends one iteration or stage after the other.
    pub(super) const fn tells_iterations(&self) -> bool {
        matches!(self, Self::Here(search) if !search.keeps_tree())
    }

    /// How the last search coped with full memory, if it keeps a tree.
    #[must_use]
    pub fn memory_use(&self) -> Option<MemoryUse> {
        match self {
            Self::Here(Local::Tree(search)) => Some(search.memory_use()),
            Self::Here(_) | Self::Device(_) => None,
        }
    }
}

/// A search in this program.
pub enum Local<G: Game> {
    /// One of core's.
    Plain(Box<dyn Search<G>>),
    /// In stages.
    Thinking(Box<dyn Thinker<G>>),
    /// With the tree in memory.
    Tree(Box<dyn TreeSearch<G>>),
}

impl<G: Game> std::fmt::Debug for Local<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Plain(_) => "Plain",
            Self::Thinking(_) => "Thinking",
            Self::Tree(_) => "Tree",
        })
    }
}

/// Whatever its kind, it is one of core's searches.
impl<G: Game> Deref for Local<G> {
    type Target = dyn Search<G>;

    fn deref(&self) -> &Self::Target {
        match self {
            Self::Plain(search) => &**search,
            Self::Thinking(search) => &**search,
            Self::Tree(search) => &**search,
        }
    }
}

impl<G: Game> DerefMut for Local<G> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        match self {
            Self::Plain(search) => &mut **search,
            Self::Thinking(search) => &mut **search,
            Self::Tree(search) => &mut **search,
        }
    }
}

impl<G: Game> Local<G> {
    /// Whether it keeps its tree.
    pub(super) const fn keeps_tree(&self) -> bool {
        matches!(self, Self::Tree(_))
    }

    /// As [`Search::step`], with an error that names the remedy.
    pub(super) fn step(&mut self, nodes: u64) -> Result<Progress, TooLarge> {
        let progress = (**self).step(nodes);
        progress.map_err(|error| if self.keeps_tree() { TooLarge::Linear } else { error.into() })
    }

    /// The last stage that was finished, if it has any.
    pub(super) fn finished(&self) -> Option<Stage> {
        match self {
            Self::Thinking(search) => search.finished(),
            Self::Plain(_) | Self::Tree(_) => None,
        }
    }

    /// As [`TreeSearch::look`], if it keeps a tree.
    pub(super) fn look(&mut self) {
        if let Self::Tree(search) = self {
            search.look();
        }
    }

    /// Lets other threads of the search rest until its next step.
    pub(super) fn pause(&mut self) {
        if let Self::Thinking(search) = self {
            search.pause();
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
    let algorithm = engine.algorithm();
    if D::Game::EXTRA_MOVES && !algorithm.knows_extra_moves() {
        return Err(PlayerError::Unsupported(format!(
            "{} has extra moves, and {algorithm} knows only games whose sides move in turn: use minimax, alpha-beta, aspiration, pvs or \
             rbfms",
            D::NAME
        )));
    }
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

/// What the domain has if it is Othello's, or the error that says what plays only that.
pub(super) fn othello<'d, D: Domain>(
    domain: &'d D,
    what: &str,
) -> Result<&'d dyn OnlyOthello<D::Game, D::Start>, PlayerError> {
    domain.othello().ok_or_else(|| PlayerError::Unsupported(format!("{}: {what}", D::NAME)))
}

/// This program, for the searches of a domain.
struct Here<'a, D>(&'a D);

impl<D: Domain> Host<D::Game> for Here<'_, D> {
    type Search = AnySearch<D::Game>;
    type Error = PlayerError;
    type Lease = Lease;

    fn table(&mut self, size: Bytes) -> Result<Lease, PlayerError> {
        Lease::new(size)
    }

    fn plain(self, search: impl Search<D::Game> + 'static) -> AnySearch<D::Game> {
        AnySearch::Here(Local::Plain(Box::new(search)))
    }

    fn tree<S: TreeSearch<D::Game> + 'static>(
        self,
        search: impl FnOnce() -> S,
    ) -> Result<AnySearch<D::Game>, PlayerError> {
        Ok(AnySearch::Here(Local::Tree(Box::new(search()))))
    }

    fn strong(
        self,
        engine: &Engine,
        options: &options::Strong,
    ) -> Result<AnySearch<D::Game>, PlayerError> {
        let what = "strong plays othello only; for other games, use pvs";
        othello(self.0, what)?.strong(engine, options)
    }

    fn on_device(
        self,
        engine: &Engine,
        device: &OnDevice,
    ) -> Result<AnySearch<D::Game>, PlayerError> {
        let translation = othello(self.0, "devices play othello only")?.on_device();
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
    let knowledge = domain.knowledge(evaluation);
    build(engine, game, &knowledge, evaluator, for_best_first, Here(domain))
}
