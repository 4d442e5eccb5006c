//! The order in which the children of a node are searched.

use crate::Value;

/// The usual orders: the game's own order, or by static value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Order {
    /// The game's own order; children are generated one at a time.
    None,
    /// Best static value first at remaining depth 2 and more, where all children are generated before the first is
    /// searched. At remaining depth 1 the game's own order, one child at a time (Korf & Chickering, section 6).
    #[default]
    Static,
    /// Best static value first at every depth, including remaining depth 1: all children are generated before the first is
    /// searched.
    StaticAll,
}

/// An order of children. `M` is the game's move.
pub trait Ordering<M> {
    /// Whether it ranks children by anything but their static values.
    const RANKS: bool = true;

    /// Whether all children of a node at this remaining depth are generated and evaluated first, then searched by rank. If
    /// not, they are generated and searched one at a time in the game's order.
    fn sorts(&self, depth: u32) -> bool;

    /// The rank of a child of a node at `ply`, given its static value for the side that chooses. Larger ranks are searched
    /// earlier.
    #[inline]
    fn rank(&self, ply: usize, mv: M, value: Value) -> Value {
        let _ = (ply, mv);
        value
    }

    /// Records that `mv` caused a cut-off at a node at `ply` with this remaining depth.
    #[inline]
    fn cut_off(&mut self, ply: usize, depth: u32, mv: M) {
        let _ = (ply, depth, mv);
    }
}

impl<M> Ordering<M> for Order {
    const RANKS: bool = false;

    #[inline]
    fn sorts(&self, depth: u32) -> bool {
        match self {
            Self::None => false,
            Self::Static => depth >= 2,
            Self::StaticAll => true,
        }
    }
}
