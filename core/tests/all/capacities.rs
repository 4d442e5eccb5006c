//! Fixed capacities: exactly enough suffices, one less is an error that names it and carries the partial result.

use crate::support::list_tree::{ListTree, leaf, node};
use crate::support::outcome::{Outcome, run};
use plyscope_core::random_tree::{Branching, EdgeCostSum, RandomTree};
use plyscope_core::search::forward_estimation::{Edges, FixedBounds};
use plyscope_core::search::mtd::Mtd;
use plyscope_core::{
    AlphaBeta, Aspiration, Bound, CapacityError, DepthFirst, Expansion, IterativeDeepening, Limits,
    Minimax, Order, Policy, Rbfms, Request, Search, Stop, Value, storage,
};

/// Three children everywhere, so that a search to depth 4 needs 4 frames and keeps 3 children a ply.
fn tree() -> RandomTree {
    RandomTree::new(1, Branching::uniform(3).unwrap())
}

const DEPTH: Limits = Limits::depth(4);

/// The result of a search of [`tree`] to depth 4, or the exhausted capacity.
fn attempt(mut search: impl Search<RandomTree>) -> Result<(u32, u32), CapacityError> {
    match search.search(&Request::new(&tree().root()).limits(DEPTH)) {
        Ok(report) => Ok((report.counts.most_frames, report.counts.most_children)),
        Err(error) => {
            assert_eq!(search.report().stop, Stop::Capacity);
            Err(error)
        }
    }
}

/// The depth that iterative deepening of [`tree`] reaches, and why it stops.
fn deepened(mut search: impl Search<RandomTree>) -> (u32, Stop) {
    let report = search.search(&Request::new(&tree().root()).limits(DEPTH)).unwrap();
    (report.depth, report.stop)
}

const fn plies<T>(capacity: usize) -> Result<T, CapacityError> {
    Err(CapacityError::Plies { capacity })
}

const fn children<T>(capacity: usize) -> Result<T, CapacityError> {
    Err(CapacityError::Children { capacity })
}

#[test]
fn alpha_beta_needs_a_frame_a_ply_and_room_for_the_children_that_it_orders() {
    macro_rules! alpha_beta {
        ($plies:literal, $children:literal, $order:ident) => {
            attempt(AlphaBeta::new(
                tree(),
                EdgeCostSum,
                Policy::new(Order::$order),
                storage!($plies, $children),
            ))
        };
    }
    assert_eq!(alpha_beta!(4, 0, None), Ok((4, 0)));
    assert_eq!(alpha_beta!(3, 0, None), plies(3));
    // The last ply's children are not ordered.
    assert_eq!(alpha_beta!(4, 9, Static), Ok((4, 9)));
    assert_eq!(alpha_beta!(4, 8, Static), children(8));
    assert_eq!(alpha_beta!(3, 9, Static), plies(3));
    assert_eq!(alpha_beta!(4, 12, StaticAll), Ok((4, 12)));
    assert_eq!(alpha_beta!(4, 11, StaticAll), children(11));
    assert_eq!(alpha_beta!(3, 12, StaticAll), plies(3));
    assert_eq!(alpha_beta!(1, 12, Static), plies(1));
    assert_eq!(alpha_beta!(0, 0, None), plies(0));
}

#[test]
fn minimax_needs_a_frame_a_ply_and_keeps_no_children() {
    assert_eq!(
        attempt(Minimax::new(
            tree(),
            EdgeCostSum,
            Policy::new(Order::None).full_width(),
            storage!(4, 0)
        )),
        Ok((4, 0))
    );
    assert_eq!(
        attempt(Minimax::new(
            tree(),
            EdgeCostSum,
            Policy::new(Order::None).full_width(),
            storage!(3, 0)
        )),
        plies(3)
    );
}

#[test]
fn forward_estimation_needs_what_alpha_beta_needs() {
    macro_rules! estimation {
        ($plies:literal, $children:literal) => {
            attempt(DepthFirst::new(
                tree(),
                EdgeCostSum,
                Policy::new(Order::Static).estimating(Edges(FixedBounds::new(-(1 << 14), 1 << 14))),
                storage!($plies, $children),
            ))
        };
    }
    assert_eq!(estimation!(4, 9), Ok((4, 9)));
    assert_eq!(estimation!(4, 8), children(8));
    assert_eq!(estimation!(3, 9), plies(3));
}

