//! Alpha-beta, fail-soft, in negamax form, on an explicit stack of frames; minimax and forward estimation are
//! the same search with another [`Estimator`].

mod frame;
mod run;

use heapless::Vec;

use frame::{Frame, Node, Phase};

use super::children::Children;
use super::forward_estimation::{Estimator, NoEstimate};
use super::{CapacityError, Counts, Limits, Observer, Progress, Report, Search, Stop};
use crate::{Bound, Evaluator, Game, Player, Value, Window};

/// Plain alpha-beta.
pub type AlphaBeta<G, E, const PLIES: usize, const CHILDREN: usize> =
    DepthFirst<G, E, NoEstimate, PLIES, CHILDREN>;

/// The order in which the children of a node are searched.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Order {
    /// The game's own; children are generated one at a time.
    None,
    /// Best static value first at remaining depth 2 and more, where all children are generated before the first is
    /// searched; the game's own at remaining depth 1, one at a time (Korf & Chickering, section 6).
    #[default]
    Static,
    /// All children are generated and ordered at every depth, the last included.
    StaticAll,
}

/// A depth-first search on `PLIES` frames that keeps at most `CHILDREN` children over all plies.
///
/// The caller owns the storage: the search may be boxed, local or in a `static`. A search to depth d needs d frames
/// and, when ordered, the sum of the numbers of children on one path. On a 64-bit machine a ply of Othello takes a
/// frame of 88 bytes and a principal variation of 8 + `PLIES` bytes, a child 8 bytes: with 64 plies and 512
/// children 14.2 KiB in all.
pub struct DepthFirst<G: Game, E, X, const PLIES: usize, const CHILDREN: usize> {
    game: G,
    evaluator: E,
    estimator: X,
    order: Order,
    frames: Vec<Frame<G>, PLIES>,
    children: Children<G::Move, CHILDREN>,
    /// `lines[p]` is the principal variation from ply p on; longer ones of earlier searches linger beyond the frames.
    lines: [Vec<G::Move, PLIES>; PLIES],
    /// The line to search first: the principal variation of an earlier search.
    hint: Vec<G::Move, PLIES>,
    root_mover: Player,
    window: Window,
    limits: Limits,
    counts: Counts,
    stop: Stop,
    failure: Option<CapacityError>,
    best_move: Option<G::Move>,
    value: Value,
    /// Whether some line ended at the horizon, or was abandoned by an estimate that depends on it.
    met_horizon: bool,
    /// Whether an estimate that may err abandoned a node or narrowed a window.
    estimated: bool,
}

impl<G: Game, E, const PLIES: usize, const CHILDREN: usize> AlphaBeta<G, E, PLIES, CHILDREN> {
    /// An alpha-beta search of `game` with `evaluator`'s static values at the horizon and for ordering.
    #[must_use]
    pub const fn new(game: G, evaluator: E, order: Order) -> Self {
        Self::with_estimator(game, evaluator, order, NoEstimate)
    }
}

impl<G: Game, E, X, const PLIES: usize, const CHILDREN: usize>
    DepthFirst<G, E, X, PLIES, CHILDREN>
{
    /// A search that also prunes by `estimator`.
    #[must_use]
    pub const fn with_estimator(game: G, evaluator: E, order: Order, estimator: X) -> Self {
        Self {
            game,
            evaluator,
            estimator,
            order,
            frames: Vec::new(),
            children: Children::new(),
            lines: [const { Vec::new() }; PLIES],
            hint: Vec::new(),
            root_mover: Player::Max,
            window: Window::FULL,
            limits: Limits { depth: 0, nodes: 0 },
            counts: Counts::NONE,
            stop: Stop::Completed,
            failure: None,
            best_move: None,
            value: Value::ZERO,
            met_horizon: false,
            estimated: false,
        }
    }
}

