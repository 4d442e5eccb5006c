//! Iterative deepening: searches to depth 1, 2, 3 and so on, each beginning with the last one's principal variation.

use heapless::Vec;

use super::alpha_beta::DepthFirst;
use super::aspiration::Aspiration;
use super::forward_estimation::{Estimator, NoEstimate};
use super::{CapacityError, Counts, Limits, Observer, Progress, Report, Search, Stop};
use crate::{Bound, Evaluator, Game, Value};

/// Iterative deepening of a depth-first search, with or without aspiration windows.
///
/// It always has a move: stopped within its first iteration, it has the best child so far or the game's first
/// move; stopped later, the last finished iteration's, unless the one under way has found a better: the value is then
/// a [`Bound::Lower`] of a search one ply deeper than the depth reported. It ends before
/// its depth when every line has been searched to the end of the game, or when an iteration beyond depth `PLIES` has
/// generated nothing: estimates prune the root then, however deep the search.
///
/// ```
/// use plyscope_core::{AlphaBeta, IterativeDeepening, Limits, Order, Search};
/// use plyscope_core::othello::{Board, Othello, Simple};
/// let inner = AlphaBeta::<_, _, 32, 512>::new(Othello, Simple, Order::Static);
/// let mut search = IterativeDeepening::new(inner);
/// let report = search.search(&Board::START, Limits::nodes(10_000)).map_err(|e| e.capacity)?;
/// assert!(report.best_move.is_some() && report.depth >= 4);
/// # Ok::<(), plyscope_core::CapacityError>(())
/// ```
pub struct IterativeDeepening<G: Game, E, const PLIES: usize, const CHILDREN: usize, X = NoEstimate>
{
    inner: Aspiration<G, E, PLIES, CHILDREN, X>,
    root: Option<G::Position>,
    limits: Limits,
    stop: Stop,
    /// What the last finished iteration found.
    depth: u32,
    best_move: Option<G::Move>,
    value: Value,
    bound: Bound,
    line: Vec<G::Move, PLIES>,
    proven: bool,
    line_ends_game: bool,
    /// Nodes generated before the iteration under way.
    before: u64,
}

impl<G: Game, E, X, const PLIES: usize, const CHILDREN: usize>
    IterativeDeepening<G, E, PLIES, CHILDREN, X>
{
    /// Deepens `inner`, each iteration with the full window.
    #[must_use]
    pub const fn new(inner: DepthFirst<G, E, X, PLIES, CHILDREN>) -> Self {
        Self::with_aspiration(inner, u32::MAX)
    }

    /// Deepens `inner`; from the second iteration on the first window reaches `half_width` to both sides of the
    /// last iteration's value.
    #[must_use]
    pub const fn with_aspiration(
        inner: DepthFirst<G, E, X, PLIES, CHILDREN>,
        half_width: u32,
    ) -> Self {
        Self {
            inner: Aspiration::new(inner, half_width),
            root: None,
            limits: Limits { depth: 0, nodes: 0 },
            stop: Stop::Completed,
            depth: 0,
            best_move: None,
            value: Value::ZERO,
            bound: Bound::Unknown,
            line: Vec::new(),
            proven: false,
            line_ends_game: false,
            before: 0,
        }
    }

    /// The search that is deepened, to be used by itself in the same storage; its results are its own, and the next
    /// start of this one forgets them.
    #[must_use]
    pub const fn plain(&self) -> &DepthFirst<G, E, X, PLIES, CHILDREN> {
        self.inner.plain()
    }

    /// As [`IterativeDeepening::plain`], to start and to step it.
    #[must_use]
    pub const fn plain_mut(&mut self) -> &mut DepthFirst<G, E, X, PLIES, CHILDREN> {
        self.inner.plain_mut()
    }
}

