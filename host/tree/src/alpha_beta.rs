//! Alpha-beta on a saved tree (Korf & Chickering 1996, sections 6 and 8.1), and iterative deepening on it.
//!
//! Nodes at remaining depth 2 and more are fully expanded, and ordered by the values stored in the tree: backed up by
//! an earlier search, otherwise static. The best value found is stored even if it is outside the window. Only first
//! generations count. With an estimator, it is forward estimation (Zhang 1996) on a saved tree.
//!
//! Values that an earlier search stored from a greater depth only order children. Above the horizon they are replaced by what this
//! search finds, to its own depth; at the horizon static values count, and what is stored there and below stays.

use alloc::vec::Vec;

use plyscope_core::search::estimate::{Estimate, NoEstimate};
use plyscope_core::search::forward_estimation::Placement;
use plyscope_core::{
    Bound, CapacityError, Evaluator, Game, Limits, Observer, Progress, Report, Request, Search,
    Stop, Value, Window,
};

use super::grower::{Grower, Grown};
use super::{MemoryUse, Tree, TreeSearch};

/// Alpha-beta that saves its tree from one move to the next, or its iterative deepening: depth 1, 2 and so on, with
/// nodes ordered by the values that the last iteration backed up (section 6, Fig. 9).
pub struct SavedAlphaBeta<G: Game, E: Evaluator<G::Position>, X = NoEstimate> {
    grower: Grower<G, E, X>,
    tree: Tree<G>,
    deepens: bool,
    /// Whether the estimator keeps what it learned, as long as the tree.
    keeps_learned: bool,
    root: Option<G::Position>,
    limits: Limits,
    window: Window,
    /// Depth of the current iteration.
    depth: u32,
    stop: Stop,
    failure: Option<CapacityError>,
    found: Iteration<G::Move>,
}

/// The result of the last finished iteration, or of the first if it was stopped.
struct Iteration<M> {
    best_move: Option<M>,
    value: Value,
    line: Vec<M>,
    depth: u32,
    proven: bool,
}

impl<M> Iteration<M> {
    const NOTHING: Self =
        Self { best_move: None, value: Value::ZERO, line: Vec::new(), depth: 0, proven: false };
}

impl<G: Game, E: Evaluator<G::Position>, X> core::fmt::Debug for SavedAlphaBeta<G, E, X> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("SavedAlphaBeta")
            .field("counts", &self.grower.counts)
            .field("depth", &self.found.depth)
            .field("stop", &self.stop)
            .finish_non_exhaustive()
    }
}

impl<G: Game + Clone, E: Evaluator<G::Position> + Clone> SavedAlphaBeta<G, E>
where
    G::Position: PartialEq,
{
    /// A search of `game` with memory for at most `limit` nodes ([`super::nodes_within`] converts from bytes).
    #[must_use]
    pub fn new(game: G, evaluator: E, limit: u32) -> Self {
        Self::with_estimator(game, evaluator, NoEstimate, limit)
    }

    /// Iterative deepening of such a search.
    #[must_use]
    pub fn deepening(game: G, evaluator: E, limit: u32) -> Self {
        Self { deepens: true, ..Self::new(game, evaluator, limit) }
    }
}

