//! The nodes and edges of a tree in memory whose lines may meet.

use alloc::vec;
use alloc::vec::Vec;

use plyscope_core::{Outcome, Value};

use super::Switches;
use super::keys::Keys;

/// The null index.
pub(super) const NONE: u32 = u32::MAX;

/// A position: 24 bytes. Values are for the side to move there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// The position's key; 0 if it is not shared.
    pub(super) key: u64,
    /// Static or backed up.
    pub(super) value: Value,
    /// The first of its edges, which lie side by side.
    edges: u32,
    /// The number of its edges.
    count: u16,
    /// The number of the edge that was followed last.
    pub(super) last: u16,
    /// With completion, 1 if the side to move is known to win, -1 if it is known to lose; 0 otherwise.
    pub(super) completion: i8,
    /// Whether all is known of it: with completion, the outcome, and `completion` is its sign; without, the value.
    pub(super) resolved: bool,
    stage: Stage,
}

/// How far a node is expanded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stage {
    /// Its value is static: it has no children, or the search was stopped while it generated the first ones.
    Static,
    /// It has its first children only: the best of them took it off the principal variation, or wins.
    Partial,
    /// It has all its children.
    Complete,
}

impl Node {
    /// A position that is not expanded, or finished with this outcome.
    #[inline]
    pub(super) fn new(
        key: u64,
        value: Value,
        outcome: Option<Outcome>,
        switches: Switches,
    ) -> Self {
        let known = outcome.filter(|_| switches.completes());
        Self {
            key,
            value,
            edges: 0,
            count: 0,
            last: 0,
            completion: known.map_or(0, |outcome| outcome.score().signum() as i8),
            resolved: outcome.is_some() && switches.resolves(),
            // A finished game has all its children.
            stage: if outcome.is_some() { Stage::Complete } else { Stage::Static },
        }
    }

    /// What the node is worth to the side that chooses among it and its siblings, greatest first: whether it is known to win or to
    /// lose, then its value.
    #[inline]
    pub(super) fn worth(&self) -> Worth {
        Worth(-(i64::from(self.completion) << 32) - i64::from(self.value.get()))
    }

    /// Whether all children are there.
    #[inline]
    pub(super) const fn is_expanded(&self) -> bool {
        matches!(self.stage, Stage::Complete)
    }

    /// Whether its value is static.
    #[inline]
    pub(super) const fn is_static(&self) -> bool {
        matches!(self.stage, Stage::Static)
    }

    /// Whether the game is over.
    #[inline]
    pub(super) const fn is_finished(&self) -> bool {
        self.is_expanded() && self.count == 0
    }

    /// The indices of its edges.
    #[inline]
    pub(super) const fn edges(&self) -> core::ops::Range<usize> {
        self.edges as usize..self.edges as usize + self.count as usize
    }
}

/// What a child is worth to the side that chooses it: one number, because children are compared at every node on the way.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Worth(i64);

impl Worth {
    /// Less than that of any node.
    pub(super) const LEAST: Self = Self(i64::MIN);

    /// 1 if the side that chooses is known to win, -1 if it is known to lose, 0 otherwise. Values are less than half of 2^32.
    pub(super) const fn completion(self) -> i8 {
        ((self.0 + (1 << 31)) >> 32) as i8
    }

    /// The child's value, for the side that chooses it.
    pub(super) fn value(self) -> Value {
        Value::from_i64(self.0 - (i64::from(self.completion()) << 32))
    }
}

/// A move from one position to another: 12 bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    /// The node it leads to.
    pub(super) child: u32,
    /// The move, packed.
    pub(super) packed: u32,
    /// The iterations that went through it.
    pub(super) visits: u32,
}

/// What is certain of a node's value: it is at least `low` and at most `high`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Bounds {
    pub(super) low: Value,
    pub(super) high: Value,
}

impl Bounds {
    /// Those of a leaf: all is certain of a finished game, and nothing of another position.
    fn of_leaf(node: &Node) -> Self {
        match node.is_finished() {
            true => Self { low: node.value, high: node.value },
            false => Self { low: Value::NEG_INFINITY, high: Value::INFINITY },
        }
    }
}

