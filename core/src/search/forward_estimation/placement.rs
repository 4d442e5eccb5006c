//! Where the tests of forward estimation stand.

use super::{Estimator, Probe, Probed};
use crate::{Side, Value};

/// Where a search tests estimated ranges: (i) on entry to a node, before its children are generated; (ii) on its children.
///
/// All placements are sound with exact bounds: the value is alpha-beta's. They differ in what they prune. The papers print one
/// ([`Literal`](Self::Literal)), and no placement tried fits all their numbers: Table 1 is reproduced by
/// [`Table1`](Self::Table1) alone, Fig. 3(a) best by [`PerChild`](Self::PerChild). They were found by trying, after the results
/// were known.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Placement {
    /// What Table 1 fits: test (i) at remaining depth 2 and more, then test (ii) on the best of the ordered children.
    #[default]
    Table1,
    /// What the text says (conditions (1) to (3)) and the pseudo-code prints: test (i) at every remaining depth, and no other.
    Literal,
    /// [`Table1`](Self::Table1), with test (i) at remaining depth 1, too.
    Entry1,
    /// [`Table1`](Self::Table1), with test (ii) on each child as soon as it is generated.
    PerChild,
}

/// When a node's children are tested: whether one of them makes it certain that the node's mover reaches beta. The test is
/// made at remaining depth 2 and more.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ChildTest {
    /// Never.
    Never,
    /// Once all children are generated and ordered, on the best. A search without order makes no test.
    Best,
    /// On each child as soon as it is generated: after the one that passes, no more are.
    Each,
}

impl Placement {
    /// Whether test (i) is also made at remaining depth 1, where a node has only leaves below.
    #[inline]
    #[must_use]
    pub const fn tests_above_horizon(self) -> bool {
        matches!(self, Self::Literal | Self::Entry1)
    }

    /// Test (ii).
    #[inline]
    #[must_use]
    pub const fn child_test(self) -> ChildTest {
        match self {
            Self::Table1 | Self::Entry1 => ChildTest::Best,
            Self::Literal => ChildTest::Never,
            Self::PerChild => ChildTest::Each,
        }
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
/// let (value, usual) = search(Placement::Table1)?;
/// let (same, fewer) = search(Placement::PerChild)?;
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
    fn learned(&self) -> Option<(i32, i32)> {
        self.estimator.learned()
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
