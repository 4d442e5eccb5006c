//! Single numbers that Korf & Chickering's text speaks of: expanded children of the root, and jumps in the random sequence.

use std::collections::HashSet;

use plyscope_core::random_tree::{Child, EdgeCostSum, RandomTree};
use plyscope_core::{Expansion, Game, Observer, Request, Window};
use plyscope_run::interrupt;
use plyscope_tree::BestFirst;

use crate::trees::PLENTY;

/// The root's children that a search expands.
#[derive(Default)]
struct Expanded {
    first: Option<u32>,
    children: HashSet<u32>,
}

impl<G: Game<Move = Child>> Observer<G> for Expanded {
    fn descended(&mut self, ply: usize, mv: Child, _: Window) {
        if ply == 0 {
            self.first = Some(mv.number());
        }
    }

    fn expanded(&mut self, ply: usize) {
        if ply == 1 {
            self.children.extend(self.first);
        }
    }
}

/// How many of the root's children best-first minimax expands in a search to this depth.
#[must_use]
pub fn expanded_children(tree: &RandomTree, depth: u32) -> i64 {
    let mut search = BestFirst::new(tree.clone(), EdgeCostSum, Expansion::Partial, PLENTY);
    let mut expanded = Expanded::default();
    let request = tree.root();
    let _ = interrupt::search_observed(
        &mut search,
        &Request::new(&request).depth(depth),
        &mut expanded,
    );
    expanded.children.len() as i64
}

/// Of the jumps ahead to the first children of a line of nodes, the bits of their lengths that are one, and all bits up to the
/// highest. A node's first child is `(b - 1) x + 1` numbers ahead, where x is the node's index, modulo 2^32.
#[must_use]
pub fn bits_of_jumps(children: u32, plies: u32, pick: impl Fn(u32) -> u32) -> [i64; 2] {
    let (mut index, mut bits) = (0u32, [0; 2]);
    for ply in 0..plies {
        let jump = index.wrapping_mul(children.wrapping_sub(1)).wrapping_add(1);
        bits[0] += i64::from(jump.count_ones());
        bits[1] += i64::from(u32::BITS - jump.leading_zeros());
        let child = pick(ply) % children.max(1);
        index = index.wrapping_mul(children).wrapping_add(child + 1);
    }
    bits
}

#[cfg(test)]
mod tests {
    use plyscope_core::random_tree::Branching;

    use super::*;

    #[test]
    fn a_search_to_depth_1_expands_no_child_and_a_deep_one_all_that_it_visits() {
        let tree = RandomTree::new(1, Branching::uniform(5).unwrap());
        assert_eq!(expanded_children(&tree, 1), 0);
        let two = expanded_children(&tree, 2);
        assert!((1..=5).contains(&two), "{two}");
        assert!(expanded_children(&tree, 8) >= two);
    }

    #[test]
    fn the_root_of_a_binary_tree_jumps_by_one_and_its_first_child_by_two() {
        // Indices 0, 1, 3: jumps of 1, 2 and 4.
        assert_eq!(bits_of_jumps(2, 3, |_| 0), [3, 1 + 2 + 3]);
    }
}
