//! B* against exhaustive search, and conspiracy numbers against their definition: every set of leaves is tried.

use plyscope_core::hexapawn::{Hexapawn, PawnCount, WIN};
use plyscope_core::random_tree::{
    Branching, EdgeCostSum, EdgeCosts, Generation, Node, NoisyEdgeCostSum, RandomTree,
};
use plyscope_core::search::forward_estimation::{Edges, FixedBounds};
use plyscope_core::{
    Bound, Evaluator, Game, Limits, Progress, Request, Search as _, Stop, Value, static_value,
};

use super::conspiracy::Stability;
use super::{BStar, Conspiracy, Growing, Policy};

const PLENTY: u64 = 1 << 24;

/// Small trees of all shapes.
fn tree(seed: u32) -> RandomTree {
    let branching = match seed % 3 {
        0 => Branching::uniform(3),
        1 => Branching::random(4),
        _ => Branching::random_with_leaves(4),
    };
    RandomTree::new(seed, branching.unwrap())
        .with_generation(Generation::Hash)
        .with_edge_costs(if seed.is_multiple_of(2) { EdgeCosts::Wide } else { EdgeCosts::Zhang })
        .with_game_depth(6)
}

/// The minimax value for the side to move, this many plies deep.
fn minimax<G: Game, E: Evaluator<G::Position>>(
    game: &G,
    evaluator: &E,
    position: &G::Position,
    depth: u32,
) -> Value {
    let mut moves = game.moves(position);
    let mut best = None;
    while depth > 0
        && let Some((_, child)) = game.next_child(position, &mut moves)
    {
        best = best.max(Some(-minimax(game, evaluator, &child, depth - 1)));
    }
    best.unwrap_or_else(|| static_value(game, evaluator, position))
}

/// All nodes of a search's tree: index, position, plies below the root.
fn all_nodes<G: Game, E: Evaluator<G::Position>, P: Policy>(
    search: &Growing<G, E, P>,
    root: &G::Position,
) -> Vec<(usize, G::Position, u32)> {
    let mut all = vec![(0, root.clone(), 0)];
    let mut next = 0;
    while let Some((node, position, ply)) = all.get(next).cloned() {
        next += 1;
        for (number, child) in search.nodes.children(node).iter().enumerate() {
            let mv = search.game.unpack(&position, child.packed).unwrap();
            let below = search.game.play(&position, mv);
            all.push((search.nodes.first(node) + number, below, ply + 1));
        }
    }
    all
}

/// The minimax value of a search's tree as it is, where a leaf has the value that `leaf` gives it, if any.
fn value_of<G: Game, E: Evaluator<G::Position>, P: Policy>(
    search: &Growing<G, E, P>,
    node: usize,
    ply: u32,
    leaf: &dyn Fn(usize, u32) -> Option<Value>,
) -> Value {
    if !search.nodes.is_expanded(node) {
        return leaf(node, ply).unwrap_or(search.policy.value(&search.nodes.get(node).known));
    }
    let first = search.nodes.first(node);
    let children = 0..search.nodes.children(node).len();
    let values = children.map(|number| -value_of(search, first + number, ply + 1, leaf));
    values.max().unwrap()
}

fn bounds_of(costs: EdgeCosts, noise: i32) -> FixedBounds {
    FixedBounds::exact(costs.lowest() - 2 * noise, costs.highest() + 2 * noise)
}

/// Every range of every node holds its true value after every step, and the move is right in the end. Returns the nodes.
fn check_b_star<G, E>(
    game: &G,
    evaluator: &E,
    root: &G::Position,
    bounds: FixedBounds,
    depth: u32,
) -> u64
where
    G: Game + Clone,
    E: Evaluator<G::Position> + Clone,
{
    let policy = BStar::new(Edges(bounds));
    let mut search = Growing::new(game.clone(), evaluator.clone(), policy, PLENTY);
    search.start(&Request::new(root).depth(depth));
    while search.step(1).unwrap() == Progress::Paused {
        for (node, position, ply) in all_nodes(&search, root) {
            let truth = minimax(game, evaluator, &position, depth - ply);
            let known = search.nodes.get(node).known;
            assert!(known.low <= truth && truth <= known.high, "{known:?}, {truth:?}");
            assert_eq!(known.value, value_of(&search, node, ply, &|_, _| None));
        }
    }
    let report = search.report();
    assert_eq!(report.stop, Stop::Completed);
    let truth = minimax(game, evaluator, root, depth);
    if let Some(mv) = report.best_move {
        let after = -minimax(game, evaluator, &game.play(root, mv), depth - 1);
        assert_eq!(after, truth, "the move is the best one");
    }
    if report.bound == Bound::Exact {
        assert_eq!(report.value, truth);
    }
    let (line, counts) = (report.principal_variation.to_vec(), report.counts);
    let at_once = search.search(&Request::new(root).depth(depth)).unwrap();
    assert_eq!((at_once.principal_variation.to_vec(), at_once.counts), (line, counts));
    counts.generated
}

