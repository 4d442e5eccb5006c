//! The nodes of a game tree in memory, as an arena with sibling lists and constant-time freeing of subtrees.

mod place;
mod sort;

use alloc::vec::Vec;

use plyscope_core::{PACKED_MOVES, Value};

pub(super) use place::Fallen;

/// The null index.
pub(super) const NONE: u32 = u32::MAX;

/// A node: 16 bytes. Searches keep the positions of their path, and play the move to a child when they go down to it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// The value for the side that chooses among this node and its siblings, static or backed up.
    pub(super) value: Value,
    /// The first child: the best once the list is ordered, and the newest until all are generated.
    pub(super) child: u32,
    /// The next sibling.
    pub(super) next: u32,
    /// The move that leads here, packed, the number of children until all are generated, and flags.
    packed: u32,
}

/// All children have been generated.
const COMPLETE: u32 = 1 << 31;
/// The value is backed up, not static.
const BACKED_UP: u32 = 1 << 30;
/// The children are in order, best first.
const ORDERED: u32 = 1 << 29;
/// The number of children: up to `MANY` - 1, or at least `MANY`.
const CHILD: u32 = PACKED_MOVES;
const MANY: u32 = ORDERED / CHILD - 1;
const CHILDREN: u32 = MANY * CHILD;
const MOVE: u32 = CHILD - 1;

impl Node {
    #[inline]
    pub(super) const fn new(packed_move: u32, value: Value) -> Self {
        Self { value, child: NONE, next: NONE, packed: packed_move & MOVE }
    }

    #[inline]
    pub(super) const fn packed_move(self) -> u32 {
        self.packed & MOVE
    }

    #[inline]
    pub(super) const fn is_complete(self) -> bool {
        self.packed & COMPLETE != 0
    }

    #[inline]
    pub(super) const fn set_complete(&mut self) {
        self.packed |= COMPLETE;
    }

    /// Whether all children have been generated and are in order, best first.
    #[inline]
    pub(super) const fn is_settled(self) -> bool {
        self.packed & (COMPLETE | ORDERED) == COMPLETE | ORDERED
    }

    /// Forgets its children, which are the caller's to free.
    pub(super) const fn take_children(&mut self) -> u32 {
        self.packed &= !(COMPLETE | CHILDREN);
        core::mem::replace(&mut self.child, NONE)
    }

    #[inline]
    pub(super) const fn is_ordered(self) -> bool {
        self.packed & ORDERED != 0
    }

    #[inline]
    pub(super) const fn set_ordered(&mut self, ordered: bool) {
        self.packed = if ordered { self.packed | ORDERED } else { self.packed & !ORDERED };
    }

    #[inline]
    pub(super) const fn is_backed_up(self) -> bool {
        self.packed & BACKED_UP != 0
    }

    /// Stores a value found by a search below.
    #[inline]
    pub(super) const fn back_up(&mut self, value: Value) {
        self.value = value;
        self.packed |= BACKED_UP;
    }
}

/// Memory for nodes, reused when subtrees are freed.
///
/// Siblings that are generated together lie side by side, best first once they are sorted. Links keep their order when values
/// change, so siblings may also be generated one by one, and a freed subtree leaves no gap that only its like would fill. Until all
/// are generated they are linked from the newest back to the first: another is added, and counted, without a walk along the list.
///
/// Freeing a subtree takes constant time: its root goes onto a list, and nodes are taken from there one at a time when
/// new ones are needed.
#[derive(Debug)]
#[cfg_attr(test, derive(Clone))]
pub(super) struct Arena {
    nodes: Vec<Node>,
    /// Heads of freed sibling lists, including everything below them.
    free: Vec<u32>,
    /// The limit on the number of nodes.
    limit: u32,
    /// The number of nodes up to which new ones are pushed without further questions: 0 while there are freed ones.
    room: usize,
}

/// All nodes that the limit allows are in use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Exhausted;

