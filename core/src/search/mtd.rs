//! MTD(f), AB-SSS* and AB-DUAL*: null windows at the best bound so far, until the lower and the upper bound meet (Plaat,
//! Schaeffer, Pijls and de Bruin 1996).

use super::{
    CapacityError, Counts, FirstLine, FixedDepth, Limits, Observer, Progress, Report, Request,
    Search, Stop,
};
use crate::{Bound, Game, Value, Window};

/// Where the null windows of [`Mtd`] begin. All three find the same value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum FirstBound {
    /// At the request's expected value, or else the root's static value: MTD(f).
    #[default]
    Guess,
    /// Above all values. Each search lowers the upper bound, in the order of Stockman's SSS*: AB-SSS*.
    Highest,
    /// Below all values. Each search raises the lower bound: AB-DUAL*.
    Lowest,
}

/// MTD(f) around the depth-first search `S`, which should have a [table](super::table): it searches the same tree again and
/// again. It finds the same value as `S` alone.
///
/// The first guess is the request's expected value, or else the root's static value, unless [`Mtd::from_bound`] says otherwise. So
/// [`IterativeDeepening`](super::deepening::IterativeDeepening) around this search guesses each iteration's value by that of the one before.
///
/// In null windows every line ends where it leaves the window, so the principal variation is short; its first move is right.
///
/// ```
/// use plyscope_core::othello::{Board, Othello, Simple};
/// use plyscope_core::search::alpha_beta::Policy;
/// use plyscope_core::search::mtd::Mtd;
/// use plyscope_core::search::table::{Slot, TranspositionTable};
/// use plyscope_core::{DepthFirst, Order, Request, Search, storage};
///
/// let slots = [const { Slot::new() }; 1024];
/// let policy = Policy::new(Order::Static).remembering(TranspositionTable::new(&slots));
/// let inner = DepthFirst::new(Othello, Simple, policy, storage!(8, 128));
/// let mut search = Mtd::new(inner);
/// let value = search.search(&Request::new(&Board::START).depth(6))?.value;
/// println!("{value} after {} searches", search.searches());
/// # Ok::<(), plyscope_core::CapacityError>(())
/// ```
pub struct Mtd<G: Game, S> {
    inner: S,
    first: FirstBound,
    root: Option<G::Position>,
    limits: Limits,
    keeps_learned: bool,
    /// Whether the static value is being found, as a guess.
    guesses: bool,
    window: Window,
    /// The bounds so far.
    lower: Probed,
    upper: Probed,
    /// The move that guarantees the lower bound.
    best_move: Option<G::Move>,
    /// Whether the last finished search has raised the lower bound, so that it has the line.
    raised: bool,
    /// Whether a search rests on estimates.
    estimated: bool,
    searches: u32,
    stop: Stop,
    /// The counts of the searches before the current one.
    before: Counts,
}

/// What a finished search has found.
#[derive(Clone, Copy, Debug)]
struct Probed {
    value: Value,
    proven: bool,
}

impl<G: Game, S: core::fmt::Debug> core::fmt::Debug for Mtd<G, S> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Mtd")
            .field("inner", &self.inner)
            .field("lower", &self.lower)
            .field("upper", &self.upper)
            .field("searches", &self.searches)
            .finish_non_exhaustive()
    }
}

impl<G: Game, S> Mtd<G, S> {
    /// Searches with `inner`.
    #[must_use]
    pub const fn new(inner: S) -> Self {
        Self {
            inner,
            first: FirstBound::Guess,
            root: None,
            limits: Limits { depth: 0, nodes: 0 },
            keeps_learned: false,
            guesses: false,
            window: Window::FULL,
            lower: Probed { value: Value::NEG_INFINITY, proven: false },
            upper: Probed { value: Value::INFINITY, proven: false },
            best_move: None,
            raised: true,
            estimated: false,
            searches: 0,
            stop: Stop::Completed,
            before: Counts::NONE,
        }
    }

    /// Begins there instead of at a guess.
    #[must_use]
    pub const fn from_bound(mut self, first: FirstBound) -> Self {
        self.first = first;
        self
    }

    /// The number of searches so far.
    #[must_use]
    pub const fn searches(&self) -> u32 {
        self.searches
    }

    /// The inner search.
    pub const fn inner_mut(&mut self) -> &mut S {
        &mut self.inner
    }

    /// Returns the inner search.
    #[must_use]
    pub fn into_inner(self) -> S {
        self.inner
    }
}

impl<G: Game, S: FixedDepth<G>> Mtd<G, S> {
    /// Begins the search that asks whether the value is at least `guess`, or above it if it is known to be at least that.
    fn begin(&mut self, guess: Value, first_line: FirstLine<'_, G::Move>) {
        let Some(root) = &self.root else { return };
        let beta = if guess == self.lower.value { guess.plus(1) } else { guess };
        self.window = Window { alpha: beta.plus(-1), beta };
        self.searches = self.searches.saturating_add(1);
        let left = self.limits.nodes.saturating_sub(self.before.generated);
        let request = Request::new(root).limits(self.limits).nodes(left).window(self.window);
        self.inner.start(&request.first_line(first_line).keeping_learned(self.keeps_learned));
    }

    /// Takes over the bound that the search which has just ended has found. Returns its value.
    fn take_over(&mut self) -> Value {
        let Report { value, best_move, bound, proven, .. } = self.inner.report();
        self.estimated |= bound == Bound::Estimate;
        self.raised = value >= self.window.beta;
        if self.raised {
            self.lower = Probed { value, proven };
            // A root that an estimate prunes leaves no move.
            self.best_move = best_move.or_else(|| self.first_move());
        } else {
            self.upper = Probed { value, proven };
        }
        value
    }

