//! The search against naive versions of it, with every combination of switches.

mod games;
mod naive_table;
mod naive_tree;
mod watched;

use plyscope_core::connect_four::{ConnectFour, Discs, OpenLines};
use plyscope_core::hexapawn::{Hexapawn, PawnCount};
use plyscope_core::random_tree::{Branching, EdgeCostSum, EdgeCosts, Generation, RandomTree};
use plyscope_core::{
    AlphaBeta, Bound, Evaluator, Expansion, Game, Observer, Order, Policy, Progress, Request,
    Search as _, Value, storage,
};

use super::super::{BestFirst, TreeSearch as _};
use super::{
    BackUp, Completion, EndLeaf, FinalMove, OnResolved, Selection, Switches, Transpositions, Uct,
    Unbounded,
};
use naive_table::NaiveTable;
use naive_tree::NaiveTree;

/// The result of a search.
#[derive(Clone, PartialEq, Debug)]
struct Found<M> {
    value: Value,
    line: Vec<M>,
    generated: u64,
    proof: Option<i8>,
    visits: Vec<u32>,
}

const PLENTY: u32 = 1 << 20;

/// All combinations of switches that differ.
fn all_switches() -> Vec<Switches> {
    let mut all = Vec::new();
    for backup in [BackUp::Stable, BackUp::Root] {
        for transpositions in [Transpositions::Tree, Transpositions::Table] {
            for (completion, on_resolved, selection) in [
                (Completion::Off, OnResolved::Stop, Selection::Best),
                (Completion::Off, OnResolved::Next, Selection::Best),
                (Completion::On, OnResolved::Stop, Selection::Best),
                (Completion::On, OnResolved::Stop, Selection::Descent),
            ] {
                for final_move in [FinalMove::Best, FinalMove::Safe] {
                    for leaf in [EndLeaf::Exact, EndLeaf::Evaluation] {
                        for expansion in [Expansion::Full, Expansion::Partial] {
                            let switches = Switches {
                                backup,
                                transpositions,
                                completion,
                                on_resolved,
                                final_move,
                                leaf,
                                selection,
                                expansion,
                            };
                            // A descent generates all children.
                            if switches.is_partial() || expansion == Expansion::Full {
                                all.push(switches);
                            }
                        }
                    }
                }
            }
        }
    }
    all
}

/// A position after random moves, in which the game is not over, if there is one.
fn playout<G: Game<Position: Clone>>(
    game: &G,
    start: &G::Position,
    plies: u64,
    seed: u64,
) -> Option<G::Position> {
    let mut position = start.clone();
    let mut random = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    for _ in 0..plies {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963);
        let count = game.count_moves(&position);
        let number = (random >> 33) % count.max(1);
        let mut moves = game.moves(&position);
        position = (0..=number).filter_map(|_| game.next_child(&position, &mut moves)).last()?.1;
    }
    (game.outcome(&position).is_none()).then_some(position)
}

/// Runs a search in slices.
fn found<G: Game<Position: PartialEq>, E: Evaluator<G::Position>>(
    search: &mut Unbounded<G, E>,
    position: &G::Position,
    (nodes, depth): (u64, u32),
    slice: u64,
) -> Found<G::Move> {
    search.start(&Request::new(position).nodes(nodes).depth(depth));
    while search.step(slice).unwrap() == Progress::Paused {}
    found_by(search)
}

/// What a search that has ended found.
fn found_by<G: Game<Position: PartialEq>, E: Evaluator<G::Position>>(
    search: &Unbounded<G, E>,
) -> Found<G::Move> {
    let report = search.report();
    Found {
        value: report.value,
        line: report.principal_variation.to_vec(),
        generated: report.counts.generated,
        proof: search.proof(),
        visits: search.visits(),
    }
}