#[test]
fn b_star_separates_the_best_move() {
    for seed in 0..90 {
        let tree = tree(seed);
        let root = tree.root();
        let costs = tree.edge_costs();
        check_b_star(&tree, &EdgeCostSum, &root, bounds_of(costs, 0), 6);
        check_b_star(&tree, &EdgeCostSum, &root, bounds_of(costs, 0), 4);
        let noise = costs.highest() / 2;
        let noisy = NoisyEdgeCostSum::new(noise as u32);
        check_b_star(&tree, &noisy, &root, bounds_of(costs, noise), 6);
    }
    let start = Hexapawn::<3, 3>::start();
    let bounds = FixedBounds::exact(-2 * WIN.get(), 2 * WIN.get());
    check_b_star(&Hexapawn::<3, 3>, &PawnCount::<3, 3>, &start, bounds, 5);
}

#[test]
fn b_star_needs_a_part_of_the_tree() {
    let (mut searched, mut all) = (0, 0);
    for seed in 1..=10 {
        let tree = RandomTree::new(seed, Branching::uniform(4).unwrap());
        let root = tree.root();
        let bounds = bounds_of(EdgeCosts::Korf, 0);
        let mut search = Growing::new(tree, EdgeCostSum, BStar::new(Edges(bounds)), PLENTY);
        let report = search.search(&Request::new(&root).depth(6)).unwrap();
        searched += report.counts.generated;
        all += (4u64.pow(7) - 4) / 3;
    }
    assert!(4 * searched < all, "{searched} of {all}");
}

#[test]
fn wrong_estimates_do_not_stop_b_star_and_prove_nothing() {
    for seed in 0..30 {
        let tree = tree(seed);
        let root = tree.root();
        let bounds = FixedBounds::new(-50, 50);
        let mut search = Growing::new(tree, EdgeCostSum, BStar::new(Edges(bounds)), PLENTY);
        let report = search.search(&Request::new(&root).depth(6)).unwrap();
        assert_eq!((report.stop, report.bound), (Stop::Completed, Bound::Estimate));
    }
}

/// Limits of nodes and memory are kept, and the move then has the best value of the tree as it is.
fn check_limits<P: Policy>(policy: impl Fn() -> P) {
    for seed in 0..30 {
        let tree = tree(seed);
        let root = tree.root();
        for budget in [1, 4, 10, 40] {
            let limits = Limits::depth(6).and_nodes(budget);
            let mut search = Growing::new(tree.clone(), EdgeCostSum, policy(), PLENTY);
            let report = search.search(&Request::new(&root).limits(limits)).unwrap();
            assert!(report.counts.generated <= budget);
            if report.stop == Stop::Nodes {
                let (value, mv) = (report.value, report.best_move);
                let best = |child: &super::Node<P::Known>| -search.policy.value(&child.known);
                let children = search.nodes.children(0);
                let wanted = children.iter().map(best).max();
                assert_eq!(wanted, mv.map(|_| value));
                let child = mv.map(|mv| best(&children[mv.number() as usize]));
                assert_eq!(child, wanted, "seed {seed}, {budget} nodes");
            }
        }
        let mut search = Growing::new(tree, EdgeCostSum, policy(), 2000);
        let report = search.search(&Request::new(&root).depth(6)).unwrap();
        let stop = report.stop;
        assert!(matches!(stop, Stop::Completed | Stop::Capacity));
        assert!(search.nodes.most() <= super::nodes_in::<P::Known>(2000));
    }
}

#[test]
fn limits_are_kept() {
    check_limits(|| BStar::new(Edges(FixedBounds::exact(-(1 << 23), 1 << 23))));
    check_limits(|| Conspiracy::new(4, 0));
}

/// A search with conspiracy numbers.
type Search = Growing<RandomTree, EdgeCostSum, Conspiracy>;

/// All sets of up to `most` of these leaves.
fn sets(leaves: &[usize], most: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    let mut from = 0;
    for _ in 0..most {
        let until = all.len();
        for set in from..until {
            let last = all[set].last().copied();
            for &leaf in leaves.iter().filter(|leaf| last.is_none_or(|last| **leaf > last)) {
                all.push([all[set].as_slice(), &[leaf]].concat());
            }
        }
        from = until;
    }
    all
}

