//! Late-move reductions: what such a search calls exact is exact, and where it is paused changes nothing.

use plyscope_core::othello::{Board, Othello, Simple};
use plyscope_core::random_tree::{Branching, EdgeCostSum, EdgeCosts, Generation, RandomTree};
use plyscope_core::search::alpha_beta::{LateMoves, Policy};
use plyscope_core::search::probe::{NoProbe, ProbCut, Rehearsing};
use plyscope_core::search::table::{Slot, TranspositionTable};
use plyscope_core::{
    Bound, DepthFirst, Game, IterativeDeepening, Order, Progress, Request, Search, storage,
};

use crate::policies::CUTS;
use crate::support::naive;
use crate::support::outcome::Outcome;
use crate::support::playout::playout;
use crate::support::random::Random;

fn slots(count: usize) -> Vec<Slot> {
    (0..count).map(|_| Slot::new()).collect()
}

/// Searches at once, or in slices of these sizes.
fn run<G: Game, S: Search<G>>(
    mut search: S,
    request: &Request<'_, G>,
    slices: &[u64],
) -> Outcome<G::Move> {
    search.start(request);
    let mut slices = slices.iter().cycle();
    while search.step(*slices.next().unwrap()).unwrap() == Progress::Paused {}
    search.report().into()
}

/// Trees whose games end within the searches, and not all at one depth.
fn tree(seed: u32) -> (RandomTree, u32) {
    let branching = match seed % 3 {
        0 => Branching::random(5).and_then(|branching| branching.with_root(3)),
        1 => Branching::random_with_leaves(5).and_then(|branching| branching.with_root(4)),
        _ => Branching::uniform(4),
    };
    let generation = [
        Generation::BreadthFirst,
        Generation::ReseedParent,
        Generation::ReseedNode,
        Generation::Hash,
    ][seed as usize % 4];
    let game_depth = 3 + seed % 3;
    let tree = RandomTree::new(seed, branching.unwrap())
        .with_edge_costs([EdgeCosts::Zhang16, EdgeCosts::Korf][seed as usize % 2])
        .with_generation(generation)
        .with_game_depth(game_depth);
    (tree, game_depth)
}

#[test]
fn a_value_called_exact_is_the_minimax_value_and_pauses_change_nothing() {
    let (mut exact, mut proven, mut estimates) = (0, 0, 0);
    for seed in 0..600 {
        let (tree, game_depth) = tree(seed);
        let root = tree.root();
        let late =
            LateMoves { from: 1 + seed % 5, depth: 2 + seed % 2, reduction: 1 + seed / 3 % 3 };
        let order = [Order::None, Order::Static, Order::StaticAll][seed as usize / 2 % 3];
        let slots = slots([1, 7, 1 << 10][seed as usize % 3]);
        for depth in [game_depth - 1, game_depth, game_depth + 1] {
            let truth = naive::minimax(&tree, &EdgeCostSum, &root, depth);
            let game = naive::minimax(&tree, &EdgeCostSum, &root, game_depth);
            let request = Request::new(&root).depth(depth);
            let mut check = |search: &dyn Fn(&[u64]) -> Outcome<_>| {
                let whole = search(&[u64::MAX]);
                match whole.bound {
                    Bound::Exact => {
                        assert_eq!(
                            whole.value, truth,
                            "{late:?}, {order:?}, depth {depth}, {tree:?}"
                        );
                        exact += 1;
                    }
                    bound => {
                        assert_eq!(bound, Bound::Estimate);
                        estimates += 1;
                    }
                }
                if whole.proven && whole.bound == Bound::Exact {
                    assert_eq!(whole.value, game, "{late:?}, {order:?}, depth {depth}, {tree:?}");
                    proven += 1;
                }
                for slices in [&[1][..], &[2], &[3], &[1, 4, 2, 9]] {
                    assert_eq!(search(slices), whole, "{slices:?}, {late:?}, {order:?}, {tree:?}");
                }
            };
            check(&|slices| {
                let policy = Policy::new(order).scouting(late);
                run(
                    DepthFirst::new(&tree, EdgeCostSum, policy, storage!(26, 512)),
                    &request,
                    slices,
                )
            });
            check(&|slices| {
                let mut table = TranspositionTable::new(&slots);
                table.clear();
                let policy = Policy::new(order).remembering(table).scouting(late);
                let inner = DepthFirst::new(&tree, EdgeCostSum, policy, storage!(26, 512));
                run(IterativeDeepening::new(inner), &request, slices)
            });
        }
    }
    println!("{exact} exact, {proven} of them proven, {estimates} estimates");
    assert!(exact > 300 && proven > 100 && estimates > 300);
}

