//! Fail-soft alpha-beta in negamax form, on an explicit stack of frames. Minimax and forward estimation are the same search
//! with another [`Policy`].

mod ask;
mod descend;
mod expand;
mod frontier;
mod order;
mod policy;
mod probe;
mod run;
mod scout;
mod table;

use super::estimate::Estimate as _;
use super::frame::{Frame, Node, Phase};
use super::{
    CapacityError, Counts, FirstLine, FixedDepth, Limits, Observer, Progress, Report, Request,
    Search, Stop, Store,
};
use crate::eval::cold_leaf_value;
use crate::{Bound, Evaluator, Game, Side, Value, Window};

pub use order::{History, Killers, Order, Ordering};
pub use policy::{FullWidth, Policy, PolicyOf, Tactics};
pub use scout::{LateMoves, Look, NoScout, NullWindows, Scout};
pub use table::{Entry, NoTable, Table};

/// Plain alpha-beta: a depth-first search with [`Policy::new`] and an [`Order`].
pub type AlphaBeta<G, E, S> = DepthFirst<G, E, Policy, S>;

/// [Forward estimation](super::forward_estimation): alpha-beta with an estimator.
pub type ForwardEstimation<G, E, X, S> = DepthFirst<G, E, Policy<X>, S>;

/// A depth-first search of game `G` with evaluator `E`, [`Policy`] `P` and storage `S`.
///
/// A search to depth d needs d frames. With ordering it also needs room for the children on one path.
pub struct DepthFirst<G: Game, E, P, S> {
    game: G,
    evaluator: E,
    policy: P,
    storage: S,
    root_mover: Side,
    window: Window,
    limits: Limits,
    counts: Counts,
    stop: Stop,
    failure: Option<CapacityError>,
    best_move: Option<G::Move>,
    value: Value,
    /// Whether some line ended at the horizon, or was pruned by an estimate that depends on it.
    met_horizon: bool,
    /// Whether an estimate that may err pruned a node or narrowed a window.
    estimated: bool,
    /// Whether the policy has work to do just above the horizon; the same during a search, and asked at every such node.
    works_above_horizon: bool,
    /// The number of probes on the path.
    probes: u8,
}

impl<G: Game, E, P, S> core::fmt::Debug for DepthFirst<G, E, P, S> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("DepthFirst")
            .field("limits", &self.limits)
            .field("window", &self.window)
            .field("counts", &self.counts)
            .field("stop", &self.stop)
            .finish_non_exhaustive()
    }
}

impl<G: Game, E, P, S> DepthFirst<G, E, P, S> {
    /// A search of `game` with `evaluator`'s static values at the horizon. The policy orders children by them, and says how the search
    /// differs from plain alpha-beta.
    #[must_use]
    pub const fn new(game: G, evaluator: E, policy: P, storage: S) -> Self {
        Self {
            game,
            evaluator,
            policy,
            storage,
            root_mover: Side::Max,
            window: Window::FULL,
            limits: Limits { depth: 0, nodes: 0 },
            counts: Counts::NONE,
            stop: Stop::Completed,
            failure: None,
            best_move: None,
            value: Value::ZERO,
            met_horizon: false,
            estimated: false,
            works_above_horizon: false,
            probes: 0,
        }
    }

    /// The policy.
    #[must_use]
    pub const fn policy(&self) -> &P {
        &self.policy
    }

    /// The policy, whose parts may be changed between searches.
    pub const fn policy_mut(&mut self) -> &mut P {
        &mut self.policy
    }

    /// Returns the storage, for another search.
    #[must_use]
    pub fn into_storage(self) -> S {
        self.storage
    }
}

impl<G, E, P, S> DepthFirst<G, E, P, S>
where
    G: Game,
    E: Evaluator<G::Position>,
    P: Tactics<G::Move>,
    S: Store<G, E::State>,
{
    fn push(&mut self, frame: Frame<G, E::State>) -> Result<(), CapacityError> {
        let mut parts = self.storage.parts();
        let probes = if P::PROBES { usize::from(self.probes) } else { 0 };
        let ply = parts.frames.len().wrapping_sub(probes);
        parts.push(frame)?;
        parts.lines.clear(ply);
        self.count_frames(ply.wrapping_add(1));
        Ok(())
    }

    /// Chooses the game's first move if the search was stopped before it knew any child of the root. Only then is the game asked: a
    /// random tree that is generated on demand draws a number for each question.
    #[cold]
    fn choose_any(&mut self) {
        if self.best_move.is_none()
            && let Some(root) = self.storage.path().first()
        {
            self.best_move = self.game.first_move(&root.node.position);
        }
    }

    #[inline]
    fn count_frames(&mut self, frames: usize) {
        let frames = u32::try_from(frames).unwrap_or(u32::MAX);
        self.counts.most_frames = self.counts.most_frames.max(frames);
    }
}

