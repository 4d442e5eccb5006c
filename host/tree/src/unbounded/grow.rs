//! Expansion: all children of a position, or one at a time, each evaluated once.

use plyscope_core::{Ends, Evaluator, Game, Generated, Observer, Outcome, Reason, Value};

use super::graph::{Edge, Node, Stage};
use super::{EndLeaf, Frame, Unbounded};

/// The end of an expansion.
pub(super) enum Expanded {
    /// All children are there, or as many as it takes to leave the principal variation.
    Done,
    /// More children would be more than the limit of nodes allows.
    Limit,
    /// There is no memory for them.
    Full,
}

impl<G: Game, E: Evaluator<G::Position>> Unbounded<G, E> {
    /// Generates the missing children of the position on top. By partial expansion, it ends with the first child that takes the position
    /// off the principal variation, or wins. Otherwise it generates all or none. Positions known from other lines are generated, too,
    /// but not evaluated again.
    pub(super) fn expand<O: Observer<G>>(&mut self, observer: &mut O) -> Expanded {
        let ply = self.frames.len() - 1;
        let Some(Frame { position, state, node, window, .. }) = self.frames.last() else {
            return Expanded::Done;
        };
        let is_partial = self.switches.is_partial();
        let count = self.game.count_moves(position);
        let known = self.graph.edges(*node).len() as u32;
        let missing = count - u64::from(known);
        let allowed = self.status.limits.nodes.saturating_sub(self.status.counts.generated);
        if missing > allowed && !(is_partial && allowed > 0) {
            return Expanded::Limit;
        }
        if !self.graph.reserve(usize::try_from(count).unwrap_or(usize::MAX)) {
            return Expanded::Full;
        }
        if missing > 0 {
            observer.principal_leaf(ply);
        }
        if known == 0 {
            self.status.counts.expanded += 1;
            observer.expanded(ply);
        }
        let first = self.graph.reopen(*node);
        let (game, evaluator, leaf) = (&self.game, &self.evaluator, self.switches.leaf);
        let (shares, switches) = (self.graph.keys.is_some(), self.switches);
        let mut moves = game.moves_from(position, known);
        let (mut number, mut evaluated) = (known, 0);
        let mut leaves = false;
        while let Some((mv, child)) = game.next_child(position, &mut moves) {
            let key = if shares { game.key(&child).unwrap_or_default() } else { 0 };
            let index = self.graph.find_or_add(key, || {
                let outcome = game.outcome(&child);
                let state = evaluator.update(position, state, &child);
                evaluated += 1;
                let value = leaf_value(evaluator, leaf, (&child, &state), outcome);
                Node::new(key, value, outcome, switches)
            });
            let packed = game.pack(mv, number);
            self.graph.edges.push(Edge { child: index, packed, visits: 0 });
            if observer.observes() || self.uct.is_some() {
                let value = -self.graph.node(index).value;
                observer.generated(&Generated::new(ply, mv, &child, Some(value), None));
                if let (Some(uct), Some(sums)) = (&self.uct, &mut self.graph.sums) {
                    sums.push(uct.reward(value));
                }
            }
            number += 1;
            if is_partial {
                let worth = self.graph.node(index).worth();
                leaves = worth.value() > window.beta || worth.completion() == 1;
                if leaves || u64::from(number - known) >= allowed {
                    break;
                }
            }
        }
        self.status.counts.evaluated += evaluated;
        self.status.counts.generated += u64::from(number - known);
        let stage = match self.graph.node(*node).is_static() {
            _ if u64::from(number) == count => Stage::Complete,
            is_static if leaves || !is_static => Stage::Partial,
            _ => Stage::Static,
        };
        self.graph.expand(*node, first, stage);
        match stage {
            Stage::Complete => Expanded::Done,
            _ if leaves => {
                let value = self.graph.edges(*node).last().map(|edge| self.worth(edge).value());
                let value = value.unwrap_or(window.beta);
                self.status.counts.pruned_by_window += 1;
                observer.pruned(ply, Reason::Window { value, window: *window });
                Expanded::Done
            }
            Stage::Partial | Stage::Static => Expanded::Limit,
        }
    }
}

/// The value of a new leaf for the side to move there; its evaluation's state is beside it.
#[inline]
pub(super) fn leaf_value<P, E: Evaluator<P>>(
    evaluator: &E,
    leaf: EndLeaf,
    (position, state): (&P, &E::State),
    outcome: Option<Outcome>,
) -> Value {
    match leaf {
        EndLeaf::Exact => evaluator.leaf_value(position, state, Ends::Scored, || outcome),
        EndLeaf::Evaluation => evaluator.evaluate(position, state),
    }
}
