//! Iterative deepening: searches to depth 1, 2, 3 and so on, each beginning with the last one's principal variation.

use super::aspiration::Aspiration;
use super::{
    CapacityError, Counts, FirstLine, FixedDepth, Limits, Observer, Progress, Report, Request,
    Search, Stop,
};
use crate::{Bound, Game, Value};

/// Iterative deepening of the depth-first search `S`, with or without aspiration windows.
///
/// It always has a move. Stopped within its first iteration, it has the best child so far or the game's first move. Stopped
/// later, it has the last finished iteration's move, unless the current iteration has found a better one; the value is then
/// a [`Bound::Lower`] of a search one ply deeper than the reported depth. It ends before its depth when every line has been
/// searched to the end of the game, when an iteration as deep as its storage has generated nothing (estimates then prune the
/// root at every depth), and where the storage has no room for a deeper iteration: without an error, but with
/// [`Stop::Capacity`] in the report, if it has finished one.
///
/// ```
/// use plyscope_core::{AlphaBeta, IterativeDeepening, Order, Policy, Request, Search, storage};
/// use plyscope_core::othello::{Board, Othello, Simple};
/// let storage = storage!(32, 512);
/// let inner = AlphaBeta::new(Othello, Simple, Policy::new(Order::Static), storage);
/// let mut search = IterativeDeepening::new(inner);
/// let report = search.search(&Request::new(&Board::START).nodes(10_000))?;
/// assert!(report.best_move.is_some() && report.depth >= 4);
/// # Ok::<(), plyscope_core::CapacityError>(())
/// ```
pub struct IterativeDeepening<G: Game, S> {
    inner: Aspiration<G, S>,
    root: Option<G::Position>,
    limits: Limits,
    keeps_learned: bool,
    stop: Stop,
    /// The result of the last finished iteration.
    depth: u32,
    best_move: Option<G::Move>,
    value: Value,
    bound: Bound,
    line: LineSource,
    proven: bool,
    line_ends_game: bool,
    /// The counts of the iterations before the current one.
    before: Counts,
}

impl<G: Game, S: core::fmt::Debug> core::fmt::Debug for IterativeDeepening<G, S> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("IterativeDeepening")
            .field("inner", &self.inner)
            .field("limits", &self.limits)
            .field("depth", &self.depth)
            .field("stop", &self.stop)
            .finish_non_exhaustive()
    }
}

/// Where the line that leads to the reported value is stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum LineSource {
    /// Nothing was found yet: the line is the best move alone.
    Move,
    /// The current iteration has found it.
    Found,
    /// The previous iteration has found it, and the current one searches it first.
    First,
}

impl<G: Game, S> IterativeDeepening<G, S> {
    /// Deepens `inner`, each iteration with the full window.
    #[must_use]
    pub const fn new(inner: S) -> Self {
        Self::with_aspiration(inner, u32::MAX)
    }

    /// Deepens `inner` with aspiration windows: from the second iteration on, the first window reaches `half_width` to both
    /// sides of the last iteration's value.
    #[must_use]
    pub const fn with_aspiration(inner: S, half_width: u32) -> Self {
        Self {
            inner: Aspiration::without_guess(inner, half_width),
            root: None,
            limits: Limits { depth: 0, nodes: 0 },
            keeps_learned: false,
            stop: Stop::Completed,
            depth: 0,
            best_move: None,
            value: Value::ZERO,
            bound: Bound::Unknown,
            line: LineSource::Move,
            proven: false,
            line_ends_game: false,
            before: Counts::NONE,
        }
    }

    /// The inner search.
    pub const fn inner_mut(&mut self) -> &mut S {
        self.inner.inner_mut()
    }

    /// Returns the inner search.
    #[must_use]
    pub fn into_inner(self) -> S {
        self.inner.into_inner()
    }
}

impl<G: Game, S: FixedDepth<G>> IterativeDeepening<G, S> {
    /// Begins the iteration to `depth`.
    fn begin(&mut self, depth: u32, first_line: FirstLine<'_, G::Move>) {
        if let Some(root) = &self.root {
            let left = self.limits.nodes.saturating_sub(self.before.generated);
            let request = Request::new(root)
                .depth(depth)
                .nodes(left)
                .first_line(first_line)
                .keeping_learned(self.keeps_learned);
            // The first iteration has no value to put a window around.
            let expected = (self.depth > 0).then_some(self.value);
            self.inner.start(&request.expected(expected));
        }
    }

