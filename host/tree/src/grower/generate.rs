//! How the children of a node in memory are generated, and the node at the frontier left.

use plyscope_core::search::estimate::Estimate;
use plyscope_core::{Evaluator, Game, Generated, Observer, child_value};

use super::Grower;
use super::estimates::{assured, learn};
use super::visit::Phase;
use crate::Tree;

/// The progress of generating a node's children.
pub(super) enum Made {
    /// All children are generated, or one causes a cutoff.
    Enough,
    /// The node was pruned by an estimate.
    Certain,
    Paused,
    Limit,
    /// There is no memory for another child.
    Full,
}

impl<G, E, X> Grower<G, E, X>
where
    G: Game<Position: PartialEq> + Clone,
    E: Evaluator<G::Position> + Clone,
    X: Estimate + Clone,
{
    /// Generates a node's missing children; at depth 1 only until one causes a cutoff.
    pub(super) fn generate<O: Observer<G>>(
        &mut self,
        tree: &mut Tree<G>,
        ply: usize,
        pause_at: u64,
        observer: &mut O,
    ) -> Made {
        let mover = self.mover_at(ply);
        let each = X::ESTIMATES && self.tests_each(self.path[ply].depth);
        let visit = &mut self.path[ply];
        let arena = &mut tree.arena;
        if arena.get(visit.node).is_complete() {
            return Made::Enough;
        }
        let mut count = arena.count_children(arena.get(visit.node));
        let mut moves = self.game.moves_from(&visit.position, count);
        if count == 0 && !visit.begun {
            self.counts.expanded += 1;
            observer.expanded(ply);
        }
        visit.begun = true;
        loop {
            if self.game.has_more(&visit.position, &moves) {
                if self.counts.generated >= self.node_limit {
                    return Made::Limit;
                }
                if self.counts.generated >= pause_at {
                    return Made::Paused;
                }
            }
            let Some((mv, child)) = self.game.next_child(&visit.position, &mut moves) else {
                arena.complete(visit.node);
                return Made::Enough;
            };
            let parent = (&visit.position, &visit.state);
            let value = -child_value(&self.game, &self.evaluator, parent, &child);
            let packed = self.game.pack(mv, count);
            if arena.add_child((visit.node, count), packed, value).is_err() {
                return Made::Full;
            }
            self.counts.generated += 1;
            self.counts.evaluated += 1;
            count += 1;
            let parent = X::ESTIMATES.then_some(visit.static_value);
            observer.generated(&Generated::new(ply, mv, &child, Some(value), parent));
            if X::ESTIMATES {
                learn(&mut self.estimator, &visit.at(mover), value, observer);
                if each
                    && let Some(range) =
                        assured(&self.estimator, (ply, mv, value), visit, mover, observer)
                {
                    self.rely_on_child(ply, (mv, value, range), observer);
                    return Made::Certain;
                }
            }
            if visit.depth == 1 && visit.consider(ply, mv, value, observer) {
                return Made::Enough;
            }
        }
    }

    /// The children that a node needs are generated.
    pub(super) fn generated<O: Observer<G>>(
        &mut self,
        tree: &mut Tree<G>,
        ply: usize,
        observer: &mut O,
    ) {
        let visit = &mut self.path[ply];
        if visit.depth == 1 {
            self.leave_frontier(ply, observer);
            return;
        }
        if X::ESTIMATES && self.prune_by_best_child(tree, ply, observer) {
            return;
        }
        let visit = &mut self.path[ply];
        let Tree { arena, scratch, .. } = tree;
        arena.sort_children(visit.node, scratch, true);
        // The values change from here on, so the children must be sorted again before their order is used.
        arena.get_mut(visit.node).set_ordered(false);
        visit.phase = Phase::Next(arena.get(visit.node).child);
    }

    /// A node at depth 1 is done.
    pub(super) fn leave_frontier<O: Observer<G>>(&mut self, ply: usize, observer: &mut O) {
        let visit = &mut self.path[ply];
        if visit.alpha >= visit.window.beta {
            self.counts.pruned_by_window += 1;
            observer.pruned(ply, visit.closed());
        }
        self.lines[ply].extend(visit.line_move);
        visit.phase = Phase::Leave;
    }
}
