//! The optional parts of a depth-first search.

use super::order::{Order, Ordering};
use super::scout::{NoScout, Scout};
use super::table::{NoTable, Table};
use crate::search::estimate::{Estimate, NoEstimate};
use crate::search::forward_estimation::Placement;
use crate::search::probe::{NoProbe, Probe};

/// The optional parts of a depth-first search: an order of children, estimates of minimax values, a table of positions, a first
/// look at children before the full search, and shallow searches of a node before its full search.
///
/// Each part is a type. A part that a policy does not name does nothing and costs nothing: without any, a search compiles
/// to plain alpha-beta. `core/tests/all/policies.rs` has examples of a table, null windows, reductions and an order.
///
/// ```
/// use plyscope_core::othello::{Board, Othello, Simple};
/// use plyscope_core::search::alpha_beta::Policy;
/// use plyscope_core::search::forward_estimation::{Edges, FixedBounds};
/// use plyscope_core::{DepthFirst, Order, Request, Search, storage};
///
/// let policy = Policy::new(Order::Static).estimating(Edges(FixedBounds::new(-550, 550)));
/// let mut search = DepthFirst::new(Othello, Simple, policy, storage!(8, 128));
/// let value = search.search(&Request::new(&Board::START).depth(6))?.value;
/// # Ok::<(), plyscope_core::CapacityError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Policy<X = NoEstimate, O = Order, T = NoTable, L = NoScout, P = NoProbe> {
    /// Estimates of minimax values, with everything that they have learned on line.
    pub estimator: X,
    /// The order of children.
    pub order: O,
    /// The table of positions.
    pub table: T,
    /// The first look at children.
    pub scout: L,
    /// Shallow searches of a node before its full search.
    pub probe: P,
    /// Where estimates are tested.
    pub placement: Placement,
    /// Whether a node's estimated range also narrows its window.
    pub two_sided: bool,
}

impl<O> Policy<NoEstimate, O> {
    /// A policy with this order and no other parts.
    #[must_use]
    pub const fn new(order: O) -> Self {
        Self {
            estimator: NoEstimate,
            order,
            table: NoTable,
            scout: NoScout,
            probe: NoProbe,
            placement: Placement::Table1,
            two_sided: false,
        }
    }
}

/// The same policy with another part.
macro_rules! with {
    ($policy:ident, $part:ident: $($kept:ident)*) => {
        Policy {
            $part,
            $($kept: $policy.$kept,)*
            placement: $policy.placement,
            two_sided: $policy.two_sided,
        }
    };
}

impl<X, O, T, L, P> Policy<X, O, T, L, P> {
    /// Adds estimates of minimax values.
    #[must_use]
    pub fn estimating<Y>(self, estimator: Y) -> Policy<Y, O, T, L, P> {
        with!(self, estimator: order table scout probe)
    }

    /// Adds a table of positions.
    #[must_use]
    pub fn remembering<U>(self, table: U) -> Policy<X, O, U, L, P> {
        with!(self, table: estimator order scout probe)
    }

    /// Adds a first look at children: in null windows, or at a reduced depth.
    #[must_use]
    pub fn scouting<M>(self, scout: M) -> Policy<X, O, T, M, P> {
        with!(self, scout: estimator order table probe)
    }

    /// Adds shallow searches of a node before its full search.
    #[must_use]
    pub fn probing<Q>(self, probe: Q) -> Policy<X, O, T, L, Q> {
        with!(self, probe: estimator order table scout)
    }

    /// Tests estimates elsewhere than usual.
    ///
    /// ```
    /// use plyscope_core::random_tree::{EdgeCostSum, RandomTree};
    /// use plyscope_core::search::alpha_beta::Policy;
    /// use plyscope_core::search::forward_estimation::{Edges, FixedBounds, Placement};
    /// use plyscope_core::{DepthFirst, Order, Request, Search, storage};
    ///
    /// let tree = RandomTree::zhang(1);
    /// let bounds = FixedBounds::exact(tree.edge_costs().lowest(), tree.edge_costs().highest());
    /// let root = tree.root();
    /// let mut storage = storage!(8, 128);
    /// let mut search = |placement| {
    ///     let policy = Policy::new(Order::Static).estimating(Edges(bounds)).placed(placement);
    ///     let mut search = DepthFirst::new(&tree, EdgeCostSum, policy, &mut storage);
    ///     search.search(&Request::new(&root).depth(6)).map(|report| (report.value, report.counts.generated))
    /// };
    /// let (value, usual) = search(Placement::Table1)?;
    /// let (same, fewer) = search(Placement::PerChild)?;
    /// assert!(same == value && fewer < usual);
    /// # Ok::<(), plyscope_core::CapacityError>(())
    /// ```
    #[must_use]
    pub fn placed(self, placement: Placement) -> Self {
        Self { placement, ..self }
    }

