//! MTD(f) finds naive minimax's values and moves, with tables of any size, from any guess, in slices, and deepening.

use plyscope_core::othello::{Board, DiscDifference, Othello, Simple};
use plyscope_core::random_tree::{Branching, EdgeCostSum, RandomTree};
use plyscope_core::search::alpha_beta::{LateMoves, Policy};
use plyscope_core::search::forward_estimation::{Edges, FixedBounds};
use plyscope_core::search::mtd::{FirstBound, Mtd};
use plyscope_core::search::table::{Slot, TranspositionTable};
use plyscope_core::{
    AlphaBeta, Bound, DepthFirst, Evaluator, FirstLine, Game, IterativeDeepening, Order, Progress,
    Request, Search as _, Stop, Value, storage,
};

use crate::support::list_tree::{ListTree, leaf, node};
use crate::support::naive;
use crate::support::playout::playout;
use crate::support::random::Random;
use plyscope_core::connect_four::{ConnectFour, Discs, OpenLines};

fn slots(count: usize) -> Vec<Slot> {
    (0..count).map(|_| Slot::new()).collect()
}

macro_rules! inner {
    ($game:expr, $evaluator:expr, $slots:expr) => {
        DepthFirst::new(
            $game,
            $evaluator,
            Policy::new(Order::Static).remembering(TranspositionTable::new($slots)),
            storage!(26, 512),
        )
    };
}

fn check<G: Game, E: Evaluator<G::Position>>(
    game: &G,
    evaluator: &E,
    position: &G::Position,
    depth: u32,
) {
    let (value, best) = naive::best_moves(game, evaluator, position, depth);
    let request = Request::new(position).depth(depth);
    for count in [0, 1, 2, 7, 1 << 16] {
        let slots = slots(count);
        let mut search = Mtd::new(inner!(game, evaluator, &slots));
        for guess in
            [None, Some(value), Some(value.plus(-1)), Some(value.plus(70)), Some(Value::MIN)]
        {
            let report = search.search(&request.expected(guess)).unwrap();
            let what = format!("{count} entries, guess {guess:?}");
            assert_eq!(
                (report.value, report.bound, report.stop),
                (value, Bound::Exact, Stop::Completed),
                "{what}"
            );
            match report.best_move {
                None => assert!(best.is_empty(), "{what}"),
                Some(mv) => assert!(best.contains(&mv), "{what}"),
            }
            let line = report.principal_variation;
            assert_eq!(line.first().copied(), report.best_move, "{what}");
            let mut end = position.clone();
            for &mv in line {
                assert!(game.is_legal(&end, mv), "{what}");
                end = game.play(&end, mv);
            }
            if report.proven {
                assert_eq!(
                    naive::minimax(game, evaluator, position, 40.min(depth + 3)),
                    value,
                    "{what}"
                );
            }
            // A right guess is checked from both sides.
            if guess == Some(value) && !best.is_empty() {
                assert_eq!(search.searches(), 2, "{what}");
            }
        }
        // AB-SSS* and AB-DUAL*, whatever value is expected.
        for first in [FirstBound::Highest, FirstBound::Lowest] {
            let mut search = Mtd::new(inner!(game, evaluator, &slots)).from_bound(first);
            let report = search.search(&request.expected(Some(value))).unwrap();
            let found = (report.value, report.bound, report.stop);
            let expected = (value, Bound::Exact, Stop::Completed);
            assert_eq!(found, expected, "{count} entries, {first:?}");
            assert!(report.best_move.map_or(best.is_empty(), |mv| best.contains(&mv)), "{first:?}");
        }
        let mut deepening = IterativeDeepening::new(Mtd::new(inner!(game, evaluator, &slots)));
        let report = deepening.search(&request).unwrap();
        assert_eq!(
            (report.value, report.bound),
            (value, Bound::Exact),
            "{count} entries, deepening"
        );
        if let Some(mv) = report.best_move {
            assert!(best.contains(&mv), "{count} entries, deepening");
        }
    }
}

#[test]
fn it_finds_the_minimax_value_from_any_guess_with_tables_of_any_size() {
    let mut random = Random::new(11);
    for plies in (0..60).step_by(5) {
        let board = playout(&Othello, &Board::START, plies, &mut random);
        check(&Othello, &Simple, &board, 4);
        check(&Othello, &DiscDifference, &board, 3);
    }
    for plies in (0..36).step_by(2) {
        let discs = playout(&ConnectFour, &Discs::START, plies, &mut random);
        check(&ConnectFour, &OpenLines, &discs, 4);
    }
    for seed in 0..25 {
        let tree = RandomTree::new(seed, Branching::random_with_leaves(4).unwrap());
        check(&tree, &EdgeCostSum, &tree.root(), 6);
    }
}

