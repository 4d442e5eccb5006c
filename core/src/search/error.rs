//! Errors of exhausted capacities.

use core::fmt;

/// A fixed capacity of a search was exhausted, or the search does not know games with extra moves. [`Search::report`](super::Search::report) has the partial result.
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
    /// The search had to keep more than `CHILDREN` children on its path.
    Children {
        /// `CHILDREN`.
        capacity: usize,
    },
    /// The search knows only games whose sides move in turn, and this one has [extra moves](crate::Game::EXTRA_MOVES).
    ExtraMoves,
}

impl fmt::Display for CapacityError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Plies { capacity } => write!(
                f,
                "the search needs more than its PLIES = {capacity} frames: reduce the depth, or raise PLIES"
            ),
            Self::Children { capacity } => write!(
                f,
                "the search needs more than its CHILDREN = {capacity} moves: reduce the depth, or raise CHILDREN"
            ),
            Self::ExtraMoves => f.write_str(
                "this search knows only games whose sides move in turn: use alpha-beta without estimates or recursive best-first \
                 minimax, or let the other side pass after each extra move"
            ),
        }
    }
}

impl core::error::Error for CapacityError {}
