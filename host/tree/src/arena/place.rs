//! The place of a child among its siblings, once it is no longer the best.

use plyscope_core::Value;

use super::{Arena, NONE};

/// A child that was the best, and is in the list of its siblings again after [`Arena::place`].
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Fallen {
    child: u32,
    /// Its value.
    pub(in super::super) value: Value,
    /// A sibling that is in front of it.
    before: u32,
    /// The next one of that sibling.
    next: u32,
}

impl Fallen {
    /// The best is the best still.
    pub(in super::super) const NONE: Self =
        Self { child: NONE, value: Value::NEG_INFINITY, before: NONE, next: NONE };
}

/// The steps that [`Arena::approach`] takes. By `benches/tree.rs` a search takes longer with fewer where nodes have 20 children, and with
/// more where they have 5.
const STEPS: usize = 6;

impl Arena {
    /// Gives `first`, the first child of `parent`, this value. If its next is as good, that one is first, and `first` is in no list
    /// until it is placed. Returns the value of the child that is first then.
    #[inline]
    pub(in super::super) fn back_up_first(
        &mut self,
        (parent, first): (u32, u32),
        value: Value,
    ) -> (Value, Fallen) {
        let nodes = self.nodes.as_mut_slice();
        let child = &mut nodes[first as usize];
        child.back_up(value);
        let second = child.next;
        // Numbers, not the node: as a whole it would be read before its parts, written lately, are in the cache.
        match nodes.get(second as usize).map(|second| (second.value, second.next)) {
            Some((best, next)) if best >= value => {
                nodes[parent as usize].child = second;
                (best, Fallen { child: first, value, before: second, next })
            }
            // There is no second, whose index would be `NONE`, or it is worse.
            _ => (value, Fallen::NONE),
        }
    }

    /// Goes towards a child's place, not always up to it.
    ///
    /// It takes no branches that depend on values, so that the processor goes on with what comes after it. A search that does this
    /// first, then something else, and then [`Arena::place`] waits less.
    #[inline]
    pub(in super::super) fn approach(&self, fallen: &mut Fallen) {
        for _ in 0..STEPS {
            let Some(behind) = self.nodes.get(fallen.next as usize) else { break };
            let passes = behind.value >= fallen.value;
            fallen.before = core::hint::select_unpredictable(passes, fallen.next, fallen.before);
            fallen.next = core::hint::select_unpredictable(passes, behind.next, fallen.next);
        }
    }

    /// Puts a child into its place in the order, best first, behind its equals.
    #[inline]
    pub(in super::super) fn place(&mut self, fallen: Fallen) {
        let Fallen { child, value, mut before, mut next } = fallen;
        if child == NONE {
            return;
        }
        let nodes = self.nodes.as_mut_slice();
        while let Some(behind) = nodes.get(next as usize)
            && behind.value >= value
        {
            before = next;
            next = behind.next;
        }
        nodes[before as usize].next = child;
        nodes[child as usize].next = next;
    }
}

#[cfg(test)]
mod tests {
    use plyscope_core::Value;

    use crate::arena::Arena;

    /// Lists of one to thirty children, whose first gets every value in turn, with many equals: with and without an approach.
    #[test]
    fn the_first_child_is_put_behind_its_equals() {
        for (children, new) in
            (1..30_u32).flat_map(|children| (-1..11).map(move |new| (children, new)))
        {
            let mut arena = Arena::new(100);
            let parent = arena.allocate(0, Value::ZERO).unwrap();
            for number in 0..children {
                let value = Value::new((number * 7 % 10) as i32);
                arena.add_child((parent, number), number, value).unwrap();
            }
            arena.complete(parent);
            arena.sort_children(parent, &mut Vec::new(), false);
            let list = |arena: &Arena| -> Vec<(i32, u32)> {
                let list = arena.list(arena.get(parent).child).map(|child| arena.get(child));
                list.map(|child| (child.value.get(), child.packed_move())).collect()
            };
            let mut wanted = list(&arena);
            let (_, mv) = wanted.remove(0);
            let place = wanted.iter().take_while(|&&(value, _)| value >= new).count();
            wanted.insert(place, (new, mv));
            for approaches in [0, 1, 2] {
                let mut arena = arena.clone();
                let first = arena.get(parent).child;
                let (best, mut fallen) = arena.back_up_first((parent, first), Value::new(new));
                for _ in 0..approaches {
                    arena.approach(&mut fallen);
                }
                arena.place(fallen);
                assert_eq!(list(&arena), wanted, "{children} children, {approaches} approaches");
                assert_eq!(best.get(), wanted[0].0);
                assert!(arena.get(first).is_backed_up());
            }
        }
    }
}
