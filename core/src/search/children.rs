//! The children kept by the nodes on the path, on one stack for all plies: those of the deepest node are on top.

use core::mem;

use heapless::VecView;

use super::CapacityError;
use crate::Value;

/// A child that was generated and evaluated: its move, and its value for the side that chooses among it and its siblings.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kept<M> {
    pub(super) value: Value,
    pub(super) mv: M,
}

/// Puts a child on top.
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

/// Brings the best of `siblings` to the front, the first of equals, and keeps the order of the others.
///
/// Doing this again for the rest, and the rest of that, is a stable sort that stops where the search stops: a
/// node that is cut off after its first child has paid for its first child only.
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

/// The same by another rank. It does not serve the other: with a closure for the value best-first minimax takes 4 % more
/// instructions.
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

/// Brings the child at `place` to the front and keeps the order of the others.
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

/// Gives the first child a new value, brings it to the back, then the best to the front, the first of equals; keeps the
/// order of the others.
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
        // It would come back from the back.
        return;
    }
    let Some(behind) = others.get_mut(place..) else { return };
    // The best goes to the front, the first to the back, and those between one place forward.
    let mut carried = *first;
    for child in behind.iter_mut().rev() {
        mem::swap(child, &mut carried);
    }
    *first = carried;
}
