//! Recursive best-first minimax against best-first minimax with the whole tree in memory (Korf & Chickering 1996,
//! Theorem 1), on trees whose values are unique.

use std::collections::HashSet;

use crate::support::best_first::{Found, by_definition, with_saved_tree};
use crate::support::outcome::Outcome;
use crate::support::record::Record;
use plyscope_core::random_tree::{Branching, EdgeCostSum, EdgeCosts, Generation, RandomTree};
use plyscope_core::{
    Bound, Expansion, Game, Progress, Rbfms, Request, Search, Stop, Value, Window, storage,
};

type Child = <RandomTree as Game>::Move;

/// 24 random bits an edge and no generator's patterns: equal values are too rare to happen here.
fn unique(seed: u32, branching: Branching) -> RandomTree {
    RandomTree::new(seed, branching)
        .with_edge_costs(EdgeCosts::Wide)
        .with_generation(Generation::Hash)
}

/// Trees of several shapes, with a depth for each.
fn trees() -> impl Iterator<Item = (RandomTree, u32)> {
    let uniform = |b| Branching::uniform(b).unwrap();
    let random = |b| Branching::random(b).unwrap();
    [
        (uniform(2), 12),
        (uniform(3), 10),
        (uniform(5), 7),
        (uniform(20), 4),
        (random(2), 14),
        (random(5), 9),
        (random(10), 6),
        // Some nodes have no children: the search ends where one is the principal leaf.
        (Branching::random_with_leaves(5).unwrap(), 9),
    ]
    .into_iter()
    .flat_map(|(branching, deepest)| {
        (0..150).map(move |seed| (unique(seed, branching), 1 + seed % deepest))
    })
}

fn recursive(
    tree: &RandomTree,
    depth: u32,
    expansion: Expansion,
) -> (Outcome<Child>, Record<Child>) {
    let mut record = Record::default();
    let mut search = Rbfms::new(tree, EdgeCostSum, expansion, storage!(26, 512));
    search.start(&Request::new(&tree.root()).depth(depth));
    assert_eq!(search.step_with(u64::MAX, &mut record), Ok(Progress::Done));
    (search.report().into(), record)
}

fn assert_equal(tree: &RandomTree, depth: u32, expansion: Expansion, expected: &Found<Child>) {
    let what = format!("{expansion:?}, depth {depth}, {tree:?}");
    let (found, record) = recursive(tree, depth, expansion);
    assert_eq!(found.stop, Stop::Completed, "{what}");
    assert_eq!(found.value, expected.value, "value, {what}");
    assert_eq!(found.line, expected.line, "principal variation, {what}");
    assert_eq!(found.best_move, expected.line.first().copied(), "move, {what}");
    let generated = record.generated().count() as u64;
    assert_eq!(generated, found.counts.generated, "generations, {what}");
    let first = record.first_generations();
    let (ours, theirs): (HashSet<_>, HashSet<_>) =
        (first.iter().collect(), expected.generated.iter().collect());
    assert_eq!(ours, theirs, "set of nodes, {what}");
    assert_eq!(first, expected.generated, "order of first generations, {what}");
}

#[test]
fn full_expansion_equals_best_first_search_by_naive_recomputation() {
    for (tree, depth) in trees() {
        let expected =
            by_definition(&tree, &EdgeCostSum, &tree.root(), depth as usize, Window::FULL);
        assert_equal(&tree, depth, Expansion::Full, &expected);
    }
}

#[test]
fn both_expansions_equal_figure_3s_recursion_with_the_tree_kept() {
    for (tree, depth) in trees() {
        for expansion in [Expansion::Partial, Expansion::Full] {
            let expected = with_saved_tree(
                &tree,
                &EdgeCostSum,
                &tree.root(),
                depth as usize,
                Window::FULL,
                expansion,
            );
            assert_equal(&tree, depth, expansion, &expected);
        }
    }
}

/// The second half of Theorem 1: once the root's value falls outside its bounds, it is returned.
#[test]
fn a_search_in_a_window_ends_with_the_first_value_outside_it() {
    let (mut above, mut below, mut inside) = (0, 0, 0);
    for (tree, depth) in trees() {
        let root = tree.root();
        for half_width in [1 << 20, 1 << 22, 1 << 23] {
            let window = Window::around(Value::new(1 << 20), half_width);
            for expansion in [Expansion::Partial, Expansion::Full] {
                let mut search = Rbfms::new(&tree, EdgeCostSum, expansion, storage!(26, 512));
                search.start(&Request::new(&root).depth(depth).window(window));
                assert_eq!(search.step(u64::MAX), Ok(Progress::Done));
                let found = Outcome::from(search.report());
                let what = format!("{expansion:?}, {window:?}, depth {depth}, {tree:?}");

                let depth = depth as usize;
                let kept = with_saved_tree(&tree, &EdgeCostSum, &root, depth, window, expansion);
                assert_eq!((found.value, &found.line), (kept.value, &kept.line), "{what}");
                if expansion == Expansion::Full {
                    let naive = by_definition(&tree, &EdgeCostSum, &root, depth, window);
                    assert_eq!((found.value, &found.line), (naive.value, &naive.line), "{what}");
                }
                let (bound, count) = if found.value > window.beta {
                    (Bound::Lower, &mut above)
                } else if found.value < window.alpha {
                    (Bound::Upper, &mut below)
                } else {
                    (Bound::Estimate, &mut inside)
                };
                assert_eq!((found.bound, found.stop), (bound, Stop::Completed), "{what}");
                *count += 1;
            }
        }
    }
    assert!(above.min(below).min(inside) > 100, "{above}, {below}, {inside}");
}

/// Otherwise the two tests above would compare trivial searches.
#[test]
fn the_trees_of_this_suite_make_searches_regenerate_nodes() {
    let mut regenerating = 0;
    for (tree, depth) in trees() {
        let (found, record) = recursive(&tree, depth, Expansion::Partial);
        regenerating += u32::from(found.counts.generated > record.first_generations().len() as u64);
    }
    assert!(regenerating > 500, "{regenerating} of 1200");
}

#[test]
fn space_is_linear_one_frame_a_ply_and_one_nodes_children_a_frame() {
    for (tree, depth) in trees() {
        for expansion in [Expansion::Partial, Expansion::Full] {
            let counts = recursive(&tree, depth, expansion).0.counts;
            let most = tree.branching().maximum() * depth;
            assert!(counts.most_frames <= depth, "{} frames to depth {depth}", counts.most_frames);
            assert!(counts.most_children <= most, "{} children", counts.most_children);
        }
    }
}

/// Uniform trees, full expansion: all children of every node on the principal variation are stored at the end.
#[test]
fn the_bound_on_space_is_reached() {
    let tree = unique(1, Branching::uniform(3).unwrap());
    let counts = recursive(&tree, 8, Expansion::Full).0.counts;
    assert_eq!((counts.most_frames, counts.most_children), (8, 24));
}
