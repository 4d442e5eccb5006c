//! The optional parts of a depth-first search.

use super::order::Order;
use super::scout::NoScout;
use super::table::NoTable;
use crate::search::forward_estimation::NoEstimate;

/// The optional parts of a depth-first search: an order of children, estimates of minimax values, a table of positions, and
/// a first look at children before the full search.
///
/// Each part is a type. A part that a policy does not name does nothing and costs nothing: without any, a search compiles
/// to plain alpha-beta. `core/tests/all/policies.rs` has examples of a table, null windows, reductions and an order.
///
/// ```
/// use plyscope_core::othello::{Board, Othello, Simple};
/// use plyscope_core::search::alpha_beta::Policy;
/// use plyscope_core::search::forward_estimation::FixedBounds;
/// use plyscope_core::{DepthFirst, Order, Request, Search, storage};
///
/// let policy = Policy::new(Order::Static).estimating(FixedBounds::new(-550, 550));
/// let mut search = DepthFirst::with_policy(Othello, Simple, policy, storage!(8, 128));
/// let value = search.search(&Request::new(&Board::START).depth(6))?.value;
/// # Ok::<(), plyscope_core::CapacityError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Policy<X = NoEstimate, O = Order, T = NoTable, L = NoScout> {
    pub(super) estimator: X,
    pub(super) order: O,
    pub(super) table: T,
    pub(super) scout: L,
}

impl<O> Policy<NoEstimate, O> {
    /// A policy with this order and no other parts.
    #[must_use]
    pub const fn new(order: O) -> Self {
        Self { estimator: NoEstimate, order, table: NoTable, scout: NoScout }
    }
}

impl<X, O> Policy<X, O> {
    /// A policy with this order and this estimator.
    #[must_use]
    pub const fn with_estimator(order: O, estimator: X) -> Self {
        Self { estimator, order, table: NoTable, scout: NoScout }
    }
}

impl<X, O, T, L> Policy<X, O, T, L> {
    /// Adds estimates of minimax values.
    #[must_use]
    pub fn estimating<Y>(self, estimator: Y) -> Policy<Y, O, T, L> {
        Policy { estimator, order: self.order, table: self.table, scout: self.scout }
    }

    /// Adds a table of positions.
    #[must_use]
    pub fn remembering<U>(self, table: U) -> Policy<X, O, U, L> {
        Policy { estimator: self.estimator, order: self.order, table, scout: self.scout }
    }

    /// Adds a first look at children: in null windows, or at a reduced depth.
    #[must_use]
    pub fn scouting<M>(self, scout: M) -> Policy<X, O, T, M> {
        Policy { estimator: self.estimator, order: self.order, table: self.table, scout }
    }
}
