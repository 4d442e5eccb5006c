//! Off-line learning of forward estimation's most likely increments (Zhang 1996, section 5.2): ten games are sampled,
//! and the edge costs of all nodes generated in them are looked at.

use std::cell::RefCell;
use std::collections::BTreeMap;

use plyscope_core::othello::{Board, Othello, Simple};
use plyscope_core::search::forward_estimation::Estimator;
use plyscope_core::{DepthFirst, Game as _, Limits, Order, Search as _, Value};

/// Width of a bin of the histogram, in the evaluation's unit.
const BIN: i32 = 100;

thread_local! {
    /// Edge costs met, by bin.
    static EDGES: RefCell<BTreeMap<i32, u64>> = const { RefCell::new(BTreeMap::new()) };
}

/// Estimates nothing, but is shown every edge cost.
#[derive(Clone, Copy)]
struct Recorder;

impl Estimator for Recorder {
    fn observe(&mut self, cost: i32) {
        // Edges to decided games say nothing about the heuristic terms.
        if cost.abs() < 100_000 {
            EDGES.with_borrow_mut(|edges| *edges.entry(cost.div_euclid(BIN)).or_default() += 1);
        }
    }

    fn range(&self, _: Value, _: u32) -> (Value, Value) {
        (Value::NEG_INFINITY, Value::INFINITY)
    }
}

/// Plays a game by alpha-beta to depth 4 from `opening`.
fn sample(opening: Board) {
    let mut search = Box::new(DepthFirst::<_, _, _, 8, 256>::with_estimator(
        Othello,
        Simple,
        Order::Static,
        Recorder,
    ));
    let mut board = opening;
    while let Some(mv) = search.search(&board, Limits::depth(4)).unwrap().best_move {
        board = Othello.play(&board, mv);
    }
}

#[test]
fn the_likely_increments_of_the_simple_evaluation_are_those_of_ten_games() {
    let mut openings = vec![Board::START];
    for _ in 0..4 {
        openings = openings
            .iter()
            .flat_map(|board| {
                let mut moves = Othello.moves(board);
                std::iter::from_fn(move || Othello.next_child(board, &mut moves).map(|(_, b)| b))
            })
            .collect();
    }
    assert_eq!(openings.len(), 244);
    openings.into_iter().step_by(25).for_each(sample);
    let edges = EDGES.take();
    let mean = |positive: bool| {
        let side = edges.iter().filter(|(bin, _)| (**bin >= 0) == positive);
        let (mut sum, mut count) = (0.0, 0.0);
        for (&bin, &number) in side {
            sum += (f64::from(bin) + 0.5) * f64::from(BIN) * number as f64;
            count += number as f64;
        }
        sum / count
    };
    let total: u64 = edges.values().sum();
    let modal = edges.iter().max_by_key(|(_, number)| **number).map(|(bin, _)| bin * BIN).unwrap();
    println!(
        "{total} edges, mean {:.0} and {:.0}, modal bin from {modal}",
        mean(false),
        mean(true)
    );
    let (decrement, increment) = Simple::MOST_LIKELY;
    assert!((mean(true) - f64::from(increment)).abs() < 25.0, "{}", mean(true));
    assert!((mean(false) - f64::from(decrement)).abs() < 25.0, "{}", mean(false));
    assert!(total > 100_000);
}
