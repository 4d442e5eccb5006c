//! Nodes by the keys of their positions: a hash table with open addressing. Its results do not depend on its order.

use alloc::vec::Vec;

use super::graph::{NONE, Node};

/// The indices of nodes, at the place of their key or behind it. At most half of the places are taken.
#[derive(Debug)]
pub(super) struct Keys {
    places: Vec<u32>,
    taken: usize,
}

impl Keys {
    pub(super) const fn new() -> Self {
        Self { places: Vec::new(), taken: 0 }
    }

    pub(super) fn clear(&mut self) {
        self.places.fill(NONE);
        self.taken = 0;
    }

    /// Makes room for `more` keys beside those of `nodes`. Returns whether there is memory.
    pub(super) fn reserve(&mut self, more: usize, nodes: &[Node]) -> bool {
        let places = (2 * (self.taken + more)).next_power_of_two().max(1 << 10);
        if places <= self.places.len() {
            return true;
        }
        let mut new = Vec::new();
        if new.try_reserve_exact(places).is_err() {
            return false;
        }
        new.resize(places, NONE);
        self.places = new;
        self.rebuild(nodes);
        true
    }

    /// Holds exactly the keys of `nodes`, which must fit.
    pub(super) fn rebuild(&mut self, nodes: &[Node]) {
        self.clear();
        for (index, node) in (0..).zip(nodes) {
            self.find_or_insert(node.key, index, nodes);
        }
    }

    /// The node with this key; if there is none, the key is that of node `index` from now on. There must be room.
    #[inline]
    pub(super) fn find_or_insert(&mut self, key: u64, index: u32, nodes: &[Node]) -> Option<u32> {
        let mask = self.places.len().wrapping_sub(1);
        // Keys of games are well mixed; the factor helps if they are not.
        let mut place = (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize & mask;
        while let Some(taken) = self.places.get_mut(place) {
            if *taken == NONE {
                *taken = index;
                self.taken += 1;
                return None;
            }
            if nodes[*taken as usize].key == key {
                return Some(*taken);
            }
            place = (place + 1) & mask;
        }
        None
    }

    pub(super) fn bytes(&self) -> usize {
        self.places.capacity() * size_of::<u32>()
    }
}
