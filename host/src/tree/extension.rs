//! Best-first extension (Korf & Chickering 1996, section 9): alpha-beta to a shallow horizon, then best-first minimax from
//! the tree that it leaves.

use std::ops::ControlFlow;

use plyscope_core::{Counts, Evaluator, Game, Limits, Report};

use super::alpha_beta::Grower;
use super::{BestFirst, MemoryUse, TreeGame, TreeSearch};

/// Best-first extension on a saved tree.
pub struct BestFirstExtension<G: Game, E> {
    grower: Grower<G, E>,
    best_first: BestFirst<G, E>,
    shallow: u32,
}

impl<G: Game, E> std::fmt::Debug for BestFirstExtension<G, E> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("BestFirstExtension")
            .field("best_first", &self.best_first)
            .field("shallow", &self.shallow)
            .finish_non_exhaustive()
    }
}

impl<G: TreeGame + Clone, E: Evaluator<G::Position> + Clone> BestFirstExtension<G, E>
where
    G::Position: PartialEq,
{
    /// A search that does alpha-beta to depth `shallow` on the tree of `best_first` before that goes on.
    #[must_use]
    pub fn new(best_first: BestFirst<G, E>, shallow: u32) -> Self {
        Self { grower: best_first.grower(), best_first, shallow }
    }
}

impl<G: TreeGame + Clone, E: Evaluator<G::Position> + Clone> TreeSearch<G>
    for BestFirstExtension<G, E>
where
    G::Position: PartialEq,
{
    fn search(
        &mut self,
        root: &G::Position,
        limits: Limits,
        poll: &mut dyn FnMut(&Counts) -> ControlFlow<()>,
    ) -> Report<'_, G::Move> {
        self.grower.begin(limits);
        let shallow = self.shallow.min(limits.depth);
        let searched = self.grower.search(self.best_first.tree(), root, shallow, poll);
        let first = self.grower.counts;
        let best_move = self.grower.best_move;
        let left = Limits { nodes: limits.nodes.saturating_sub(first.generated), ..limits };
        // Nothing is left to generate if alpha-beta was stopped; the tree's values then decide.
        let left = if searched.is_ok() { left } else { Limits { nodes: 0, ..left } };
        let mut report = self
            .best_first
            .search_observed(root, left, &mut (), &mut |counts| poll(&sum(first, *counts)));
        report.counts = sum(first, report.counts);
        if let Err(stop) = searched {
            report.stop = stop;
            report.best_move = best_move.or(report.best_move);
        }
        report
    }

    fn advance(&mut self, mv: G::Move) {
        self.best_first.advance(mv);
    }

    fn memory_use(&self) -> MemoryUse {
        let memory = self.best_first.memory_use();
        MemoryUse { linear: memory.linear + self.grower.memory.linear, ..memory }
    }
}

/// The counts of one search after another.
fn sum(a: Counts, b: Counts) -> Counts {
    Counts {
        generated: a.generated + b.generated,
        expanded: a.expanded + b.expanded,
        evaluated: a.evaluated + b.evaluated,
        pruned_by_window: a.pruned_by_window + b.pruned_by_window,
        pruned_by_estimate: a.pruned_by_estimate + b.pruned_by_estimate,
        most_frames: a.most_frames.max(b.most_frames),
        most_children: a.most_children.max(b.most_children),
    }
}