impl Arena {
    pub(super) const fn new(limit: u32) -> Self {
        Self { nodes: Vec::new(), free: Vec::new(), limit, room: 0 }
    }

    /// All nodes by index. No node has the index [`NONE`].
    #[inline]
    pub(super) fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    #[inline]
    pub(super) fn get(&self, index: u32) -> &Node {
        &self.nodes[index as usize]
    }

    #[inline]
    pub(super) fn get_mut(&mut self, index: u32) -> &mut Node {
        &mut self.nodes[index as usize]
    }

    /// Stores a node without children, to which this move leads.
    #[inline]
    pub(super) fn allocate(&mut self, packed_move: u32, value: Value) -> Result<u32, Exhausted> {
        self.allocate_before(NONE, packed_move, value)
    }

    /// The same, with the next sibling.
    #[inline]
    pub(super) fn allocate_before(
        &mut self,
        next: u32,
        packed_move: u32,
        value: Value,
    ) -> Result<u32, Exhausted> {
        if self.has_room() {
            return Ok(self.push(next, packed_move, value));
        }
        self.find_room(next, packed_move, value)
    }

    /// Whether the next node may be pushed without further questions.
    #[inline]
    pub(super) fn has_room(&self) -> bool {
        self.nodes.len() < self.room
    }

    /// Stores a node without children behind all others. There must be room for it.
    #[inline]
    pub(super) fn push(&mut self, next: u32, packed_move: u32, value: Value) -> u32 {
        let index = self.nodes.len() as u32;
        self.nodes.push(Node { next, ..Node::new(packed_move, value) });
        index
    }

    /// Stores child `number`, counted from 0, of `parent`, in front of those before it.
    #[inline]
    pub(super) fn add_child(
        &mut self,
        (parent, number): (u32, u32),
        packed_move: u32,
        value: Value,
    ) -> Result<u32, Exhausted> {
        let index = self.allocate_before(self.get(parent).child, packed_move, value)?;
        self.set_children(parent, index, number + 1);
        Ok(index)
    }

    /// Gives a node its children so far, the newest first.
    #[inline]
    pub(super) fn set_children(&mut self, parent: u32, newest: u32, count: u32) {
        let parent = self.get_mut(parent);
        parent.child = newest;
        parent.packed = (parent.packed & !CHILDREN) | (count.min(MANY) * CHILD);
    }

    /// The number of children of a node that may lack some.
    #[inline]
    pub(super) fn count_children(&self, parent: &Node) -> u32 {
        let count = (parent.packed & CHILDREN) / CHILD;
        if count < MANY { count } else { self.list(parent.child).count() as u32 }
    }

    /// The children of a node: as they are listed if there are all, and otherwise as they were generated.
    pub(super) fn children(&self, parent: u32) -> impl Iterator<Item = u32> {
        let parent = self.get(parent);
        let (listed, newest) =
            if parent.is_complete() { (parent.child, NONE) } else { (NONE, parent.child) };
        let mut generated: Vec<u32> = self.list(newest).collect();
        generated.reverse();
        self.list(listed).chain(generated)
    }

    /// All children of `parent` are generated: lists them in this order.
    pub(super) fn complete(&mut self, parent: u32) {
        let node = self.get_mut(parent);
        node.set_complete();
        let (mut rest, mut head) = (node.child, NONE);
        while rest != NONE {
            let next = core::mem::replace(&mut self.get_mut(rest).next, head);
            (head, rest) = (rest, next);
        }
        self.get_mut(parent).child = head;
    }

    /// Where nodes will lie side by side that are stored next; `None` if some may take the places of freed ones.
    #[inline]
    pub(super) fn next_row(&self) -> Option<u32> {
        self.free.is_empty().then_some(self.nodes.len() as u32)
    }

