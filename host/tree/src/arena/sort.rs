//! Sorting of siblings by value, without branches that depend on values where there are few.

use alloc::vec::Vec;
use core::cmp::Reverse;

use plyscope_core::Value;

use super::{Arena, NONE, Node};

/// Sorts nodes by value, best first; equals keep their order.
#[inline]
fn sort_by_value(nodes: &mut [Node]) {
    match nodes.len() {
        0 | 1 => {}
        2 => {
            if let [first, second] = nodes {
                let is_worse = first.value < second.value;
                let (better, worse) = if is_worse { (*second, *first) } else { (*first, *second) };
                (*first, *second) = (better, worse);
            }
        }
        3..=8 => sort_few::<8>(nodes),
        9..=12 => sort_few::<12>(nodes),
        13..=20 => sort_few::<20>(nodes),
        21..=28 => sort_few::<28>(nodes),
        _ => nodes.sort_by_key(|node| Reverse(node.value)),
    }
}

/// The same for at most `MOST` nodes: the place of each is the number of those that are better. Counting takes no branches, which
/// would be mispredicted as often as not.
// Out of line: within a search the compiler makes slower code of it.
#[inline(never)]
fn sort_few<const MOST: usize>(nodes: &mut [Node]) {
    let (mut values, mut sorted) = ([i32::MIN; MOST], [NOTHING; MOST]);
    for (value, node) in values.iter_mut().zip(nodes.iter()) {
        *value = node.value.get();
    }
    let mut taken = 0;
    for node in nodes.iter() {
        sorted[place(node.value.get(), &values, &mut taken)] = *node;
    }
    nodes.copy_from_slice(&sorted[..nodes.len()]);
}

const NOTHING: Node = Node::new(0, Value::NEG_INFINITY);

/// The place of a value among others, and behind its equals that were there before. `taken` has a bit for each place, of 32.
#[inline]
fn place<const MOST: usize>(value: i32, values: &[i32; MOST], taken: &mut u32) -> usize {
    let mut place: u32 = values.iter().map(|&other| u32::from(other > value)).sum();
    while *taken >> place & 1 == 1 {
        // An equal was there before.
        place += 1;
    }
    *taken |= 1 << place;
    place as usize
}

impl Arena {
    /// Sorts the children of `parent`, best first. Equals keep their order, or are sorted by their moves.
    ///
    /// The nodes change places, and the places keep their order: afterwards the best lie side by side.
    pub(in super::super) fn sort_children(
        &mut self,
        parent: u32,
        scratch: &mut Vec<Node>,
        by_move: bool,
    ) {
        let first = self.get(parent).child;
        scratch.clear();
        scratch.extend(self.list(first).map(|index| *self.get(index)));
        if by_move {
            scratch.sort_by_key(|node| (Reverse(node.value), node.packed_move()));
        } else {
            sort_by_value(scratch);
        }
        let mut index = first;
        for &node in scratch.iter() {
            let place = self.get_mut(index);
            let next = place.next;
            *place = Node { next, ..node };
            index = next;
        }
    }

    /// Sorts the children of `parent`, which lie side by side, best first. Equals keep their order.
    #[inline]
    pub(in super::super) fn sort_row(&mut self, parent: u32, first: u32, count: u32) {
        self.get_mut(parent).child = if count == 0 { NONE } else { first };
        let Some(nodes) = self.nodes.get_mut(first as usize..(first + count) as usize) else {
            return;
        };
        sort_by_value(nodes);
        let mut next = first;
        for node in nodes.iter_mut() {
            next += 1;
            node.next = next;
        }
        if let Some(last) = nodes.last_mut() {
            last.next = NONE;
        }
    }

    /// Sorts the children of `parent`, of which there are `count`, linked from the newest on, best first. Equals keep the order in
    /// which they were generated.
    #[inline]
    pub(in super::super) fn sort_generated(
        &mut self,
        parent: u32,
        (newest, count): (u32, u32),
        scratch: &mut Vec<Node>,
    ) {
        match count as usize {
            2 => self.sort_two(parent, newest),
            count @ 0..=8 => self.sort_linked::<8>(parent, newest, count),
            count @ 9..=12 => self.sort_linked::<12>(parent, newest, count),
            count @ 13..=20 => self.sort_linked::<20>(parent, newest, count),
            count @ 21..=28 => self.sort_linked::<28>(parent, newest, count),
            _ => {
                self.set_children(parent, newest, count);
                self.complete(parent);
                self.sort_children(parent, scratch, false);
            }
        }
    }

    #[inline]
    fn sort_two(&mut self, parent: u32, newest: u32) {
        let newer = *self.get(newest);
        let older = newer.next;
        let is_better = newer.value > self.get(older).value;
        let (first, last) = if is_better { (newest, older) } else { (older, newest) };
        self.get_mut(first).next = last;
        self.get_mut(last).next = NONE;
        self.get_mut(parent).child = first;
    }

    /// As [`sort_few`], with links from the newest back. The links change, and the nodes stay where they are.
    #[inline(never)]
    fn sort_linked<const MOST: usize>(&mut self, parent: u32, newest: u32, count: usize) {
        let nodes = self.nodes.as_mut_slice();
        let (mut children, mut values) = ([NONE; MOST], [i32::MIN; MOST]);
        let mut next = newest;
        for (child, value) in children.iter_mut().zip(&mut values).take(count).rev() {
            let node = &nodes[next as usize];
            (*child, *value) = (next, node.value.get());
            next = node.next;
        }
        // 32, so that each number below has one, and the last of `MOST` has none behind it.
        let mut order = [NONE; 32];
        let mut taken = 0;
        for (&child, &value) in children.iter().zip(&values).take(count) {
            order[place(value, &values, &mut taken) % 32] = child;
        }
        for pair in order.windows(2).take(count) {
            if let [child, next] = *pair {
                nodes[child as usize].next = next;
            }
        }
        nodes[parent as usize].child = order[0];
    }
}

#[cfg(test)]
mod tests {
    use plyscope_core::Value;

    use crate::arena::Arena;

    /// All numbers of children up to one beyond those that are sorted by counting, with many equals.
    #[test]
    fn sorting_keeps_the_order_of_equals_and_leaves_the_best_side_by_side() {
        for (children, seed) in
            (0..40).flat_map(|children| (0..20).map(move |seed| (children, seed)))
        {
            let mut arena = Arena::new(100);
            let parent = arena.allocate(0, Value::ZERO).unwrap();
            let value =
                |number: u32| (number * number * 7 + seed * number) as i32 % (seed as i32 + 2);
            let row = arena.next_row().unwrap();
            for number in 0..children {
                arena.add_child((parent, number), number, Value::new(value(number))).unwrap();
            }
            let mut wanted: Vec<u32> = (0..children).collect();
            wanted.sort_by_key(|&number| core::cmp::Reverse(value(number)));
            let moves = |arena: &Arena| -> Vec<u32> {
                let list = arena.list(arena.get(parent).child);
                list.map(|child| arena.get(child).packed_move()).collect()
            };
            assert_eq!(arena.count_children(arena.get(parent)), children);
            let generated = arena.children(parent).map(|child| arena.get(child).packed_move());
            assert!(generated.eq(0..children), "the first one first");
            let mut other = arena.clone();
            let newest = other.get(parent).child;
            other.sort_generated(parent, (newest, children), &mut Vec::new());
            arena.sort_row(parent, row, children);
            assert_eq!(moves(&arena), wanted);
            assert_eq!(moves(&other), wanted);
            let places: Vec<u32> = arena.list(arena.get(parent).child).collect();
            assert!(places.iter().copied().eq(row..row + children));
        }
    }
}
