//! What a search reports.

use super::{CapacityError, Limits, Progress};
use crate::{Bound, Value};

/// What a search has counted. The root is never counted: it was given, not generated.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Counts {
    /// Nodes generated; one that is generated again counts again (a node that is only played again to
    /// descend into it does not). The papers' measure of work.
    pub generated: u64,
    /// Nodes whose children were begun to be generated.
    pub expanded: u64,
    /// Static evaluations.
    pub evaluated: u64,
    /// Nodes left because their value was outside the window: cut-offs.
    pub pruned_by_window: u64,
    /// Nodes left because their estimated bound was outside the window (forward estimation).
    pub pruned_by_estimate: u64,
    /// The most frames ever in use: plies.
    pub most_frames: u32,
    /// The most children ever kept, over all plies.
    pub most_children: u32,
}

impl Counts {
    /// Nothing counted.
    pub(super) const NONE: Self = Self {
        generated: 0,
        expanded: 0,
        evaluated: 0,
        pruned_by_window: 0,
        pruned_by_estimate: 0,
        most_frames: 0,
        most_children: 0,
    };

    /// What two searches have cost together.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        const fn larger(a: u32, b: u32) -> u32 {
            if a > b { a } else { b }
        }
        Self {
            generated: self.generated.wrapping_add(other.generated),
            expanded: self.expanded.wrapping_add(other.expanded),
            evaluated: self.evaluated.wrapping_add(other.evaluated),
            pruned_by_window: self.pruned_by_window.wrapping_add(other.pruned_by_window),
            pruned_by_estimate: self.pruned_by_estimate.wrapping_add(other.pruned_by_estimate),
            most_frames: larger(self.most_frames, other.most_frames),
            most_children: larger(self.most_children, other.most_children),
        }
    }

    /// Adds nodes that were generated and evaluated.
    #[inline]
    pub(super) fn add_evaluated(&mut self, nodes: u64) {
        self.generated = self.generated.wrapping_add(nodes);
        self.evaluated = self.evaluated.wrapping_add(nodes);
    }

    #[inline]
    pub(super) fn add(counter: &mut u64) {
        *counter = counter.wrapping_add(1);
    }
}

/// Why a search ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[non_exhaustive]
pub enum Stop {
    /// It has not: it can go on.
    Running,
    /// It did all that its depth asks for.
    Completed,
    /// It reached its limit of nodes.
    Nodes,
    /// It was told to, by the poll callback or [`Search::stop`](super::Search::stop).
    Polled,
    /// Its stack did not suffice; the error says which capacity.
    Capacity,
}

impl Stop {
    /// Whether and why a search has ended after a step with this outcome.
    pub(super) fn after_step(
        outcome: Result<Progress, CapacityError>,
        generated: u64,
        limits: Limits,
    ) -> Self {
        match outcome {
            Ok(Progress::Done) => Self::Completed,
            // It was paused with more to generate.
            Ok(Progress::Paused) if generated >= limits.nodes => Self::Nodes,
            Ok(Progress::Paused) => Self::Running,
            Err(_) => Self::Capacity,
        }
    }

    /// What a step returns that leaves a search so.
    pub(super) fn progress(
        self,
        failure: Option<CapacityError>,
    ) -> Result<Progress, CapacityError> {
        match failure {
            Some(error) => Err(error),
            None if self == Self::Running => Ok(Progress::Paused),
            None => Ok(Progress::Done),
        }
    }
}

/// The result of a search, whole or partial. It borrows the principal variation from the search. A search of one's own fills
/// in all of it, so a new field is a change that such a search must see: this type is not `non_exhaustive`.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Report<'a, M> {
    /// The move chosen; `None` if the game is over or the search was stopped before it could prefer one.
    pub best_move: Option<M>,
    /// The root's value for the side to move, as far as known.
    pub value: Value,
    /// What `value` says about the minimax value at this depth, without window and node limit.
    pub bound: Bound,
    /// Whether `value` and `bound` hold for the game itself: the search is completed, no line ended at the horizon, and
    /// nothing was left to an estimate. With [`Bound::Exact`] no search can find another value then. Never true of a
    /// search that was stopped, nor of best-first minimax, unless
    /// the game is over at the root.
    pub proven: bool,
    /// The line of play that leads to `value`, `best_move` first.
    pub principal_variation: &'a [M],
    /// Depth of the search in plies: the horizon of alpha-beta and its kin, the last one finished in
    /// iterative deepening, the depth of the principal leaf in best-first minimax.
    pub depth: u32,
    /// Whether the principal variation is known to end the game, so that it can be played out without another
    /// search (Korf & Chickering, 8.2). In best-first minimax that proves nothing: other lines were left unsearched.
    pub line_ends_game: bool,
    /// What it cost.
    pub counts: Counts,
    /// Why it ended.
    pub stop: Stop,
}
