//! Minimax: every line to the horizon, no cut-offs. The reference for all exact searches.

use super::alpha_beta::{DepthFirst, Order, Policy};
use super::forward_estimation::Estimator;
use crate::{Side, Value};

/// Full-width, fixed-depth minimax: alpha-beta without cut-offs.
///
/// ```
/// use plyscope_core::{Minimax, Request, Search, storage};
/// use plyscope_core::othello::{Board, Othello, Simple};
/// let storage = storage!(4, 64);
/// let mut search = Minimax::full_width(Othello, Simple, storage);
/// let report = search.search(&Request::new(&Board::START).depth(4))?;
/// assert_eq!(report.counts.generated, 4 + 12 + 56 + 244);
/// # Ok::<(), plyscope_core::CapacityError>(())
/// ```
pub type Minimax<G, E, S> = DepthFirst<G, E, Policy<FullWidth>, S>;

/// Turns a depth-first search into plain minimax.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct FullWidth;

impl Estimator for FullWidth {
    const ESTIMATES: bool = false;
    const CUTS: bool = false;

    #[inline]
    fn range(&self, _: Value, _: u32, _: Side) -> (Value, Value) {
        (Value::NEG_INFINITY, Value::INFINITY)
    }
}

impl<G: crate::Game, E, S> Minimax<G, E, S> {
    /// A minimax search of `game` with `evaluator`'s static values at the horizon.
    #[must_use]
    pub const fn full_width(game: G, evaluator: E, storage: S) -> Self {
        Self::with_estimator(game, evaluator, Order::None, FullWidth, storage)
    }
}
