//! The children kept by the nodes on the path, on one stack for all plies; those of the deepest node are on top.

use core::mem;

use heapless::VecView;

use super::CapacityError;
use crate::Value;

/// A generated and evaluated child: its move, and its value for the side that chooses among the siblings.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kept<M> {
    pub(super) value: Value,
    pub(super) mv: M,
}

/// Pushes a child.
#[inline]
pub(super) fn keep<M>(
    children: &mut VecView<Kept<M>>,
    mv: M,
    value: Value,
) -> Result<(), CapacityError> {
    let capacity = children.capacity();
    children.push(Kept { value, mv }).map_err(|_| CapacityError::Children { capacity })
}

/// The children from `start` to the top.
#[inline]
pub(super) fn rest<M>(children: &mut VecView<Kept<M>>, start: usize) -> &mut [Kept<M>] {
    children.get_mut(start..).unwrap_or_default()
}

/// Moves the best of `siblings` to the front (the first of equals) and keeps the order of the others.
///
/// Repeated on the remaining siblings, this is a stable sort that stops where the search stops: a node that is cut off
/// after its first child pays for that child only.
#[inline]
pub(super) fn best_to_front<M: Copy>(siblings: &mut [Kept<M>]) {
    let mut best = Value::NEG_INFINITY;
    let mut place = 0;
    for (i, child) in siblings.iter().enumerate() {
        if child.value > best {
            best = child.value;
            place = i;
        }
    }
    to_front(siblings, place);
}

/// [`best_to_front`] by another rank. It does not replace that function: with a closure for the value, best-first minimax
/// takes 4 % more instructions.
#[inline]
pub(super) fn best_to_front_by<M: Copy>(
    siblings: &mut [Kept<M>],
    rank: impl Fn(&Kept<M>) -> Value,
) {
    let mut best = Value::NEG_INFINITY;
    let mut place = 0;
    for (i, child) in siblings.iter().enumerate() {
        let rank = rank(child);
        if rank > best {
            best = rank;
            place = i;
        }
    }
    to_front(siblings, place);
}

/// Moves the sibling that is so many places behind the best to the front, or the last one.
pub(super) fn next_to_front<M: Copy>(siblings: &mut [Kept<M>], behind: usize) {
    let behind = behind.min(siblings.len().saturating_sub(1));
    for place in 0..=behind {
        best_to_front(siblings.get_mut(place..).unwrap_or_default());
    }
    to_front(siblings, behind);
}

/// Moves the child at `place` to the front and keeps the order of the others.
#[inline]
pub(super) fn to_front<M: Copy>(siblings: &mut [Kept<M>], place: usize) {
    if let Some(upto) = siblings.get_mut(..=place)
        && let Some(mut carried) = upto.last().copied()
    {
        for child in upto {
            mem::swap(child, &mut carried);
        }
    }
}

/// Gives the first child a new value and moves it to the back, then moves the best (the first of equals) to the front.
/// Keeps the order of the others.
#[inline]
pub(super) fn first_to_back<M: Copy>(siblings: &mut [Kept<M>], value: Value) {
    let Some((first, others)) = siblings.split_first_mut() else { return };
    first.value = value;
    let mut best = Value::NEG_INFINITY;
    let mut place = 0;
    for (i, child) in others.iter().enumerate() {
        if child.value > best {
            best = child.value;
            place = i;
        }
    }
    if best < value {
        // It would return to the front at once.
        return;
    }
    let Some(behind) = others.get_mut(place..) else { return };
    // The best moves to the front, the first to the back, and those between move up one place.
    let mut carried = *first;
    for child in behind.iter_mut().rev() {
        mem::swap(child, &mut carried);
    }
    *first = carried;
}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::vec::Vec;

    use super::{Kept, next_to_front};
    use crate::Value;

    #[test]
    fn every_second_child_is_skipped_until_the_others_are_searched() {
        let mut children: Vec<Kept<i32>> =
            [3, 6, 1, 5, 2, 4].map(|mv| Kept { value: Value::new(-mv), mv }).into();
        for searched in 0..children.len() {
            next_to_front(&mut children[searched..], searched);
        }
        let order: Vec<i32> = children.iter().map(|child| child.mv).collect();
        assert_eq!(order, [1, 3, 5, 6, 4, 2]);
        next_to_front::<i32>(&mut [], 2);
    }
}
