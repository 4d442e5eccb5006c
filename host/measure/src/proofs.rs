//! What the proofs about recursive best-first minimax say of its memory and of the values that it stores (Korf & Chickering 1996,
//! sections 3, 3.1 and 3.2), watched in a search.

use plyscope_core::random_tree::{EdgeCostSum, RandomTree};
use plyscope_core::{
    CapacityError, Expansion, Game, Generated, Observer, Rbfms, Request, Value, Window,
};
use plyscope_run::interrupt;

use crate::trees::Storage;

/// Watches a recursive best-first search.
#[derive(Clone, Debug)]
pub struct Watch<M> {
    path: Vec<M>,
    /// The children in memory below each node of the path, with their stored values for the node's mover.
    levels: Vec<Vec<(M, i64)>>,
    /// The ply of a node whose best child has risen above its window, so that the node itself must be left next.
    leaving: Option<usize>,
    /// The most nodes in memory at a time, without the root.
    pub most: usize,
    /// Values stored for a node that stays in memory.
    pub stored: u64,
    /// Those that are not worse for the player who moves to the node than the value before.
    pub broken: u64,
}

impl<M> Default for Watch<M> {
    fn default() -> Self {
        let (path, levels) = (Vec::new(), Vec::new());
        Self { path, levels, leaving: None, most: 0, stored: 0, broken: 0 }
    }
}

impl<M> Watch<M> {
    /// The search goes on: no node should have been left.
    fn goes_on(&mut self) {
        self.broken += u64::from(self.leaving.take().is_some());
    }
}

impl<G: Game> Observer<G> for Watch<G::Move>
where
    G::Move: PartialEq + Copy,
{
    fn expanded(&mut self, ply: usize) {
        self.goes_on();
        self.levels.truncate(ply);
        self.levels.push(Vec::new());
    }

    fn generated(&mut self, child: &Generated<'_, G>) {
        let value = child.value.map_or(0, |value| i64::from(value.get()));
        self.levels.resize(self.levels.len().max(child.ply + 1), Vec::new());
        self.levels[child.ply].push((child.mv, value));
        self.most = self.most.max(self.levels.iter().map(Vec::len).sum());
    }

    fn descended(&mut self, ply: usize, mv: G::Move, _: Window) {
        self.goes_on();
        self.path.truncate(ply);
        self.path.push(mv);
        self.levels.truncate(ply + 1);
    }

    fn returned(&mut self, ply: usize, value: Value) {
        if self.leaving.is_some_and(|leaving| leaving != ply) {
            self.goes_on();
        }
        self.leaving = None;
        let Some(above) = ply.checked_sub(1) else { return };
        // What is below the node is freed; the node has a new value, for the mover above it.
        self.levels.truncate(ply);
        let (Some(mv), Some(level)) = (self.path.get(above).copied(), self.levels.get_mut(above))
        else {
            return;
        };
        let Some(child) = level.iter_mut().find(|(other, _)| *other == mv) else { return };
        let new = -i64::from(value.get());
        if new < child.1 {
            self.stored += 1;
        } else {
            // A better value than before is above the window of the node above, which is left at once.
            self.leaving = Some(above);
        }
        child.1 = new;
    }
}

/// Watches recursive best-first minimax to a depth.
///
/// # Errors
/// [`CapacityError`] if the storage is too small.
pub fn watch(
    tree: &RandomTree,
    expansion: Expansion,
    depth: u32,
) -> Result<Watch<plyscope_core::random_tree::Child>, CapacityError> {
    let mut search = Box::new(Rbfms::new(tree, EdgeCostSum, expansion, Storage::new()));
    let mut seen = Watch::default();
    let root = tree.root();
    interrupt::search_observed(search.as_mut(), &Request::new(&root).depth(depth), &mut seen)?;
    Ok(seen)
}

#[cfg(test)]
mod tests {
    use plyscope_core::hexapawn::{Hexapawn, PawnCount};
    use plyscope_core::random_tree::{Branching, Child, EdgeCosts, Generation};
    use plyscope_core::{Search as _, storage};

    use super::*;

    #[test]
    fn every_recursive_search_stores_ever_worse_values_and_no_more_than_b_nodes_a_ply() {
        let uniform = |b: u32| (Branching::uniform(b).unwrap(), b as usize);
        let random = |b: u32| (Branching::random(b).unwrap(), b as usize);
        let kinds = [uniform(2), uniform(3), uniform(5), uniform(20), random(5), random(10)];
        let mut stored = 0;
        for ((branching, most), depth) in kinds.into_iter().zip([14, 10, 7, 4, 9, 6]) {
            for seed in 1..=20 {
                // With ties, and without.
                let tied = RandomTree::new(seed, branching);
                let distinct =
                    tied.clone().with_edge_costs(EdgeCosts::Wide).with_generation(Generation::Hash);
                for tree in [tied, distinct] {
                    for expansion in [Expansion::Partial, Expansion::Full] {
                        for depth in 1..=depth {
                            let seen = watch(&tree, expansion, depth).unwrap();
                            assert_eq!(
                                seen.broken, 0,
                                "{branching:?} {seed} {expansion:?} {depth}"
                            );
                            assert!(seen.most <= most * depth as usize, "{seen:?}");
                            stored += seen.stored;
                        }
                    }
                }
            }
        }
        assert!(stored > 10_000, "{stored}");
    }

    #[test]
    fn so_it_is_in_a_game_that_ends() {
        let game = Hexapawn::<3, 3>;
        for expansion in [Expansion::Partial, Expansion::Full] {
            for depth in 1..=8 {
                let mut search = Rbfms::new(game, PawnCount::<3, 3>, expansion, storage!(16, 256));
                let mut seen = Watch::default();
                search.start(&Request::new(&Hexapawn::<3, 3>::start()).depth(depth));
                while search.step_with(u64::MAX, &mut seen).unwrap()
                    != plyscope_core::Progress::Done
                {}
                assert_eq!(seen.broken, 0, "{expansion:?} {depth}");
            }
        }
    }

    #[test]
    fn a_better_value_that_is_kept_is_seen() {
        let tree = RandomTree::new(1, Branching::uniform(2).unwrap());
        let (root, mut seen) = (tree.root(), Watch::<Child>::default());
        let mut told = |returned: &[i32]| {
            seen = Watch::default();
            let first = tree.nth_child(&root, 0);
            let position = tree.play(&root, first);
            let child =
                Generated::<RandomTree>::new(0, first, &position, Some(Value::new(5)), None);
            Observer::<RandomTree>::generated(&mut seen, &child);
            for &value in returned {
                Observer::<RandomTree>::descended(&mut seen, 0, first, Window::FULL);
                Observer::<RandomTree>::returned(&mut seen, 1, Value::new(-value));
            }
            Observer::<RandomTree>::descended(&mut seen, 0, first, Window::FULL);
            (seen.stored, seen.broken)
        };
        assert_eq!(told(&[4, 3]), (2, 0));
        assert_eq!(told(&[4, 6]), (1, 1), "the search goes on although the value rose");
        assert_eq!(told(&[4, 4]), (1, 1));
    }
}