impl<G: Game, E: Evaluator<G::Position>, X: Estimator, const PLIES: usize, const CHILDREN: usize>
    IterativeDeepening<G, E, PLIES, CHILDREN, X>
{
    fn launch(&mut self, depth: u32) {
        self.before = self.inner.counts().generated;
        if let Some(root) = &self.root {
            let guess = (self.depth > 0).then_some(self.value);
            self.inner.launch(root, Limits { depth, ..self.limits }, guess);
        }
    }

    /// Takes over what the iteration that has just ended found. An iteration that was stopped counts if it has
    /// found a move better than alpha: it began with the best move known, so its best is at least as good.
    fn take_over(&mut self) {
        let report = self.inner.report();
        let finished = report.stop == Stop::Completed;
        if !finished && report.bound == Bound::Unknown {
            return;
        }
        self.best_move = report.best_move;
        self.value = report.value;
        self.bound = report.bound;
        self.line.clear();
        // Same capacity, so it fits.
        let _ = self.line.extend_from_slice(report.principal_variation);
        if finished {
            self.depth = report.depth;
            self.proven = report.proven;
            self.line_ends_game = report.line_ends_game;
        }
    }

    /// [`Search::step`], watched by `observer`.
    ///
    /// # Errors
    /// [`CapacityError`] if a fixed-size stack does not suffice for the depth reached; the result of the last
    /// finished iteration stays.
    pub fn step_observed<O: Observer<G::Move>>(
        &mut self,
        nodes: u64,
        observer: &mut O,
    ) -> Result<Progress, CapacityError> {
        let pause_at = self.inner.counts().generated.saturating_add(nodes);
        while self.stop == Stop::Running {
            let left = pause_at.saturating_sub(self.inner.counts().generated);
            match self.inner.step_observed(left, observer) {
                Ok(Progress::Paused) => return Ok(Progress::Paused),
                Ok(Progress::Done) => {}
                Err(error) => {
                    self.take_over();
                    self.stop = Stop::Capacity;
                    return Err(error);
                }
            }
            self.take_over();
            let stop = self.inner.report().stop;
            // No line is longer than PLIES, so what has generated nothing at that depth does not at any other.
            let idle = self.inner.counts().generated == self.before
                && usize::try_from(self.depth).unwrap_or(usize::MAX) >= PLIES;
            let done = self.proven || idle || self.depth >= self.limits.depth;
            if stop != Stop::Completed || done {
                self.stop = stop;
            } else {
                self.inner.plain_mut().keep_hint();
                self.launch(self.depth.saturating_add(1));
            }
        }
        Ok(Progress::Done)
    }
}

impl<G: Game, E: Evaluator<G::Position>, X: Estimator, const PLIES: usize, const CHILDREN: usize>
    Search<G> for IterativeDeepening<G, E, PLIES, CHILDREN, X>
{
    fn start(&mut self, root: &G::Position, limits: Limits) {
        self.inner.plain_mut().reset();
        self.root = Some(root.clone());
        self.limits = limits;
        self.stop = Stop::Running;
        self.depth = 0;
        self.value = Value::ZERO;
        self.bound = Bound::Unknown;
        self.proven = false;
        self.line_ends_game = false;
        self.line.clear();
        self.best_move = self.inner.plain_mut().first_move(root);
        if let Some(mv) = self.best_move {
            // The first move of an empty line fits unless PLIES is 0.
            let _ = self.line.push(mv);
        }
        self.launch(limits.depth.min(1));
    }

    fn step(&mut self, nodes: u64) -> Result<Progress, CapacityError> {
        self.step_observed(nodes, &mut ())
    }

    fn stop(&mut self) {
        if self.stop == Stop::Running {
            self.inner.stop();
            self.take_over();
            self.stop = Stop::Polled;
        }
    }

    fn counts(&self) -> Counts {
        self.inner.counts()
    }

    fn report(&self) -> Report<'_, G::Move> {
        Report {
            best_move: self.best_move,
            value: self.value,
            bound: self.bound,
            principal_variation: &self.line,
            depth: self.depth,
            proven: self.proven,
            line_ends_game: self.line_ends_game,
            counts: self.counts(),
            stop: self.stop,
        }
    }
}
