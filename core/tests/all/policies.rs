//! A policy's additions to alpha-beta: a table of positions, null windows, reductions, orders that learn, probes.

use plyscope_core::connect_four::{ConnectFour, Discs, OpenLines};
use plyscope_core::othello::{Board, DiscDifference, Othello, Simple};
use plyscope_core::random_tree::{Branching, EdgeCostSum, RandomTree};
use plyscope_core::search::alpha_beta::{
    Entry, History, Killers, LateMoves, NullWindows, Policy, Table,
};
use plyscope_core::search::estimate::Range;
use plyscope_core::search::forward_estimation::{Edges, FixedBounds};
use plyscope_core::search::probe::{CERTAIN, Cut, ProbCut, Probe, Probed, Rehearsing, Shallow};
use plyscope_core::search::table::{Slot, TranspositionTable};
use plyscope_core::{
    AlphaBeta, Bound, DepthFirst, Evaluator, Game, Order, Progress, Request, Search as _, Value,
    Window, static_value, storage,
};

use crate::support::naive;
use crate::support::playout::playout;
use crate::support::random::Random;

/// Memory for a table.
fn slots(count: usize) -> Vec<Slot> {
    (0..count).map(|_| Slot::new()).collect()
}

/// Makes many probes, and infers nothing from them.
struct Curious;

impl Probe for Curious {
    const PROBES: bool = true;
    const NEEDS_VALUES: bool = true;
    const ASKS: bool = false;

    fn probe(&self, node: &Probed) -> Option<Shallow> {
        let depth = node.depth - 1 - node.made;
        let beta = node.static_value?;
        (depth > 0).then_some(Shallow { depth, window: Window { alpha: beta.plus(-1), beta } })
    }

    fn range_after(&self, _: Shallow, _: Value, _: u32) -> Range {
        Range::ALL
    }

    fn certainty(&self, _: u32) -> u8 {
        CERTAIN
    }

    fn asks(&self, _: u32) -> bool {
        false
    }
}

/// Probes, and internal iterative deepening.
const fn probes() -> Rehearsing<Curious> {
    Rehearsing { probe: Curious, from: 3 }
}

/// Searches with tables of several sizes, with null windows, and with both, in all orders. Each must find the minimax
/// value, a move that reaches it, and a line that leads to it.
fn check<G: Game, E: Evaluator<G::Position>>(
    game: &G,
    evaluator: &E,
    position: &G::Position,
    depth: u32,
) {
    let (value, best) = naive::best_moves(game, evaluator, position, depth);
    let bounds = naive::edge_extremes(game, evaluator, position, depth);
    let request = Request::new(position).depth(depth);
    macro_rules! find {
        ($policy:expr, $what:expr) => {
            let mut search = DepthFirst::new(game, evaluator, $policy, storage!(24, 512));
            // The second search finds a table that is full of the first.
            for again in [false, true] {
                let report = search.search(&request).unwrap();
                assert_eq!((report.value, report.bound), (value, Bound::Exact), "{}", $what);
                match report.best_move {
                    None => assert!(best.is_empty(), "{}", $what),
                    Some(mv) => assert!(best.contains(&mv), "{}, again: {again}", $what),
                }
                let line = report.principal_variation;
                let end = line.iter().fold(position.clone(), |at, &mv| game.play(&at, mv));
                let left = depth - line.len() as u32;
                let found = naive::minimax(game, evaluator, &end, left);
                let found = if line.len() % 2 == 0 { found } else { -found };
                assert_eq!(found, value, "line of {}, again: {again}", $what);
            }
        };
    }
    for count in [0, 1, 2, 7, 1 << 16] {
        let slots = slots(count);
        let table = || {
            let mut table = TranspositionTable::new(&slots);
            table.clear();
            table
        };
        for order in [Order::None, Order::Static, Order::StaticAll] {
            let policy = Policy::new(order).remembering(table());
            find!(policy, format!("{count} entries, {order:?}"));
            let policy = Policy::new(order).remembering(table()).scouting(NullWindows);
            find!(policy, format!("{count} entries, null windows, {order:?}"));
            let policy = Policy::new(order).probing(probes()).remembering(table());
            find!(policy.scouting(NullWindows), format!("{count} entries, probes, {order:?}"));
        }
        let killers = Policy::new(Killers::<_, _, 4>::new(Order::Static));
        let policy = killers.remembering(table()).scouting(NullWindows);
        find!(policy, format!("{count} entries, null windows, killers"));
        let number = |_| 0;
        let policy = Policy::new(History::<_, _, 1>::new(Order::StaticAll, number, 9));
        find!(policy.remembering(table()), format!("{count} entries, history"));
        let exact = FixedBounds::exact(bounds.0, bounds.1);
        let policy = Policy::new(Order::Static).estimating(Edges(exact)).two_sided(true);
        let policy = policy.remembering(table()).scouting(NullWindows);
        find!(policy, format!("{count} entries, null windows, two-sided estimates"));
    }
    for order in [Order::None, Order::Static, Order::StaticAll] {
        find!(Policy::new(order).scouting(NullWindows), format!("null windows, {order:?}"));
        find!(Policy::new(order).probing(probes()), format!("probes, {order:?}"));
    }
    find!(Policy::new(Killers::<_, _, 4>::new(Order::Static)), "killers");
}

