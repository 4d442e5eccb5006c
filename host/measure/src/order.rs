//! The order in which best-first searches generate nodes for the first time: in linear space, and with the tree in
//! memory.

use std::collections::HashSet;

use plyscope_core::random_tree::{
    Branching, BranchingError, Child, EdgeCostSum, EdgeCosts, Generation, RandomTree,
};
use plyscope_core::{CapacityError, Expansion, Game, Generated, Observer, Rbfms, Request, Window};
use plyscope_run::interrupt;
use plyscope_tree::{BestFirst, Formulation};

use crate::MeasureError;
use crate::trees::Storage;

/// Nodes of a tree in memory.
const PLENTY: u32 = 1 << 26;

/// Kinds of trees without ties, with the greatest search depth.
pub const KINDS: [(&str, u32); 7] = [
    ("b = 2", 12),
    ("b = 3", 10),
    ("b = 5", 7),
    ("b = 20", 4),
    ("1 to 5 children", 9),
    ("1 to 10 children", 6),
    ("0 to 5 children", 9),
];

/// The searches with the tree in memory whose order is compared with that of recursive best-first minimax with the same
/// expansion.
pub const ORDERS: [(Expansion, Formulation, &str); 4] = [
    (Expansion::Full, Formulation::Figure3, "full, Fig. 3"),
    (Expansion::Full, Formulation::Text, "full, text"),
    (Expansion::Partial, Formulation::Figure3, "partial, Fig. 3"),
    (Expansion::Partial, Formulation::Text, "partial, text"),
];
/// The last of them.
pub const PARTIAL_BY_TEXT: usize = 3;

/// A tree of a kind: its values are distinct.
fn tree(kind: usize, seed: u32) -> Result<RandomTree, BranchingError> {
    let branching = match kind {
        0 => Branching::uniform(2)?,
        1 => Branching::uniform(3)?,
        2 => Branching::uniform(5)?,
        3 => Branching::uniform(20)?,
        4 => Branching::random(5)?,
        5 => Branching::random(10)?,
        _ => Branching::random_with_leaves(5)?,
    };
    let tree = RandomTree::new(seed, branching);
    Ok(tree.with_edge_costs(EdgeCosts::Wide).with_generation(Generation::Hash))
}

/// The paths of the generated nodes, in order of generation.
#[derive(Default)]
struct Generations {
    path: Vec<u32>,
    all: Vec<Vec<u32>>,
}

impl<G: Game<Move = Child>> Observer<G> for Generations {
    fn generated(&mut self, child: &Generated<'_, G>) {
        let mut path = self.path[..child.ply].to_vec();
        path.push(child.mv.number());
        self.all.push(path);
    }

    fn descended(&mut self, ply: usize, child: Child, _: Window) {
        self.path.truncate(ply);
        self.path.push(child.number());
    }
}

impl Generations {
    /// In the order of first generation.
    fn first(self) -> Vec<Vec<u32>> {
        let mut seen = HashSet::new();
        self.all.into_iter().filter(|path| seen.insert(path.clone())).collect()
    }
}

/// The order of first generations in linear space.
fn recursive(
    tree: &RandomTree,
    expansion: Expansion,
    depth: u32,
) -> Result<Vec<Vec<u32>>, CapacityError> {
    let mut search = Box::new(Rbfms::new(tree, EdgeCostSum, expansion, Storage::new()));
    let mut generations = Generations::default();
    let root = tree.root();
    let request = Request::new(&root).depth(depth);
    interrupt::search_observed(search.as_mut(), &request, &mut generations)?;
    Ok(generations.first())
}

/// The order of generations with the tree in memory. All are first generations.
fn in_memory(
    tree: &RandomTree,
    expansion: Expansion,
    formulation: Formulation,
    depth: u32,
) -> Vec<Vec<u32>> {
    let mut search =
        BestFirst::new(tree.clone(), EdgeCostSum, expansion, PLENTY).with_formulation(formulation);
    let mut generations = Generations::default();
    let root = tree.root();
    let request = Request::new(&root).depth(depth);
    let _ = interrupt::search_observed(&mut search, &request, &mut generations);
    generations.all
}

/// The number of searches whose order differs from the recursive search's, by order and depth (from 1), on trees of a kind with
/// these seeds.
///
/// # Errors
/// [`MeasureError::Capacity`] if the storage is too small.
pub fn compare(
    kind: usize,
    seeds: impl Iterator<Item = u32>,
    deepest: u32,
) -> Result<[Vec<u32>; 4], MeasureError> {
    let mut differing: [Vec<u32>; 4] = Default::default();
    differing.iter_mut().for_each(|depths| depths.resize(deepest as usize, 0));
    for seed in seeds {
        add_differing(&tree(kind, seed)?, deepest, &mut differing)?;
    }
    Ok(differing)
}

fn add_differing(
    tree: &RandomTree,
    deepest: u32,
    differing: &mut [Vec<u32>; 4],
) -> Result<(), MeasureError> {
    for depth in 1..=deepest {
        let full = recursive(tree, Expansion::Full, depth)?;
        let partial = recursive(tree, Expansion::Partial, depth)?;
        for ((expansion, formulation, _), differing) in ORDERS.iter().zip(&mut *differing) {
            let first = if *expansion == Expansion::Full { &full } else { &partial };
            let other = in_memory(tree, *expansion, *formulation, depth) != *first;
            differing[depth as usize - 1] += u32::from(other);
        }
    }
    Ok(())
}
