//! Alpha-beta on a saved tree has alpha-beta's results, whatever the tree holds from earlier moves.

use plyscope::tree::{BestFirst, BestFirstExtension, SavedAlphaBeta, TreeSearch};
use plyscope_core::othello::{Board, Othello, Simple};
use plyscope_core::random_tree::{Branching, EdgeCostSum, EdgeCosts, RandomTree};
use plyscope_core::search::forward_estimation::{Edges, FixedBounds, Learned, Placement, Scaled};
use plyscope_core::{
    DepthFirst, Evaluator, Expansion, Game, Order, Policy, Request, Search as _, Value, storage,
};
use plyscope_tests::naive;

const PLENTY: u32 = 1 << 20;

/// Plays `plies` plies from `position`. Before each it searches with the remaining tree, and compares value and move
/// with plain minimax.
fn play<G, E>(
    game: &G,
    evaluator: &E,
    search: &mut dyn TreeSearch<G>,
    mut position: G::Position,
    depth: u32,
    plies: usize,
    what: &str,
) where
    G: Game,
    E: Evaluator<G::Position>,
{
    for ply in 0..plies {
        let (value, best) = naive::best_moves(game, evaluator, &position, depth);
        let report = search.search(&Request::new(&position).depth(depth)).expect("it fits");
        assert_eq!(report.value, value, "{what}, ply {ply}");
        let Some(mv) = report.best_move else { break };
        assert!(best.contains(&mv), "{what}, ply {ply}");
        assert_eq!(report.principal_variation.first(), Some(&mv), "{what}, ply {ply}");
        position = game.play(&position, mv);
        search.advance(mv);
    }
}

#[test]
fn a_saved_tree_changes_no_value_from_move_to_move() {
    for (branching, depth) in [
        (Branching::uniform(2).unwrap(), 7),
        (Branching::random(5).unwrap(), 5),
        (Branching::random_with_leaves(6).unwrap(), 5),
    ] {
        for seed in 0..40 {
            let tree = RandomTree::new(seed, branching).with_game_depth(12);
            let root = tree.root();
            // Memory that is large enough, never large enough, and sometimes full.
            for limit in [PLENTY, 1, 30] {
                let what = format!("{limit} nodes, {tree:?}");
                let mut saved = SavedAlphaBeta::new(tree.clone(), EdgeCostSum, limit);
                play(&tree, &EdgeCostSum, &mut saved, root, depth, 14, &what);
                let mut deepening = SavedAlphaBeta::deepening(tree.clone(), EdgeCostSum, limit);
                play(&tree, &EdgeCostSum, &mut deepening, root, depth, 14, &what);
            }
        }
    }
}

#[test]
fn a_saved_tree_changes_no_value_in_othello() {
    let mut saved = SavedAlphaBeta::new(Othello, Simple, PLENTY);
    play(&Othello, &Simple, &mut saved, Board::START, 4, 12, "saved");
}

#[test]
fn a_saved_tree_spares_nodes_from_the_second_move_on() {
    let tree = RandomTree::new(5, Branching::uniform(4).unwrap());
    let mut saved = SavedAlphaBeta::new(tree.clone(), EdgeCostSum, PLENTY);
    let (mut position, mut kept, mut fresh) = (tree.root(), 0, 0);
    for _ in 0..10 {
        let report = saved.search(&Request::new(&position).depth(6)).expect("it fits");
        kept += report.counts.generated;
        let mv = report.best_move.unwrap();
        let mut forgetful = SavedAlphaBeta::new(tree.clone(), EdgeCostSum, PLENTY);
        fresh +=
            forgetful.search(&Request::new(&position).depth(6)).expect("it fits").counts.generated;
        position = tree.play(&position, mv);
        saved.advance(mv);
    }
    assert!(kept < fresh, "{kept} against {fresh}");
}

const PLACEMENTS: [Placement; 4] =
    [Placement::Table1, Placement::Literal, Placement::Entry1, Placement::PerChild];

#[test]
fn forward_estimation_on_a_saved_tree_with_exact_bounds_has_alpha_betas_values_from_move_to_move() {
    for seed in 0..40 {
        let tree = RandomTree::zhang(seed).with_game_depth(12);
        let bounds = FixedBounds::exact(tree.edge_costs().lowest(), tree.edge_costs().highest());
        for placement in PLACEMENTS {
            for limit in [PLENTY, 1, 30] {
                let mut search =
                    SavedAlphaBeta::with_estimator(tree.clone(), EdgeCostSum, Edges(bounds), limit)
                        .placed(placement);
                let mut position = tree.root();
                for ply in 0..6 {
                    let (value, best) = naive::best_moves(&tree, &EdgeCostSum, &position, 5);
                    let report = search.search(&Request::new(&position).depth(5)).expect("it fits");
                    let what = format!("{placement:?}, {limit} nodes, seed {seed}, ply {ply}");
                    assert_eq!(report.value, value, "{what}");
                    let Some(mv) = report.best_move else { break };
                    assert!(best.contains(&mv), "{what}");
                    position = tree.play(&position, mv);
                    search.advance(mv);
                }
            }
        }
    }
}

