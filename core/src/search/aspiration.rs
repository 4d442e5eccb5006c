//! Aspiration search: alpha-beta in a narrow window around a guess, again in a wider one if the value is outside
//! (Eppstein's notes, "Aspiration Search").

use super::alpha_beta::DepthFirst;
use super::forward_estimation::{Estimator, NoEstimate};
use super::{CapacityError, Counts, Limits, Observer, Progress, Report, Search, Stop};
use crate::{Bound, Evaluator, Game, Value, Window};

/// Aspiration search. Its value and move are alpha-beta's.
///
/// ```
/// use plyscope_core::{AlphaBeta, Aspiration, Limits, Order, Search};
/// use plyscope_core::random_tree::{Branching, EdgeCostSum, RandomTree};
/// let tree = RandomTree::new(3, Branching::uniform(5)?);
/// let inner = AlphaBeta::<_, _, 8, 64>::new(&tree, EdgeCostSum, Order::Static);
/// let mut search = Aspiration::new(inner, 8192);
/// let report = search.search(&tree.root(), Limits::depth(6)).map_err(|e| e.capacity).unwrap();
/// println!("{} after {} re-searches", report.value, search.researches());
/// # Ok::<(), plyscope_core::random_tree::BranchingError>(())
/// ```
pub struct Aspiration<G: Game, E, const PLIES: usize, const CHILDREN: usize, X = NoEstimate> {
    inner: DepthFirst<G, E, X, PLIES, CHILDREN>,
    /// The first window reaches this far to both sides of the guess.
    half_width: u32,
    /// The value expected; the root's static value if there is none.
    guess: Option<Value>,
    root: Option<G::Position>,
    depth: u32,
    /// How far the next window reaches.
    reach: u32,
    window: Window,
    /// On which side the value was outside the last window.
    failed: Option<Bound>,
    researches: u32,
}

impl<G: Game, E, X, const PLIES: usize, const CHILDREN: usize>
    Aspiration<G, E, PLIES, CHILDREN, X>
{
    /// Searches with `inner`, first within `half_width` of the guess. With [`u32::MAX`] the first window is
    /// full, and this is `inner`'s plain search.
    #[must_use]
    pub const fn new(inner: DepthFirst<G, E, X, PLIES, CHILDREN>, half_width: u32) -> Self {
        Self {
            inner,
            half_width,
            guess: None,
            root: None,
            depth: 0,
            reach: half_width,
            window: Window::FULL,
            failed: None,
            researches: 0,
        }
    }

    /// Makes `guess` the centre of the first window of later searches, instead of the root's static value.
    pub const fn set_guess(&mut self, guess: Option<Value>) {
        self.guess = guess;
    }

    /// How often the current search had to begin again with a wider window.
    #[must_use]
    pub const fn researches(&self) -> u32 {
        self.researches
    }

    pub(super) const fn plain(&self) -> &DepthFirst<G, E, X, PLIES, CHILDREN> {
        &self.inner
    }

    pub(super) const fn plain_mut(&mut self) -> &mut DepthFirst<G, E, X, PLIES, CHILDREN> {
        &mut self.inner
    }
}

impl<G: Game, E: Evaluator<G::Position>, X: Estimator, const PLIES: usize, const CHILDREN: usize>
    Aspiration<G, E, PLIES, CHILDREN, X>
{
    /// Begins a search without resetting counts and hint; `guess` is the centre of the window.
    pub(super) fn launch(&mut self, root: &G::Position, limits: Limits, guess: Option<Value>) {
        self.root = Some(root.clone());
        self.depth = limits.depth;
        self.reach = self.half_width;
        self.failed = None;
        self.window = match guess {
            Some(guess) if self.reach < u32::MAX => Window::around(guess, self.reach),
            _ => Window::FULL,
        };
        self.inner.launch(root, limits, self.window);
    }

    /// The window to search again with, or `None` if the value was inside.
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
        // Bounds that a search with exact values finds never contradict each other; those of a selective search may,
        // and whoever went on believing both would search to and fro for ever.
        let Ok(far) = i32::try_from(self.reach) else { return Some(Window::FULL) };
        Some(match failed {
            _ if contradicts => Window::FULL,
            // Fail-soft: the value found is a bound itself, so the new window begins just beyond it.
            Bound::Lower => Window { alpha: value.plus(-1), beta: value.plus(far) },
            _ => Window { alpha: value.plus(far.wrapping_neg()), beta: value.plus(1) },
        })
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
        let pause_at = self.inner.counts().generated.saturating_add(nodes);
        loop {
            let left = pause_at.saturating_sub(self.inner.counts().generated);
            if self.inner.step_observed(left, observer)? == Progress::Paused {
                return Ok(Progress::Paused);
            }
            let (stop, value, limit) = {
                let report = self.inner.report();
                (report.stop, report.value, self.inner.node_limit())
            };
            let again = if stop == Stop::Completed { self.wider(value) } else { None };
            let (Some(window), Some(root)) = (again, self.root.as_ref()) else {
                return Ok(Progress::Done);
            };
            self.researches = self.researches.saturating_add(1);
            self.window = window;
            self.inner.launch(root, Limits { depth: self.depth, nodes: limit }, window);
        }
    }
}

impl<G: Game, E: Evaluator<G::Position>, X: Estimator, const PLIES: usize, const CHILDREN: usize>
    Search<G> for Aspiration<G, E, PLIES, CHILDREN, X>
{
    fn start(&mut self, root: &G::Position, limits: Limits) {
        self.inner.reset();
        self.researches = 0;
        let guess = match self.guess {
            None if self.half_width < u32::MAX => Some(self.inner.static_value(root)),
            guess => guess,
        };
        self.launch(root, limits, guess);
    }

    fn step(&mut self, nodes: u64) -> Result<Progress, CapacityError> {
        self.step_observed(nodes, &mut ())
    }

    fn stop(&mut self) {
        self.inner.stop();
    }

    fn counts(&self) -> Counts {
        self.inner.counts()
    }

    fn report(&self) -> Report<'_, G::Move> {
        self.inner.report()
    }
}
