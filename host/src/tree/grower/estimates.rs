//! Forward estimation (Zhang 1996) on a saved tree: its tests, where the estimator's placement has them.
//!
//! The tests use static values, although the tree stores backed-up values once it has them. Children of an earlier search are
//! tested and learned from like those that are generated now.

use plyscope_core::search::forward_estimation::{ChildTest, Estimator};
use plyscope_core::{Evaluator, Game, Side, Value, child_value};

use super::{Grower, Phase, Tree, Visit};

/// The value that a child of this static value assures the node's mover of, if it reaches beta.
pub(super) fn assured<G: Game, T, X: Estimator>(
    estimator: &X,
    value: Value,
    visit: &Visit<G, T>,
    mover: Side,
) -> Option<Value> {
    let (_, highest) = estimator.range(-value, visit.depth - 1, mover.other());
    (-highest >= visit.window.beta).then_some(-highest)
}

impl<G, E, X> Grower<G, E, X>
where
    G: Game<Position: PartialEq> + Clone,
    E: Evaluator<G::Position> + Clone,
    X: Estimator + Clone,
{
    /// The side to move at this ply.
    pub(super) fn mover_at(&self, ply: usize) -> Side {
        if ply.is_multiple_of(2) { self.root_mover } else { self.root_mover.other() }
    }

    /// Whether children are tested one by one.
    pub(super) fn tests_each(&self, depth: u32) -> bool {
        depth >= 2 && self.estimator.placement().child_test() == ChildTest::Each
    }

    /// Tests a node before its children are generated, and children of an earlier search before others are. Returns whether the
    /// node is pruned.
    pub(super) fn prune_on_entry(&mut self, tree: &Tree<G>, ply: usize) -> bool {
        let mover = self.mover_at(ply);
        let visit = &self.path[ply];
        let (lowest, _) = self.estimator.range(visit.static_value, visit.depth, mover);
        let tests = visit.depth >= 2 || self.estimator.placement().tests_above_horizon();
        if tests && lowest >= visit.window.beta {
            let visit = &mut self.path[ply];
            visit.best = lowest;
            visit.phase = Phase::Leave;
            self.prune();
            return true;
        }
        let each = self.tests_each(visit.depth);
        let parent = visit.static_value;
        for (mv, value) in self.known(tree, ply) {
            self.estimator.observe(value.get().saturating_sub(parent.get()), mover);
            if each && let Some(sure) = assured(&self.estimator, value, &self.path[ply], mover) {
                self.rely_on_child(ply, mv, sure);
                return true;
            }
        }
        false
    }

    /// Tests the child of the best static value, once all children are generated. Returns whether the node is pruned.
    pub(super) fn prune_by_best_child(&mut self, tree: &Tree<G>, ply: usize) -> bool {
        let visit = &self.path[ply];
        if visit.depth < 2 || self.estimator.placement().child_test() != ChildTest::Best {
            return false;
        }
        // The first of equals, as in a stable order.
        let known = self.known(tree, ply);
        let best = known.into_iter().reduce(|best, one| if one.1 > best.1 { one } else { best });
        let Some((mv, value)) = best else { return false };
        let sure = assured(&self.estimator, value, &self.path[ply], self.mover_at(ply));
        sure.inspect(|&sure| self.rely_on_child(ply, mv, sure)).is_some()
    }

    /// The children in the tree, with their static values for the node's mover.
    fn known(&mut self, tree: &Tree<G>, ply: usize) -> Vec<(G::Move, Value)> {
        let Self { game, evaluator, counts, path, .. } = self;
        let Visit { node, position, state, .. } = &path[ply];
        let arena = &tree.arena;
        let children = arena.list(arena.get(*node).child).map_while(|child| {
            let stored = arena.get(child);
            let mv = game.unpack(position, stored.packed_move())?;
            if !stored.is_backed_up() {
                return Some((mv, stored.value));
            }
            counts.evaluated += 1;
            let child = game.play(position, mv);
            Some((mv, -child_value(game, evaluator, (position, state), &child)))
        });
        children.collect()
    }

    /// Prunes the node, because this move makes it certain that its mover reaches `sure`.
    pub(super) fn rely_on_child(&mut self, ply: usize, mv: G::Move, sure: Value) {
        let visit = &mut self.path[ply];
        visit.best = sure;
        visit.best_move = Some(mv);
        visit.phase = Phase::Leave;
        self.lines[ply].clear();
        self.lines[ply].push(mv);
        self.prune();
    }

    fn prune(&mut self) {
        self.counts.pruned_by_estimate += 1;
        self.estimated |= !self.estimator.is_sure();
    }
}
