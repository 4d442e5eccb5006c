//! The dials of random trees: noise on static values, and correlation between siblings.

use plyscope_core::random_tree::{
    Branching, Correlation, EdgeCostSum, EdgeCosts, Generation, Node, NoisyEdgeCostSum, RandomTree,
};
use plyscope_core::{AlphaBeta, Game, Order, Policy, Request, Search, static_value, storage};

const GENERATIONS: [Generation; 4] =
    [Generation::BreadthFirst, Generation::ReseedParent, Generation::ReseedNode, Generation::Hash];

fn children<G: Game<Position = Node>>(game: &G, node: &Node) -> Vec<Node> {
    let mut moves = game.moves(node);
    std::iter::from_fn(|| game.next_child(node, &mut moves)).map(|(_, child)| child).collect()
}

/// The inner nodes of a few plies of some trees, with their trees.
fn families(tree: impl Fn(u32) -> RandomTree, plies: u32) -> Vec<(Node, Vec<Node>)> {
    let mut all = Vec::new();
    for seed in 1..=20 {
        let tree = tree(seed);
        let mut row = vec![tree.root()];
        for _ in 0..plies {
            let next: Vec<_> = row.iter().map(|node| (*node, children(&tree, node))).collect();
            row = next.iter().flat_map(|(_, children)| children.clone()).collect();
            all.extend(next);
        }
    }
    all
}

fn cost(parent: &Node, child: &Node) -> f64 {
    f64::from(child.value().get() - parent.value().get())
}

#[test]
fn siblings_have_the_correlation_and_the_variance_that_the_dial_says() {
    let range = 32768.0f64;
    let variance_of_one = (range * range - 1.0) / 12.0;
    // Seeds of one after the other make siblings depend on each other without this dial: -0.05 with a seed for each node.
    for generation in [Generation::BreadthFirst, Generation::Hash] {
        for thousandths in [0, 100, 500, 900, 1000] {
            let correlation = Correlation::per_mille(thousandths).unwrap();
            let tree = |seed| {
                let tree = RandomTree::new(seed, Branching::uniform(4).unwrap());
                tree.with_generation(generation).with_correlation(correlation)
            };
            let families = families(tree, 6);
            let (mut squares, mut products, mut sum) = (0.0, 0.0, 0.0);
            let (mut costs, mut pairs) = (0.0, 0.0);
            for (parent, children) in &families {
                for (number, child) in children.iter().enumerate() {
                    let own = cost(parent, child);
                    assert!((-16384.0..=16383.0).contains(&own));
                    squares += (own + 0.5) * (own + 0.5);
                    sum += own + 0.5;
                    costs += 1.0;
                    for other in &children[number + 1..] {
                        products += (own + 0.5) * (cost(parent, other) + 0.5);
                        pairs += 1.0;
                    }
                }
            }
            let wanted = f64::from(thousandths) / 1000.0;
            let what = format!("{generation:?}, {wanted}");
            // 27,300 families: the standard error of a correlation is below 0.0061, of a variance below 0.9 %.
            let measured = products / pairs / (squares / costs);
            assert!((measured - wanted).abs() < 0.02, "{what}: {measured}");
            let spread = wanted.sqrt() + (1.0 - wanted).sqrt();
            let ratio = squares / costs / variance_of_one * spread * spread;
            assert!((ratio - 1.0).abs() < 0.03, "{what}: {ratio} of the variance");
            let mean = sum / costs;
            assert!(mean.abs() < 0.02 * range, "{what}: mean {mean}");
        }
    }
}

#[test]
fn costs_of_cousins_are_independent() {
    let correlation = Correlation::per_mille(800).unwrap();
    let tree =
        |seed| RandomTree::new(seed, Branching::uniform(4).unwrap()).with_correlation(correlation);
    let families = families(tree, 6);
    let (mut squares, mut products) = (0.0, 0.0);
    for pair in families.windows(2) {
        let [(parent, first), (other, second)] = pair else { continue };
        let (a, b) = (cost(parent, &first[0]), cost(other, &second[0]));
        squares += a * a;
        products += a * b;
    }
    assert!((products / squares).abs() < 0.03, "{}", products / squares);
}

