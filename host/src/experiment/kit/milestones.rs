//! All depths of a best-first search from one search: a search to depth d ends where a deeper one first descends to
//! ply d, so that what it has generated and would move is known when that happens.

use plyscope_core::random_tree::Child;
use plyscope_core::{Game, Generated, Observer, Window};

use super::trees::Found;

/// Watches a best-first search and keeps what searches to smaller depths would have found.
#[derive(Clone, Debug, Default)]
pub(crate) struct Milestones {
    generated: u64,
    /// The move at the root that the search is below.
    first: Option<Child>,
    /// What searches to depths 1, 2, ... found.
    pub(crate) reached: Vec<Found>,
}

impl<G: Game<Move = Child>> Observer<G> for Milestones {
    fn generated(&mut self, _: &Generated<'_, G>) {
        self.generated += 1;
    }

    fn descended(&mut self, ply: usize, mv: Child, _: Window) {
        if ply == 0 {
            self.first = Some(mv);
        }
        if ply == self.reached.len() {
            self.reached.push(Found { best: self.first, nodes: self.generated });
        }
    }
}

impl Milestones {
    /// With what the whole search found, as that of all depths that were not reached before: the last one, and in a
    /// game that ended before it those between.
    pub(crate) fn ending(mut self, last: Found, depth: u32) -> Vec<Found> {
        self.reached.resize(depth as usize, last);
        self.reached
    }
}
