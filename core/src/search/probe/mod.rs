//! Shallow searches of a node before its full search, which may make the full search needless or easier.

mod prob_cut;
mod rehearsal;
mod to_the_end;

pub use prob_cut::{Cut, ProbCut};
pub use rehearsal::Rehearsing;
pub use to_the_end::{TO_THE_END, ToTheEnd};

use super::estimate::Range;
use crate::{Value, Window};

/// Decides which shallow searches of a node are made first, and what their values tell.
///
/// No item has a default, so that one that wraps another one cannot forget to pass one on.
pub trait Probe {
    /// Whether any shallow searches are made.
    const PROBES: bool;

    /// Whether the static values of inner nodes are needed.
    const NEEDS_VALUES: bool;

    /// Whether any nodes are left to the search's caller.
    const ASKS: bool;

    /// The shallow search of a node that shall be made next; `None` if the node is to be searched in full. The root is
    /// never probed.
    fn probe(&self, node: &Probed) -> Option<Shallow>;

    /// The estimated range of the minimax value of a node, `depth` plies above the horizon, given the `value` that a shallow search
    /// found. Both are for the side to move.
    fn range_after(&self, shallow: Shallow, value: Value, depth: u32) -> Range;

    /// How certain the ranges at this remaining depth are, 0 to 6, or [`CERTAIN`] if a range never prunes. A search uses what a table
    /// knows from searches at least as certain.
    fn certainty(&self, depth: u32) -> u8;

    /// Whether the search's caller [values](crate::DepthFirst::asked) nodes at this remaining depth, 2 at least. The root is never one of
    /// them.
    fn asks(&self, depth: u32) -> bool;
}

/// The certainty of a value that rests on no estimate, or on certain ones.
pub const CERTAIN: u8 = 7;

/// A node that may be searched to a small depth first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Probed {
    /// How many shallow searches of the node were made.
    pub made: u32,
    /// Its static value for the side to move, if the search knows it, as it does where there are
    /// [estimates](super::estimate::Estimate::ESTIMATES) or the values are [needed](Probe::NEEDS_VALUES).
    pub static_value: Option<Value>,
    /// Remaining depth in plies, at least 2.
    pub depth: u32,
    /// Its window, for the side to move.
    pub window: Window,
    /// Whether a move to search first is known.
    pub knows_move: bool,
}

/// A shallow search of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shallow {
    /// Depth in plies, less than the node's. 0 is no search: the value is the static value, as if found in a full window.
    pub depth: u32,
    /// The range of values to resolve.
    pub window: Window,
}

/// No shallow searches.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct NoProbe;

impl Probe for NoProbe {
    const PROBES: bool = false;
    const NEEDS_VALUES: bool = false;
    const ASKS: bool = false;

    #[inline]
    fn probe(&self, _: &Probed) -> Option<Shallow> {
        None
    }

    #[inline]
    fn range_after(&self, _: Shallow, _: Value, _: u32) -> Range {
        Range::ALL
    }

    #[inline]
    fn certainty(&self, _: u32) -> u8 {
        CERTAIN
    }

    #[inline]
    fn asks(&self, _: u32) -> bool {
        false
    }
}
