//! All depths of a best-first search from one search. A search to depth d ends where a deeper one first descends to ply
//! d, so its node count and move are known at that point.

use plyscope_core::random_tree::Child;
use plyscope_core::{Game, Generated, Observer, Window};

use crate::trees::Chosen;

/// Observes a best-first search and records the results of searches to smaller depths.
#[derive(Clone, Debug, Default)]
pub(crate) struct Milestones {
    generated: u64,
    /// The root move that the search is below.
    first: Option<Child>,
    /// The results of searches to depths 1, 2, ...
    pub(crate) reached: Vec<Chosen>,
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
            self.reached.push(Chosen { best: self.first, nodes: self.generated });
        }
    }
}

impl Milestones {
    /// Adds the result of the whole search for all depths not recorded yet: the last one, and those between if the game
    /// ended earlier.
    pub(crate) fn ending(mut self, last: Chosen, depth: u32) -> Vec<Chosen> {
        self.reached.resize(depth as usize, last);
        self.reached
    }
}