/// The value that these leaves can give a node if they all help to raise it, or to lower it.
fn conspired(search: &Search, node: usize, set: &[usize], raises: bool) -> Value {
    value_of(search, node, 0, &|leaf, ply| {
        let helps = raises == (ply % 2 == 0);
        let extreme = if helps { Value::INFINITY } else { Value::NEG_INFINITY };
        set.contains(&leaf).then_some(extreme)
    })
}

/// The leaves below a node that are not at the horizon.
fn open_leaves(search: &Search, root: &Node) -> Vec<usize> {
    let open = |node: &usize| {
        let known = search.nodes.get(*node).known;
        !search.nodes.is_expanded(*node) && known.up[0] == Value::INFINITY
    };
    all_nodes(search, root).iter().map(|(node, ..)| *node).filter(open).collect()
}

#[test]
fn conspiracy_numbers_are_those_of_the_definition() {
    const MOST: usize = 3;
    let mut compared = 0;
    for seed in 0..45 {
        let tree = tree(seed);
        let root = tree.root();
        let mut search = Growing::new(tree, EdgeCostSum, Conspiracy::new(3, 0), PLENTY);
        search.start(&Request::new(&root).depth(5));
        while search.step(1).unwrap() == Progress::Paused && search.counts().generated < 30 {
            let sets = sets(&open_leaves(&search, &root), MOST);
            for (node, ..) in all_nodes(&search, &root) {
                let Stability { value, up, down } = search.nodes.get(node).known;
                assert_eq!(value, conspired(&search, node, &[], true));
                for number in 1..=MOST {
                    let sets = || sets.iter().filter(|set| set.len() <= number);
                    let raised = sets().map(|set| conspired(&search, node, set, true)).max();
                    let lowered = sets().map(|set| conspired(&search, node, set, false)).min();
                    assert_eq!(raised, Some(up[number - 1]), "seed {seed}, node {node}");
                    assert_eq!(lowered, Some(down[number - 1]), "seed {seed}, node {node}");
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 5000, "{compared}");
}

#[test]
fn each_leaf_expanded_is_of_a_smallest_conspiracy_for_the_value_to_be_ruled_out() {
    let mut expanded = 0;
    for seed in 0..45 {
        let (tree, threshold) = (tree(seed), 1 + seed as usize % 3);
        let root = tree.root();
        let policy = Conspiracy::new(threshold, 0);
        let mut search = Growing::new(tree, EdgeCostSum, policy, PLENTY);
        search.start(&Request::new(&root).depth(5));
        search.step(1).unwrap();
        loop {
            let leaves = open_leaves(&search, &root);
            let Stability { value, up, down } = search.nodes.get(0).known;
            let (most, least) = (up[threshold - 1], down[threshold - 1]);
            let far = |from: Value, to: Value| i64::from(to.get()) - i64::from(from.get());
            let raises = far(value, most) >= far(least, value);
            let reaches = |set: &Vec<usize>| match raises {
                true => conspired(&search, 0, set, true) >= most,
                false => conspired(&search, 0, set, false) <= least,
            };
            let mut sets = sets(&leaves, threshold);
            sets.sort_by_key(Vec::len);
            let smallest = sets.iter().find(|set| reaches(set)).map(Vec::len);
            sets.retain(|set| Some(set.len()) == smallest && reaches(set));
            if search.step(1).unwrap() == Progress::Done || search.counts().generated > 40 {
                break;
            }
            let taken: Vec<_> =
                leaves.iter().filter(|leaf| search.nodes.is_expanded(**leaf)).collect();
            let [leaf] = taken[..] else { panic!("one leaf at a time: {taken:?}") };
            assert!(sets.iter().any(|set| set.contains(leaf)), "seed {seed}: leaf {leaf}");
            expanded += 1;
        }
    }
    assert!(expanded > 200, "{expanded}");
}

#[test]
fn the_search_ends_when_no_small_conspiracy_changes_the_value_by_more_than_the_width() {
    let mut completed = 0;
    for seed in 0..60 {
        let (tree, width) = (tree(seed), [0, 4000][seed as usize % 2]);
        let root = tree.root();
        let mut search = Growing::new(tree, EdgeCostSum, Conspiracy::new(2, width), PLENTY);
        let report = search.search(&Request::new(&root).depth(5)).unwrap();
        assert_eq!((report.stop, report.bound), (Stop::Completed, Bound::Estimate));
        let leaves = open_leaves(&search, &root);
        if leaves.len() > 60 {
            continue;
        }
        completed += 1;
        let sets = sets(&leaves, 2);
        let raised = sets.iter().map(|set| conspired(&search, 0, set, true)).max().unwrap();
        let lowered = sets.iter().map(|set| conspired(&search, 0, set, false)).min().unwrap();
        assert!(i64::from(raised.get()) - i64::from(lowered.get()) <= i64::from(width));
    }
    assert!(completed > 20, "{completed}");
}
