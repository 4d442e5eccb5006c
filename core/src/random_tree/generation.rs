//! How the nodes of a random tree get their random numbers.

use super::Node;
use crate::hash::mix;

/// How a node gets its random number (Korf & Chickering, sections 4.3 to 4.5). The paper's third method, numbers drawn in the
/// order of generation, is [`OnDemandTree`](super::OnDemandTree)'s.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Generation {
    /// The generator's state at the node's breadth-first index, reached by jumping ahead. The default.
    #[default]
    BreadthFirst,
    /// The generator is re-seeded with the tree's seed plus the parent's index; the children take its successive states.
    ReseedParent,
    /// The generator is re-seeded with the tree's seed plus the node's own index.
    ReseedNode,
    /// A 64-bit hash of the path: a control without the generator's artefacts.
    Hash,
}

/// The hash of child `number` of a node whose hash is in its two halves.
#[inline]
pub(super) const fn hash_child(node: &Node, number: u32) -> u64 {
    let parent = ((node.index as u64) << 32) | node.state as u64;
    mix(parent.wrapping_add((number as u64).wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15)))
}

#[inline]
pub(super) const fn halves(hash: u64) -> (u32, u32) {
    (hash as u32, (hash >> 32) as u32)
}