    /// Stores a node without children where a freed one was, or in more memory.
    // It takes the numbers: with a node as its argument the compiler puts every node together on the stack, for this call or not, and
    // copies it as a whole before its parts are in the cache: a quarter of a search's time.
    #[inline(never)]
    #[cold]
    pub(super) fn find_room(
        &mut self,
        next: u32,
        packed_move: u32,
        value: Value,
    ) -> Result<u32, Exhausted> {
        let node = Node { next, ..Node::new(packed_move, value) };
        if let Some(last) = self.free.last_mut() {
            let index = *last;
            let reused = self.nodes[index as usize];
            if reused.next == NONE {
                self.free.pop();
            } else {
                *last = reused.next;
            }
            if reused.child != NONE {
                self.free.push(reused.child);
            }
            self.nodes[index as usize] = node;
            self.measure_room();
            return Ok(index);
        }
        let index = self.nodes.len();
        if index >= self.limit as usize {
            return Err(Exhausted);
        }
        if index == self.nodes.capacity() {
            // Grows in small steps: doubling would waste up to half of the memory.
            let step = (index / 32).max(1 << 12).min(self.limit as usize - index);
            self.nodes.try_reserve_exact(step).map_err(|_| Exhausted)?;
        }
        self.measure_room();
        self.nodes.push(node);
        Ok(index as u32)
    }

    fn measure_room(&mut self) {
        let whole = self.nodes.capacity().min(self.limit as usize);
        self.room = if self.free.is_empty() { whole } else { 0 };
    }

    /// Frees a list of siblings with their subtrees.
    #[inline]
    pub(super) fn free_list(&mut self, head: u32) {
        if head != NONE {
            self.free.push(head);
            self.room = 0;
        }
    }

    /// Frees everything.
    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.free.clear();
        self.measure_room();
    }

    /// The peak number of nodes in use since the last [`Arena::clear`].
    pub(super) fn high_water(&self) -> usize {
        self.nodes.len()
    }

    /// Bytes taken by the nodes, including unused capacity.
    pub(super) fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>() + self.free.capacity() * size_of::<u32>()
    }

    /// The indices of a list of siblings.
    #[inline]
    pub(super) fn list(&self, head: u32) -> impl Iterator<Item = u32> {
        core::iter::successors((head != NONE).then_some(head), |&index| {
            let next = self.nodes[index as usize].next;
            (next != NONE).then_some(next)
        })
    }
}

#[cfg(test)]
mod tests {
    use plyscope_core::Value;

    use super::{Arena, Node};

    /// Stores a parent with `children` children, each with one child. Returns the parent's index.
    fn family(arena: &mut Arena, children: i32) -> u32 {
        let parent = arena.allocate(0, Value::ZERO).unwrap();
        for value in 0..children {
            let child = arena.allocate(value as u32, Value::new(value)).unwrap();
            let grandchild = arena.allocate(0, Value::ZERO).unwrap();
            arena.get_mut(child).child = grandchild;
            arena.get_mut(child).next = arena.get(parent).child;
            arena.get_mut(parent).child = child;
        }
        parent
    }

    #[test]
    fn a_node_takes_sixteen_bytes() {
        assert_eq!(size_of::<Node>(), 16);
    }

    #[test]
    fn freed_subtrees_are_used_again_to_the_last_node() {
        let mut arena = Arena::new(1000);
        let first = family(&mut arena, 50);
        let before = arena.high_water();
        for _ in 0..20 {
            arena.free_list(first);
            let again = family(&mut arena, 50);
            assert_eq!(arena.high_water(), before);
            // The next round frees it.
            assert_eq!(arena.list(arena.get(again).child).count(), 50);
            assert_eq!(again, first, "its root is the first to be used again");
        }
        assert!(arena.allocate(0, Value::ZERO).is_ok());
        assert_eq!(arena.high_water(), before + 1, "only when none is left");
    }

    #[test]
    fn the_limit_is_kept_and_memory_grows_by_small_steps() {
        let mut arena = Arena::new(100_000);
        for _ in 0..100_000 {
            arena.allocate(0, Value::ZERO).unwrap();
        }
        assert!(arena.allocate(0, Value::ZERO).is_err());
        assert!(arena.bytes() <= 16 * 105_000, "{}", arena.bytes());
    }
}
