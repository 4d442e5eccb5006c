//! Same answer from every exact search on random trees: minimax, alpha-beta, aspiration, exact forward
//! estimation and iterative deepening find the value, a best move and a line of the recursive definition.

use crate::support::exactness::check_all;
use crate::support::naive;
use crate::support::outcome::run;
use crate::support::playout::playout;
use crate::support::random::Random;
use plyscope_core::random_tree::{Branching, EdgeCostSum, EdgeCosts, Generation, Node, RandomTree};
use plyscope_core::search::estimate::Estimate;
use plyscope_core::search::forward_estimation::{Edges, FixedBounds};
use plyscope_core::{
    AlphaBeta, Bound, DepthFirst, Limits, Order, Policy, Progress, Request, Search, Value, Window,
    storage,
};

/// Trees of each kind; the four kinds make 20,000.
const TREES: u64 = 5_000;

const COSTS: [EdgeCosts; 4] =
    [EdgeCosts::Korf, EdgeCosts::Zhang, EdgeCosts::Zhang16, EdgeCosts::Wide];

const GENERATIONS: [Generation; 4] =
    [Generation::BreadthFirst, Generation::ReseedParent, Generation::ReseedNode, Generation::Hash];

/// A tree with one of these branchings, all else at random; a node of it for a root, after 0 to 3 moves, so that MIN
/// moves at every other one; and a depth, at most the branching's.
fn draw(
    seed: u64,
    branchings: &[(Branching, u32)],
    random: &mut Random,
) -> (RandomTree, Node, u32) {
    let (branching, depth) = random.pick(branchings);
    let game_depth = if random.below(4) == 0 { 2 + random.below(6) as u32 } else { 100 };
    let tree = RandomTree::new(seed as u32, branching)
        .with_edge_costs(random.pick(&COSTS))
        .with_generation(random.pick(&GENERATIONS))
        .with_game_depth(game_depth);
    let plies = random.below(4);
    let root = playout(&tree, &tree.root(), plies, random);
    (tree, root, random.below(u64::from(depth) + 1) as u32)
}

fn check_trees(first_seed: u64, branchings: &[(Branching, u32)]) {
    let mut random = Random::new(first_seed);
    for seed in first_seed..first_seed + TREES {
        let (tree, root, depth) = draw(seed, branchings, &mut random);
        let guess = Value::new(i32::from(random.bits() as i16) * 4);
        check_all(&tree, &EdgeCostSum, &root, depth, guess, &format!("{tree:?} from {root:?}"));
    }
}

fn uniform(children: u32) -> Branching {
    Branching::uniform(children).unwrap()
}

fn random(maximum: u32) -> Branching {
    Branching::random(maximum).unwrap()
}

fn leaves(maximum: u32) -> Branching {
    Branching::random_with_leaves(maximum).unwrap()
}

#[test]
fn all_exact_searches_agree_on_uniform_trees() {
    check_trees(
        0,
        &[(uniform(1), 8), (uniform(2), 8), (uniform(3), 6), (uniform(5), 4), (uniform(17), 2)],
    );
}

#[test]
fn all_exact_searches_agree_on_trees_with_random_branching() {
    check_trees(
        100_000,
        &[(random(2), 8), (random(3), 8), (random(5), 6), (random(9), 4), (Branching::ZHANG, 5)],
    );
}

#[test]
fn all_exact_searches_agree_on_trees_of_non_uniform_depth() {
    check_trees(200_000, &[(leaves(2), 8), (leaves(3), 8), (leaves(4), 7), (leaves(6), 5)]);
}

#[test]
fn all_exact_searches_agree_on_trees_with_fewer_children_at_the_root() {
    let rooted = |branching: Branching, root| branching.with_root(root).unwrap();
    check_trees(
        300_000,
        &[(rooted(random(7), 1), 6), (rooted(random(4), 2), 7), (rooted(random(9), 3), 5)],
    );
}

#[test]
fn alpha_beta_generates_exactly_the_nodes_of_its_recursive_definition() {
    let branchings = [(uniform(2), 8), (uniform(4), 6), (random(6), 6), (leaves(5), 7)];
    let mut choice = Random::new(400_000);
    for seed in 0..2_000 {
        let (tree, root, depth) = draw(seed, &branchings, &mut choice);
        for (order, sorted_from) in
            [(Order::None, u32::MAX), (Order::Static, 2), (Order::StaticAll, 1)]
        {
            let mut search =
                AlphaBeta::new(&tree, EdgeCostSum, Policy::new(order), storage!(26, 512));
            let found = run(&mut search, &root, Limits::depth(depth));
            let mut recursive = naive::AlphaBeta {
                game: &tree,
                evaluator: &EdgeCostSum,
                sorted_from,
                generated: 0,
            };
            // The horizon ends with the game.
            let plies = Limits::depth(depth).within_game(&tree, &root).depth;
            let value = recursive.search(&root, plies, Value::NEG_INFINITY, Value::INFINITY);
            assert_eq!(
                (found.value, found.counts.generated),
                (value, recursive.generated),
                "{order:?} to depth {depth} of {tree:?} from {root:?}"
            );
        }
    }
}

/// Fail-soft: what lies outside the window is a bound on the right side, what lies inside is the value.
#[test]
fn a_search_in_any_window_finds_the_value_or_a_bound_on_it() {
    fn check<X: Estimate + Copy + std::fmt::Debug>(
        game: &RandomTree,
        policy: Policy<X>,
        root: &Node,
        depth: u32,
        window: Window,
    ) -> Bound {
        let mut search = DepthFirst::new(game, EdgeCostSum, policy, storage!(26, 512));
        search.start(&Request::new(root).depth(depth).window(window));
        assert_eq!(search.step(u64::MAX), Ok(Progress::Done));
        let (value, bound) = (search.report().value, search.report().bound);
        let what =
            format!("{value} in {window:?}, {policy:?} to depth {depth} of {game:?}, {root:?}");
        let exact = naive::minimax(game, &EdgeCostSum, root, depth);
        match bound {
            Bound::Lower => assert!(window.beta <= value && value <= exact, "{what}: {exact}"),
            Bound::Upper => assert!(exact <= value && value <= window.alpha, "{what}: {exact}"),
            Bound::Exact => assert_eq!(value, exact, "{what}"),
            _ => panic!("{what}: {bound:?}"),
        }
        bound
    }
    let mut choice = Random::new(500_000);
    let mut seen = [0; 3];
    for seed in 0..5_000 {
        let branchings = [(uniform(2), 7), (uniform(4), 5), (random(6), 5), (leaves(5), 6)];
        let (tree, root, depth) = draw(seed, &branchings, &mut choice);
        let centre = Value::new(i32::from(choice.bits() as i16));
        let window = Window::around(centre, 1 + choice.below(20_000) as u32);
        let (low, high) = naive::edge_extremes(&tree, &EdgeCostSum, &root, depth);
        let bounds = FixedBounds::exact(low, high);
        for order in [Order::None, Order::Static, Order::StaticAll] {
            let policy = Policy::new(order);
            let plain = check(&tree, policy, &root, depth, window);
            let estimating = policy.estimating(Edges(bounds));
            check(&tree, estimating, &root, depth, window);
            check(&tree, estimating.two_sided(true), &root, depth, window);
            seen[plain as usize] += 1;
        }
    }
    assert!(seen.iter().all(|&count| count > 500), "{seen:?}");
}
