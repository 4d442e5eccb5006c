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
            self.insert(node.key, index);
        }
    }

    /// The places for a key, the first one first.
    fn places_of(&self, key: u64) -> impl Iterator<Item = usize> + use<> {
        let mask = self.places.len().wrapping_sub(1);
        // Keys of games are well mixed; the factor helps if they are not.
        let first = (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize;
        (0..self.places.len()).map(move |step| first.wrapping_add(step) & mask)
    }

    /// Adds a node; there must be room.
    pub(super) fn insert(&mut self, key: u64, index: u32) {
        if let Some(place) = self.places_of(key).find(|&place| self.places[place] == NONE) {
            self.places[place] = index;
            self.taken += 1;
        }
    }

    /// The node with this key.
    pub(super) fn find(&self, key: u64, nodes: &[Node]) -> Option<u32> {
        self.places_of(key)
            .map(|place| self.places[place])
            .take_while(|&index| index != NONE)
            .find(|&index| nodes[index as usize].key == key)
    }

    pub(super) fn bytes(&self) -> usize {
        self.places.capacity() * size_of::<u32>()
    }
}
