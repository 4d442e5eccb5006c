//! Reports of searches.

use super::{CapacityError, Limits, Progress};
use crate::{Bound, Value};

/// The counters of a search. The root is never counted: it was given, not generated.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Counts {
    /// Nodes generated, the papers' measure of work. A node that is generated again counts again; playing a move again to
    /// descend into its node does not count.
    pub generated: u64,
    /// Nodes for which the search began to generate children.
    pub expanded: u64,
    /// Static evaluations.
    pub evaluated: u64,
    /// Cut-offs: nodes left because their value was outside the window.
    pub pruned_by_window: u64,
    /// Nodes left because their estimated bound was outside the window (forward estimation).
    pub pruned_by_estimate: u64,
    /// Most frames in use at once, in plies.
    pub most_frames: u32,
    /// Most children kept at once, over all plies.
    pub most_children: u32,
}

impl Counts {
    /// All counters at zero.
    pub(crate) const NONE: Self = Self {
        generated: 0,
        expanded: 0,
        evaluated: 0,
        pruned_by_window: 0,
        pruned_by_estimate: 0,
        most_frames: 0,
        most_children: 0,
    };

    /// The sum of two searches' counts; the maxima are not added.
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

    /// Counts nodes that were generated and evaluated.
    #[inline]
    pub(super) fn add_evaluated(&mut self, nodes: u64) {
        self.generated = self.generated.wrapping_add(nodes);
        self.evaluated = self.evaluated.wrapping_add(nodes);
    }

    #[inline]
    pub(crate) fn add(counter: &mut u64) {
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
    /// It has not ended and can continue.
    Running,
    /// It completed the search to its depth.
    Completed,
    /// It reached its limit of nodes.
    Nodes,
    /// The poll callback or [`Search::stop`](super::Search::stop) stopped it.
    Polled,
    /// A capacity was exhausted. The error says which; iterative deepening that has finished an iteration ends without one.
    Capacity,
}

impl Stop {
    /// The state of a search after a step with this outcome.
    pub(crate) fn after_step(
        outcome: Result<Progress, CapacityError>,
        generated: u64,
        limits: Limits,
    ) -> Self {
        match outcome {
            Ok(Progress::Done) => Self::Completed,
            // It paused with nodes left to generate.
            Ok(Progress::Paused) if generated >= limits.nodes => Self::Nodes,
            Ok(Progress::Paused) => Self::Running,
            Err(_) => Self::Capacity,
        }
    }

    /// The return value of a step that leaves a search in this state.
    pub(crate) fn progress(
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

/// The result of a search, complete or partial. It borrows the principal variation from the search. The type is not
/// `non_exhaustive`: other implementations of [`Search`](super::Search) fill in every field, so they must notice a new one.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Report<'a, M> {
    /// The move chosen; `None` if the game is over, or only the static value was asked for. A depth-first search that was stopped
    /// before it could prefer a move has the game's first; one that goes best first has none before it has expanded the root. Nor has one
    /// whose root an estimate prunes, or whose value is outside its window.
    pub best_move: Option<M>,
    /// The root's value for the side to move, as far as it is known; with [`Bound::Unknown`] it says nothing.
    pub value: Value,
    /// How `value` relates to the value at this depth without a window or node limit.
    pub bound: Bound,
    /// Whether `value` and `bound` hold for the game itself: the search was completed, no line ended at the horizon, and
    /// nothing rests on an estimate. With [`Bound::Exact`], no search can then find another value. Never true of a stopped
    /// search or of best-first minimax, unless the game is over at the root, or the bound is one that was proven before.
    pub proven: bool,
    /// The line of play that leads to `value`, `best_move` first.
    pub principal_variation: &'a [M],
    /// Depth of the search in plies: the horizon of depth-first searches, the last finished horizon of iterative deepening,
    /// the depth of the principal leaf in best-first minimax. If fewer plies are left than were asked for, in a game that
    /// [knows its length](crate::Game::most_plies), the horizon is where the game ends.
    pub depth: u32,
    /// Whether the principal variation is known to end the game, so that it can be played out without another search (Korf
    /// & Chickering, 8.2). In best-first minimax this proves nothing: other lines were left unsearched.
    pub line_ends_game: bool,
    /// The cost of the search.
    pub counts: Counts,
    /// The reason why the search ended.
    pub stop: Stop,
}