#[test]
fn a_reduced_child_just_above_the_horizon_is_searched_again_where_it_is_better() {
    // Everything but the first move is reduced to one ply, which looks the wrong way in most of these trees.
    let late = LateMoves { from: 1, depth: 3, reduction: 1 };
    let (mut right, mut reduced, mut full) = (0, 0, 0);
    for seed in 0..200 {
        let tree = RandomTree::new(seed, Branching::uniform(4).unwrap()).with_game_depth(3);
        let root = tree.root();
        let request = Request::new(&root).depth(3);
        let policy = Policy::new(Order::None).scouting(late);
        let found = run(
            DepthFirst::new(&tree, EdgeCostSum, policy, storage!(26, 512)),
            &request,
            &[u64::MAX],
        );
        let plain = Policy::new(Order::None);
        full += run(
            DepthFirst::new(&tree, EdgeCostSum, plain, storage!(26, 512)),
            &request,
            &[u64::MAX],
        )
        .counts
        .generated;
        reduced += found.counts.generated;
        let truth = naive::minimax(&tree, &EdgeCostSum, &root, 3);
        // A value found by a look at the full depth is never above the truth.
        assert!(found.value <= truth, "seed {seed}: {} above {truth}", found.value);
        right += u32::from(found.value == truth);
    }
    println!("{right} of 200 right, {reduced} nodes of {full}");
    assert!(right > 100 && right < 200 && reduced < full);
}

#[test]
fn two_sided_estimates_keep_the_probes_of_probcut() {
    let mut random = Random::new(5);
    let (mut plain, mut pruned) = (0, 0);
    for plies in [8, 12, 16, 20, 24, 28, 32] {
        let board = playout(&Othello, &Board::START, plies, &mut random);
        let request = Request::new(&board).depth(6);
        macro_rules! search {
            ($policy:expr) => {{
                let policy = $policy.scouting(LateMoves::NONE);
                let search = DepthFirst::new(Othello, Simple, policy, storage!(24, 512));
                run(search, &request, &[u64::MAX])
            }};
        }
        let probcut = ProbCut::new(&CUTS, 100, 3);
        let policy = Policy::new(Order::Static);
        let cutting = policy.probing(probcut);
        let (one, both) = (search!(cutting), search!(cutting.two_sided(true)));
        // There are no estimates, so there is nothing more to narrow.
        assert_eq!(both, one);
        assert_eq!(both.bound, Bound::Estimate);
        plain += search!(policy).counts.generated;
        pruned += both.counts.generated;
    }
    println!("plain {plain}, pruned {pruned}");
    assert!(pruned < plain * 4 / 5);
}

#[test]
fn a_rehearsal_alone_makes_no_static_values_of_inner_nodes() {
    let mut random = Random::new(6);
    let (mut rehearsed, mut plain) = (0, 0);
    for plies in [8, 16, 24, 32] {
        let board = playout(&Othello, &Board::START, plies, &mut random);
        let request = Request::new(&board).depth(5);
        let slots = slots(1 << 12);
        macro_rules! search {
            ($probe:expr) => {{
                let mut table = TranspositionTable::new(&slots);
                table.clear();
                let policy = Policy::new(Order::None).probing($probe).remembering(table);
                let search = DepthFirst::new(Othello, Simple, policy, storage!(24, 512));
                run(search, &request, &[u64::MAX])
            }};
        }
        let found = search!(Rehearsing { probe: NoProbe, from: 3 });
        assert_eq!(
            (found.value, found.bound),
            (naive::minimax(&Othello, &Simple, &board, 5), Bound::Exact)
        );
        assert!(found.counts.evaluated < found.counts.generated, "{:?}", found.counts);
        let alone = search!(NoProbe);
        assert_ne!(found.counts.generated, alone.counts.generated, "it rehearses");
        rehearsed += found.counts.generated;
        plain += alone.counts.generated;
    }
    println!("{rehearsed} nodes rehearsed, {plain} plain");
}