impl<G, E, X> SavedAlphaBeta<G, E, X>
where
    G: Game<Position: PartialEq> + Clone,
    E: Evaluator<G::Position> + Clone,
    X: Estimate + Clone,
{
    /// Forward estimation that saves its tree. What `estimator` learns on line starts from nothing in each search, as in Table 1,
    /// unless it [keeps](Self::keeping_learned) it.
    #[must_use]
    pub fn with_estimator(game: G, evaluator: E, estimator: X, limit: u32) -> Self {
        Self {
            grower: Grower::new(game, evaluator, estimator),
            tree: Tree::new(limit),
            deepens: false,
            keeps_learned: false,
            root: None,
            limits: Limits::depth(0),
            window: Window::FULL,
            depth: 0,
            stop: Stop::Completed,
            failure: None,
            found: Iteration::NOTHING,
        }
    }

    /// Tests estimates elsewhere than usual.
    #[must_use]
    pub fn placed(mut self, placement: Placement) -> Self {
        self.grower.placement = placement;
        self
    }

    /// Sets whether the estimator keeps what it learned on line from search to search, as long as the tree.
    #[must_use]
    pub fn keeping_learned(mut self, keeps_learned: bool) -> Self {
        self.keeps_learned = keeps_learned;
        self
    }

    /// Starts the iteration to `depth`.
    fn begin(&mut self, depth: u32) {
        let Some(root) = &self.root else { return };
        self.depth = depth;
        let grown = self.grower.start(&mut self.tree, root, depth, self.window);
        self.take(grown);
    }

    /// Takes over the iteration's progress; starts the next iteration, or ends the search.
    fn take(&mut self, grown: Grown) {
        match grown {
            Grown::Paused => return,
            Grown::Done(value) => {
                let game = &self.grower.game;
                let is_over = self.root.as_ref().is_some_and(|root| game.outcome(root).is_some());
                self.found = Iteration {
                    best_move: self.grower.best_move,
                    value,
                    line: self.grower.line().to_vec(),
                    depth: self.depth,
                    proven: is_over
                        || self.depth > 0 && !self.grower.met_horizon && !self.grower.estimated,
                };
                if !self.found.proven && self.depth < self.limits.depth {
                    self.begin(self.depth + 1);
                } else {
                    self.stop = Stop::Completed;
                }
                return;
            }
            Grown::Limit => self.stop = Stop::Nodes,
            Grown::Failed(error) => {
                self.stop = Stop::Capacity;
                self.failure = Some(error);
            }
        }
        self.keep_partial();
    }

    /// The result of an unfinished iteration does not count, unless it is the first.
    fn keep_partial(&mut self) {
        if self.found.best_move.is_none() {
            self.found.best_move = self.grower.best_move;
            self.found.line = self.grower.line().to_vec();
        }
    }
}

impl<G, E, X> Search<G> for SavedAlphaBeta<G, E, X>
where
    G: Game<Position: PartialEq> + Clone,
    E: Evaluator<G::Position> + Clone,
    X: Estimate + Clone,
{
    /// Reuses what the tree knows of the position. The tree's order replaces the request's first line.
    fn start(&mut self, request: &Request<'_, G>) {
        self.root = Some(request.position.clone());
        self.limits = request.limits.within_game(&self.grower.game, request.position);
        self.window = request.window;
        self.grower.begin(request.limits.nodes);
        self.grower.keeps_learned = self.keeps_learned || request.keeps_learned;
        self.found = Iteration::NOTHING;
        self.failure = None;
        self.stop = Stop::Running;
        let depth = self.limits.depth;
        self.begin(if self.deepens { depth.min(1) } else { depth });
    }

    /// The observer is told nothing of nodes that are searched without storing because memory is full.
    fn step_with<O: Observer<G>>(
        &mut self,
        nodes: u64,
        observer: &mut O,
    ) -> Result<Progress, CapacityError> {
        if G::EXTRA_MOVES {
            return Err(CapacityError::ExtraMoves);
        }
        let pause_at = self.grower.counts.generated.saturating_add(nodes);
        while self.stop == Stop::Running {
            let grown = self.grower.run(&mut self.tree, pause_at, observer);
            if matches!(grown, Grown::Paused) {
                return Ok(Progress::Paused);
            }
            self.take(grown);
        }
        self.failure.map_or(Ok(Progress::Done), Err)
    }

    fn stop(&mut self) {
        if self.stop == Stop::Running {
            self.stop = Stop::Polled;
            self.keep_partial();
        }
    }

    fn report(&self) -> Report<'_, G::Move> {
        let Iteration { best_move, value, ref line, depth, proven } = self.found;
        Report {
            best_move,
            value,
            bound: match depth {
                0 if self.stop != Stop::Completed => Bound::Unknown,
                _ if self.grower.estimated => Bound::Estimate,
                _ => self.window.classify(value),
            },
            principal_variation: line,
            depth,
            proven,
            line_ends_game: proven,
            counts: self.grower.counts,
            stop: self.stop,
        }
    }
}

impl<G, E, X> TreeSearch<G> for SavedAlphaBeta<G, E, X>
where
    G: Game<Position: PartialEq> + Clone,
    E: Evaluator<G::Position> + Clone,
    X: Estimate + Clone,
{
    fn advance(&mut self, mv: G::Move) {
        self.tree.advance(&self.grower.game, mv);
    }

    fn memory_use(&self) -> MemoryUse {
        MemoryUse {
            most_nodes: self.tree.arena.high_water() as u64,
            bytes: self.tree.arena.bytes() as u64,
            ..self.grower.memory
        }
    }
}
