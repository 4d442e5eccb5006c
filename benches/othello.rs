//! Othello: move generation, flips, evaluation and perft, compared with the crate magpie.

mod common;

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use magpie::othello::{Board as PeerBoard, Stone};
use plyscope_core::othello::{Board, Othello, Patterns, Simple, bitboard};
use plyscope_core::{
    AlphaBeta, Evaluator, Order, Policy, Request, Search as _, perft, static_value, storage,
};

const DEPTH: u32 = 10;
const LEAVES: u64 = 24_571_284;

/// The same perft on magpie's board: a pass is a ply, a finished game counts as one leaf, the last ply's moves are counted
/// but not played.
fn peer(board: &PeerBoard, stone: Stone, passed: bool, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = board.moves_for(stone);
    if moves == 0 {
        return if passed { 1 } else { peer(board, stone.flip(), true, depth - 1) };
    }
    if depth == 1 {
        return moves.count_set().into();
    }
    let mut leaves = 0;
    for place in moves.hot_bits() {
        let mut child = board.clone();
        child.play(stone, place);
        leaves += peer(&child, stone.flip(), false, depth - 1);
    }
    leaves
}

fn leaves(c: &mut Criterion) {
    assert_eq!(perft(&Othello, &Board::START, DEPTH), LEAVES);
    assert_eq!(peer(&PeerBoard::standard(), Stone::Black, false, DEPTH), LEAVES);
    let mut group = c.benchmark_group("othello");
    group.throughput(Throughput::Elements(LEAVES)).sample_size(10);
    group.bench_function("perft 10", |b| {
        b.iter(|| perft(&Othello, black_box(&Board::START), DEPTH));
    });
    group.bench_function("perft 10 of the crate magpie", |b| {
        b.iter(|| peer(black_box(&PeerBoard::standard()), Stone::Black, false, DEPTH));
    });
    group.finish();
}

fn kernels(c: &mut Criterion) {
    let boards = common::midgame(1024);
    let mut group = c.benchmark_group("othello");
    group.throughput(Throughput::Elements(boards.len() as u64));
    group.bench_function("legal moves", |b| {
        b.iter(|| {
            boards.iter().fold(0, |sum, board| {
                sum ^ bitboard::legal_moves(black_box(board.mover), board.opponent)
            })
        });
    });
    group.bench_function("simple evaluation", |b| {
        b.iter(|| {
            boards.iter().fold(0, |sum: i32, board| {
                sum.wrapping_add(static_value(&Othello, &Simple, black_box(board)).get())
            })
        });
    });
    let placements: Vec<(u32, Board)> = boards
        .iter()
        .flat_map(|board| {
            let moves = board.moves();
            (0..64).filter(move |square| moves >> square & 1 != 0).map(|square| (square, *board))
        })
        .collect();
    group.throughput(Throughput::Elements(placements.len() as u64));
    group.bench_function("flips", |b| {
        b.iter(|| {
            placements.iter().fold(0, |sum, (square, board)| {
                sum ^ bitboard::flips(black_box(*square), board.mover, board.opponent)
            })
        });
    });
    group.finish();
}

/// Nodes of alpha-beta to depth 6 from each position.
fn nodes(evaluation: impl Evaluator<Board>, roots: &[Board]) -> u64 {
    let mut search =
        AlphaBeta::new(Othello, evaluation, Policy::new(Order::Static), storage!(16, 512));
    roots.iter().fold(0, |nodes, root| {
        search
            .search(&Request::new(root).depth(6))
            .map_or(nodes, |report| nodes + report.counts.generated)
    })
}

fn patterns(c: &mut Criterion) {
    let boards = common::midgame(8);
    let mut group = c.benchmark_group("othello, alpha-beta depth 6");
    group.sample_size(20);
    group.throughput(Throughput::Elements(nodes(Simple, &boards)));
    group.bench_function("simple", |b| b.iter(|| nodes(Simple, black_box(&boards))));
    group.throughput(Throughput::Elements(nodes(Patterns::SMALL, &boards)));
    group.bench_function("patterns", |b| b.iter(|| nodes(Patterns::SMALL, black_box(&boards))));
    group.finish();
}

criterion_group!(benches, kernels, patterns, leaves);
criterion_main!(benches);