/// Nodes and edges, up to a limit on edges. Every node but the root has one, so there are hardly more nodes.
#[derive(Debug)]
pub(super) struct Graph {
    pub(super) nodes: Vec<Node>,
    pub(super) edges: Vec<Edge>,
    /// The sum of rewards of each edge, if they are counted.
    pub(super) sums: Option<Vec<i64>>,
    /// What is certain of each node's value, if the search looks for it.
    pub(super) bounds: Option<Vec<Bounds>>,
    /// Nodes by key, if lines may meet.
    pub(super) keys: Option<Keys>,
    /// Whether lines have met.
    pub(super) met: bool,
    limit: u32,
    most: usize,
}

/// Bytes that a child takes at most: a node, an edge, and its part of the table of keys.
const CHILD: usize = size_of::<Node>() + size_of::<Edge>() + 4 * size_of::<u32>();

/// Children that a byte limit allows.
#[must_use]
pub const fn children_within(bytes: u64) -> u32 {
    within(bytes, CHILD)
}

const fn within(bytes: u64, child: usize) -> u32 {
    let children = bytes / child as u64;
    // The largest index means none.
    if children >= NONE as u64 { NONE - 1 } else { children as u32 }
}

/// The same if bounds are kept: by [`OnResolved::Next`](super::OnResolved::Next) without completion.
#[must_use]
pub const fn bounded_children_within(bytes: u64) -> u32 {
    within(bytes, CHILD + size_of::<Bounds>())
}

/// The same if rewards are counted, and bounds kept or not.
#[must_use]
pub const fn rewarded_children_within(bytes: u64, bounded: bool) -> u32 {
    let bounds = if bounded { size_of::<Bounds>() } else { 0 };
    within(bytes, CHILD + size_of::<i64>() + bounds)
}

impl Graph {
    /// `bounded` if it keeps what is certain of values.
    pub(super) fn new(limit: u32, bounded: bool) -> Self {
        Self {
            nodes: Vec::new(),
            edges: Vec::new(),
            sums: None,
            bounds: bounded.then(Vec::new),
            keys: None,
            met: false,
            limit,
            most: 0,
        }
    }

    /// Forgets everything and begins with this node, whose index is 0. Lines may meet if positions are `shared`.
    pub(super) fn reset(&mut self, root: Node, shared: bool) {
        self.nodes.clear();
        self.edges.clear();
        if let Some(sums) = &mut self.sums {
            sums.clear();
        }
        if let Some(bounds) = &mut self.bounds {
            bounds.clear();
        }
        match &mut self.keys {
            Some(keys) if shared => keys.clear(),
            keys => *keys = shared.then(Keys::new),
        }
        self.most = 0;
        if let Some(keys) = &mut self.keys {
            keys.reserve(1, &[]);
        }
        self.met = false;
        self.find_or_add(root.key, || root);
    }

    /// Reserves room for `children` more. Returns whether there is any.
    #[inline]
    pub(super) fn reserve(&mut self, children: usize) -> bool {
        /// Grows in small steps: doubling would waste up to half of the memory.
        #[inline]
        fn reserve<T>(items: &mut Vec<T>, more: usize, limit: usize) -> bool {
            items.capacity() - items.len() >= more || grow(items, more, limit)
        }
        #[cold]
        fn grow<T>(items: &mut Vec<T>, more: usize, limit: usize) -> bool {
            let step = (items.len() / 32).max(1 << 12).min(limit - items.len()).max(more);
            items.try_reserve_exact(step).is_ok()
        }
        let limit = self.limit as usize;
        if children > u16::MAX.into() || self.edges.len() + children > limit {
            return false;
        }
        reserve(&mut self.edges, children, limit)
            && reserve(&mut self.nodes, children, limit + 1)
            && self.sums.as_mut().is_none_or(|sums| reserve(sums, children, limit))
            && self.bounds.as_mut().is_none_or(|bounds| reserve(bounds, children, limit + 1))
            && self.keys.as_mut().is_none_or(|keys| keys.reserve(children, &self.nodes))
    }

