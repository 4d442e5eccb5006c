//! The numbers of random trees' nodes (Korf & Chickering 1996, sections 4.3 to 4.5), checked against separate arithmetic
//! that neither wraps nor jumps.

use std::collections::VecDeque;

use crate::support::playout::children;
use crate::support::random::Random;
use plyscope_core::random_tree::{
    Branching, EdgeCosts, Generation, Node, OnDemandTree, RandomTree,
};
use plyscope_core::{Game, Side};

/// All methods by which a node's number follows from its place.
const REPEATABLE: [Generation; 4] =
    [Generation::BreadthFirst, Generation::ReseedParent, Generation::ReseedNode, Generation::Hash];

const A: u128 = 1_103_515_245;
const C: u128 = 12_345;
const TWO_32: u128 = 1 << 32;

/// The generator's state `steps` after `state`, by the closed form `a^n s + c (a^n - 1) / (a - 1)`, computed modulo
/// `2^32 (a - 1)`, where the division is exact.
fn closed_form(state: u128, steps: u128) -> u128 {
    let modulus = TWO_32 * (A - 1);
    let mut power = 1;
    for bit in (0..128).rev() {
        power = power * power % modulus;
        if steps >> bit & 1 == 1 {
            power = power * A % modulus;
        }
    }
    let sum = (power + modulus - 1) % modulus / (A - 1);
    (power % TWO_32 * state + C * sum) % TWO_32
}

fn step(state: u128) -> u128 {
    (A * state + C) % TWO_32
}

/// The edge cost that `EdgeCosts::Wide` draws with this state: 24 of its 32 bits.
fn wide_cost(state: u128) -> i32 {
    (state >> 8) as i32 - (1 << 23)
}

fn cost(parent: &Node, child: &Node) -> i32 {
    child.value().get() - parent.value().get()
}

fn wide(seed: u32, branching: Branching, generation: Generation) -> RandomTree {
    RandomTree::new(seed, branching).with_edge_costs(EdgeCosts::Wide).with_generation(generation)
}

#[test]
fn the_closed_form_of_this_test_equals_stepping() {
    let mut state = 17;
    for steps in 0..5_000 {
        assert_eq!(closed_form(17, steps), state);
        state = step(state);
    }
    assert_eq!(closed_form(17, TWO_32), 17, "the period is full");
}

#[test]
fn breadth_first_numbers_are_the_generators_sequence_in_breadth_first_order() {
    for (seed, maximum) in [(1, 1), (17, 2), (99, 3), (0xffff_ffff, 10)] {
        let tree = wide(seed, Branching::uniform(maximum).unwrap(), Generation::BreadthFirst);
        let mut state = u128::from(seed);
        let mut queue = VecDeque::from([tree.root()]);
        let mut expanded = 0;
        while let Some(node) = queue.pop_front().filter(|_| expanded < 2_000) {
            expanded += 1;
            for (_, child) in children(&tree, &node) {
                state = step(state);
                assert_eq!(cost(&node, &child), wide_cost(state));
                queue.push_back(child);
            }
        }
    }
}

#[test]
fn a_tree_can_be_shared_by_threads() {
    fn shared<T: Send + Sync>() {}
    shared::<RandomTree>();
}

#[test]
fn on_demand_numbers_are_the_generators_sequence_in_the_order_of_generation() {
    let tree = wide(5, Branching::uniform(3).unwrap(), Generation::Hash);
    let tree = OnDemandTree::new(&tree);
    let mut state = 5;
    let mut path = vec![tree.root()];
    let mut random = Random::new(5);
    for _ in 0..1_000 {
        let node = *path.last().unwrap();
        let below = children(&tree, &node);
        for (mv, child) in &below {
            state = step(state);
            assert_eq!(cost(&node, child), wide_cost(state));
            assert_eq!(tree.play(&node, *mv), *child, "playing draws no number");
        }
        // Up or down, anywhere: the order of generation alone decides.
        match below.get(random.below(5) as usize) {
            Some(&(_, child)) if path.len() < 90 => path.push(child),
            _ => path.truncate(path.len().div_ceil(2)),
        }
    }
    let root = tree.root();
    let first = children(&tree, &root)[0].1;
    assert_eq!(cost(&root, &first), wide_cost(step(5)), "requesting the root restarts the stream");
}

