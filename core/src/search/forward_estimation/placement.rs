//! Where the tests of forward estimation stand.

use super::{Estimator, Probe, Probed};
use crate::{Side, Value};

/// Where a search tests estimated ranges.
///
/// All placements are sound with exact bounds: the value is alpha-beta's. They differ in what they prune. The papers print one
/// (conditions (1) and the pseudo-code: [`LITERAL`](Self::LITERAL)); no placement tried fits all their numbers. Table 1 is
/// reproduced by [`TABLE_1`](Self::TABLE_1) alone, Fig. 3(a) best by [`PER_CHILD`](Self::PER_CHILD). These were found by trying,
/// after the results were known.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Placement {
    /// Whether test (i), on entry to a node, is also made at remaining depth 1, where a node has only leaves below.
    pub above_horizon: bool,
    /// Test (ii), on children.
    pub children: ChildTest,
}

/// When a node's children are tested: whether one of them makes it certain that the node's mover reaches beta. The test is
/// made at remaining depth 2 and more.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum ChildTest {
    /// Never.
    Never,
    /// Once all children are generated and ordered, on the best. A search without order makes no test.
    Best,
    /// On each child as soon as it is generated: the others are not.
    Each,
}

impl Placement {
    /// What Table 1 fits: test (i) at remaining depth 2 and more, then test (ii) on the best of the ordered children.
    pub const TABLE_1: Self = Self { above_horizon: false, children: ChildTest::Best };

    /// What the text says and the pseudo-code prints: test (i) at every remaining depth, and no other.
    pub const LITERAL: Self = Self { above_horizon: true, children: ChildTest::Never };

    /// [`TABLE_1`](Self::TABLE_1), with test (i) at remaining depth 1, too.
    pub const ENTRY_1: Self = Self { above_horizon: true, ..Self::TABLE_1 };

    /// [`TABLE_1`](Self::TABLE_1), with test (ii) on each child as soon as it is generated.
    pub const PER_CHILD: Self = Self { children: ChildTest::Each, ..Self::TABLE_1 };
}

impl Default for Placement {
    fn default() -> Self {
        Self::TABLE_1
    }
}

/// An estimator whose ranges are tested elsewhere than usual.
///
/// ```
/// use plyscope_core::random_tree::{EdgeCostSum, RandomTree};
/// use plyscope_core::search::forward_estimation::{FixedBounds, Placed, Placement};
/// use plyscope_core::{ForwardEstimation, Order, Request, Search, storage};
///
/// let tree = RandomTree::zhang(1);
/// let bounds = FixedBounds::exact(tree.edge_costs().lowest(), tree.edge_costs().highest());
/// let root = tree.root();
/// let mut storage = storage!(8, 128);
/// let mut search = |placement| {
///     let estimator = Placed::new(bounds, placement);
///     let order = Order::Static;
///     let mut search = ForwardEstimation::with_estimator(&tree, EdgeCostSum, order, estimator, &mut storage);
///     search.search(&Request::new(&root).depth(6)).map(|report| (report.value, report.counts.generated))
/// };
/// let (value, usual) = search(Placement::TABLE_1)?;
/// let (same, fewer) = search(Placement::PER_CHILD)?;
/// assert!(same == value && fewer < usual);
/// # Ok::<(), plyscope_core::CapacityError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Placed<X> {
    estimator: X,
    placement: Placement,
}

impl<X> Placed<X> {
    /// This estimator, tested there.
    #[must_use]
    pub const fn new(estimator: X, placement: Placement) -> Self {
        Self { estimator, placement }
    }
}

impl<X: Estimator> Estimator for Placed<X> {
    const ESTIMATES: bool = X::ESTIMATES;
    const CUTS: bool = X::CUTS;
    const PROBES: bool = X::PROBES;

    fn reset(&mut self) {
        self.estimator.reset();
    }

    #[inline]
    fn observe(&mut self, gain: i32, mover: Side) {
        self.estimator.observe(gain, mover);
    }

    #[inline]
    fn range(&self, static_value: Value, depth: u32, mover: Side) -> (Value, Value) {
        self.estimator.range(static_value, depth, mover)
    }

    #[inline]
    fn probe(&self, node: &Probed) -> Option<Probe> {
        self.estimator.probe(node)
    }

    #[inline]
    fn range_after(&self, probe: Probe, value: Value, depth: u32, mover: Side) -> (Value, Value) {
        self.estimator.range_after(probe, value, depth, mover)
    }

    #[inline]
    fn certainty(&self) -> u8 {
        self.estimator.certainty()
    }

    #[inline]
    fn is_two_sided(&self) -> bool {
        self.estimator.is_two_sided()
    }

    #[inline]
    fn placement(&self) -> Placement {
        self.placement
    }

    #[inline]
    fn is_sure(&self) -> bool {
        self.estimator.is_sure()
    }
}