#[test]
fn killers_that_are_disabled_change_no_node() {
    let request = Request::new(&Board::START).depth(6);
    let with = |order: Killers<_, _, 8>| {
        let policy = Policy::new(order);
        let mut search = DepthFirst::new(Othello, Simple, policy, storage!(24, 512));
        search.search(&request).unwrap().counts
    };
    let plain = AlphaBeta::new(Othello, Simple, Policy::new(Order::Static), storage!(24, 512))
        .search(&request)
        .unwrap()
        .counts;
    assert_eq!(with(Killers::new(Order::Static).enabled(false)), plain);
    assert_ne!(with(Killers::new(Order::Static)), plain);
}

#[test]
fn a_table_null_windows_and_an_order_of_ones_own_change_no_value() {
    let mut random = Random::new(3);
    for plies in (0..60).step_by(4) {
        let board = playout(&Othello, &Board::START, plies, &mut random);
        check(&Othello, &Simple, &board, 4);
        check(&Othello, &DiscDifference, &board, 3);
    }
    for plies in 0..36 {
        let discs = playout(&ConnectFour, &Discs::START, plies, &mut random);
        check(&ConnectFour, &OpenLines, &discs, 4);
    }
    for seed in 0..40 {
        let tree = RandomTree::new(seed, Branching::random_with_leaves(4).unwrap());
        check(&tree, &EdgeCostSum, &tree.root(), 6);
    }
}

/// The number of nodes that a policy needs for a value.
macro_rules! nodes {
    ($policy:expr, $position:expr, $depth:expr) => {{
        let mut search = DepthFirst::new(Othello, Simple, $policy, storage!(24, 512));
        let report = search.search(&Request::new($position).depth($depth)).unwrap();
        (report.counts.generated, report.bound)
    }};
}

#[test]
fn a_table_null_windows_and_reductions_spare_nodes_and_only_reductions_may_err() {
    let mut random = Random::new(8);
    let (mut plain, mut table, mut both, mut reduced) = (0, 0, 0, 0);
    for plies in [8, 12, 16, 20, 24, 28, 32] {
        let board = playout(&Othello, &Board::START, plies, &mut random);
        plain += nodes!(Policy::new(Order::Static), &board, 6).0;
        let slots = slots(1 << 16);
        let remembering = Policy::new(Order::Static).remembering(TranspositionTable::new(&slots));
        let (nodes, bound) = nodes!(remembering, &board, 6);
        assert_eq!(bound, Bound::Exact);
        table += nodes;
        let mut table = TranspositionTable::new(&slots);
        table.clear();
        let remembering = Policy::new(Order::Static).remembering(table);
        both += nodes!(remembering.scouting(NullWindows), &board, 6).0;
        let late = LateMoves { from: 2, depth: 3, reduction: 2 };
        let (nodes, bound) = nodes!(Policy::new(Order::Static).scouting(late), &board, 6);
        assert_eq!(bound, Bound::Estimate);
        reduced += nodes;
    }
    println!("plain {plain}, table {table}, with null windows {both}, reductions {reduced}");
    assert!(table < plain && both < plain && reduced < plain * 3 / 4);
}