    /// Takes over what a stopped search has found: a value above the window if it has one, and any move if none was better.
    fn take_over_stopped(&mut self) {
        let Report { value, best_move, bound, .. } = self.inner.report();
        let known = !matches!(bound, Bound::Unknown | Bound::Upper);
        if !self.guesses && known && value >= self.window.beta && value > self.lower.value {
            self.estimated |= bound == Bound::Estimate;
            self.lower = Probed { value, proven: false };
            self.best_move = best_move;
            self.raised = true;
        } else if self.best_move.is_none() && self.limits.depth > 0 {
            self.best_move = self.first_move();
        }
    }

    fn first_move(&self) -> Option<G::Move> {
        self.root.as_ref().and_then(|root| self.inner.game().first_move(root))
    }

    /// Whether the bounds have met. Those of a selective search may even contradict each other.
    fn is_done(&self) -> bool {
        self.lower.value >= self.upper.value
    }
}

impl<G: Game, S: FixedDepth<G>> Search<G> for Mtd<G, S> {
    /// Ignores the request's window.
    fn start(&mut self, request: &Request<'_, G>) {
        let first_line = match request.first_line {
            // The last search in this storage has found no line if it lowered the upper bound.
            FirstLine::Last if !self.raised => FirstLine::Same,
            first_line => first_line,
        };
        self.root = Some(request.position.clone());
        self.limits = request.limits.within_game(self.inner.game(), request.position);
        self.keeps_learned = request.keeps_learned;
        self.lower = Probed { value: Value::NEG_INFINITY, proven: false };
        self.upper = Probed { value: Value::INFINITY, proven: false };
        self.best_move = None;
        self.raised = false;
        self.estimated = false;
        self.searches = 0;
        self.stop = Stop::Running;
        self.before = Counts::NONE;
        let expected = match self.first {
            FirstBound::Guess => request.expected,
            FirstBound::Highest => Some(Value::MAX),
            FirstBound::Lowest => Some(Value::MIN),
        };
        self.guesses = expected.is_none() || self.limits.depth == 0;
        match expected {
            Some(guess) if !self.guesses => self.begin(guess, first_line),
            _ => {
                let request = Request { window: Window::FULL, ..*request };
                self.inner.start(&request.depth(0).first_line(first_line));
            }
        }
    }

    fn step_with<O: Observer<G>>(
        &mut self,
        nodes: u64,
        observer: &mut O,
    ) -> Result<Progress, CapacityError> {
        let pause_at = self.counts().generated.saturating_add(nodes);
        // Where there was no room, the inner search says so again.
        while matches!(self.stop, Stop::Running | Stop::Capacity) {
            let left = pause_at.saturating_sub(self.counts().generated);
            match self.inner.step_with(left, observer) {
                Ok(Progress::Paused) => return Ok(Progress::Paused),
                Ok(Progress::Done) => {}
                Err(error) => {
                    self.take_over_stopped();
                    self.stop = Stop::Capacity;
                    return Err(error);
                }
            }
            let stop = self.inner.report().stop;
            if stop != Stop::Completed {
                self.take_over_stopped();
                self.stop = stop;
                break;
            }
            let value = if self.guesses { self.inner.report().value } else { self.take_over() };
            if self.guesses && self.limits.depth == 0 {
                let proven = self.inner.report().proven;
                (self.lower, self.upper) = (Probed { value, proven }, Probed { value, proven });
            }
            if self.is_done() {
                self.stop = Stop::Completed;
                break;
            }
            self.before = self.before.plus(self.inner.counts());
            let line = if self.raised { FirstLine::Last } else { FirstLine::Same };
            self.guesses = false;
            self.begin(value, line);
        }
        Ok(Progress::Done)
    }

    fn stop(&mut self) {
        if self.stop == Stop::Running {
            self.inner.stop();
            self.take_over_stopped();
            self.stop = Stop::Polled;
        }
    }

    fn counts(&self) -> Counts {
        self.before.plus(self.inner.counts())
    }

    /// Before the bounds have met, the value is the better known of the two: the lower one, which comes with a move.
    fn report(&self) -> Report<'_, G::Move> {
        let (lower, upper) = (self.lower, self.upper);
        let (value, bound) = match (self.is_done(), lower.value.is_finite()) {
            // The upper bound of a selective search may be below the lower one, which has a move.
            (true, true) => (lower.value, Bound::Exact),
            (true, false) => (upper.value, Bound::Exact),
            (false, true) => (lower.value, Bound::Lower),
            // An upper bound alone comes without a move.
            (false, false) => (Value::ZERO, Bound::Unknown),
        };
        let is_estimate = self.estimated && bound != Bound::Unknown;
        let found = self.inner.report().principal_variation;
        // Before a search has raised the lower bound, the first line is only what the caller has guessed.
        let line = match lower.value.is_finite() {
            true if self.raised => found,
            true => self.inner.first_line(),
            false => &[],
        };
        let leads = line.first().copied() == self.best_move;
        Report {
            best_move: self.best_move,
            value,
            bound: if is_estimate { Bound::Estimate } else { bound },
            proven: self.is_done() && lower.proven && upper.proven && !self.estimated,
            principal_variation: if leads { line } else { self.best_move.as_slice() },
            depth: self.limits.depth,
            line_ends_game: false,
            counts: self.counts(),
            stop: self.stop,
        }
    }
}

impl<G: Game, S: FixedDepth<G>> FixedDepth<G> for Mtd<G, S> {
    fn game(&self) -> &G {
        self.inner.game()
    }

    fn plies(&self) -> usize {
        self.inner.plies()
    }

    fn first_line(&self) -> &[G::Move] {
        self.inner.first_line()
    }
}
