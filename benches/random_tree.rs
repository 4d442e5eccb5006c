//! Generation of random trees' nodes: the time for a first child (a jump) and for its siblings (a step).

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use plyscope_core::Game as _;
use plyscope_core::random_tree::{Branching, Generation, Node, RandomTree, lcg};

/// Some nodes of the tree, from different depths.
fn nodes(tree: &RandomTree) -> Vec<Node> {
    let mut nodes = vec![tree.root()];
    for i in 0..1000 {
        let parent = nodes[i / 3];
        let mut moves = tree.moves(&parent);
        nodes.extend(
            (0..3).filter_map(|_| tree.next_child(&parent, &mut moves)).map(|(_, node)| node),
        );
    }
    nodes.truncate(1024);
    nodes
}

fn generation(c: &mut Criterion) {
    let branching = Branching::uniform(10).expect("10 is in range");
    for (name, method) in [
        ("breadth-first", Generation::BreadthFirst),
        ("reseed-parent", Generation::ReseedParent),
        ("reseed-node", Generation::ReseedNode),
        ("hash", Generation::Hash),
    ] {
        let tree = RandomTree::new(17, branching).with_generation(method);
        let nodes = nodes(&tree);
        let mut group = c.benchmark_group(format!("random-tree/{name}"));
        for (name, children) in [("first child", 1), ("ten children", 10)] {
            group.throughput(Throughput::Elements(children * nodes.len() as u64));
            group.bench_function(name, |b| {
                b.iter(|| {
                    let mut sum = 0i32;
                    for node in &nodes {
                        let mut moves = tree.moves(black_box(node));
                        for _ in 0..children {
                            if let Some((_, child)) = tree.next_child(node, &mut moves) {
                                sum = sum.wrapping_add(child.value().get());
                            }
                        }
                    }
                    sum
                });
            });
        }
    }
}

fn jumps(c: &mut Criterion) {
    let mut group = c.benchmark_group("lcg");
    group.bench_function("step", |b| b.iter(|| lcg::next(black_box(17))));
    group.bench_function("jump by bytes", |b| {
        b.iter(|| lcg::jump(black_box(17), black_box(0x1234_5678)));
    });
    group.bench_function("jump by bits", |b| {
        b.iter(|| lcg::jump_by_bits(black_box(17), black_box(0x1234_5678)));
    });
}

criterion_group!(benches, generation, jumps);
criterion_main!(benches);
