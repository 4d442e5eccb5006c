//! The result: the move to play, its line, its value, and what is proven.

use alloc::vec::Vec;
use core::cmp::Reverse;

use plyscope_core::{Bound, Evaluator, Game, Outcome, Value};

use super::graph::Edge;
use super::{BackUp, EndLeaf, FinalMove, Unbounded};

impl<G: Game, E: Evaluator<G::Position>> Unbounded<G, E> {
    /// The edge to the best child: by value and what is certain of it, of equals by [`BackUp::Stable`] the one followed last, by
    /// [`BackUp::Root`] the one with the most visits; then the first in the game's order.
    fn best(&self, node: u32) -> Option<&Edge> {
        let last = usize::from(self.graph.node(node).last);
        let rank = |(number, edge): &(usize, &Edge)| {
            let tie = match self.switches.backup {
                BackUp::Stable => u32::from(*number == last),
                BackUp::Root => edge.visits,
            };
            (self.worth(edge), self.assured(edge), tie, Reverse(*number))
        };
        self.graph.edges(node).iter().enumerate().max_by_key(rank).map(|(_, edge)| edge)
    }

    /// The edge to the child that is known to win, or else not known to lose, and has the most visits; of equals, the best, then
    /// the first in the game's order. Without completion, the best closed child instead, if it is not worth less.
    fn safest(&self, node: u32) -> Option<&Edge> {
        let rank = |(number, edge): &(usize, &Edge)| {
            let worth = self.worth(edge);
            (worth.completion(), edge.visits, worth, Reverse(*number))
        };
        let edges = self.graph.edges(node).iter().enumerate();
        if self.switches.completes() {
            return edges.max_by_key(rank).map(|(_, edge)| edge);
        }
        // No iteration goes through closed moves any more: they count by their values.
        let low = self.graph.certain(node).map(|certain| certain.low);
        let (closed, open): (Vec<_>, Vec<_>) =
            edges.partition(|(_, edge)| self.is_closed(edge, low));
        let by_worth = |(number, edge): &(usize, &Edge)| {
            (self.worth(edge), self.assured(edge), Reverse(*number))
        };
        let known = closed.into_iter().max_by_key(by_worth);
        let safest = open.into_iter().max_by_key(rank);
        let both = safest.into_iter().chain(known);
        both.max_by_key(|(_, edge)| self.worth(edge)).map(|(_, edge)| edge)
    }

    /// What an edge is certainly worth, if the search knows it: of equal values, those that are certain are better.
    fn assured(&self, edge: &Edge) -> Value {
        self.graph.certain(edge.child).map_or(Value::ZERO, |certain| -certain.high)
    }

    /// Reads the result from the tree, where everything is backed up.
    pub(super) fn conclude(&mut self) {
        self.settle();
        self.read();
    }

    /// Reads the result from the tree as it is.
    pub(super) fn read(&mut self) {
        let Some(root) = self.frames.first() else { return };
        let (node, mut position) = (root.node, root.position.clone());
        self.status.line.clear();
        self.status.value = self.graph.node(node).value;
        self.status.line_ends_game = self.graph.node(node).is_finished();
        if let Some(outcome) = self.game.outcome(&position) {
            // Also where finished games have static values: this is the game's value.
            self.status.value = self.evaluator.final_value(outcome);
        }
        if self.status.line_ends_game || self.status.limits.depth == 0 {
            self.status.bound = Bound::Exact;
            return;
        }
        let first = match self.switches.final_move {
            FinalMove::Best => self.best(node),
            FinalMove::Safe => self.safest(node),
        };
        let mut next = first.copied();
        if let Some(first) = next {
            self.status.value = -self.graph.node(first.child).value;
            self.status.bound = Bound::Estimate;
        }
        while let Some(edge) =
            next.filter(|_| (self.status.line.len() as u64) < self.status.limits.depth.into())
        {
            let Some(mv) = self.game.unpack(&position, edge.packed) else { break };
            position = self.game.play(&position, mv);
            self.status.line.push(mv);
            self.status.line_ends_game = self.graph.node(edge.child).is_finished();
            // The best of some children may not be the best of all, unless it wins.
            let child = self.graph.node(edge.child);
            let is_known = child.is_expanded() || child.resolved;
            next = self.best(edge.child).copied().filter(|_| is_known);
        }
        if self.is_exact() {
            self.status.bound = Bound::Exact;
        }
        if let Some(completion) = self.proof() {
            // A proof says who wins, not by how much.
            self.status.bound = match completion {
                1 => Bound::Lower,
                -1 => Bound::Upper,
                _ => Bound::Exact,
            };
            match (completion, self.switches.leaf) {
                (completion, EndLeaf::Evaluation) => self.status.value = self.least(completion),
                // One winning move bounds a win from below. A loss is bounded from above by the best move only: of the others,
                // the one to play may lose more than the game is worth.
                (-1, EndLeaf::Exact) => self.status.value = self.graph.node(node).value,
                (_, EndLeaf::Exact) => {}
            }
        }
    }

    /// The value of the smallest win, a draw or the smallest loss.
    fn least(&self, completion: i8) -> Value {
        self.evaluator.finished(Outcome::scored(completion.into()))
    }

    /// Whether the root's value is known without completion, and that of the game.
    pub(super) fn is_exact(&self) -> bool {
        let root = self.frames.first().map(|root| self.graph.node(root.node));
        root.is_some_and(|root| root.resolved)
            && !self.switches.completes()
            && self.switches.leaf == EndLeaf::Exact
    }

    /// Who wins at the root, if that is proven: 1 the side to move, -1 the opponent, 0 none.
    pub(super) fn proof(&self) -> Option<i8> {
        let root = self.graph.node(self.frames.first()?.node);
        (self.switches.completes() && root.resolved).then_some(root.completion)
    }
}