    /// Takes over the result of the iteration that has just ended. A stopped iteration counts if it has found a move better
    /// than alpha: it began with the best known move, so its best move is at least as good.
    fn take_over(&mut self) {
        let report = self.inner.report();
        let finished = report.stop == Stop::Completed;
        if !finished && report.bound == Bound::Unknown {
            return;
        }
        self.best_move = report.best_move;
        self.value = report.value;
        self.bound = report.bound;
        self.line = LineSource::Found;
        if finished {
            self.depth = report.depth;
            self.proven = report.proven;
            self.line_ends_game = report.line_ends_game;
        }
    }
}

impl<G: Game, S: FixedDepth<G>> Search<G> for IterativeDeepening<G, S> {
    /// Ignores the request's window and expected value: each iteration has its own.
    fn start(&mut self, request: &Request<'_, G>) {
        self.root = Some(request.position.clone());
        self.limits = request.limits.within_game(self.inner.game(), request.position);
        self.keeps_learned = request.keeps_learned;
        self.stop = Stop::Running;
        self.depth = 0;
        self.value = Value::ZERO;
        self.bound = Bound::Unknown;
        self.proven = false;
        self.line_ends_game = false;
        self.line = LineSource::Move;
        self.best_move = self.inner.game().first_move(request.position);
        self.before = Counts::NONE;
        self.begin(self.limits.depth.min(1), request.first_line);
    }

    fn step_with<O: Observer<G>>(
        &mut self,
        nodes: u64,
        observer: &mut O,
    ) -> Result<Progress, CapacityError> {
        let pause_at = self.counts().generated.saturating_add(nodes);
        // Where there was no room for the first iteration, the inner search says so again.
        while self.stop == Stop::Running || self.stop == Stop::Capacity && self.depth == 0 {
            let left = pause_at.saturating_sub(self.counts().generated);
            match self.inner.step_with(left, observer) {
                Ok(Progress::Paused) => return Ok(Progress::Paused),
                Ok(Progress::Done) => {}
                Err(error) => {
                    self.take_over();
                    self.stop = Stop::Capacity;
                    // One that has finished an iteration ends at the depth for which there was room.
                    return if self.depth > 0 { Ok(Progress::Done) } else { Err(error) };
                }
            }
            self.take_over();
            let stop = self.inner.report().stop;
            let counts = self.inner.counts();
            // No line is longer than the storage's plies, so an iteration that generates nothing at that depth generates
            // nothing at any greater one. Where depths are reduced, or estimates prune otherwise from depth to depth, one that
            // is several times as deep finds nothing new.
            let depth = usize::try_from(self.depth).unwrap_or(usize::MAX);
            let plies = self.inner.plies();
            let idle = counts.generated == 0 && depth >= plies || depth >= plies.saturating_mul(8);
            let done = self.proven || idle || self.depth >= self.limits.depth;
            if stop != Stop::Completed || done {
                self.stop = stop;
            } else {
                self.before = self.before.plus(counts);
                self.line = LineSource::First;
                self.begin(self.depth.saturating_add(1), FirstLine::Last);
            }
        }
        Ok(Progress::Done)
    }

    fn stop(&mut self) {
        if self.stop == Stop::Running {
            self.inner.stop();
            self.take_over();
            self.stop = Stop::Polled;
        }
    }

    fn counts(&self) -> Counts {
        self.before.plus(self.inner.counts())
    }

    fn report(&self) -> Report<'_, G::Move> {
        let line = match self.line {
            LineSource::Move => self.best_move.as_slice(),
            LineSource::Found => self.inner.report().principal_variation,
            LineSource::First => self.inner.first_line(),
        };
        Report {
            best_move: self.best_move,
            value: self.value,
            bound: self.bound,
            principal_variation: line,
            depth: self.depth,
            proven: self.proven,
            line_ends_game: self.line_ends_game,
            counts: self.counts(),
            stop: self.stop,
        }
    }
}