    /// Two-sided forward estimation, not in the papers: every node's range `[c + l d, c + u d]` also narrows its window from
    /// both sides, or not. This is as sound as the estimate, and prunes more. The principal variation may end early, where the bounds
    /// alone prove its value. With bounds learned on line it is of little use: the few costs learned at the start narrow the
    /// windows of the first nodes far too much. Without estimates it changes nothing.
    #[must_use]
    pub fn two_sided(self, two_sided: bool) -> Self {
        Self { two_sided, ..self }
    }

    /// Whether estimates are tested just above the horizon, too.
    pub(super) fn tests_above_horizon(&self) -> bool {
        self.two_sided || self.placement.tests_above_horizon()
    }

    /// Searches every line to the horizon: [minimax](crate::Minimax).
    #[must_use]
    pub const fn full_width(self) -> FullWidth<Self> {
        FullWidth(self)
    }
}

/// The parts of a [`Policy`] as one type, for moves `M`: what a depth-first search asks of them.
pub trait Tactics<M>: sealed::Sealed {
    /// Estimates of minimax values.
    type Estimator: Estimate;
    /// The order of children.
    type Order: Ordering<M>;
    /// The table of positions.
    type Table: Table;
    /// The first look at children.
    type Scout: Scout;
    /// Shallow searches of a node before its full search.
    type Probe: Probe;

    /// Whether lines are cut off where they leave their window.
    #[doc(hidden)]
    const CUTS: bool;
    #[doc(hidden)]
    const ESTIMATES: bool = <Self::Estimator as Estimate>::ESTIMATES;
    #[doc(hidden)]
    const PROBES: bool = <Self::Probe as Probe>::PROBES;
    #[doc(hidden)]
    const ASKS: bool = <Self::Probe as Probe>::ASKS;
    #[doc(hidden)]
    const REMEMBERS: bool = <Self::Table as Table>::REMEMBERS;
    #[doc(hidden)]
    const LOOKS: bool = Self::CUTS && <Self::Scout as Scout>::LOOKS;
    #[doc(hidden)]
    const RANKS: bool = <Self::Order as Ordering<M>>::RANKS;
    /// Whether the static values of inner nodes are needed.
    #[doc(hidden)]
    const NEEDS_VALUES: bool = Self::ESTIMATES || <Self::Probe as Probe>::NEEDS_VALUES;

    /// The parts.
    #[doc(hidden)]
    fn parts(&self) -> &PolicyOf<Self, M>;

    /// The parts, to be changed.
    #[doc(hidden)]
    fn parts_mut(&mut self) -> &mut PolicyOf<Self, M>;
}

/// The policy that tactics are.
#[doc(hidden)]
pub type PolicyOf<P, M> = Policy<
    <P as Tactics<M>>::Estimator,
    <P as Tactics<M>>::Order,
    <P as Tactics<M>>::Table,
    <P as Tactics<M>>::Scout,
    <P as Tactics<M>>::Probe,
>;

mod sealed {
    pub trait Sealed {}
    impl<X, O, T, L, P> Sealed for super::Policy<X, O, T, L, P> {}
    impl<P: Sealed> Sealed for super::FullWidth<P> {}
}

impl<M, X, O, T, L, P> Tactics<M> for Policy<X, O, T, L, P>
where
    X: Estimate,
    O: Ordering<M>,
    T: Table,
    L: Scout,
    P: Probe,
{
    type Estimator = X;
    type Order = O;
    type Table = T;
    type Scout = L;
    type Probe = P;

    const CUTS: bool = true;

    #[inline]
    fn parts(&self) -> &Self {
        self
    }

    #[inline]
    fn parts_mut(&mut self) -> &mut Self {
        self
    }
}

/// A policy without cut-offs: every line is searched to the horizon, which is [minimax](crate::Minimax).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct FullWidth<P = Policy>(P);

impl<M, P: Tactics<M>> Tactics<M> for FullWidth<P> {
    type Estimator = P::Estimator;
    type Order = P::Order;
    type Table = P::Table;
    type Scout = P::Scout;
    type Probe = P::Probe;

    const CUTS: bool = false;

    #[inline]
    fn parts(&self) -> &PolicyOf<P, M> {
        self.0.parts()
    }

    #[inline]
    fn parts_mut(&mut self) -> &mut PolicyOf<P, M> {
        self.0.parts_mut()
    }
}