/// Without a tree from earlier moves it is core's forward estimation, node for node.
#[test]
fn the_first_search_on_a_saved_tree_generates_the_nodes_of_forward_estimation() {
    let mut pruned = 0;
    for seed in 0..30 {
        let tree = RandomTree::new(seed, Branching::ZHANG).with_edge_costs(EdgeCosts::Wide);
        let root = tree.root();
        for placement in PLACEMENTS {
            for delta in [0.5, 1.0] {
                let estimator = Scaled::new(Learned::default(), delta);
                let mut search =
                    SavedAlphaBeta::with_estimator(tree.clone(), EdgeCostSum, estimator, PLENTY)
                        .placed(placement);
                let saved = search.search(&Request::new(&root).depth(6)).expect("it fits");
                let mut search = DepthFirst::new(
                    &tree,
                    EdgeCostSum,
                    Policy::new(Order::Static).estimating(estimator).placed(placement),
                    storage!(8, 256),
                );
                let usual = search.search(&Request::new(&root).depth(6)).expect("it fits");
                let what = format!("{placement:?}, delta {delta}, seed {seed}");
                assert_eq!(saved.counts.generated, usual.counts.generated, "{what}");
                assert_eq!(saved.best_move, usual.best_move, "{what}");
                assert_eq!(saved.value, usual.value, "{what}");
                assert_eq!(saved.bound, usual.bound, "{what}");
                pruned += saved.counts.pruned_by_estimate;
            }
        }
    }
    assert!(pruned > 0);
}

/// Best-first extension whose best-first part adds nothing equals its alpha-beta; without alpha-beta it equals
/// best-first minimax.
#[test]
fn extension_lies_between_alpha_beta_and_best_first_minimax() {
    for seed in 0..100 {
        let tree =
            RandomTree::new(seed, Branching::uniform(3).unwrap()).with_edge_costs(EdgeCosts::Wide);
        let root = tree.root();
        let best_first = || BestFirst::new(tree.clone(), EdgeCostSum, Expansion::Partial, PLENTY);
        let value = |search: &mut dyn TreeSearch<RandomTree>, depth: u32| -> (Value, u64) {
            let report = search.search(&Request::new(&root).depth(depth)).expect("it fits");
            (report.value, report.counts.generated)
        };
        let plain = value(&mut best_first(), 12);
        assert_eq!(value(&mut BestFirstExtension::new(best_first(), 0), 12), plain);
        let (minimax, _) = naive::best_moves(&tree, &EdgeCostSum, &root, 5);
        let mut extension = BestFirstExtension::new(best_first(), 5);
        let report = extension.search(&Request::new(&root).depth(5)).expect("it fits");
        assert_eq!((report.value, report.principal_variation.len()), (minimax, 5), "{tree:?}");
    }
}

#[test]
fn on_a_saved_tree_the_horizon_ends_with_the_game_too() {
    for seed in 0..40 {
        let tree =
            RandomTree::new(seed, Branching::random_with_leaves(5).unwrap()).with_game_depth(5);
        let root = tree.root();
        let bounds = Scaled::new(FixedBounds::new(-16384, 16383), 0.5);
        let plain = || SavedAlphaBeta::new(tree.clone(), EdgeCostSum, PLENTY);
        let deepening = || SavedAlphaBeta::deepening(tree.clone(), EdgeCostSum, PLENTY);
        let estimating =
            || SavedAlphaBeta::with_estimator(tree.clone(), EdgeCostSum, bounds, PLENTY);
        let found = |search: &mut dyn TreeSearch<RandomTree>, depth| {
            let report = search.search(&Request::new(&root).depth(depth)).expect("it fits");
            let line = report.principal_variation.to_vec();
            (report.value, line, report.depth, report.proven, report.counts)
        };
        for depth in [6, 8, 20] {
            assert_eq!(found(&mut plain(), depth), found(&mut plain(), 5), "seed {seed}");
            assert_eq!(found(&mut deepening(), depth), found(&mut deepening(), 5), "seed {seed}");
            assert_eq!(found(&mut estimating(), depth), found(&mut estimating(), 5), "seed {seed}");
        }
        let (.., depth, is_proven, _) = found(&mut plain(), 9);
        assert!(depth == 5 && is_proven, "seed {seed}");
    }
}

#[test]
fn bounds_on_a_saved_tree_are_learned_anew_in_each_search_unless_they_are_kept() {
    let mut differ = 0;
    for seed in 0..60 {
        let tree = RandomTree::zhang(seed);
        let learned = Scaled::new(Learned::default(), 0.5);
        let new = || SavedAlphaBeta::with_estimator(tree.clone(), EdgeCostSum, learned, PLENTY);
        let (mut anew, mut kept) = (new(), new().keeping_learned(true));
        let mut asked = new();
        let mut position = tree.root();
        let mut nodes = [0, 0];
        for ply in 0..6 {
            let request = Request::new(&position).depth(5);
            let of_kept = kept.search(&request).expect("it fits");
            nodes[1] += of_kept.counts.generated;
            let same = asked.search(&request.keeping_learned(true)).expect("it fits");
            // The request asks for the same as the search's own option.
            assert_eq!((same.value, same.counts), (of_kept.value, of_kept.counts), "seed {seed}");
            let report = anew.search(&request).expect("it fits");
            nodes[0] += report.counts.generated;
            let Some(mv) = report.best_move else { break };
            if ply == 0 {
                // There was nothing to keep.
                assert_eq!(report.counts, of_kept.counts, "seed {seed}");
            }
            position = tree.play(&position, mv);
            for search in [&mut anew, &mut kept, &mut asked] {
                search.advance(mv);
            }
        }
        differ += u32::from(nodes[0] != nodes[1]);
    }
    assert!(differ > 10, "{differ} games differ");
}