#[test]
fn noise_has_the_variance_that_the_dial_says_and_no_correlation() {
    for amplitude in [1, 1000, 16384, NoisyEdgeCostSum::MOST] {
        let noisy = NoisyEdgeCostSum::new(amplitude);
        let tree = |seed| RandomTree::new(seed, Branching::uniform(4).unwrap());
        let (mut sum, mut squares, mut products, mut count) = (0.0, 0.0, 0.0, 0.0);
        for (parent, children) in families(tree, 6) {
            let above = f64::from(noisy.noise(&parent));
            for child in children {
                let noise = f64::from(noisy.noise(&child));
                assert!(noise.abs() <= f64::from(amplitude));
                sum += noise;
                squares += noise * noise;
                products += noise * above;
                count += 1.0;
            }
        }
        let amplitude = f64::from(amplitude);
        let variance = amplitude * (amplitude + 1.0) / 3.0;
        // 109,200 nodes: standard errors of 0.3 % of the variance, 0.3 % of the deviation, 0.003.
        assert!((squares / count / variance - 1.0).abs() < 0.015, "{amplitude}");
        assert!((sum / count).abs() < 0.015 * variance.sqrt(), "{amplitude}");
        assert!((products / squares).abs() < 0.015, "{amplitude}");
    }
}

#[test]
fn noise_leaves_finished_games_alone_and_is_the_same_each_time() {
    let tree = RandomTree::new(3, Branching::random_with_leaves(3).unwrap()).with_game_depth(6);
    let noisy = NoisyEdgeCostSum::new(5000);
    let (mut finished, mut changed) = (0, 0);
    let mut row = vec![tree.root()];
    while !row.is_empty() {
        for node in &row {
            let (plain, with) =
                (static_value(&tree, &EdgeCostSum, node), static_value(&tree, &noisy, node));
            assert_eq!(with, static_value(&tree, &noisy, node));
            if tree.outcome(node).is_some() {
                finished += 1;
                assert_eq!(plain, with);
            } else {
                changed += u32::from(plain != with);
                let sign = if node.depth() % 2 == 0 { 1 } else { -1 };
                assert_eq!(with.get() - plain.get(), sign * noisy.noise(node));
            }
        }
        row = row.iter().flat_map(|node| children(&tree, node)).collect();
    }
    assert!(finished > 10 && changed > 10);
}

/// The value of the whole game has no noise, whatever the search looked at on its way.
#[test]
fn a_search_to_the_end_finds_the_exact_value_through_any_noise() {
    for seed in 1..=20 {
        let tree = RandomTree::new(seed, Branching::uniform(3).unwrap()).with_game_depth(7);
        let root = tree.root();
        let tree = tree.with_correlation(Correlation::per_mille(400).unwrap());
        let request = Request::new(&root).depth(7);
        let storage = storage!(26, 512);
        let mut plain = AlphaBeta::new(&tree, EdgeCostSum, Policy::new(Order::Static), storage);
        let storage = storage!(26, 512);
        let noisy = NoisyEdgeCostSum::new(20000);
        let mut noisy = AlphaBeta::new(&tree, noisy, Policy::new(Order::Static), storage);
        let plain = plain.search(&request).unwrap();
        let noisy = noisy.search(&request).unwrap();
        assert_eq!((plain.value, plain.best_move), (noisy.value, noisy.best_move), "seed {seed}");
        assert_ne!(plain.counts, noisy.counts, "another order");
    }
}

#[test]
fn dials_at_0_change_nothing_and_others_keep_the_shape_of_the_tree() {
    for generation in GENERATIONS {
        let tree = RandomTree::new(9, Branching::random(6).unwrap())
            .with_edge_costs(EdgeCosts::Wide)
            .with_generation(generation);
        let off = tree.clone().with_correlation(Correlation::NONE);
        let on = tree.clone().with_correlation(Correlation::per_mille(700).unwrap());
        let root = tree.root();
        let mut rows = [vec![root], vec![root], vec![root]];
        for _ in 0..5 {
            let [plain, same, other] = &mut rows;
            *plain = plain.iter().flat_map(|node| children(&tree, node)).collect();
            *same = same.iter().flat_map(|node| children(&off, node)).collect();
            *other = other.iter().flat_map(|node| children(&on, node)).collect();
            assert_eq!(rows[0], rows[1]);
            assert_eq!(rows[0].len(), rows[2].len());
            for node in &rows[0] {
                assert_eq!(
                    static_value(&tree, &NoisyEdgeCostSum::new(0), node),
                    static_value(&tree, &EdgeCostSum, node)
                );
            }
        }
        assert_ne!(rows[0], rows[2]);
        let child = tree.nth_child(&root, 2);
        assert_eq!(on.play(&root, child), children(&on, &root)[2]);
    }
}
