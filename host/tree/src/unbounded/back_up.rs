//! Back-propagation: what a node's children say of it, and how far that goes up.

use plyscope_core::{Evaluator, Game, Observer, Value};

use super::graph::Edge;
use super::{BackUp, Unbounded};

impl<G: Game, E: Evaluator<G::Position>> Unbounded<G, E> {
    /// Backs up a node's value from its children, and whether it is resolved. Returns whether anything has changed.
    ///
    /// A node is resolved if a child wins for its mover, or if all its children are resolved.
    pub(super) fn refresh(&mut self, node: u32) -> bool {
        let old = *self.graph.node(node);
        let mut best = (i8::MIN, Value::NEG_INFINITY);
        let mut all_resolved = true;
        for edge in self.graph.edges(node) {
            best = best.max(self.worth(edge));
            all_resolved &= self.graph.node(edge.child).resolved;
        }
        if best.0 == i8::MIN {
            // It has no children.
            return false;
        }
        let (completion, value) = best;
        let resolved = self.switches.completes() && (completion == 1 || all_resolved);
        let node = self.graph.node_mut(node);
        node.value = value;
        node.resolved = resolved;
        node.completion = if resolved { completion } else { 0 };
        (old.value, old.resolved) != (value, resolved)
    }

    /// Whether a node's children leave its outcome open: none wins for its mover, and not all are resolved.
    pub(super) fn is_open(&self, node: u32) -> bool {
        let edges = self.graph.edges(node);
        let resolved = |edge: &Edge| self.graph.node(edge.child).resolved;
        edges.iter().all(|edge| self.worth(edge).0 < 1) && !edges.iter().all(resolved)
    }

    /// Ends an iteration at the node on top: backs up values to the node where the next one begins, which is on top then.
    pub(super) fn back_up<O: Observer<G>>(&mut self, observer: &mut O) {
        if let Some(top) = self.frames.last_mut() {
            top.iterations = top.iterations.saturating_add(1);
        }
        let mut reward = None;
        while let Some(top) = self.frames.last_mut() {
            let node = top.node;
            self.unsettled -= u32::from(core::mem::take(&mut top.unsettled));
            let changed = self.refresh(node);
            self.tell_best(observer);
            let stable = self.switches.backup == BackUp::Stable && self.unsettled == 0;
            let stays = stable && !changed;
            if stays || self.frames.len() == 1 {
                return;
            }
            let value = self.graph.node(node).value;
            if let Some((uct, edge)) = self.uct.zip(self.frames.last().map(|top| top.edge)) {
                // For the side that chooses the edge.
                let counted = reward.map_or_else(|| uct.reward(-value), |reward: i64| -reward);
                self.count_reward(edge, counted);
                reward = Some(counted);
            }
            observer.returned(self.frames.len() - 1, value);
            self.pop();
        }
    }

    /// Tells the observer the best child of the node on top.
    fn tell_best<O: Observer<G>>(&self, observer: &mut O) {
        let Some(top) = self.frames.last().filter(|_| observer.observes()) else { return };
        let edges = self.graph.edges(top.node).iter().rev();
        let Some(best) = edges.max_by_key(|edge| self.worth(edge)) else { return };
        if let Some(mv) = self.game.unpack(&top.position, best.packed) {
            observer.backed_up(self.frames.len() - 1, mv, self.graph.node(top.node).value);
        }
    }

    /// Leaves the node on top, and counts its iterations for the move to it.
    fn pop(&mut self) {
        let Some(left) = self.frames.pop() else { return };
        self.count_visits(left.edge, left.iterations);
        if let Some(parent) = self.frames.last_mut() {
            parent.iterations = parent.iterations.saturating_add(left.iterations);
        }
    }

    fn count_visits(&mut self, edge: u32, iterations: u32) {
        if let Some(edge) = self.graph.edges.get_mut(edge as usize) {
            edge.visits = edge.visits.saturating_add(iterations);
        }
    }

    /// Backs up everything to the root, at the end of a search.
    pub(super) fn settle(&mut self) {
        while let Some(top) = self.frames.last() {
            self.refresh(top.node);
            if self.frames.len() == 1 {
                return;
            }
            self.pop();
        }
    }
}
