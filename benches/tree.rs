//! Time per new node of best-first minimax with the tree in memory, compared with alpha-beta's, for trees of all sizes and branching
//! factors.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use plyscope_core::random_tree::{Branching, EdgeCostSum, EdgeCosts, RandomTree};
use plyscope_core::{AlphaBeta, Expansion, Game, Limits, Order, Policy, Request, Search, storage};
use plyscope_tree::{BestFirst, SavedAlphaBeta, Switches, Unbounded};

const LIMIT: u32 = u32::MAX - 1;

fn new_nodes(c: &mut Criterion) {
    let tree = RandomTree::new(17, Branching::uniform(10).expect("10 is in range"));
    let root = tree.root();
    let mut group = c.benchmark_group("new nodes, uniform 10");
    group.sample_size(10);
    // Each depth makes the tree about ten times as large.
    for depth in [10, 25, 60, 100] {
        let mut search = || {
            let mut search = BestFirst::new(tree.clone(), EdgeCostSum, Expansion::Partial, LIMIT);
            search
                .search(&Request::new(black_box(&root)).depth(depth))
                .expect("it fits")
                .counts
                .generated
        };
        let nodes = search();
        group.throughput(Throughput::Elements(nodes));
        group.bench_function(format!("best-first minimax, {nodes} nodes"), |b| b.iter(&mut search));
    }
    for millions in [1, 10, 30] {
        let limits = Limits::depth(1000).and_nodes(millions * 1_000_000);
        let deep = tree.clone().with_game_depth(255);
        let root = deep.root();
        group.throughput(Throughput::Elements(limits.nodes));
        group.bench_function(format!("best-first minimax, {millions} million nodes"), |b| {
            b.iter(|| {
                let mut search =
                    BestFirst::new(deep.clone(), EdgeCostSum, Expansion::Partial, LIMIT);
                search
                    .search(&Request::new(black_box(&root)).limits(limits))
                    .expect("it fits")
                    .counts
                    .generated
            });
        });
    }
    let mut saved = || {
        let mut search = SavedAlphaBeta::new(tree.clone(), EdgeCostSum, LIMIT);
        search.search(&Request::new(black_box(&root)).depth(8)).expect("it fits").counts.generated
    };
    group.throughput(Throughput::Elements(saved()));
    group.bench_function("alpha-beta with a saved tree, depth 8", |b| b.iter(&mut saved));
    let mut plain =
        AlphaBeta::new(&tree, EdgeCostSum, Policy::new(Order::Static), storage!(16, 256));
    let mut plain = || {
        let report = plain.search(&Request::new(black_box(&root)).depth(8));
        report.map_or(0, |report| report.counts.generated)
    };
    group.throughput(Throughput::Elements(plain()));
    group.bench_function("alpha-beta, depth 8", |b| b.iter(&mut plain));
}

/// Nodes of each search of [`by_branching`].
const NODES: u64 = 100_000;
/// Trees that its searches go through in turn.
const TREES: u32 = 40;

/// Generates [`NODES`] nodes by searches of the same root to depth after depth of `depths`, over and over where a search ends before.
fn generate<G: Game, S: Search<G>>(
    root: &G::Position,
    mut search: impl FnMut() -> S,
    mut depths: impl Iterator<Item = u32>,
) -> u64 {
    let mut generated = 0;
    while generated < NODES
        && let Some(depth) = depths.next()
    {
        let limits = Limits::depth(depth).and_nodes(NODES - generated);
        let request = Request::new(black_box(root)).limits(limits);
        generated += search().search(&request).expect("it fits").counts.generated;
    }
    generated
}

/// Alpha-beta, best-first minimax and UBFM on uniform trees, from empty trees.
fn by_branching(c: &mut Criterion) {
    let mut group = c.benchmark_group("a node by branching factor");
    group.sample_size(40);
    group.throughput(Throughput::Elements(NODES));
    for children in [2, 5, 10, 20] {
        let tree = |seed: &mut u32| {
            *seed = (*seed + 1) % TREES;
            let branching = Branching::uniform(children).expect("it is in range");
            RandomTree::new(*seed, branching).with_edge_costs(EdgeCosts::Korf)
        };
        let mut seed = 0;
        group.bench_function(format!("alpha-beta, {children}"), |b| {
            b.iter(|| {
                let tree = tree(&mut seed);
                let policy = Policy::new(Order::Static);
                let search = || AlphaBeta::new(&tree, EdgeCostSum, policy, storage!(64, 2048));
                generate(&tree.root(), search, 6..=30)
            });
        });
        for (name, expansion) in [("full", Expansion::Full), ("partial", Expansion::Partial)] {
            let mut seed = 0;
            group.bench_function(format!("best-first minimax, {name}, {children}"), |b| {
                b.iter(|| {
                    let tree = tree(&mut seed);
                    let search = || BestFirst::new(tree.clone(), EdgeCostSum, expansion, LIMIT);
                    generate(&tree.root(), search, std::iter::repeat(30))
                });
            });
        }
        let mut seed = 0;
        group.bench_function(format!("UBFM, {children}"), |b| {
            b.iter(|| {
                let tree = tree(&mut seed);
                let search = || Unbounded::new(tree.clone(), EdgeCostSum, Switches::UBFM, LIMIT);
                generate(&tree.root(), search, std::iter::repeat(30))
            });
        });
    }
}

criterion_group!(benches, new_nodes, by_branching);
criterion_main!(benches);
