//! Minimax: every line to the horizon, no cut-offs. The reference for all exact searches.

use super::alpha_beta::{DepthFirst, FullWidth};

/// Full-width, fixed-depth minimax: alpha-beta without cut-offs, by [`Policy::full_width`](super::alpha_beta::Policy::full_width).
///
/// ```
/// use plyscope_core::{Minimax, Order, Policy, Request, Search, storage};
/// use plyscope_core::othello::{Board, Othello, Simple};
/// let storage = storage!(4, 64);
/// let mut search = Minimax::new(Othello, Simple, Policy::new(Order::None).full_width(), storage);
/// let report = search.search(&Request::new(&Board::START).depth(4))?;
/// assert_eq!(report.counts.generated, 4 + 12 + 56 + 244);
/// # Ok::<(), plyscope_core::CapacityError>(())
/// ```
pub type Minimax<G, E, S> = DepthFirst<G, E, FullWidth, S>;
