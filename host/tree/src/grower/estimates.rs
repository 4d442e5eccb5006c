//! Forward estimation (Zhang 1996) on a saved tree: its tests, where the estimator's placement has them.
//!
//! The tests use static values, although the tree stores backed-up values once it has them. Children of an earlier search are
//! tested and learned from like those that are generated now.

use alloc::vec::Vec;

use plyscope_core::search::estimate::{At, Estimate, Range};
use plyscope_core::search::forward_estimation::ChildTest;
use plyscope_core::{Evaluator, Game, Observer, Reason, Side, Value, child_value};

use super::{Grower, Phase, Tree, Visit};

/// The range that a child of this static value gives the node's value, for the node's mover, if its lowest value reaches beta.
pub(super) fn assured<G: Game, T, X: Estimate, O: Observer<G>>(
    estimator: &X,
    (ply, mv, value): (usize, G::Move, Value),
    visit: &Visit<G, T>,
    mover: Side,
    observer: &mut O,
) -> Option<Range> {
    let range = estimator.range_by_child(&visit.at(mover), value);
    observer.estimated_child(ply, mv, range);
    (range.low >= visit.window.beta).then_some(range)
}

/// Lets the estimator learn from a child of this value at `node`, and tells the observer if that changes what is learned.
pub(super) fn learn<G: Game, X: Estimate, O: Observer<G>>(
    estimator: &mut X,
    node: &At,
    value: Value,
    observer: &mut O,
) {
    let before = if observer.observes() { estimator.learned() } else { None };
    estimator.observe(node, value);
    if observer.observes()
        && let Some((lowest, highest)) = estimator.learned()
        && before != Some((lowest, highest))
    {
        observer.learned(lowest, highest);
    }
}

impl<G: Game, T> Visit<G, T> {
    /// The node as an estimator sees it.
    pub(super) const fn at(&self, mover: Side) -> At {
        At { value: self.static_value, depth: self.depth, mover }
    }
}

impl<G, E, X> Grower<G, E, X>
where
    G: Game<Position: PartialEq> + Clone,
    E: Evaluator<G::Position> + Clone,
    X: Estimate + Clone,
{
    /// The side to move at this ply.
    pub(super) fn mover_at(&self, ply: usize) -> Side {
        if ply.is_multiple_of(2) { self.root_mover } else { self.root_mover.other() }
    }

    /// Whether children are tested one by one.
    pub(super) fn tests_each(&self, depth: u32) -> bool {
        depth >= 2 && self.placement.child_test() == ChildTest::Each
    }

    /// Tests a node before its children are generated, and children of an earlier search before others are. Returns whether the
    /// node is pruned.
    pub(super) fn prune_on_entry<O: Observer<G>>(
        &mut self,
        tree: &Tree<G>,
        ply: usize,
        observer: &mut O,
    ) -> bool {
        let mover = self.mover_at(ply);
        let visit = &self.path[ply];
        let range = self.estimator.range(&visit.at(mover));
        observer.estimated(ply, range);
        let tests = visit.depth >= 2 || self.placement.tests_above_horizon();
        if tests && range.low >= visit.window.beta {
            let visit = &mut self.path[ply];
            visit.best = range.low;
            visit.phase = Phase::Leave;
            let (static_value, depth, window) = (visit.static_value, visit.depth, visit.window);
            let reason = Reason::Estimate { static_value, depth, range, window, by_child: false };
            self.prune(ply, reason, observer);
            return true;
        }
        let each = self.tests_each(visit.depth);
        let at = visit.at(mover);
        for (mv, value) in self.known(tree, ply) {
            learn(&mut self.estimator, &at, value, observer);
            let visit = &self.path[ply];
            if each
                && let Some(range) =
                    assured(&self.estimator, (ply, mv, value), visit, mover, observer)
            {
                self.rely_on_child(ply, (mv, value, range), observer);
                return true;
            }
        }
        false
    }

    /// Tests the child of the best static value, once all children are generated. Returns whether the node is pruned.
    pub(super) fn prune_by_best_child<O: Observer<G>>(
        &mut self,
        tree: &Tree<G>,
        ply: usize,
        observer: &mut O,
    ) -> bool {
        let visit = &self.path[ply];
        if visit.depth < 2 || self.placement.child_test() != ChildTest::Best {
            return false;
        }
        // The first of equals, as in a stable order.
        let known = self.known(tree, ply);
        let best = known.into_iter().reduce(|best, one| if one.1 > best.1 { one } else { best });
        let Some((mv, value)) = best else { return false };
        let (visit, mover) = (&self.path[ply], self.mover_at(ply));
        let range = assured(&self.estimator, (ply, mv, value), visit, mover, observer);
        if let Some(range) = range {
            self.rely_on_child(ply, (mv, value, range), observer);
        }
        range.is_some()
    }

    /// The children in the tree, with their static values for the node's mover.
    fn known(&mut self, tree: &Tree<G>, ply: usize) -> Vec<(G::Move, Value)> {
        let Self { game, evaluator, counts, path, .. } = self;
        let Visit { node, position, state, .. } = &path[ply];
        let arena = &tree.arena;
        let children = arena.children(*node).map_while(|child| {
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

    /// Prunes the node, because this child, with its static value and range for the node's mover, makes it certain that the mover
    /// reaches the lowest value of the range.
    pub(super) fn rely_on_child<O: Observer<G>>(
        &mut self,
        ply: usize,
        (mv, static_value, range): (G::Move, Value, Range),
        observer: &mut O,
    ) {
        let visit = &mut self.path[ply];
        visit.best = range.low;
        visit.best_move = Some(mv);
        visit.phase = Phase::Leave;
        let (depth, window) = (visit.depth - 1, visit.window);
        let reason = Reason::Estimate { static_value, depth, range, window, by_child: true };
        self.lines[ply].clear();
        self.lines[ply].push(mv);
        self.prune(ply, reason, observer);
    }

    fn prune<O: Observer<G>>(&mut self, ply: usize, reason: Reason, observer: &mut O) {
        observer.pruned(ply, reason);
        self.counts.pruned_by_estimate += 1;
        // Also a sure range is one of the value at this depth.
        self.met_horizon = true;
        self.estimated |= !self.estimator.is_sure();
    }
}
