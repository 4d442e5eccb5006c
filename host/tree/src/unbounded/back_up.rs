//! Back-propagation: what a node's children say of it, and how far that goes up.

use plyscope_core::{Evaluator, Game, Observer, Value};

use super::graph::{Bounds, Edge, Node, Worth};
use super::{BackUp, Unbounded};

/// What has changed of a node.
#[derive(Clone, Copy, Default)]
pub(super) struct Refreshed {
    /// Anything.
    changed: bool,
    /// What is certain of its value, which may close it or other choices above.
    narrower: bool,
}

impl<G: Game, E: Evaluator<G::Position>> Unbounded<G, E> {
    /// Backs up a node's value from its children, and what is certain of it. Returns what has changed.
    ///
    /// A node is resolved if a child wins for its mover, or if all its children are there and resolved. The value of a node with its first
    /// children only is the best of them: at least this much, and more than keeps it on the principal variation.
    pub(super) fn refresh(&mut self, node: u32) -> Refreshed {
        let mut best = Worth::LEAST;
        let known = self.graph.node(node);
        let is_static = known.is_static();
        let mut all_resolved = known.is_expanded();
        for edge in self.graph.edges(node) {
            let child = self.graph.node(edge.child);
            best = best.max(child.worth());
            all_resolved &= child.resolved;
        }
        if best == Worth::LEAST || is_static {
            // It has no children, or no value from them yet.
            return Refreshed::default();
        }
        let (completion, value) = (best.completion(), best.value());
        let certain = self.bounds_of(node);
        let resolved = match certain {
            Some(Bounds { low, high }) => high <= low,
            None => self.switches.completes() && (completion == 1 || all_resolved),
        };
        let known = self.graph.bounds.as_mut().and_then(|all| all.get_mut(node as usize));
        let narrower = match (known, certain) {
            (Some(known), Some(certain)) => core::mem::replace(known, certain) != certain,
            _ => false,
        };
        let node = self.graph.node_mut(node);
        let changed = narrower || (node.value, node.resolved) != (value, resolved);
        node.value = value;
        node.resolved = resolved;
        node.completion = if resolved { completion } else { 0 };
        Refreshed { changed, narrower }
    }

    /// What its children make certain of a node's value.
    fn bounds_of(&self, node: u32) -> Option<Bounds> {
        let all = self.graph.bounds.as_ref()?;
        let children =
            self.graph.edges(node).iter().filter_map(|edge| all.get(edge.child as usize));
        let (mut low, mut high) = (Value::NEG_INFINITY, Value::NEG_INFINITY);
        for child in children {
            low = low.max(-child.high);
            high = high.max(-child.low);
        }
        let high = if self.graph.node(node).is_expanded() { high } else { Value::INFINITY };
        Some(Bounds { low, high })
    }

    /// Whether a node's children leave its outcome open: none wins for its mover, and not all are resolved.
    pub(super) fn is_open(&self, node: u32) -> bool {
        let edges = self.graph.edges(node);
        let resolved = |edge: &Edge| self.graph.node(edge.child).resolved;
        edges.iter().all(|edge| self.worth(edge).completion() < 1) && !edges.iter().all(resolved)
    }

    /// Ends an iteration at the node on top: backs up values to the node where the next one begins, which is on top then.
    ///
    /// A new value concerns the nodes above only when it leaves its window: until then every iteration comes down to the same node, and
    /// begins there at once, as in Korf & Chickering's Fig. 3. The values above are backed up when the line is left. An observer is told
    /// the whole way, which UCT needs, too, because its choices change with every visit. Where lines have met, values may change off
    /// the line.
    pub(super) fn back_up<O: Observer<G>>(&mut self, observer: &mut O) {
        if let Some(top) = self.frames.last_mut() {
            top.iterations = top.iterations.saturating_add(1);
        }
        let is_stable = self.switches.backup == BackUp::Stable;
        let is_short = !observer.observes() && self.uct.is_none() && !self.graph.met;
        let mut reward = None;
        while let Some(top) = self.frames.last_mut() {
            let (node, edge, window, tied) = (top.node, top.edge, top.window, top.tied);
            self.unsettled -= u32::from(core::mem::take(&mut top.unsettled));
            let Refreshed { changed, narrower } = self.refresh(node);
            self.tell_best(observer);
            let Node { value, resolved, .. } = *self.graph.node(node);
            let stays = is_stable && !changed
                || is_short
                    && !tied
                    && !narrower
                    && !resolved
                    && window.alpha < value
                    && value < window.beta;
            if stays && self.unsettled == 0 || self.frames.len() == 1 {
                return;
            }
            if let Some(uct) = self.uct {
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
