//! Off-line learning of forward estimation's most likely increments (Zhang 1996, section 5.2): ten games are sampled,
//! and the edge costs of all nodes generated in them are looked at.

use std::cell::RefCell;
use std::collections::BTreeMap;

use plyscope_core::othello::{Bill, Board, Othello, Simple};
use plyscope_core::search::forward_estimation::Estimator;
use plyscope_core::{DepthFirst, Evaluator, Game as _, Limits, Order, Search as _, Value};

thread_local! {
    /// How often each edge cost was met.
    static EDGES: RefCell<BTreeMap<i32, u64>> = const { RefCell::new(BTreeMap::new()) };
}

/// Estimates nothing, but is shown every edge cost.
#[derive(Clone, Copy)]
struct Recorder;

impl Estimator for Recorder {
    fn observe(&mut self, cost: i32) {
        // Edges to finished games say nothing about the heuristic terms.
        if cost.abs() < 50_000_000 {
            EDGES.with_borrow_mut(|edges| *edges.entry(cost).or_default() += 1);
        }
    }

    fn range(&self, _: Value, _: u32) -> (Value, Value) {
        (Value::NEG_INFINITY, Value::INFINITY)
    }
}

/// Plays a game by alpha-beta to depth 4 from `opening`.
fn sample(evaluation: impl Evaluator<Board>, opening: Board) {
    let mut search = Box::new(DepthFirst::<_, _, _, 8, 256>::with_estimator(
        Othello,
        evaluation,
        Order::Static,
        Recorder,
    ));
    let mut board = opening;
    while let Some(mv) = search.search(&board, Limits::depth(4)).unwrap().best_move {
        board = Othello.play(&board, mv);
    }
}

/// What was met in a number of games.
#[derive(Debug)]
struct Increments {
    edges: u64,
    lowest: i32,
    highest: i32,
    /// The means of the costs below zero, and of the others.
    means: (f64, f64),
    /// The lower ends of the bins that have the most costs below zero, and of the others.
    modes: (i32, i32),
}

/// The edge costs of ten games from openings of four plies, `first` and every 25th after it. Bins of the mode are `bin` wide.
fn learn(evaluation: impl Evaluator<Board> + Copy, first: usize, bin: i32) -> Increments {
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
    let games = openings.into_iter().skip(first).step_by(25).take(10);
    games.for_each(|opening| sample(evaluation, opening));
    let edges = EDGES.take();
    let side = |positive: bool| {
        let side = edges.iter().filter(move |(cost, _)| (**cost >= 0) == positive);
        let (mut sum, mut count, mut bins) = (0.0, 0.0, BTreeMap::<i32, u64>::new());
        for (&cost, &number) in side {
            sum += f64::from(cost) * number as f64;
            count += number as f64;
            *bins.entry(cost.div_euclid(bin)).or_default() += number;
        }
        let mode = bins.iter().max_by_key(|(_, number)| **number).map(|(place, _)| place * bin);
        (sum / count, mode.unwrap())
    };
    let (low, high) = (side(false), side(true));
    let increments = Increments {
        edges: edges.values().sum(),
        lowest: *edges.keys().next().unwrap(),
        highest: *edges.keys().next_back().unwrap(),
        means: (low.0, high.0),
        modes: (low.1, high.1),
    };
    println!("{increments:?}");
    increments
}

#[test]
fn the_likely_increments_of_the_simple_evaluation_are_those_of_ten_games() {
    let Increments { edges, means, .. } = learn(Simple, 0, 100);
    let (decrement, increment) = Simple::MOST_LIKELY;
    assert!((means.1 - f64::from(increment)).abs() < 25.0, "{means:?}");
    assert!((means.0 - f64::from(decrement)).abs() < 25.0, "{means:?}");
    assert!(edges > 100_000);
}

#[test]
fn the_likely_increments_of_bill_are_those_of_ten_games() {
    let Increments { edges, lowest, highest, means, modes } = learn(Bill::LEARNED, 0, 20_000);
    let (decrement, increment) = Bill::MOST_LIKELY;
    assert!((means.1 - f64::from(increment)).abs() < 2000.0, "{means:?}");
    assert!((means.0 - f64::from(decrement)).abs() < 2000.0, "{means:?}");
    assert_eq!((edges, lowest, highest), (289_737, -1_253_618, 1_217_192));
    // Why the means are taken: by this measure most moves would change next to nothing.
    assert_eq!(modes, (-20_000, 20_000));
}
