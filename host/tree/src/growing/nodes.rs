//! A tree in memory with what a search knows of each node. Children lie side by side.

use alloc::vec::Vec;

/// A node: where its children are, the move to it, and what is known of it.
#[derive(Clone, Debug)]
pub(super) struct Node<T> {
    first: u32,
    count: u32,
    /// The move to it, packed.
    pub(super) packed: u32,
    pub(super) known: T,
}

/// Nodes up to a limit; the first is the root.
#[derive(Debug)]
pub(super) struct Nodes<T> {
    nodes: Vec<Node<T>>,
    limit: usize,
    most: usize,
}

impl<T> Nodes<T> {
    pub(super) const fn new(limit: usize) -> Self {
        Self { nodes: Vec::new(), limit, most: 0 }
    }

    /// Forgets the tree, and begins one with this root.
    pub(super) fn reset(&mut self, root: T) {
        self.nodes.clear();
        self.nodes.push(Node { first: 0, count: 0, packed: 0, known: root });
    }

    pub(super) fn get(&self, node: usize) -> &Node<T> {
        &self.nodes[node]
    }

    /// The index of a node's first child.
    pub(super) fn first(&self, node: usize) -> usize {
        self.nodes[node].first as usize
    }

    pub(super) fn is_expanded(&self, node: usize) -> bool {
        self.nodes[node].count > 0
    }

    pub(super) fn children(&self, node: usize) -> &[Node<T>] {
        let Node { first, count, .. } = self.nodes[node];
        &self.nodes[first as usize..(first + count) as usize]
    }

    pub(super) fn set(&mut self, node: usize, known: T) {
        self.nodes[node].known = known;
    }

    /// Whether there is memory for so many more nodes.
    pub(super) fn has_room(&mut self, count: usize) -> bool {
        let all = self.nodes.len() + count;
        all <= self.limit && u32::try_from(all).is_ok() && self.nodes.try_reserve(count).is_ok()
    }

    /// Gives a node its children: what is known of each, and the moves to them. There must be room.
    pub(super) fn expand(&mut self, node: usize, children: impl Iterator<Item = (u32, T)>) {
        let first = self.nodes.len();
        let children = children.map(|(packed, known)| Node { first: 0, count: 0, packed, known });
        self.nodes.extend(children);
        self.nodes[node].first = first as u32;
        self.nodes[node].count = (self.nodes.len() - first) as u32;
        self.most = self.most.max(self.nodes.len());
    }

    pub(super) const fn most(&self) -> usize {
        self.most
    }

    pub(super) const fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node<T>>()
    }
}

/// The number of nodes in so many bytes, at least the root.
pub(super) fn nodes_in<T>(bytes: u64) -> usize {
    usize::try_from(bytes / size_of::<Node<T>>() as u64).unwrap_or(usize::MAX).max(1)
}
