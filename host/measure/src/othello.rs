//! Observed searches of Othello, and positions for them.

use plyscope_core::othello::{Board, Move, Othello};
use plyscope_core::search::alpha_beta::Tactics;
use plyscope_core::search::estimate::Range;
use plyscope_core::search::forward_estimation::{FixedBounds, Scaled};
use plyscope_core::{
    DepthFirst, Game as _, Generated, Observer, Order, Policy, Request, Value, static_value,
    storage,
};
use plyscope_players::domain::{Evaluations as _, OthelloDomain, OthelloEvaluation};
use plyscope_players::engine::options::Fe;
use plyscope_players::engine::{AnyEstimator, Bounds};
use plyscope_players::player::PlayerError;
use plyscope_run::interrupt;

use crate::MeasureError;
use crate::trees::Storage;

/// Depth of the searches for the moves of games, in plies.
const PLAY: u32 = 2;

/// A search's estimates, and the edges that could be learned from.
#[derive(Clone, Debug, Default)]
pub struct Log {
    /// The root's static value, which searches without estimates do not compute.
    root: Value,
    /// Estimates made.
    pub estimates: u64,
    edges: u64,
    /// The greatest edge cost.
    pub greatest: i32,
    /// The same after 1, 10, 100, ... edges.
    pub grown: Vec<i32>,
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

    fn estimated(&mut self, _: usize, _: Range) {
        self.estimates += 1;
    }
}

/// A search's result: move, nodes, nodes pruned by estimates, and the observations.
#[derive(Clone, Debug)]
pub struct Came {
    /// The move.
    pub best: Option<Move>,
    /// Nodes generated.
    pub nodes: u64,
    /// Nodes pruned by estimates.
    pub pruned: u64,
    /// What was observed.
    pub log: Log,
}

/// Searches a position by alpha-beta.
///
/// # Errors
/// [`MeasureError::Capacity`] if the storage is too small.
pub fn alpha_beta(
    evaluation: &OthelloEvaluation,
    board: &Board,
    depth: u32,
) -> Result<Came, MeasureError> {
    search(evaluation, board, depth, Policy::new(Order::Static))
}

/// Searches a position by forward estimation with an engine's bounds.
///
/// # Errors
/// [`MeasureError::Player`] if the bounds do not suit the evaluation; [`MeasureError::Capacity`] if the storage is too small.
pub fn forward_estimation(
    evaluation: &OthelloEvaluation,
    board: &Board,
    depth: u32,
    bounds: &Bounds,
) -> Result<Came, MeasureError> {
    let options = Fe { bounds: Some(bounds.clone()), ..Fe::default() };
    let knowledge = OthelloDomain::default().knowledge(evaluation);
    let estimator = AnyEstimator::new(&options, &knowledge).map_err(PlayerError::from)?;
    search(evaluation, board, depth, Policy::new(Order::Static).estimating(estimator))
}

fn search<P: Tactics<Move>>(
    evaluation: &OthelloEvaluation,
    board: &Board,
    depth: u32,
    policy: P,
) -> Result<Came, MeasureError> {
    let mut log = Log { root: static_value(&Othello, evaluation, board), ..Log::default() };
    let mut search = Box::new(DepthFirst::new(Othello, evaluation, policy, storage!(16, 512)));
    let request = Request::new(board).depth(depth);
    let report = interrupt::search_observed(search.as_mut(), &request, &mut log)?;
    let (best, counts) = (report.best_move, report.counts);
    Ok(Came { best, nodes: counts.generated, pruned: counts.pruned_by_estimate, log })
}

/// The positions of a game of alpha-beta with itself, the opening first.
///
/// # Errors
/// [`MeasureError::Capacity`] if the storage is too small.
pub fn positions(
    evaluation: &OthelloEvaluation,
    opening: Board,
) -> Result<Vec<Board>, MeasureError> {
    let mut boards = vec![opening];
    let mut board = opening;
    while let Some(mv) = alpha_beta(evaluation, &board, PLAY)?.best {
        board = Othello.play(&board, mv);
        boards.push(board);
    }
    Ok(boards)
}

/// A search to `depth` with static ordering and these bounds of increments times delta, or by alpha-beta: its move as a number (-1
/// for none), and its nodes.
///
/// # Errors
/// [`MeasureError::Capacity`] if the storage is too small.
pub fn scaled(
    evaluation: &OthelloEvaluation,
    board: &Board,
    depth: u32,
    bounds: Option<(FixedBounds, f64)>,
) -> Result<[i64; 2], MeasureError> {
    let plain = Policy::new(Order::Static);
    match bounds {
        None => move_and_nodes(evaluation, board, depth, plain),
        Some((bounds, delta)) => {
            move_and_nodes(evaluation, board, depth, plain.estimating(Scaled::new(bounds, delta)))
        }
    }
}

fn move_and_nodes<P: Tactics<Move>>(
    evaluation: &OthelloEvaluation,
    board: &Board,
    depth: u32,
    policy: P,
) -> Result<[i64; 2], MeasureError> {
    let storage: Storage<Othello> = Storage::new();
    let mut search = DepthFirst::new(Othello, evaluation, policy, storage);
    let report = interrupt::search(&mut search, &Request::new(board).depth(depth))?;
    let mv = report.best_move.map_or(-1, |mv| i64::from(Othello.pack(mv, 0)));
    Ok([mv, report.counts.generated as i64])
}
