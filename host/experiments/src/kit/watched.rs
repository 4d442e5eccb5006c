//! Observed searches of Othello, and positions for them.

use plyscope_core::othello::{Board, Move, Othello};
use plyscope_core::search::forward_estimation::{Estimator, NoEstimate};
use plyscope_core::{
    DepthFirst, Game as _, Generated, Observer, Order, Request, Value, static_value, storage,
};
use plyscope_players::domain::OthelloEvaluation;
use plyscope_run::interrupt;

use crate::ExperimentError;

/// Depth of the searches for the moves of games, in plies.
const PLAY: u32 = 2;

/// A search's estimates, and the edges that could be learned from.
#[derive(Default)]
pub(crate) struct Log {
    /// The root's static value, which searches without estimates do not compute.
    root: Value,
    /// Estimates made.
    pub(crate) estimates: u64,
    edges: u64,
    /// The greatest edge cost.
    pub(crate) greatest: i32,
    /// The same after 1, 10, 100, ... edges.
    pub(crate) grown: Vec<i32>,
}

impl Observer<Othello> for Log {
    fn generated(&mut self, child: &Generated<'_, Othello>) {
        let Some(value) = child.value else { return };
        let gain = value.get().saturating_sub(child.parent_value.unwrap_or(self.root).get());
        self.edges += 1;
        self.greatest = self.greatest.max(gain.saturating_abs());
        if 10u64.pow(self.grown.len() as u32) == self.edges {
            self.grown.push(self.greatest);
        }
    }

    fn estimated(&mut self, _: usize, _: (Value, Value)) {
        self.estimates += 1;
    }
}

/// A search's result: move, nodes, nodes pruned by estimates, and the observations.
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
    let mut log = Log { root: static_value(&Othello, evaluation, board), ..Log::default() };
    let mut search = Box::new(DepthFirst::with_estimator(
        Othello,
        evaluation,
        Order::Static,
        estimator,
        storage!(16, 512),
    ));
    let request = Request::new(board).depth(depth);
    let report = interrupt::search_observed(search.as_mut(), &request, &mut log)?;
    let (best, counts) = (report.best_move, report.counts);
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
