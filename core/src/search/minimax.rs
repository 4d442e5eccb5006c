//! Minimax: every line to the horizon, no cut-offs. The reference for all exact searches.

use super::alpha_beta::{DepthFirst, Order};
use super::forward_estimation::Estimator;
use crate::{Player, Value};

/// Full-width, fixed-depth minimax: alpha-beta whose window never closes.
///
/// ```
/// use plyscope_core::{Limits, Minimax, Search};
/// use plyscope_core::othello::{Board, Othello, Simple};
/// let mut search = Minimax::<_, _, 4, 64>::full_width(Othello, Simple);
/// let report = search.search(&Board::START, Limits::depth(4)).map_err(|e| e.capacity)?;
/// assert_eq!(report.counts.generated, 4 + 12 + 56 + 244);
/// # Ok::<(), plyscope_core::CapacityError>(())
/// ```
pub type Minimax<G, E, const PLIES: usize, const CHILDREN: usize> =
    DepthFirst<G, E, FullWidth, PLIES, CHILDREN>;

/// Makes a depth-first search a plain minimax search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct FullWidth;

impl Estimator for FullWidth {
    const ESTIMATES: bool = false;
    const CUTS: bool = false;

    #[inline]
    fn range(&self, _: Value, _: u32, _: Player) -> (Value, Value) {
        (Value::NEG_INFINITY, Value::INFINITY)
    }
}

impl<G: crate::Game, E, const PLIES: usize, const CHILDREN: usize> Minimax<G, E, PLIES, CHILDREN> {
    /// A minimax search of `game` with `evaluator`'s static values at the horizon.
    #[must_use]
    pub const fn full_width(game: G, evaluator: E) -> Self {
        Self::with_estimator(game, evaluator, Order::None, FullWidth)
    }
}
