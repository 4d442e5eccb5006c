//! Selection: the child that an iteration goes down to, and the order of children.

use plyscope_core::{Evaluator, Game, Value, Window};

use super::graph::{Edge, Worth};
use super::{BackUp, Descent, Frame, Unbounded};

/// The edge that an iteration follows.
#[derive(Clone, Copy)]
pub(super) struct Choice {
    /// Its number among its node's edges.
    pub(super) number: usize,
    /// The value of the best of the others that may be followed, for the side that chooses.
    second: Value,
}

impl<G: Game, E: Evaluator<G::Position>> Unbounded<G, E> {
    /// What an edge's child is worth to the side that chooses it.
    #[inline]
    pub(super) fn worth(&self, edge: &Edge) -> Worth {
        self.graph.node(edge.child).worth()
    }

    /// Whether a child is left alone: it is resolved, or it is certainly worth no more than `low`, which is certain of its parent,
    /// because of a sibling.
    #[inline]
    pub(super) fn is_closed(&self, edge: &Edge, low: Option<Value>) -> bool {
        let is_worse = |low| self.graph.certain(edge.child).is_some_and(|of| -of.low <= low);
        self.graph.node(edge.child).resolved || low.is_some_and(is_worse)
    }

    /// The edge to follow from a node: to the best child, of those that are not [closed](Self::is_closed). Of equals, by
    /// [`BackUp::Stable`] the one followed last, by [`BackUp::Root`] the one with the fewest visits; then the first in the game's
    /// order.
    #[inline]
    pub(super) fn choose(&self, node: u32) -> Option<Choice> {
        if let Some(uct) = &self.uct {
            let number = self.choose_by_bounds(node, uct)?;
            return Some(Choice { number, second: Value::INFINITY });
        }
        let low = self.graph.certain(node).map(|certain| certain.low);
        let (mut number, mut best, mut second) = (0, Value::NEG_INFINITY, Value::NEG_INFINITY);
        for (other, edge) in self.graph.edges(node).iter().enumerate() {
            let child = self.graph.node(edge.child);
            if self.is_closed(edge, low) {
                continue;
            }
            // Of nodes that are not resolved, none is known to win or to lose. Minima and maxima take no branches, which would be
            // mispredicted as often as not.
            let value = -child.value;
            number = if value > best { other } else { number };
            second = second.max(best.min(value));
            best = best.max(value);
        }
        if best == Value::NEG_INFINITY {
            return None;
        }
        let number = if second == best { self.first_of_equals(node, best)? } else { number };
        Some(Choice { number, second })
    }

    /// The number of the edge to follow of those to children of this value that are not closed.
    fn first_of_equals(&self, node: u32, value: Value) -> Option<usize> {
        let last = usize::from(self.graph.node(node).last);
        let low = self.graph.certain(node).map(|certain| certain.low);
        let equals = self.graph.edges(node).iter().enumerate().filter(|(_, edge)| {
            -self.graph.node(edge.child).value == value && !self.is_closed(edge, low)
        });
        let tie = |(number, edge): &(usize, &Edge)| match self.switches.backup {
            BackUp::Stable => u32::from(*number != last),
            BackUp::Root => edge.visits,
        };
        equals.min_by_key(tie).map(|(number, _)| number)
    }

    /// The frame of the child of the node on top that the chosen edge leads to, and the move to it.
    #[inline]
    pub(super) fn descend(&mut self, choice: Choice) -> Option<Descent<G, E::State>> {
        let Choice { number, second } = choice;
        let top = self.frames.last()?;
        let edge = self.graph.node(top.node).edges().start + number;
        let Edge { child, packed, .. } = *self.graph.edges.get(edge)?;
        let mv = self.game.unpack(&top.position, packed)?;
        let position = self.game.play(&top.position, mv);
        let state = self.evaluator.update(&top.position, &top.state, &position);
        // Expansions of more children than this are refused.
        self.graph.node_mut(top.node).last = number as u16;
        let edge = edge as u32;
        let Window { alpha, beta } = top.window;
        let window = Window { alpha: alpha.max(second), beta }.negated();
        let value = self.graph.node(top.node).value;
        let tied = self.switches.resolves() && (top.tied || value <= alpha || value >= beta);
        let frame = Frame {
            position,
            state,
            node: child,
            edge,
            iterations: 0,
            window,
            tied,
            unsettled: false,
        };
        Some((mv, frame))
    }
}