impl<G, E, P, S> Search<G> for DepthFirst<G, E, P, S>
where
    G: Game,
    E: Evaluator<G::Position>,
    P: Tactics<G::Move>,
    S: Store<G, E::State>,
{
    fn start(&mut self, request: &Request<'_, G>) {
        let Request { position: root, limits, window, .. } = *request;
        let mut limits = limits.within_game(&self.game, root);
        if limits.depth == u32::MAX {
            limits.depth = u32::try_from(self.storage.plies()).unwrap_or(u32::MAX).max(1);
        }
        self.limits = limits;
        self.window = window;
        self.counts = Counts::NONE;
        self.stop = Stop::Running;
        self.failure = None;
        self.best_move = None;
        self.value = Value::NEG_INFINITY;
        self.met_horizon = false;
        self.estimated = false;
        self.probes = 0;
        self.root_mover = self.game.mover(root);
        let policy = self.policy.parts();
        let tests = P::ESTIMATES && policy.tests_above_horizon();
        let remembers = P::REMEMBERS && policy.table.serves(1);
        self.works_above_horizon = tests || remembers || policy.order.sorts(1);
        if !request.keeps_learned {
            self.policy.parts_mut().estimator.reset();
        }
        let mut parts = self.storage.parts();
        match request.first_line {
            FirstLine::Same => {}
            FirstLine::None => parts.first_line.clear(),
            FirstLine::Last => parts.hint_last(),
            FirstLine::Given(line) => parts.hint(line),
        }
        parts.clear();
        let state = self.evaluator.state(root);
        let needs_value = P::NEEDS_VALUES || limits.depth == 0;
        let static_value = needs_value.then(|| {
            Counts::add(&mut self.counts.evaluated);
            cold_leaf_value(&self.game, &self.evaluator, root, &state)
        });
        if limits.depth == 0 {
            self.value = static_value.unwrap_or_default();
            self.met_horizon = true;
            self.stop = Stop::Completed;
            return;
        }
        let node = Node::new(&self.game, root.clone(), state, window, static_value);
        if let Err(error) = self.push(Frame::new(node, limits.depth, true, 0, Phase::Enter)) {
            self.failure = Some(error);
        }
        // Estimates take the sides to move in turn.
        if G::EXTRA_MOVES && P::ESTIMATES {
            self.failure = Some(CapacityError::ExtraMoves);
        }
    }

    fn step_with<W: Observer<G>>(
        &mut self,
        nodes: u64,
        observer: &mut W,
    ) -> Result<Progress, CapacityError> {
        if self.stop == Stop::Running {
            let pause_at = self.counts.generated.saturating_add(nodes).min(self.limits.nodes);
            let outcome = self.failure.map_or_else(|| self.run(pause_at, observer), Err);
            self.failure = outcome.err();
            self.stop = Stop::after_step(outcome, self.counts.generated, self.limits);
            if matches!(self.stop, Stop::Nodes | Stop::Capacity) {
                self.choose_any();
            }
        }
        self.stop.progress(self.failure)
    }

    fn stop(&mut self) {
        if self.stop == Stop::Running {
            self.stop = Stop::Polled;
            self.choose_any();
        }
    }

    fn counts(&self) -> Counts {
        self.counts
    }

    fn report(&self) -> Report<'_, G::Move> {
        let completed = self.stop == Stop::Completed;
        // A stopped search has the value of the root's best child so far, if that is above alpha.
        let (value, bound) = match self.storage.path().first() {
            _ if completed => (self.value, self.window.classify(self.value)),
            Some(root) if root.node.best > self.window.alpha => (root.node.best, Bound::Lower),
            Some(root) if root.node.best.is_finite() => (root.node.best, Bound::Unknown),
            // No child is known.
            _ => (Value::ZERO, Bound::Unknown),
        };
        let bound = match bound {
            Bound::Unknown => bound,
            _ if self.estimated => Bound::Estimate,
            _ => bound,
        };
        let proven = completed && !self.met_horizon;
        let line = self.storage.line();
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

impl<G, E, P, S> FixedDepth<G> for DepthFirst<G, E, P, S>
where
    G: Game,
    E: Evaluator<G::Position>,
    P: Tactics<G::Move>,
    S: Store<G, E::State>,
{
    fn game(&self) -> &G {
        &self.game
    }

    fn plies(&self) -> usize {
        self.storage.plies()
    }

    fn first_line(&self) -> &[G::Move] {
        self.storage.first_line()
    }
}
