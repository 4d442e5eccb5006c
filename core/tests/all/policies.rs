//! A policy's additions to alpha-beta without a change of the search: a table of positions, null windows, reductions, an
//! order that learns. These are as simple as possible.

use plyscope_core::othello::{Board, DiscDifference, Othello, Simple};
use plyscope_core::random_tree::{Branching, EdgeCostSum, RandomTree};
use plyscope_core::search::alpha_beta::{Entry, Look, Ordering, Policy, Scout, Table};
use plyscope_core::search::forward_estimation::{FixedBounds, TwoSided};
use plyscope_core::{
    Bound, DepthFirst, Evaluator, Game, Order, Request, Search as _, Value, static_value, storage,
};

use crate::own_game::connect_four::{ConnectFour, Discs, Middle};
use crate::support::naive;
use crate::support::playout::playout;
use crate::support::random::Random;

/// A table with one entry per slot; the newest replaces the old one.
struct Slots<M>(Vec<Option<(u64, Entry<M>)>>);

impl<M: Copy> Slots<M> {
    fn new(slots: usize) -> Self {
        Self(vec![None; slots])
    }
}

impl<M: Copy> Table<M> for Slots<M> {
    fn probe(&mut self, key: u64) -> Option<Entry<M>> {
        let slot = (key % self.0.len() as u64) as usize;
        self.0[slot].filter(|(stored, _)| *stored == key).map(|(_, entry)| entry)
    }

    fn store(&mut self, key: u64, entry: Entry<M>) {
        let slot = (key % self.0.len() as u64) as usize;
        self.0[slot] = Some((key, entry));
    }
}

/// Null windows for all children but the first: principal variation search.
struct NullWindows;

impl Scout for NullWindows {
    fn look(&self, _: u32, _: usize) -> Look {
        Look::NULL_WINDOW
    }
}

/// Reduces the children from the third on by two plies at first.
struct Reductions;

impl Scout for Reductions {
    fn look(&self, depth: u32, number: usize) -> Look {
        Look::NULL_WINDOW.reduced(if depth >= 3 && number >= 2 { 2 } else { 0 })
    }
}

/// By static value, but the last move that caused a cut-off at a ply comes first there.
#[derive(Default)]
struct Killers<M>(Vec<Option<M>>);

impl<M: Copy + PartialEq> Ordering<M> for Killers<M> {
    fn sorts(&self, depth: u32) -> bool {
        depth >= 2
    }

    fn rank(&self, ply: usize, mv: M, value: Value) -> Value {
        if self.0.get(ply) == Some(&Some(mv)) { Value::MAX } else { value }
    }

    fn cut_off(&mut self, ply: usize, _: u32, mv: M) {
        if self.0.len() <= ply {
            self.0.resize(ply + 1, None);
        }
        self.0[ply] = Some(mv);
    }
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
            let mut search = DepthFirst::with_policy(game, evaluator, $policy, storage!(16, 512));
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
    for slots in [1, 2, 7, 1 << 16] {
        for order in [Order::None, Order::Static, Order::StaticAll] {
            let policy = Policy::new(order).remembering(Slots::new(slots));
            find!(policy, format!("{slots} entries, {order:?}"));
            let policy = Policy::new(order).remembering(Slots::new(slots)).scouting(NullWindows);
            find!(policy, format!("{slots} entries, null windows, {order:?}"));
        }
        let killers = Policy::new(Killers(Vec::new()));
        let policy = killers.remembering(Slots::new(slots)).scouting(NullWindows);
        find!(policy, format!("{slots} entries, null windows, killers"));
        let exact = FixedBounds::exact(bounds.0, bounds.1);
        let policy = Policy::with_estimator(Order::Static, TwoSided(exact));
        let policy = policy.remembering(Slots::new(slots)).scouting(NullWindows);
        find!(policy, format!("{slots} entries, null windows, two-sided estimates"));
    }
    for order in [Order::None, Order::Static, Order::StaticAll] {
        find!(Policy::new(order).scouting(NullWindows), format!("null windows, {order:?}"));
    }
    find!(Policy::new(Killers(Vec::new())), "killers");
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
        let discs = playout(&ConnectFour, &Discs { mover: 0, all: 0 }, plies, &mut random);
        check(&ConnectFour, &Middle, &discs, 4);
    }
    for seed in 0..40 {
        let tree = RandomTree::new(seed, Branching::random_with_leaves(4).unwrap());
        check(&tree, &EdgeCostSum, &tree.root(), 6);
    }
}

/// The number of nodes that a policy needs for a value.
macro_rules! nodes {
    ($policy:expr, $position:expr, $depth:expr) => {{
        let mut search = DepthFirst::with_policy(Othello, Simple, $policy, storage!(16, 512));
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
        let remembering = Policy::new(Order::Static).remembering(Slots::new(1 << 16));
        let (nodes, bound) = nodes!(remembering, &board, 6);
        assert_eq!(bound, Bound::Exact);
        table += nodes;
        let remembering = Policy::new(Order::Static).remembering(Slots::new(1 << 16));
        both += nodes!(remembering.scouting(NullWindows), &board, 6).0;
        let (nodes, bound) = nodes!(Policy::new(Order::Static).scouting(Reductions), &board, 6);
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

    impl Table<plyscope_core::othello::Move> for Liar {
        fn probe(&mut self, key: u64) -> Option<Entry<plyscope_core::othello::Move>> {
            let mv = plyscope_core::othello::Move::to((key % 64) as u8);
            Some(Entry::new(mv, Value::ZERO, Bound::Exact, u32::MAX))
        }

        fn store(&mut self, _: u64, _: Entry<plyscope_core::othello::Move>) {}
    }

    let policy = Policy::new(Order::None).remembering(Liar);
    let mut search = DepthFirst::with_policy(Othello, Simple, policy, storage!(16, 512));
    let report = search.search(&Request::new(&Board::START).depth(5)).unwrap();
    let value = naive::minimax(&Othello, &Simple, &Board::START, 5);
    assert_eq!((report.value, report.bound), (value, Bound::Exact));
    assert_ne!(static_value(&Othello, &Simple, &Board::START), value, "not by chance");
}
