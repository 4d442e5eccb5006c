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
    /// The value of a new leaf for the side to move there.
    pub(super) fn leaf_value(
        &self,
        position: &G::Position,
        state: &E::State,
        outcome: Option<Outcome>,
    ) -> Value {
        match self.switches.leaf {
            EndLeaf::Exact => self.evaluator.leaf_value(position, state, Ends::Scored, || outcome),
            EndLeaf::Evaluation => self.evaluator.evaluate(position, state),
        }
    }

    /// Generates all children of the position on top, or none. Positions known from other lines are generated, too, but not
    /// evaluated again.
    pub(super) fn expand<O: Observer<G>>(&mut self, observer: &mut O) -> Expanded {
        let ply = self.frames.len() - 1;
        let Some(frame) = self.frames.pop() else { return Expanded::Complete };
        let expanded = self.expand_frame(&frame, ply, observer);
        self.frames.push(frame);
        expanded
    }

    fn expand_frame<O: Observer<G>>(
        &mut self,
        frame: &Frame<G, E::State>,
        ply: usize,
        observer: &mut O,
    ) -> Expanded {
        let count = self.game.count_moves(&frame.position);
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
        let mut moves = self.game.moves(&frame.position);
        let mut number = 0;
        while let Some((mv, child)) = self.game.next_child(&frame.position, &mut moves) {
            let key = match self.graph.keys {
                Some(_) => self.game.key(&child).unwrap_or_default(),
                None => 0,
            };
            let index = match self.graph.find(key) {
                Some(known) => known,
                None => {
                    let outcome = self.game.outcome(&child);
                    let state = self.evaluator.update(&frame.position, &frame.state, &child);
                    let value = self.leaf_value(&child, &state, outcome);
                    self.status.counts.evaluated += 1;
                    let completes = self.switches.completes();
                    self.graph.add(Node::new(key, value, outcome, completes))
                }
            };
            let value = -self.graph.node(index).value;
            observer.generated(&Generated::new(ply, mv, &child, Some(value), None));
            let packed = self.game.pack(mv, number);
            self.graph.edges.push(Edge { child: index, packed, visits: 0 });
            if let (Some(uct), Some(sums)) = (&self.uct, &mut self.graph.sums) {
                sums.push(uct.reward(value));
            }
            number += 1;
        }
        self.graph.expand(frame.node, first);
        self.status.counts.expanded += 1;
        self.status.counts.generated += u64::from(number);
        Expanded::Complete
    }
}