impl<G: Game, E: Evaluator<G::Position>, X: Estimator, const PLIES: usize, const CHILDREN: usize>
    DepthFirst<G, E, X, PLIES, CHILDREN>
{
    /// Begins a search that need only tell apart the values within `window`.
    pub fn start_in_window(&mut self, root: &G::Position, limits: Limits, window: Window) {
        self.reset();
        self.launch(root, limits, window);
    }

    /// Begins a search after others of the same root: counts go on, and `hint` stays the line to search first.
    pub(super) fn launch(&mut self, root: &G::Position, limits: Limits, window: Window) {
        self.limits = limits;
        self.window = window;
        self.stop = Stop::Running;
        self.failure = None;
        self.best_move = None;
        self.value = Value::NEG_INFINITY;
        self.met_horizon = false;
        self.estimated = false;
        self.root_mover = self.game.mover(root);
        self.estimator.reset();
        self.frames.clear();
        self.children.truncate(0);
        if let Some(line) = self.lines.first_mut() {
            line.clear();
        }
        let needs_value = X::ESTIMATES || limits.depth == 0;
        let static_value = needs_value.then(|| {
            Counts::add(&mut self.counts.evaluated);
            self.evaluator.evaluate(root)
        });
        if limits.depth == 0 {
            self.value = static_value.unwrap_or_default();
            self.met_horizon = true;
            self.stop = Stop::Completed;
            return;
        }
        let node = Node::new(&self.game, root.clone(), window, static_value);
        if let Err(error) = self.push(Frame::new(node, limits.depth, true, 0, Phase::Enter)) {
            self.failure = Some(error);
        }
    }

    /// Makes the last principal variation the line that the next launch searches first.
    pub(super) fn keep_hint(&mut self) {
        if let Some(line) = self.lines.first() {
            self.hint.clone_from(line);
        }
    }

    /// Forgets counts and hint.
    pub(super) fn reset(&mut self) {
        self.counts = Counts::default();
        self.hint.clear();
    }

    /// How many nodes may be generated.
    pub(super) fn node_limit(&self) -> u64 {
        self.limits.nodes
    }

    /// The static value of a root, counted.
    pub(super) fn static_value(&mut self, root: &G::Position) -> Value {
        Counts::add(&mut self.counts.evaluated);
        self.evaluator.evaluate(root)
    }

    /// The game's first move at `root`; not counted, for it is not searched.
    pub(super) fn first_move(&self, root: &G::Position) -> Option<G::Move> {
        self.game.next_child(root, &mut self.game.moves(root)).map(|(mv, _)| mv)
    }

    /// [`Search::step`], watched by `observer`.
    ///
    /// # Errors
    /// [`CapacityError`] if a fixed-size stack does not suffice.
    pub fn step_observed<O: Observer<G::Move>>(
        &mut self,
        nodes: u64,
        observer: &mut O,
    ) -> Result<Progress, CapacityError> {
        if self.stop == Stop::Running {
            let pause_at = self.counts.generated.saturating_add(nodes).min(self.limits.nodes);
            let outcome = self.failure.map_or_else(|| self.run(pause_at, observer), Err);
            self.failure = outcome.err();
            self.stop = Stop::after_step(outcome, self.counts.generated, self.limits);
        }
        self.stop.progress(self.failure)
    }

    fn push(&mut self, frame: Frame<G>) -> Result<(), CapacityError> {
        let ply = self.frames.len();
        self.frames.push(frame).map_err(|_| CapacityError::Plies { capacity: PLIES })?;
        if let Some(line) = self.lines.get_mut(ply) {
            line.clear();
        }
        self.count_frames(self.frames.len());
        Ok(())
    }

    #[inline]
    fn count_frames(&mut self, frames: usize) {
        let frames = u32::try_from(frames).unwrap_or(u32::MAX);
        self.counts.most_frames = self.counts.most_frames.max(frames);
    }
}

impl<G: Game, E: Evaluator<G::Position>, X: Estimator, const PLIES: usize, const CHILDREN: usize>
    Search<G> for DepthFirst<G, E, X, PLIES, CHILDREN>
{
    fn start(&mut self, root: &G::Position, limits: Limits) {
        self.start_in_window(root, limits, Window::FULL);
    }

    fn step(&mut self, nodes: u64) -> Result<Progress, CapacityError> {
        self.step_observed(nodes, &mut ())
    }

    fn stop(&mut self) {
        if self.stop == Stop::Running {
            self.stop = Stop::Polled;
        }
    }

    fn counts(&self) -> Counts {
        self.counts
    }

    fn report(&self) -> Report<'_, G::Move> {
        let completed = self.stop == Stop::Completed;
        // A search that was stopped knows what the root's best child so far is worth, if it beat alpha.
        let (value, bound) = match self.frames.first() {
            _ if completed => (self.value, self.window.classify(self.value)),
            Some(root) if root.node.best > self.window.alpha => (root.node.best, Bound::Lower),
            Some(root) => (root.node.best, Bound::Unknown),
            None => (self.value, Bound::Unknown),
        };
        let bound = match bound {
            Bound::Unknown => bound,
            _ if self.estimated => Bound::Estimate,
            _ => bound,
        };
        let proven = completed && !self.met_horizon;
        let line = self.lines.first().map_or(&[][..], |line| line.as_slice());
        Report {
            best_move: self.best_move,
            value,
            bound,
            principal_variation: if line.is_empty() { self.best_move.as_slice() } else { line },
            depth: self.limits.depth,
            proven,
            line_ends_game: proven && bound == Bound::Exact,
            counts: self.counts,
            stop: self.stop,
        }
    }
}
