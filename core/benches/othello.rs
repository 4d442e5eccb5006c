//! Othello: move generation, flips, evaluation and perft, beside the crate magpie.

mod common;

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use magpie::othello::{OthelloBoard, Position, Stone};
use plyscope_core::othello::{Board, Othello, Simple, bitboard};
use plyscope_core::{Evaluator as _, Game as _, perft};

const DEPTH: u32 = 9;
const LEAVES: u64 = 3_005_288;

/// magpie's board as a perft with the same counting: the last ply is counted, not played.
fn magpie_perft(board: &OthelloBoard, stone: Stone, depth: u32, passed: bool) -> u64 {
    let moves = board.moves_for(stone);
    if depth == 1 && moves.count_empty() < 64 {
        return u64::from(moves.count_set());
    }
    let mut leaves = 0;
    for mv in moves.hot_bits() {
        let mut next = board.clone();
        if next.play(stone, mv).is_ok() {
            leaves += magpie_perft(&next, stone.flip(), depth - 1, false);
        }
    }
    leaves
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
                sum.wrapping_add(Simple.evaluate(black_box(board)).get())
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

criterion_group!(benches, kernels);
criterion_main!(benches);
