//! Where the tests of forward estimation stand.

/// Where a search tests estimated ranges: (i) on entry to a node, before its children are generated; (ii) on its children.
///
/// All placements are sound with exact bounds: the value is alpha-beta's. They differ in what they prune. The papers print one
/// ([`Literal`](Self::Literal)), but Table 1 is reproduced by [`Table1`](Self::Table1) alone. Fig. 3(a) is, too, if both players
/// keep their trees; if none does, [`PerChild`](Self::PerChild) is the nearest. They were found by trying, after the results were
/// known.
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
