//! Selection: the child that an iteration goes down to, and the order of children.

use core::cmp::Reverse;

use plyscope_core::{Evaluator, Game, Value};

use super::graph::Edge;
use super::{BackUp, Descent, Frame, Unbounded};

impl<G: Game, E: Evaluator<G::Position>> Unbounded<G, E> {
    /// What an edge's child is worth to the side that chooses it: whether it is known to win or to lose, then its value.
    #[inline]
    pub(super) fn worth(&self, edge: &Edge) -> (i8, Value) {
        let child = self.graph.node(edge.child);
        (-child.completion, -child.value)
    }

    /// The number of the edge to follow from a node: the best child, of those that are not resolved if the search completes.
    /// Of equals, by [`BackUp::Stable`] the one followed last, by [`BackUp::Root`] the one with the fewest visits; then the
    /// first in the game's order.
    pub(super) fn choose(&self, node: u32) -> Option<usize> {
        if let Some(uct) = &self.uct {
            return self.choose_by_bounds(node, uct);
        }
        let completes = self.switches.completes();
        let last = usize::from(self.graph.node(node).last);
        // A loop, because compilers may leave a chain of adapters as a function of its own, called for every node on the way down.
        let mut best = None;
        for (number, edge) in self.graph.edges(node).iter().enumerate() {
            if completes && self.graph.node(edge.child).resolved {
                continue;
            }
            let tie = match self.switches.backup {
                BackUp::Stable => u32::from(number != last),
                BackUp::Root => edge.visits,
            };
            let rank = (self.worth(edge), Reverse((tie, number)));
            if best.is_none_or(|most| rank > most) {
                best = Some(rank);
            }
        }
        best.map(|(_, Reverse((_, number)))| number)
    }

    /// The frame of the child of the node on top that edge `number` leads to, and the move to it.
    pub(super) fn descend(&mut self, number: usize) -> Option<Descent<G, E::State>> {
        let top = self.frames.last()?;
        let edge = self.graph.node(top.node).edges().start + number;
        let Edge { child, packed, .. } = *self.graph.edges.get(edge)?;
        let mv = self.game.unpack(&top.position, packed)?;
        let position = self.game.play(&top.position, mv);
        let state = self.evaluator.update(&top.position, &top.state, &position);
        // Expansions of more children than this are refused.
        self.graph.node_mut(top.node).last = number as u16;
        let edge = edge as u32;
        Some((mv, Frame { position, state, node: child, edge, iterations: 0, unsettled: false }))
    }
}