#[test]
fn a_remembered_move_is_played_only_where_it_is_legal() {
    /// Knows a move for every position, most often a wrong one.
    struct Liar;

    impl Table for Liar {
        fn probe(&mut self, key: u64) -> Option<Entry> {
            Some(Entry::new(Some((key % 64) as u32), Value::ZERO, Bound::Exact, u32::MAX))
        }

        fn store(&mut self, _: u64, _: Entry) {}
    }

    let policy = Policy::new(Order::None).remembering(Liar);
    let mut search = DepthFirst::new(Othello, Simple, policy, storage!(24, 512));
    let report = search.search(&Request::new(&Board::START).depth(5)).unwrap();
    let value = naive::minimax(&Othello, &Simple, &Board::START, 5);
    assert_eq!((report.value, report.bound), (value, Bound::Exact));
    assert_ne!(static_value(&Othello, &Simple, &Board::START), value, "not by chance");
}

/// Cuts for ProbCut with the evaluation `Simple`.
pub(crate) const CUTS: [Cut; 3] = [cut(3, 1), cut(4, 2), cut(6, 4)];

const fn cut(deep: u8, shallow: u8) -> Cut {
    Cut { deep, shallow, slope: 256, offset: 0, deviation: 40 }
}

#[test]
fn probes_prune_and_their_values_are_estimates_unless_nothing_was_pruned() {
    let mut random = Random::new(5);
    let (mut plain, mut pruned) = (0, 0);
    for plies in [8, 12, 16, 20, 24, 28, 32] {
        let board = playout(&Othello, &Board::START, plies, &mut random);
        let slots = slots(1 << 16);
        let mut table = TranspositionTable::new(&slots);
        let exact = Policy::new(Order::Static).remembering(table).scouting(NullWindows);
        plain += nodes!(exact, &board, 7).0;
        table.clear();
        let cutting = Policy::new(Order::Static).probing(ProbCut::new(&CUTS, 100, 3));
        let (nodes, bound) = nodes!(cutting.remembering(table).scouting(NullWindows), &board, 7);
        assert_eq!(bound, Bound::Estimate);
        pruned += nodes;
        // A search that is more certain, or exact, must not use what a less certain one has stored.
        let exact = Policy::new(Order::Static).remembering(table).scouting(NullWindows);
        let mut search = DepthFirst::new(Othello, Simple, exact, storage!(24, 512));
        let report = search.search(&Request::new(&board).depth(6)).unwrap();
        let value = AlphaBeta::new(Othello, Simple, Policy::new(Order::Static), storage!(24, 512))
            .search(&Request::new(&board).depth(6))
            .unwrap()
            .value;
        assert_eq!((report.value, report.bound), (value, Bound::Exact));
    }
    println!("exact {plain}, pruned {pruned}");
    assert!(pruned < plain * 2 / 3);
}

#[test]
fn cuts_by_static_values_prune_without_a_search_and_never_at_the_root() {
    // Static values far from the window are final.
    const fn by_static(deep: u8) -> Cut {
        Cut { deep, shallow: 0, slope: 256, offset: 0, deviation: 200 }
    }
    const CUTS: [Cut; 5] = [by_static(2), by_static(3), by_static(4), by_static(5), by_static(6)];
    let mut random = Random::new(6);
    let (mut plain, mut pruned, mut by_estimate) = (0, 0, 0);
    for plies in [8, 12, 16, 20, 24, 28, 32] {
        let board = playout(&Othello, &Board::START, plies, &mut random);
        plain += nodes!(Policy::new(Order::Static).scouting(NullWindows), &board, 6).0;
        let policy = Policy::new(Order::Static).probing(ProbCut::new(&CUTS, 100, 3));
        let mut search =
            DepthFirst::new(Othello, Simple, policy.scouting(NullWindows), storage!(24, 512));
        let report = search.search(&Request::new(&board).depth(6)).unwrap();
        pruned += report.counts.generated;
        by_estimate += report.counts.pruned_by_estimate;
        // A null window far below every value: the root alone is not pruned.
        let window = Window { alpha: Value::new(-90_000), beta: Value::new(-89_999) };
        let request = Request::new(&board).depth(6).window(window);
        let report = search.search(&request).unwrap();
        assert!(report.best_move.is_some() && report.value >= window.beta);
        assert!(report.counts.generated < 60, "{}", report.counts.generated);
    }
    println!("plain {plain}, pruned {pruned}");
    assert!(by_estimate > 0 && pruned < plain * 4 / 5);
}