/// Compares the search with its naive version, at once and in slices.
fn check<G, E>(game: &G, evaluator: &E, position: &G::Position, budgets: &[u64], depth: u32)
where
    G: Game<Position: Clone + PartialEq + std::fmt::Debug>,
    E: Evaluator<G::Position>,
{
    for switches in all_switches() {
        for &nodes in budgets {
            let limits = (nodes, depth);
            let naive = if switches.transpositions == Transpositions::Table
                && game.key(position).is_some()
            {
                NaiveTable::new(game, evaluator, switches, limits).search(position)
            } else {
                NaiveTree::new(game, evaluator, switches, limits).search(position)
            };
            for slice in [u64::MAX, 3] {
                let mut search = Unbounded::new(game, evaluator, switches, PLENTY);
                let mut found = found(&mut search, position, limits, slice);
                if switches.leaf == EndLeaf::Evaluation && found.proof.is_some() {
                    // The value of a proof is that of the outcome.
                    found.value = naive.value;
                }
                assert_eq!(found, naive, "{switches:?}, {limits:?}, {position:?}");
            }
        }
    }
}

fn tree(seed: u32, branching: Branching, costs: EdgeCosts, game_depth: u32) -> RandomTree {
    RandomTree::new(seed, branching)
        .with_edge_costs(costs)
        .with_generation(Generation::Hash)
        .with_game_depth(game_depth)
}

#[test]
fn on_random_trees_every_combination_of_switches_finds_what_its_naive_version_finds() {
    for seed in 0..100 {
        let branching = Branching::random_with_leaves(2 + seed % 4).unwrap();
        // Few different costs have many ties.
        let costs = [EdgeCosts::Wide, EdgeCosts::default(), EdgeCosts::Zhang16][seed as usize % 3];
        let tree = tree(seed, branching, costs, 4 + seed % 5);
        let budgets = [u64::from(seed % 7), 20, 90];
        check(&tree, &EdgeCostSum, &tree.root(), &budgets, [5, 40][seed as usize % 2]);
    }
}

#[test]
fn on_hexapawn_every_combination_of_switches_finds_what_its_naive_version_finds() {
    for seed in 0..40 {
        if let Some(pawns) = playout(&Hexapawn::<3, 3>, &Hexapawn::<3, 3>::start(), seed % 4, seed)
        {
            check(&Hexapawn::<3, 3>, &PawnCount::<3, 3>, &pawns, &[10, 60, 1000], 40);
        }
        if let Some(pawns) = playout(&Hexapawn::<4, 5>, &Hexapawn::<4, 5>::start(), seed % 9, seed)
        {
            check(&Hexapawn::<4, 5>, &PawnCount::<4, 5>, &pawns, &[80], 40);
        }
    }
}

#[test]
fn on_connect_four_every_combination_of_switches_finds_what_its_naive_version_finds() {
    for seed in 0..40 {
        if let Some(discs) = playout(&ConnectFour, &Discs::START, seed % 36, seed) {
            check(&ConnectFour, &OpenLines, &discs, &[30, 150], 42);
        }
    }
    check(&ConnectFour, &OpenLines, &Discs::START, &[200], 42);
}

/// An observer is told the whole way from the root, which a search that nobody watches goes only where a window is left.
#[test]
fn a_search_finds_the_same_whether_or_not_it_is_watched() {
    struct Watching;
    impl<G: Game> Observer<G> for Watching {}

    for seed in 0..12 {
        let branching = Branching::random_with_leaves(2 + seed % 4).unwrap();
        let costs = [EdgeCosts::Wide, EdgeCosts::Korf][seed as usize % 2];
        let tree = tree(seed, branching, costs, [10, 60][seed as usize % 2]);
        for switches in all_switches() {
            let limits = (5000, 50);
            let mut alone = Unbounded::new(&tree, EdgeCostSum, switches, PLENTY);
            let alone = found(&mut alone, &tree.root(), limits, 100);
            let mut watched = Unbounded::new(&tree, EdgeCostSum, switches, PLENTY);
            watched.start(&Request::new(&tree.root()).nodes(limits.0).depth(limits.1));
            watched.step_with(u64::MAX, &mut Watching).unwrap();
            assert_eq!(alone, found_by(&watched), "{switches:?}, {tree:?}");
        }
    }
}

