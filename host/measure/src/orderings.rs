//! Alpha-beta by the order of children (Korf & Chickering 1996, sections 6 and 8.1): which nodes it generates, what is left of its
//! frontier after two moves, and what iterative deepening gains from values outside the window.

use std::collections::{HashMap, HashSet};

use plyscope_core::random_tree::{EdgeCostSum, Node, RandomTree};
use plyscope_core::{
    AlphaBeta, CapacityError, Game, Generated, Observer, Order, Policy, Request, Window,
};
use plyscope_players::game::listed::{ListTree, Listed};
use plyscope_run::interrupt;

use crate::trees::{Storage, child_of};

/// The paths of the generated nodes.
#[derive(Default)]
struct Paths {
    path: Vec<usize>,
    all: HashSet<Vec<usize>>,
}

impl<G: Game<Move = usize>> Observer<G> for Paths {
    fn generated(&mut self, child: &Generated<'_, G>) {
        let mut path = self.path[..child.ply].to_vec();
        path.push(child.mv);
        self.all.insert(path);
    }

    fn descended(&mut self, ply: usize, number: usize, _: Window) {
        self.path.truncate(ply);
        self.path.push(number);
    }
}

/// The nodes that alpha-beta generates to a depth.
fn generated(
    tree: &ListTree,
    order: Order,
    depth: u32,
) -> Result<HashSet<Vec<usize>>, CapacityError> {
    let mut search = Box::new(AlphaBeta::new(tree, tree, Policy::new(order), Storage::new()));
    let mut paths = Paths::default();
    interrupt::search_observed(
        search.as_mut(),
        &Request::new(&tree.root()).depth(depth),
        &mut paths,
    )?;
    Ok(paths.all)
}

/// A tree whose first child is the best one to every depth, or its last one: an edge outweighs all below it.
fn ordered(children: usize, depth: u32, best_first: bool) -> Listed {
    fn below(children: usize, plies: u32, max: bool, value: i32, best_first: bool) -> Listed {
        if plies == 0 {
            return Listed::leaf(value);
        }
        let step = (children as i32).pow(plies - 1);
        let child = |place: usize| {
            let rank = if best_first { children - 1 - place } else { place } as i32;
            let cost = if max { rank * step } else { -rank * step };
            below(children, plies - 1, !max, value + cost, best_first)
        };
        Listed::node(value, (0..children).map(child).collect())
    }
    below(children, depth, true, 0, best_first)
}

/// Nodes that alpha-beta to `depth - 1` generates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shallower {
    /// All of them.
    pub all: i64,
    /// Those that it does not generate to `depth`.
    pub only: i64,
}

fn shallower(tree: &ListTree, order: Order, depth: u32) -> Result<Shallower, CapacityError> {
    let (before, after) = (generated(tree, order, depth - 1)?, generated(tree, order, depth)?);
    let only = before.difference(&after).count() as i64;
    Ok(Shallower { all: before.len() as i64, only })
}

/// The same on a random tree in static order.
///
/// # Errors
/// [`CapacityError`] if the storage is too small.
pub fn in_static_order(tree: &RandomTree, depth: u32) -> Result<Shallower, CapacityError> {
    let listed = Listed::copy(tree, &EdgeCostSum, &tree.root(), depth);
    shallower(&ListTree::new(&listed), Order::Static, depth)
}

/// The same on a tree in best or in worst order to every depth, and its frontier: all nodes, and those that are left below the
/// first two moves of the principal variation.
///
/// # Errors
/// [`CapacityError`] if the storage is too small.
pub fn in_order(
    children: u32,
    depth: u32,
    best_first: bool,
) -> Result<(Shallower, [i64; 2]), CapacityError> {
    let tree = ListTree::new(&ordered(children as usize, depth, best_first));
    let frontier = generated(&tree, Order::None, depth)?;
    let at_end = |path: &&Vec<usize>| path.len() == depth as usize;
    let place = if best_first { 0 } else { children as usize - 1 };
    let left = frontier.iter().filter(at_end).filter(|path| path.starts_with(&[place, place]));
    let counts = [frontier.iter().filter(at_end).count(), left.count()].map(|count| count as i64);
    Ok((shallower(&tree, Order::None, depth)?, counts))
}

/// Iterative deepening with the tree in memory.
struct Deepening<'t> {
    tree: &'t RandomTree,
    /// Whether a value outside its window is returned as the bound that it violates.
    hard: bool,
    /// The nodes in memory, each with its last value for its mover.
    known: HashMap<Vec<u32>, i64>,
}

impl Deepening<'_> {
    fn go(&mut self, node: &Node, path: &mut Vec<u32>, depth: u32, window: (i64, i64)) -> i64 {
        let (mut alpha, beta) = window;
        let sign = if node.depth().is_multiple_of(2) { 1 } else { -1 };
        let mut children: Vec<(i64, u32, Node)> = Vec::new();
        let mut best = i64::MIN / 2;
        for number in 0..self.tree.count_children(node) {
            let child = child_of(self.tree, node, number);
            let fixed = -sign * i64::from(child.value().get());
            path.push(number);
            let value = *self.known.entry(path.clone()).or_insert(fixed);
            path.pop();
            if depth > 1 {
                children.push((-value, number, child));
                continue;
            }
            best = best.max(-value);
            if best >= beta {
                break;
            }
        }
        children.sort_by_key(|(value, ..)| std::cmp::Reverse(*value));
        for (_, number, child) in children {
            path.push(number);
            let value = self.go(&child, path, depth - 1, (-beta, -alpha));
            self.known.insert(path.clone(), value);
            path.pop();
            best = best.max(-value);
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        if self.hard { best.clamp(window.0, beta) } else { best }
    }
}

/// Nodes of iterative deepening to a depth, each counted once: with the best value or bound returned from every subtree, and with the
/// violated bound of its window.
#[must_use]
pub fn soft_and_hard(tree: &RandomTree, depth: u32) -> [i64; 2] {
    [false, true].map(|hard| {
        let mut search = Deepening { tree, hard, known: HashMap::new() };
        let limit = i64::MAX / 4;
        for depth in 1..=depth {
            search.go(&tree.root(), &mut Vec::new(), depth, (-limit, limit));
        }
        search.known.len() as i64
    })
}

#[cfg(test)]
mod tests {
    use plyscope_core::random_tree::Branching;

    use super::*;
    use crate::trees::{deepening, minimal_tree};

    #[test]
    fn the_best_order_gives_the_minimal_tree_to_every_depth_and_the_worst_the_whole_one() {
        for (children, depth) in [(2, 8), (3, 5), (5, 4)] {
            for plies in 1..=depth {
                let count = |best_first| {
                    let tree = ListTree::new(&ordered(children, depth, best_first));
                    generated(&tree, Order::None, plies).unwrap().len() as u64
                };
                assert_eq!(count(true), minimal_tree(children as u64, plies), "{children} {plies}");
                let whole: u64 = (1..=plies).map(|ply| (children as u64).pow(ply)).sum();
                assert_eq!(count(false), whole, "{children} {plies}");
            }
        }
    }

    #[test]
    fn the_naive_deepening_generates_what_the_one_of_the_tree_in_memory_does() {
        for (children, depth) in [(2, 10), (3, 7), (5, 5)] {
            for seed in 1..=20 {
                let tree = RandomTree::new(seed, Branching::uniform(children).unwrap());
                let [soft, _] = soft_and_hard(&tree, depth);
                let of = deepening(&tree, depth).nodes as i64;
                // Ties may be broken differently.
                assert!((soft - of).abs() * 50 <= of, "{children} {seed}: {soft} and {of}");
            }
        }
    }
}
