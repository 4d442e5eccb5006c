//! Sorting of siblings by value, without branches that depend on values where there are few.

use core::cmp::Reverse;

use plyscope_core::Value;

use super::Node;

/// Sorts nodes by value, best first; equals keep their order.
#[inline]
pub(super) fn sort_by_value(nodes: &mut [Node]) {
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
        9..=24 => sort_few::<24>(nodes),
        _ => nodes.sort_by_key(|node| Reverse(node.value)),
    }
}

/// The same for at most `MOST` nodes: the place of each is the number of those that are better. Counting takes no branches, which
/// would be mispredicted as often as not.
fn sort_few<const MOST: usize>(nodes: &mut [Node]) {
    const NOTHING: Node = Node::new(0, Value::NEG_INFINITY);
    let (mut values, mut sorted) = ([i32::MIN; MOST], [NOTHING; MOST]);
    for (value, node) in values.iter_mut().zip(nodes.iter()) {
        *value = node.value.get();
    }
    let mut taken = 0u32;
    for node in nodes.iter() {
        let value = node.value.get();
        let mut place: u32 = values.iter().map(|&other| u32::from(other > value)).sum();
        while taken >> place & 1 == 1 {
            // An equal was there before.
            place += 1;
        }
        taken |= 1 << place;
        sorted[place as usize] = *node;
    }
    nodes.copy_from_slice(&sorted[..nodes.len()]);
}

#[cfg(test)]
mod tests {
    use plyscope_core::Value;

    use crate::arena::{Arena, NONE};

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
            let mut last = NONE;
            for number in 0..children {
                let child = arena.allocate(number, Value::new(value(number))).unwrap();
                arena.link(parent, last, child);
                last = child;
            }
            let mut wanted: Vec<u32> = (0..children).collect();
            wanted.sort_by_key(|&number| core::cmp::Reverse(value(number)));
            let moves = |arena: &Arena| -> Vec<u32> {
                let list = arena.list(arena.get(parent).child);
                list.map(|child| arena.get(child).packed_move()).collect()
            };
            let mut other = Arena { nodes: arena.nodes.clone(), free: Vec::new(), ..arena };
            other.sort_children(parent, &mut Vec::new(), false);
            arena.sort_row(row, children);
            assert_eq!(moves(&arena), wanted);
            assert_eq!(moves(&other), wanted);
            let places: Vec<u32> = arena.list(arena.get(parent).child).collect();
            assert!(places.iter().copied().eq(row..row + children));
        }
    }
}