/// Compares UCT on a tree with its naive version.
fn check_uct<G, E>(game: &G, evaluator: &E, position: &G::Position, scale: u32)
where
    G: Game<Position: Clone + PartialEq + std::fmt::Debug>,
    E: Evaluator<G::Position>,
{
    for (exploration, implicit) in [(0.5, 0.0), (0.2, 0.4), (0.0, 1.0)] {
        let uct = Uct { exploration, implicit, scale };
        for (nodes, completion) in [
            (30, Completion::On),
            (400, Completion::On),
            (30, Completion::Off),
            (400, Completion::Off),
        ] {
            let on_resolved = OnResolved::Next;
            let transpositions = Transpositions::Tree;
            let switches = Switches { transpositions, completion, on_resolved, ..Switches::UBFM };
            let mut naive = NaiveTree::new(game, evaluator, switches, (nodes, 60));
            naive.uct = Some(uct);
            let naive = naive.search(position);
            for slice in [u64::MAX, 7] {
                let kind = (transpositions, completion);
                let mut search = Unbounded::uct(game, evaluator, kind, uct, PLENTY);
                let found = found(&mut search, position, (nodes, 60), slice);
                assert_eq!(found, naive, "{uct:?}, {nodes} nodes, {position:?}");
            }
        }
    }
}

#[test]
fn uct_finds_what_its_naive_version_finds() {
    for seed in 0..60 {
        let costs = [EdgeCosts::Wide, EdgeCosts::default()][seed as usize % 2];
        let tree = tree(seed, Branching::random_with_leaves(4).unwrap(), costs, 8);
        check_uct(&tree, &EdgeCostSum, &tree.root(), 1000);
    }
    for seed in 0..40 {
        if let Some(discs) = playout(&ConnectFour, &Discs::START, seed % 34, seed) {
            check_uct(&ConnectFour, &OpenLines, &discs, 40);
        }
        if let Some(pawns) = playout(&Hexapawn::<4, 5>, &Hexapawn::<4, 5>::start(), seed % 9, seed)
        {
            check_uct(&Hexapawn::<4, 5>, &PawnCount::<4, 5>, &pawns, 3);
        }
    }
}

#[test]
fn a_search_that_goes_on_uses_all_nodes_or_finds_the_trees_value() {
    let (mut stopped, mut exact) = (0, 0);
    for (seed, expansion) in (0..30).flat_map(|n| [(n, Expansion::Full), (n, Expansion::Partial)]) {
        let tree = tree(seed, Branching::uniform(2).unwrap(), EdgeCosts::Korf, 9);
        let root = tree.root();
        let mut all =
            AlphaBeta::new(&tree, EdgeCostSum, Policy::new(Order::Static), storage!(16, 64));
        let truth = all.search(&Request::new(&root).depth(9)).unwrap().value;
        for (final_move, nodes) in
            [(FinalMove::Best, 200), (FinalMove::Safe, 200), (FinalMove::Safe, u64::MAX)]
        {
            let stops = Switches { expansion, final_move, ..Switches::default() };
            let goes_on = Switches { on_resolved: OnResolved::Next, ..stops };
            let request = Request::new(&root).nodes(nodes);
            let mut search = Unbounded::new(&tree, EdgeCostSum, stops, PLENTY);
            let before = search.search(&request).unwrap().counts.generated;
            let mut search = Unbounded::new(&tree, EdgeCostSum, goes_on, PLENTY);
            let report = search.search(&request).unwrap();
            stopped += u32::from(before + 2 < report.counts.generated);
            if report.proven {
                assert_eq!((report.value, report.bound), (truth, Bound::Exact));
                exact += 1;
            } else {
                assert!(report.counts.generated + 2 > nodes, "{report:?}");
            }
        }
    }
    assert!(stopped > 60 && exact >= 60, "{stopped} stopped before, {exact} are exact");
}