#[test]
fn probes_leave_decided_games_decided() {
    // A slope that would make other values of wins and losses.
    const CUTS: [Cut; 3] = [steep(3, 1), steep(4, 2), steep(6, 4)];
    const fn steep(deep: u8, shallow: u8) -> Cut {
        Cut { deep, shallow, slope: 300, offset: 5, deviation: 30 }
    }
    let mut random = Random::new(9);
    let mut decided = 0;
    for _ in 0..60 {
        let board = playout(&Othello, &Board::START, 52, &mut random);
        let slots = slots(1 << 10);
        let table = TranspositionTable::new(&slots);
        let cutting = Policy::new(Order::Static).probing(ProbCut::new(&CUTS, 50, 3));
        let policy = cutting.remembering(table).scouting(NullWindows);
        let mut search = DepthFirst::new(Othello, Simple, policy, storage!(24, 512));
        for depth in 3..=10 {
            let report = search.search(&Request::new(&board).depth(depth)).unwrap();
            let value = report.value;
            let is_decided = value.outcome().is_some();
            assert!(is_decided || value.get().abs() < 1_000_000, "{value} at depth {depth}");
            decided += u32::from(is_decided);
            if let Some(outcome) = value.outcome() {
                assert!(outcome.score().abs() <= 64, "{value}");
            }
        }
    }
    assert!(decided > 100, "{decided}");
}

#[test]
fn a_search_with_every_part_may_be_sliced() {
    let mut random = Random::new(2);
    for plies in (0..58).step_by(3) {
        let board = playout(&Othello, &Board::START, plies, &mut random);
        let slots = slots(64);
        let run = |slices: &[u64], limit: u64| {
            let mut table = TranspositionTable::new(&slots);
            table.clear();
            let order = History::<_, _, 65>::new(
                Killers::<_, _, 16>::new(Order::Static),
                |mv| usize::from(u8::from(mv)),
                50,
            );
            const CUTS: [Cut; 2] = [
                Cut { deep: 3, shallow: 1, slope: 250, offset: 3, deviation: 60 },
                Cut { deep: 4, shallow: 2, slope: 260, offset: -2, deviation: 50 },
            ];
            let cuts = Rehearsing { probe: ProbCut::new(&CUTS, 100, 1), from: 4 };
            let policy = Policy::new(order).probing(cuts).remembering(table).scouting(LateMoves {
                from: 4,
                depth: 3,
                reduction: 1,
            });
            let mut search = DepthFirst::new(Othello, Simple, policy, storage!(24, 512));
            search.start(&Request::new(&board).depth(5).nodes(limit));
            for &slice in slices.iter().cycle() {
                let before = search.counts().generated;
                match search.step(slice).unwrap() {
                    Progress::Done => break,
                    Progress::Paused => assert_eq!(search.counts().generated - before, slice),
                }
            }
            let report = search.report();
            let line = report.principal_variation.to_vec();
            (report.best_move, report.value, report.bound, line, report.counts, report.stop)
        };
        let whole = run(&[u64::MAX], u64::MAX);
        assert_eq!(run(&[1], u64::MAX), whole);
        assert_eq!(run(&[3, 1, 50, 7], u64::MAX), whole);
        let needed = whole.4.generated;
        assert_eq!(run(&[2], needed), whole);
        let stopped = run(&[u64::MAX], needed / 2);
        assert_eq!(run(&[1, 9], needed / 2), stopped);
        assert_eq!(stopped.4.generated, needed / 2);
    }
}
