//! Expansion: all children of a position, each evaluated once.

use plyscope_core::{Ends, Evaluator, Game, Generated, Observer, Outcome, Value};

use super::graph::{Edge, Node};
use super::{EndLeaf, Frame, Unbounded};

/// The end of an expansion.
pub(super) enum Expanded {
    /// All children are there.
    Complete,
    /// They would be more than the limit of nodes allows.
    Limit,
    /// There is no memory for them.
    Full,
}

impl<G: Game, E: Evaluator<G::Position>> Unbounded<G, E> {
    /// Generates all children of the position on top, or none. Positions known from other lines are generated, too, but not
    /// evaluated again.
    pub(super) fn expand<O: Observer<G>>(&mut self, observer: &mut O) -> Expanded {
        let ply = self.frames.len() - 1;
        let Some(Frame { position, state, node, .. }) = self.frames.last() else {
            return Expanded::Complete;
        };
        let count = self.game.count_moves(position);
        if self.status.counts.generated.saturating_add(count) > self.status.limits.nodes {
            return Expanded::Limit;
        }
        if !self.graph.reserve(usize::try_from(count).unwrap_or(usize::MAX)) {
            return Expanded::Full;
        }
        if count > 0 {
            observer.principal_leaf(ply);
        }
        observer.expanded(ply);
        let first = self.graph.edges.len();
        let (game, evaluator, leaf) = (&self.game, &self.evaluator, self.switches.leaf);
        let (shares, completes) = (self.graph.keys.is_some(), self.switches.completes());
        let mut moves = game.moves(position);
        let (mut number, mut evaluated) = (0, 0);
        while let Some((mv, child)) = game.next_child(position, &mut moves) {
            let key = if shares { game.key(&child).unwrap_or_default() } else { 0 };
            let index = self.graph.find_or_add(key, || {
                let outcome = game.outcome(&child);
                let state = evaluator.update(position, state, &child);
                evaluated += 1;
                let value = leaf_value(evaluator, leaf, (&child, &state), outcome);
                Node::new(key, value, outcome, completes)
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
        }
        self.graph.expand(*node, first);
        self.status.counts.evaluated += evaluated;
        self.status.counts.expanded += 1;
        self.status.counts.generated += u64::from(number);
        Expanded::Complete
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
