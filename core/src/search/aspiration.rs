//! Aspiration search: alpha-beta in a narrow window around a guess, repeated in a wider one if the value is outside
//! (Eppstein's notes, "Aspiration Search").

use super::{
    CapacityError, Counts, FirstLine, FixedDepth, Limits, Observer, Progress, Report, Request,
    Search, Stop,
};
use crate::{Bound, Game, Value, Window};

/// Aspiration search around the depth-first search `S`. It finds the same value and move as `S` alone.
///
/// The guess is the request's expected value, or else the root's static value.
///
/// ```
/// use plyscope_core::{AlphaBeta, Aspiration, Order, Policy, Request, Search, storage};
/// use plyscope_core::random_tree::{Branching, EdgeCostSum, RandomTree};
/// let tree = RandomTree::new(3, Branching::uniform(5).unwrap());
/// let storage = storage!(8, 64);
/// let inner = AlphaBeta::new(&tree, EdgeCostSum, Policy::new(Order::Static), storage);
/// let mut search = Aspiration::new(inner, 8192);
/// let value = search.search(&Request::new(&tree.root()).depth(6))?.value;
/// println!("{value} after {} re-searches", search.researches());
/// # Ok::<(), plyscope_core::CapacityError>(())
/// ```
pub struct Aspiration<G: Game, S> {
    inner: S,
    /// Half the width of the first window.
    half_width: u32,
    /// Whether the root's static value is the guess if the request expects no value.
    guesses: bool,
    root: Option<G::Position>,
    limits: Limits,
    keeps_learned: bool,
    /// Half the width of the next window.
    reach: u32,
    window: Window,
    /// The side on which the value was outside the last window.
    failed: Option<Bound>,
    researches: u32,
    /// The counts of the searches before the current one.
    before: Counts,
}

impl<G: Game, S: core::fmt::Debug> core::fmt::Debug for Aspiration<G, S> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Aspiration")
            .field("inner", &self.inner)
            .field("half_width", &self.half_width)
            .field("window", &self.window)
            .field("researches", &self.researches)
            .finish_non_exhaustive()
    }
}

impl<G: Game, S> Aspiration<G, S> {
    /// Searches with `inner`, first within `half_width` of the guess. With [`u32::MAX`] the first window is
    /// full, and this is `inner`'s plain search.
    #[must_use]
    pub const fn new(inner: S, half_width: u32) -> Self {
        Self {
            inner,
            half_width,
            guesses: true,
            root: None,
            limits: Limits { depth: 0, nodes: 0 },
            keeps_learned: false,
            reach: half_width,
            window: Window::FULL,
            failed: None,
            researches: 0,
            before: Counts::NONE,
        }
    }

    /// As [`Aspiration::new`], but with a full window if the request expects no value.
    #[must_use]
    pub const fn without_guess(inner: S, half_width: u32) -> Self {
        let mut aspiration = Self::new(inner, half_width);
        aspiration.guesses = false;
        aspiration
    }

    /// Sets half the width of the first window of the searches that follow.
    pub const fn set_half_width(&mut self, half_width: u32) {
        self.half_width = half_width;
    }

    /// How often the current search was repeated with a wider window.
    #[must_use]
    pub const fn researches(&self) -> u32 {
        self.researches
    }

    /// The inner search.
    #[must_use]
    pub const fn inner(&self) -> &S {
        &self.inner
    }

    /// The inner search, mutably.
    pub const fn inner_mut(&mut self) -> &mut S {
        &mut self.inner
    }

    /// Returns the inner search.
    #[must_use]
    pub fn into_inner(self) -> S {
        self.inner
    }

    /// The window for the next search, or `None` if the value was inside.
    fn wider(&mut self, value: Value) -> Option<Window> {
        let Window { alpha, beta } = self.window;
        let failed = match self.window.classify(value) {
            Bound::Lower if beta < Value::INFINITY => Bound::Lower,
            Bound::Upper if alpha > Value::NEG_INFINITY => Bound::Upper,
            _ => return None,
        };
        self.reach = self.reach.max(1).saturating_mul(4);
        let contradicts = self.failed.is_some_and(|before| before != failed);
        self.failed = Some(failed);
        // The bounds of an exact search never contradict each other. Those of a selective search may, and trusting both
        // could loop forever.
        let Ok(far) = i32::try_from(self.reach) else { return Some(Window::FULL) };
        Some(match failed {
            _ if contradicts => Window::FULL,
            // Fail-soft: the value found is itself a bound, so the new window begins just beyond it.
            Bound::Lower => Window { alpha: value.plus(-1), beta: value.plus(far) },
            _ => Window { alpha: value.plus(far.wrapping_neg()), beta: value.plus(1) },
        })
    }
}

impl<G: Game, S: Search<G>> Search<G> for Aspiration<G, S> {
    /// The request's window is not used: the first window is this search's own.
    fn start(&mut self, request: &Request<'_, G>) {
        self.root = Some(request.position.clone());
        self.limits = request.limits;
        self.keeps_learned = request.keeps_learned;
        self.reach = self.half_width;
        self.failed = None;
        self.researches = 0;
        self.before = Counts::NONE;
        let mut request = *request;
        let mut guess = request.expected;
        if guess.is_none() && self.guesses && self.half_width < u32::MAX {
            self.inner.start(&request.depth(0));
            self.before = self.inner.counts();
            // The inner search has taken over the first line.
            request.first_line = FirstLine::Same;
            guess = Some(self.inner.report().value);
        }
        self.window = match guess {
            Some(guess) if self.half_width < u32::MAX => Window::around(guess, self.reach),
            _ => Window::FULL,
        };
        self.inner.start(&request.window(self.window));
    }

    fn step_with<O: Observer<G>>(
        &mut self,
        nodes: u64,
        observer: &mut O,
    ) -> Result<Progress, CapacityError> {
        let pause_at = self.counts().generated.saturating_add(nodes);
        loop {
            let left = pause_at.saturating_sub(self.counts().generated);
            if self.inner.step_with(left, observer)? == Progress::Paused {
                return Ok(Progress::Paused);
            }
            let Report { stop, value, .. } = self.inner.report();
            let again = if stop == Stop::Completed { self.wider(value) } else { None };
            let (Some(window), Some(root)) = (again, self.root.as_ref()) else {
                return Ok(Progress::Done);
            };
            self.researches = self.researches.saturating_add(1);
            self.window = window;
            self.before = self.before.plus(self.inner.counts());
            let left = self.limits.nodes.saturating_sub(self.before.generated);
            let request = Request::new(root).limits(self.limits).nodes(left).window(window);
            let request = request.keeping_learned(self.keeps_learned);
            self.inner.start(&request.first_line(FirstLine::Same));
        }
    }

    fn stop(&mut self) {
        self.inner.stop();
    }

    fn counts(&self) -> Counts {
        self.before.plus(self.inner.counts())
    }

    fn report(&self) -> Report<'_, G::Move> {
        Report { counts: self.counts(), ..self.inner.report() }
    }
}

impl<G: Game, S: FixedDepth<G>> FixedDepth<G> for Aspiration<G, S> {
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
