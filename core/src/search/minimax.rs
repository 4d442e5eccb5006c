//! Minimax: every line to the horizon, no cut-offs. The reference for all exact searches.

use super::alpha_beta::{DepthFirst, FullWidth, Order, Policy};
use crate::Game;

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
pub type Minimax<G, E, S> = DepthFirst<G, E, FullWidth, S>;

impl<G: Game, E, S> Minimax<G, E, S> {
    /// A minimax search of `game` with `evaluator`'s static values at the horizon.
    #[must_use]
    pub const fn full_width(game: G, evaluator: E, storage: S) -> Self {
        Self::with_policy(game, evaluator, Policy::new(Order::None).full_width(), storage)
    }
}
