//! Capacities that do not suffice.

use core::fmt;

/// A fixed capacity of a search that did not suffice. [`Search::report`](super::Search::report) has what was found by then.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum CapacityError {
    /// The search went deeper than its `PLIES` frames.
    Plies {
        /// `PLIES`.
        capacity: usize,
    },
    /// The children kept on the path were more than `CHILDREN`.
    Children {
        /// `CHILDREN`.
        capacity: usize,
    },
}

impl fmt::Display for CapacityError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Plies { capacity } => write!(
                f,
                "the search needs more than its PLIES = {capacity} frames: search less deep, or give it more"
            ),
            Self::Children { capacity } => write!(
                f,
                "the search must keep more than its CHILDREN = {capacity} moves: search less deep, or give it more"
            ),
        }
    }
}

impl core::error::Error for CapacityError {}