#[test]
fn slices_give_the_result_of_one_run_and_a_stopped_search_a_legal_move() {
    let mut random = Random::new(12);
    for plies in [0, 20, 40, 54] {
        let board = playout(&Othello, &Board::START, plies, &mut random);
        let (value, _) = naive::best_moves(&Othello, &Simple, &board, 4);
        for limit in [0, 3, 40, 300, u64::MAX] {
            let run = |slice: u64| {
                let slots = slots(64);
                let mut search = Mtd::new(inner!(Othello, Simple, &slots));
                search.start(&Request::new(&board).depth(4).nodes(limit));
                while search.step(slice).unwrap() == Progress::Paused {}
                let report = search.report();
                if report.stop == Stop::Nodes {
                    assert!(report.counts.generated <= limit && !report.proven);
                    match (report.bound, report.best_move) {
                        (Bound::Lower, Some(mv)) => {
                            assert!(report.value <= value && Othello.is_legal(&board, mv));
                        }
                        (bound, mv) => {
                            assert_eq!((bound, mv), (Bound::Unknown, Othello.first_move(&board)));
                        }
                    }
                }
                let line = report.principal_variation.to_vec();
                (report.value, report.bound, report.best_move, line, report.counts, report.stop)
            };
            let whole = run(u64::MAX);
            assert_eq!(run(1), whole, "{plies} plies, {limit} nodes");
            assert_eq!(run(29), whole, "{plies} plies, {limit} nodes");
        }
        // Deepening, it always has a move.
        let slots = slots(64);
        let mut deepening = IterativeDeepening::new(Mtd::new(inner!(Othello, Simple, &slots)));
        for nodes in 0..300 {
            let report = deepening.search(&Request::new(&board).nodes(nodes)).unwrap();
            assert!(Othello.is_legal(&board, report.best_move.expect("it has a move at any time")));
        }
    }
}

#[test]
fn a_selective_search_ends_and_calls_its_value_an_estimate() {
    let mut random = Random::new(13);
    let mut estimates = 0;
    for plies in 4..40 {
        let board = playout(&Othello, &Board::START, plies, &mut random);
        let slots = slots(1 << 10);
        let policy = Policy::new(Order::Static)
            .remembering(TranspositionTable::new(&slots))
            .scouting(LateMoves { from: 2, depth: 3, reduction: 1 });
        let inner = DepthFirst::new(Othello, Simple, policy, storage!(24, 512));
        let mut search = Mtd::new(inner);
        let report = search.search(&Request::new(&board).depth(5)).unwrap();
        let exact = AlphaBeta::new(Othello, Simple, Policy::new(Order::Static), storage!(24, 512))
            .search(&Request::new(&board).depth(5))
            .unwrap()
            .value;
        assert!(report.bound == Bound::Estimate || report.value == exact);
        estimates += u32::from(report.bound == Bound::Estimate);
        assert!(report.best_move.is_some());
    }
    assert!(estimates > 20, "{estimates}");
}

/// A line that the caller has only guessed is not one that was found.
#[test]
fn a_stopped_search_does_not_tell_the_callers_line_as_its_own() {
    let tree = RandomTree::new(3, Branching::uniform(4).unwrap());
    let root = tree.root();
    let first = tree.nth_child(&root, 0);
    // Four moves of the root in a row are no line.
    let guessed = [first; 4];
    for nodes in 1..60 {
        let mut search = Mtd::new(inner!(&tree, EdgeCostSum, &[]));
        let request = Request::new(&root).depth(4).nodes(nodes);
        let report = search.search(&request.first_line(FirstLine::Given(&guessed))).unwrap();
        let mut end = root;
        for &mv in report.principal_variation {
            assert!(
                (0..4).any(|number| tree.nth_child(&end, number) == mv),
                "{nodes} nodes: {mv:?} is no move here"
            );
            end = tree.play(&end, mv);
        }
        assert_eq!(report.principal_variation.first().copied(), report.best_move);
    }
}

/// An estimate that prunes the root leaves no move: then it is the game's first.
#[test]
fn around_forward_estimation_it_has_a_move() {
    let tree = ListTree::new(&node(0, vec![node(0, vec![leaf(0)]), leaf(0)]));
    let policy = Policy::new(Order::Static).estimating(Edges(FixedBounds::exact(0, 0)));
    let inner = DepthFirst::new(&tree, &tree, policy, storage!(8, 128));
    let mut search = Mtd::new(inner);
    let report = search.search(&Request::new(&tree.root()).depth(3)).unwrap();
    assert_eq!((report.best_move, report.stop), (Some(0), Stop::Completed));
}