    /// The node with this key, or a new one, for which room was reserved. The key is of no interest if positions are not shared.
    #[inline]
    pub(super) fn find_or_add(&mut self, key: u64, new: impl FnOnce() -> Node) -> u32 {
        let index = self.nodes.len() as u32;
        if let Some(keys) = &mut self.keys
            && let Some(known) = keys.find_or_insert(key, index, &self.nodes)
        {
            self.met = true;
            return known;
        }
        let node = new();
        if let Some(bounds) = &mut self.bounds {
            bounds.push(Bounds::of_leaf(&node));
        }
        self.nodes.push(node);
        self.most = self.most.max(self.nodes.len());
        index
    }

    #[inline]
    pub(super) fn node(&self, index: u32) -> &Node {
        &self.nodes[index as usize]
    }

    #[inline]
    pub(super) fn node_mut(&mut self, index: u32) -> &mut Node {
        &mut self.nodes[index as usize]
    }

    /// What is certain of a node's value.
    #[inline]
    pub(super) fn certain(&self, node: u32) -> Option<Bounds> {
        self.bounds.as_ref()?.get(node as usize).copied()
    }

    /// The edges of a node.
    #[inline]
    pub(super) fn edges(&self, node: u32) -> &[Edge] {
        &self.edges[self.node(node).edges()]
    }

    /// Moves a node's edges behind all others, so that more can follow. Room must be reserved. Returns where they begin.
    #[inline]
    pub(super) fn reopen(&mut self, node: u32) -> usize {
        let edges = self.node(node).edges();
        let end = self.edges.len();
        if edges.is_empty() || edges.end == end {
            return end - edges.len();
        }
        self.edges.extend_from_within(edges);
        end
    }

    /// Gives a node the edges from `first` on.
    pub(super) fn expand(&mut self, node: u32, first: usize, stage: Stage) {
        let count = self.edges.len() - first;
        let node = self.node_mut(node);
        node.edges = first as u32;
        node.count = count as u16;
        node.stage = stage;
    }

    /// Keeps the nodes that can be reached from `root`, which becomes number 0 or later, and frees the others. Needs a few
    /// bytes a node for a moment. Returns the root's new number.
    pub(super) fn keep_from(&mut self, root: u32) -> u32 {
        let mut numbers = vec![NONE; self.nodes.len()];
        let mut left = vec![root];
        numbers[root as usize] = 0;
        let mut count = 0;
        while let Some(node) = left.pop() {
            count += usize::from(self.node(node).count);
            for edge in self.edges(node) {
                if core::mem::replace(&mut numbers[edge.child as usize], 0) == NONE {
                    left.push(edge.child);
                }
            }
        }
        let kept = numbers.iter_mut().filter(|number| **number != NONE);
        for (new, number) in (0..).zip(kept) {
            *number = new;
        }
        let mut edges = Vec::with_capacity(count);
        let mut kept_sums = self.sums.as_ref().map(|_| Vec::with_capacity(count));
        let mut next = 0;
        for old in 0..self.nodes.len() {
            if numbers[old] == NONE {
                continue;
            }
            let mut node = self.nodes[old];
            let first = edges.len() as u32;
            let renumbered = |edge: &Edge| Edge { child: numbers[edge.child as usize], ..*edge };
            edges.extend(self.edges[node.edges()].iter().map(renumbered));
            if let (Some(kept), Some(sums)) = (&mut kept_sums, &self.sums) {
                kept.extend_from_slice(&sums[node.edges()]);
            }
            node.edges = first;
            self.nodes[next] = node;
            if let Some(bounds) = &mut self.bounds {
                bounds[next] = bounds[old];
            }
            next += 1;
        }
        self.nodes.truncate(next);
        if let Some(bounds) = &mut self.bounds {
            bounds.truncate(next);
        }
        self.edges = edges;
        self.sums = kept_sums;
        if let Some(keys) = &mut self.keys {
            keys.rebuild(&self.nodes);
        }
        numbers[root as usize]
    }

    /// The most nodes held at once since the last [`Graph::reset`].
    pub(super) const fn most(&self) -> usize {
        self.most
    }

    /// Bytes taken, including unused capacity.
    pub(super) fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>()
            + self.edges.capacity() * size_of::<Edge>()
            + self.sums.as_ref().map_or(0, |sums| sums.capacity() * size_of::<i64>())
            + self.bounds.as_ref().map_or(0, |bounds| bounds.capacity() * size_of::<Bounds>())
            + self.keys.as_ref().map_or(0, Keys::bytes)
    }
}

#[cfg(test)]
mod tests;
