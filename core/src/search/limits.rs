//! How far a search may go.

/// Limits of a search. A search that reaches one stops and reports what it has: that is a result, not an error.
///
/// Time is not among them: core has no clock. A caller with one stops a search from outside, between two
/// slices or from the poll callback of [`Search::search_polled`](super::Search::search_polled).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Limits {
    /// Horizon in plies. Alpha-beta and its kin search to exactly this depth; best-first minimax ends when the
    /// principal leaf reaches it; iterative deepening ends with it. 0 asks for the static value.
    pub depth: u32,
    /// No more than this many nodes are generated.
    pub nodes: u64,
}

impl Limits {
    /// To `depth` plies, with any number of nodes.
    #[must_use]
    pub const fn depth(depth: u32) -> Self {
        Self { depth, nodes: u64::MAX }
    }

    /// At most `nodes` generated nodes, to any depth: for iterative deepening and best-first searches.
    #[must_use]
    pub const fn nodes(nodes: u64) -> Self {
        Self { depth: u32::MAX, nodes }
    }

    /// The same with at most `nodes` generated nodes.
    #[must_use]
    pub const fn and_nodes(self, nodes: u64) -> Self {
        Self { nodes, ..self }
    }
}
