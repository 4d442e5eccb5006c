//! Limits hold for every game and estimator, even inconsistent ones.

use plyscope_core::search::estimate::{At, Estimate, Range};
use plyscope_core::{
    AlphaBeta, Bound, CapacityError, DepthFirst, Evaluator, Expansion, Game, IterativeDeepening,
    Limits, Order, Outcome, Policy, Rbfms, Request, Search, Stop, Value, storage,
};

/// Ten children at every node, without end; after the first child it claims to have no more.
#[derive(Clone, Copy)]
struct Liar;

impl Game for Liar {
    type Position = u32;
    type Move = u8;
    type Moves = u8;

    fn moves(&self, _: &u32) -> u8 {
        0
    }

    fn next_child(&self, position: &u32, moves: &mut u8) -> Option<(u8, u32)> {
        let mv = *moves;
        *moves += 1;
        (mv < 10).then(|| (mv, position.wrapping_mul(31).wrapping_add(u32::from(mv))))
    }

    fn play(&self, position: &u32, mv: u8) -> u32 {
        position.wrapping_mul(31).wrapping_add(u32::from(mv))
    }

    fn has_more(&self, _: &u32, moves: &u8) -> bool {
        *moves == 0
    }

    fn outcome(&self, _: &u32) -> Option<Outcome> {
        None
    }
}

struct Remainder;

impl Evaluator<u32> for Remainder {
    type State = ();

    fn state(&self, _: &u32) {}

    fn evaluate(&self, position: &u32, _: &()) -> Value {
        Value::new((position % 101) as i32 - 50)
    }
}

#[test]
fn a_game_that_hides_children_cannot_make_a_search_ignore_its_limit_of_nodes() {
    let mut searches: Vec<(&str, Box<dyn Search<Liar>>)> = Vec::new();
    for order in [Order::None, Order::Static, Order::StaticAll] {
        searches.push((
            "alpha-beta",
            Box::new(AlphaBeta::new(Liar, Remainder, Policy::new(order), storage!(8, 128))),
        ));
        let inner = AlphaBeta::new(Liar, Remainder, Policy::new(order), storage!(8, 128));
        searches.push(("deepening", Box::new(IterativeDeepening::new(inner))));
    }
    for expansion in [Expansion::Partial, Expansion::Full] {
        searches
            .push(("rbfms", Box::new(Rbfms::new(Liar, Remainder, expansion, storage!(8, 128)))));
    }
    for (name, search) in &mut searches {
        for nodes in [1, 3, 7, 15, 100] {
            let report = search
                .search(&Request::new(&7).limits(Limits::depth(6).and_nodes(nodes)))
                .expect("it fits");
            assert!(report.counts.generated <= nodes, "{name}: {:?} of {nodes}", report.counts);
            assert!(!report.proven, "{name} of {nodes}");
        }
    }
}

/// Claims with certainty that every node is won: the root is pruned before its first child, at every depth.
#[derive(Clone, Copy)]
struct Won;

impl Estimate for Won {
    const ESTIMATES: bool = true;

    fn reset(&mut self) {}

    fn observe(&mut self, _: &At, _: Value) {}

    fn learned(&self) -> Option<(i32, i32)> {
        None
    }

    fn range(&self, _: &At) -> Range {
        Range::new(Value::INFINITY, Value::INFINITY)
    }

    fn is_sure(&self) -> bool {
        false
    }
}

#[test]
fn deepening_a_root_that_is_pruned_every_time_ends() {
    let inner = DepthFirst::new(
        Liar,
        Remainder,
        Policy::new(Order::Static).estimating(Won).two_sided(true),
        storage!(8, 128),
    );
    let mut search = IterativeDeepening::new(inner);
    let report = search.search(&Request::new(&7).depth(u32::MAX)).expect("it fits");
    assert_eq!((report.stop, report.counts.generated), (Stop::Completed, 0));
    assert!(report.depth <= 8 && !report.proven, "{report:?}");
}

#[test]
fn alpha_beta_without_a_depth_goes_as_deep_as_its_storage_and_has_a_move_whenever_it_is_stopped() {
    for nodes in [0, 1, 3, 50, 1000, 20_000] {
        let mut search =
            AlphaBeta::new(Liar, Remainder, Policy::new(Order::Static), storage!(8, 128));
        let report = search.search(&Request::new(&7).nodes(nodes)).expect("it fits");
        let (first, finite) = (report.best_move, report.value.is_finite());
        assert!(first.is_some_and(|mv| mv < 10) && finite, "{nodes}: {report:?}");
        assert_eq!((report.depth, report.stop), (8, Stop::Nodes), "{nodes}");
        assert_eq!(report.principal_variation.first().copied(), first, "{nodes}");
        if nodes < 50 {
            assert_eq!((report.value, report.bound), (Value::ZERO, Bound::Unknown), "{nodes}");
        }
    }
}

#[test]
fn a_search_that_its_storage_ends_before_its_first_move_has_the_games_first() {
    let mut search = AlphaBeta::new(Liar, Remainder, Policy::new(Order::None), storage!(2, 0));
    let error = search.search(&Request::new(&7).depth(5)).unwrap_err();
    assert_eq!(error, CapacityError::Plies { capacity: 2 });
    let report = search.report();
    assert_eq!((report.best_move, report.value), (Some(0), Value::ZERO));
    assert_eq!((report.bound, report.stop), (Bound::Unknown, Stop::Capacity));
}