/// The first implementation has nodes in the order of their values, this one compares them.
#[test]
fn the_switches_of_1996_are_best_first_minimax_where_no_values_are_equal() {
    for (seed, expansion) in (0..60).flat_map(|n| [(n, Expansion::Full), (n, Expansion::Partial)]) {
        let switches = Switches { expansion, ..Switches::default() };
        let tree = tree(seed, Branching::random_with_leaves(5).unwrap(), EdgeCosts::Wide, 12);
        for depth in [1, 4, 20] {
            for nodes in [300, 2000] {
                let root = tree.root();
                let request = Request::new(&root).depth(depth).nodes(nodes);
                let mut first = BestFirst::new(&tree, EdgeCostSum, expansion, PLENTY);
                let first = first.search(&request).unwrap();
                let mut second = Unbounded::new(&tree, EdgeCostSum, switches, PLENTY);
                let second = second.search(&request).unwrap();
                // Where nodes run out, the first stores the children that are still allowed, but knows no value from them.
                let ran_out = first.counts.generated == nodes;
                if !ran_out || expansion == Expansion::Partial {
                    assert_eq!(second.counts.generated, first.counts.generated);
                }
                if !ran_out || expansion == Expansion::Full {
                    assert_eq!(second.principal_variation, first.principal_variation);
                    assert_eq!(second.value, first.value);
                }
                assert_eq!(second.stop, first.stop);
            }
        }
    }
}

#[test]
fn what_is_known_after_a_move_is_kept_and_the_search_goes_on_from_there() {
    for switches in all_switches() {
        let mut search = Unbounded::new(ConnectFour, OpenLines, switches, PLENTY);
        let mut discs = Discs::after("4453").unwrap();
        let mut before = 0;
        while !ConnectFour.is_over(&discs) {
            let found = found(&mut search, &discs, (400, 42), 50);
            assert!(found.generated <= 400);
            assert!(search.memory_use().most_nodes >= before, "{switches:?}");
            let mv = found.line[0];
            search.advance(mv);
            discs = ConnectFour.play(&discs, mv);
            before = search.graph.nodes.len() as u64;
        }
    }
    // A move that was never looked at, and a position out of the blue.
    let mut search = Unbounded::new(ConnectFour, OpenLines, Switches::UBFM, PLENTY);
    search.advance(3);
    let mut other = Unbounded::new(ConnectFour, OpenLines, Switches::UBFM, PLENTY);
    for line in ["44", "", "1"] {
        let discs = Discs::after(line).unwrap();
        let new = found(
            &mut Unbounded::new(ConnectFour, OpenLines, Switches::UBFM, PLENTY),
            &discs,
            (500, 42),
            9,
        );
        assert_eq!(found(&mut other, &discs, (500, 42), 9), new);
    }
}

#[test]
fn full_memory_ends_the_search_with_the_best_move_so_far() {
    for switches in all_switches() {
        for limit in [0, 6, 7, 100, 1000] {
            let mut search = Unbounded::new(ConnectFour, OpenLines, switches, limit);
            let report = search.search(&Request::new(&Discs::START)).unwrap();
            assert_eq!(report.stop, plyscope_core::Stop::Capacity, "{switches:?}");
            assert_eq!(report.best_move.is_some(), limit >= 7);
            let use_of_memory = search.memory_use();
            assert!(use_of_memory.most_nodes <= u64::from(limit) + 1);
        }
        if switches.is_partial() {
            // It takes nodes one by one, but room for all children of a position.
            continue;
        }
        // With as many nodes as fit, the result is the same.
        let mut small = Unbounded::new(ConnectFour, OpenLines, switches, 350);
        let mut large = Unbounded::new(ConnectFour, OpenLines, switches, PLENTY);
        let limits = |nodes| (nodes, 42);
        let full = found(&mut small, &Discs::START, limits(u64::MAX), u64::MAX);
        assert_eq!(full, found(&mut large, &Discs::START, limits(350), u64::MAX));
    }
}
