//! Searches of Othello whose estimators are watched, and positions for them.

use std::cell::RefCell;

use plyscope_core::othello::{Board, Move, Othello};
use plyscope_core::search::forward_estimation::{Estimator, NoEstimate};
use plyscope_core::{DepthFirst, Game as _, Order, Request, Side, Value, storage};

use crate::domain::OthelloEvaluation;
use crate::experiment::ExperimentError;
use crate::interrupt;

/// Depth of the searches for the moves of games, in plies.
const PLAY: u32 = 2;

/// What an estimator is asked and shown.
#[derive(Default)]
pub(crate) struct Log {
    /// Estimates asked for.
    pub(crate) estimates: u64,
    edges: u64,
    /// The greatest edge cost.
    pub(crate) greatest: i32,
    /// The same after 1, 10, 100, ... edges.
    pub(crate) grown: Vec<i32>,
}

/// Notes what an estimator is asked and shown; it is shown everything even if it estimates nothing.
struct Watched<'l, X>(X, &'l RefCell<Log>);

impl<X: Estimator> Estimator for Watched<'_, X> {
    fn reset(&mut self) {
        self.0.reset();
    }

    fn observe(&mut self, gain: i32, mover: Side) {
        let mut log = self.1.borrow_mut();
        log.edges += 1;
        log.greatest = log.greatest.max(gain.saturating_abs());
        if 10u64.pow(log.grown.len() as u32) == log.edges {
            let greatest = log.greatest;
            log.grown.push(greatest);
        }
        self.0.observe(gain, mover);
    }

    fn range(&self, static_value: Value, depth: u32, mover: Side) -> (Value, Value) {
        self.1.borrow_mut().estimates += 1;
        self.0.range(static_value, depth, mover)
    }
}

/// What a search comes to: move, nodes, nodes pruned by estimates, and what was noted.
pub(crate) struct Came {
    pub(crate) best: Option<Move>,
    pub(crate) nodes: u64,
    pub(crate) pruned: u64,
    pub(crate) log: Log,
}

/// Searches a position of Othello by alpha-beta with an estimator.
pub(crate) fn search<X: Estimator>(
    evaluation: &OthelloEvaluation,
    board: &Board,
    depth: u32,
    estimator: X,
) -> Result<Came, ExperimentError> {
    let log = RefCell::new(Log::default());
    let mut search = Box::new(DepthFirst::with_estimator(
        Othello,
        evaluation,
        Order::Static,
        Watched(estimator, &log),
        storage!(16, 512),
    ));
    let report = interrupt::search(search.as_mut(), &Request::new(board).depth(depth))?;
    let (best, counts) = (report.best_move, report.counts);
    drop(search);
    let log = log.into_inner();
    Ok(Came { best, nodes: counts.generated, pruned: counts.pruned_by_estimate, log })
}

/// The positions of a game of alpha-beta with itself.
pub(crate) fn positions(
    evaluation: &OthelloEvaluation,
    opening: Board,
) -> Result<Vec<Board>, ExperimentError> {
    let mut boards = vec![opening];
    let mut board = opening;
    while let Some(mv) = search(evaluation, &board, PLAY, NoEstimate)?.best {
        board = Othello.play(&board, mv);
        boards.push(board);
    }
    Ok(boards)
}