#[test]
fn best_first_minimax_needs_a_frame_a_ply_and_room_for_every_plys_children() {
    macro_rules! best_first {
        ($plies:literal, $children:literal) => {
            attempt(Rbfms::new(tree(), EdgeCostSum, Expansion::Full, storage!($plies, $children)))
        };
    }
    assert_eq!(best_first!(4, 12), Ok((4, 12)));
    assert_eq!(best_first!(4, 11), children(11));
    assert_eq!(best_first!(3, 12), plies(3));
    assert_eq!(best_first!(0, 12), plies(0));
}

#[test]
fn aspiration_and_deepening_need_what_their_search_needs() {
    macro_rules! inner {
        ($plies:literal, $children:literal) => {
            AlphaBeta::new(
                tree(),
                EdgeCostSum,
                Policy::new(Order::Static),
                storage!($plies, $children),
            )
        };
    }
    assert_eq!(attempt(Aspiration::new(inner!(4, 9), 10)), Ok((4, 9)));
    assert_eq!(attempt(Aspiration::new(inner!(4, 8), 10)), children(8));
    assert_eq!(attempt(Aspiration::new(inner!(3, 9), 10)), plies(3));
    assert_eq!(deepened(IterativeDeepening::new(inner!(4, 9))), (4, Stop::Completed));
    assert_eq!(deepened(IterativeDeepening::new(inner!(4, 8))), (3, Stop::Capacity));
    assert_eq!(attempt(IterativeDeepening::new(inner!(0, 9))), plies(0));
    assert_eq!(
        deepened(IterativeDeepening::with_aspiration(inner!(4, 8), 10)),
        (3, Stop::Capacity)
    );
}

/// Without a depth, and with time or nodes for more than the storage has room for.
#[test]
fn deepening_without_a_depth_ends_where_its_storage_ends() {
    for half_width in [u32::MAX, 10] {
        let storage = storage!(3, 9);
        let inner = AlphaBeta::new(tree(), EdgeCostSum, Policy::new(Order::Static), storage);
        let mut search = IterativeDeepening::with_aspiration(inner, half_width);
        let report = search.search(&Request::new(&tree().root())).unwrap();
        assert_eq!((report.depth, report.stop), (3, Stop::Capacity));
        assert!(report.best_move.is_some() && !report.proven);
    }
}

/// The left child is a won game, found at once; the right one's line is longer than the stack.
#[test]
fn alpha_betas_partial_result_has_the_move_found_so_far() {
    let deep = node(0, vec![node(0, vec![node(0, vec![leaf(9)])])]);
    let tree = ListTree::new(&node(0, vec![leaf(5), deep]));
    let mut search = AlphaBeta::new(&tree, &tree, Policy::new(Order::None), storage!(2, 0));
    let error = search.search(&Request::new(&tree.root()).limits(DEPTH)).unwrap_err();
    assert_eq!(error, CapacityError::Plies { capacity: 2 });
    let partial = Outcome::from(search.report());
    assert_eq!((partial.best_move, partial.line), (Some(0), vec![0]));
    assert_eq!((partial.value, partial.bound), (Value::new(5), Bound::Lower));
    assert!(!partial.proven);
}

#[test]
fn iterative_deepening_keeps_the_result_of_the_last_iteration_that_fitted() {
    let root = tree().root();
    let three = run(
        &mut AlphaBeta::new(tree(), EdgeCostSum, Policy::new(Order::Static), storage!(3, 9)),
        &root,
        Limits::depth(3),
    );
    let inner = AlphaBeta::new(tree(), EdgeCostSum, Policy::new(Order::Static), storage!(3, 9));
    let mut too_few_plies = IterativeDeepening::new(inner);
    let inner = AlphaBeta::new(tree(), EdgeCostSum, Policy::new(Order::Static), storage!(8, 6));
    let mut too_few_children = IterativeDeepening::new(inner);
    let searches: [&mut dyn Search<RandomTree>; 2] = [&mut too_few_plies, &mut too_few_children];
    for search in searches {
        let partial = search.search(&Request::new(&root).depth(8)).unwrap();
        assert_eq!((partial.depth, partial.stop), (3, Stop::Capacity));
        assert_eq!((partial.best_move, partial.value), (three.best_move, three.value));
        assert_eq!((partial.bound, partial.principal_variation), (Bound::Exact, &*three.line));
    }
}