/// Goes down `depth` plies by random moves and compares each child's number with `expected`, which is given the seed,
/// the maximum of children, the parent's breadth-first index (not reduced) and the child's number.
fn descend(
    generation: Generation,
    depth: u32,
    expected: fn(seed: u128, maximum: u128, parent: u128, number: u128) -> u128,
) {
    let mut random = Random::new(7);
    for maximum in [1, 2, 3, 7, 10, 16] {
        for round in 0..20 {
            let branching = if round % 2 == 0 {
                Branching::uniform(maximum).unwrap()
            } else {
                Branching::random(maximum).unwrap()
            };
            let seed = random.bits() as u32;
            let tree = wide(seed, branching, generation);
            let (mut node, mut index) = (tree.root(), 0u128);
            let (seed, maximum) = (u128::from(seed), u128::from(maximum));
            let mut count = maximum;
            for _ in 0..depth {
                let below = children(&tree, &node);
                assert_eq!(below.len() as u128, count, "children of node {index} of {tree:?}");
                for (number, (_, child)) in (0..).zip(&below) {
                    let state = expected(seed, maximum, index, number);
                    assert_eq!(cost(&node, child), wide_cost(state), "{tree:?}, below {index}");
                }
                let number = u128::from(random.below(below.len() as u64));
                count = match round % 2 {
                    0 => maximum,
                    _ => ((expected(seed, maximum, index, number) >> 16) & 0x7fff) % maximum + 1,
                };
                node = below[number as usize].1;
                index = maximum * index + number + 1;
            }
        }
    }
}

/// 30 plies: 16^31 fits into the 128 bits of the test's index, and is 2^92 times what fits into the tree's.
const DEPTH: u32 = 30;

#[test]
fn breadth_first_indices_that_wrap_give_the_numbers_of_those_that_do_not() {
    descend(Generation::BreadthFirst, DEPTH, |seed, maximum, parent, number| {
        closed_form(seed, maximum * parent + number + 1)
    });
}

#[test]
fn numbers_re_seeded_with_the_parents_index_follow_from_seed_and_index() {
    descend(Generation::ReseedParent, DEPTH, |seed, _, parent, number| {
        closed_form((seed + parent) % TWO_32, number + 1)
    });
}

#[test]
fn numbers_re_seeded_with_the_nodes_own_index_follow_from_seed_and_index() {
    descend(Generation::ReseedNode, DEPTH, |seed, maximum, parent, number| {
        step((seed + maximum * parent + number + 1) % TWO_32)
    });
}

#[test]
fn a_node_is_the_same_whenever_and_however_it_is_reached() {
    let mut random = Random::new(11);
    for generation in REPEATABLE {
        for branching in [Branching::uniform(4), Branching::random(5), Branching::uniform(10)] {
            let tree = wide(random.bits() as u32, branching.unwrap(), generation);
            let mut node = tree.root();
            let mut line = Vec::new();
            for _ in 0..RandomTree::GAME_DEPTH {
                let below = children(&tree, &node);
                assert_eq!(children(&tree, &node), below, "enumerated again, {generation:?}");
                for &(mv, child) in &below {
                    assert_eq!(tree.play(&node, mv), child, "played, {generation:?}");
                }
                let (mv, child) = random.pick(&below);
                line.push(mv);
                node = child;
            }
            assert!(tree.is_over(&node), "the game ends at depth 100");
            let replayed = line.iter().fold(tree.root(), |node, &mv| tree.play(&node, mv));
            assert_eq!(replayed, node, "replayed, {generation:?}");
        }
    }
}

#[test]
fn max_and_min_move_in_turn_from_a_root_worth_nothing() {
    for generation in REPEATABLE {
        let tree = wide(3, Branching::uniform(2).unwrap(), generation);
        let mut node = tree.root();
        assert_eq!(node.value().get(), 0);
        for depth in 0..20 {
            assert_eq!(node.depth(), depth);
            let max = depth % 2 == 0;
            assert_eq!(tree.mover(&node), if max { Side::Max } else { Side::Min });
            node = children(&tree, &node)[1].1;
        }
    }
}
