//! The children kept by the nodes on the path, on one stack for all plies.

use core::mem;

use heapless::Vec;

use super::CapacityError;
use crate::Value;

/// A child that was generated and evaluated: its move, and its value for the side that chooses among it and its brothers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kept<M> {
    pub(super) value: Value,
    pub(super) mv: M,
}

/// Children of all nodes on the path; those of the deepest node are on top.
pub(super) struct Children<M, const CHILDREN: usize> {
    kept: Vec<Kept<M>, CHILDREN>,
}

impl<M: Copy + Eq, const CHILDREN: usize> Children<M, CHILDREN> {
    pub(super) const fn new() -> Self {
        Self { kept: Vec::new() }
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.kept.len()
    }

    #[inline]
    pub(super) fn push(&mut self, mv: M, value: Value) -> Result<(), CapacityError> {
        self.kept
            .push(Kept { value, mv })
            .map_err(|_| CapacityError::Children { capacity: CHILDREN })
    }

    /// Forgets the children from `start` on.
    #[inline]
    pub(super) fn truncate(&mut self, start: usize) {
        self.kept.truncate(start);
    }

    /// The children from `start` to the top.
    #[inline]
    pub(super) fn from(&mut self, start: usize) -> &mut [Kept<M>] {
        self.kept.get_mut(start..).unwrap_or_default()
    }

    #[inline]
    pub(super) fn get(&self, index: usize) -> Option<&Kept<M>> {
        self.kept.get(index)
    }
}

/// Brings the best of `brothers` to the front, the first of equals, and keeps the order of the others.
///
/// Doing this again for the rest, and the rest of that, is a stable sort that stops where the search stops: a
/// node that is cut off after its first child has paid for its first child only.
#[inline]
pub(super) fn best_to_front<M: Copy>(brothers: &mut [Kept<M>]) {
    let mut best = Value::NEG_INFINITY;
    let mut place = 0;
    for (i, child) in brothers.iter().enumerate() {
        if child.value > best {
            best = child.value;
            place = i;
        }
    }
    to_front(brothers, place);
}

/// Brings the child at `place` to the front and keeps the order of the others.
#[inline]
pub(super) fn to_front<M: Copy>(brothers: &mut [Kept<M>], place: usize) {
    if let Some(upto) = brothers.get_mut(..=place)
        && let Some(mut carried) = upto.last().copied()
    {
        for child in upto {
            mem::swap(child, &mut carried);
        }
    }
}

/// Brings the first child to the back and keeps the order of the others.
#[inline]
pub(super) fn first_to_back<M: Copy>(brothers: &mut [Kept<M>]) {
    let Some(mut carried) = brothers.first().copied() else { return };
    for child in brothers.iter_mut().rev() {
        mem::swap(child, &mut carried);
    }
}