#[test]
fn best_first_minimaxs_partial_result_has_its_principal_variation() {
    let mut search = Rbfms::new(tree(), EdgeCostSum, Expansion::Partial, storage!(3, 64));
    search.search(&Request::new(&tree().root()).limits(DEPTH)).unwrap_err();
    let partial = search.report();
    assert_eq!(partial.principal_variation.len(), 3, "as long as there are frames");
    assert_eq!(partial.best_move, partial.principal_variation.first().copied());
}

#[test]
fn a_search_that_failed_stays_failed_until_it_is_started_anew() {
    let root = tree().root();
    let mut alpha_beta =
        AlphaBeta::new(tree(), EdgeCostSum, Policy::new(Order::Static), storage!(3, 64));
    let mut best_first = Rbfms::new(tree(), EdgeCostSum, Expansion::Partial, storage!(3, 64));
    let inner = AlphaBeta::new(tree(), EdgeCostSum, Policy::new(Order::Static), storage!(3, 64));
    let mut aspiration = Aspiration::new(inner, 100);
    let searches: [&mut dyn Search<RandomTree>; 3] =
        [&mut alpha_beta, &mut best_first, &mut aspiration];
    for search in searches {
        search.search(&Request::new(&root).limits(DEPTH)).unwrap_err();
        let failed = Outcome::from(search.report());
        assert_eq!(search.step(10), plies(3));
        search.stop();
        assert_eq!(Outcome::from(search.report()), failed, "neither a step nor a stop changes it");
        let found = search.search(&Request::new(&root).depth(3)).unwrap();
        assert_eq!((found.stop, found.counts.most_frames), (Stop::Completed, 3));
    }
}

#[test]
fn depth_0_needs_no_capacity_at_all() {
    let root = tree().root();
    let mut alpha_beta =
        AlphaBeta::new(tree(), EdgeCostSum, Policy::new(Order::Static), storage!(0, 0));
    let mut best_first = Rbfms::new(tree(), EdgeCostSum, Expansion::Full, storage!(0, 0));
    let searches: [&mut dyn Search<RandomTree>; 2] = [&mut alpha_beta, &mut best_first];
    for search in searches {
        let found = search.search(&Request::new(&root).depth(0)).unwrap();
        assert_eq!((found.value, found.bound, found.best_move), (Value::ZERO, Bound::Exact, None));
        assert_eq!((found.counts.generated, found.counts.evaluated), (0, 1));
    }
}

#[test]
fn what_did_not_fit_does_not_fit_in_the_next_step() {
    let search = || AlphaBeta::new(tree(), EdgeCostSum, Policy::new(Order::Static), storage!(0, 0));
    let (mut alone, mut mtd) = (search(), Mtd::new(search()));
    let mut deepening = IterativeDeepening::new(search());
    let root = tree().root();
    let searches: [&mut dyn Search<RandomTree>; 3] = [&mut alone, &mut mtd, &mut deepening];
    for search in searches {
        search.start(&Request::new(&root).limits(DEPTH));
        let steps = [search.step(100), search.step(100), search.step(0)];
        assert!(steps.iter().all(Result::is_err), "{steps:?}");
        assert_eq!(search.report().stop, Stop::Capacity);
    }
}

#[test]
fn the_message_names_the_capacity_and_its_size() {
    let mut search =
        AlphaBeta::new(tree(), EdgeCostSum, Policy::new(Order::Static), storage!(3, 9));
    let root = tree().root();
    assert!(
        search
            .search(&Request::new(&root).limits(DEPTH))
            .unwrap_err()
            .to_string()
            .contains("PLIES = 3")
    );
    let mut search =
        AlphaBeta::new(tree(), EdgeCostSum, Policy::new(Order::Static), storage!(4, 8));
    assert!(
        search
            .search(&Request::new(&root).limits(DEPTH))
            .unwrap_err()
            .to_string()
            .contains("CHILDREN = 8")
    );
}
