//! Time per new node of best-first minimax with the tree in memory, compared with alpha-beta's, for trees of all sizes.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use plyscope_core::random_tree::{Branching, EdgeCostSum, RandomTree};
use plyscope_core::{AlphaBeta, Expansion, Limits, Order, Policy, Request, Search as _, storage};
use plyscope_tree::{BestFirst, SavedAlphaBeta};

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

criterion_group!(benches, new_nodes);
criterion_main!(benches);
