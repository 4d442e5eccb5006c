//! A device's searches, their memory, and the search that is running.
//!
//! Nothing here is generic, so the code is compiled with this package's options and not with its user's. The evaluation is
//! chosen at compile time: `simple`, or with the feature `patterns` the learned one.
#![no_std]
#![forbid(unsafe_code)]

mod evaluation;
pub mod repeat;

use core::mem;

use plyscope_core::othello::{Board, Move, Othello};
use plyscope_core::search::forward_estimation::FixedBounds;
use plyscope_core::wire::{Algorithm, Task};
use plyscope_core::{
    AlphaBeta, Bound, CapacityError, Counts, Decided, Expansion, ForwardEstimation,
    IterativeDeepening, Order, Progress, Rbfms, Report, Request, Search, Stop, Storage, Value,
    lines,
};

pub use evaluation::{EVALUATION, evaluate, weights_are_intact};
use evaluation::{EVALUATOR, Evaluation, State};

/// The searches' depth limit in plies: the number of frames.
pub const PLIES: usize = 64;
/// Capacity for children, over all plies of one path.
pub const CHILDREN: usize = 512;

/// The memory that all searches share, for a `static`: 11 KB, or 17 KB with the pattern indices. Its initial state is all
/// zeros, so it needs no flash.
pub type Memory = Storage<Othello, PLIES, CHILDREN, { lines(PLIES) }, State>;

type PlainAlphaBeta<'m> = AlphaBeta<Othello, Evaluation, &'m mut Memory>;
type PlainEstimation<'m> = ForwardEstimation<Othello, Evaluation, FixedBounds, &'m mut Memory>;

/// The device's searches. They share one memory, so one runs at a time.
pub struct Searches<'m> {
    running: Running<'m>,
}

/// The search that was started last. Each search has its concrete type: no calls through pointers.
enum Running<'m> {
    /// No search yet.
    Idle(Option<&'m mut Memory>),
    AlphaBeta(PlainAlphaBeta<'m>),
    DeepeningAlphaBeta(IterativeDeepening<Othello, PlainAlphaBeta<'m>>),
    Estimation(PlainEstimation<'m>),
    DeepeningEstimation(IterativeDeepening<Othello, PlainEstimation<'m>>),
    BestFirst(Rbfms<Othello, Decided<Evaluation>, &'m mut Memory>),
}

impl<'m> Running<'m> {
    /// Ends the search and gives its memory back.
    fn into_memory(self) -> Option<&'m mut Memory> {
        match self {
            Self::Idle(memory) => memory,
            Self::AlphaBeta(search) => Some(search.into_storage()),
            Self::DeepeningAlphaBeta(search) => Some(search.into_inner().into_storage()),
            Self::Estimation(search) => Some(search.into_storage()),
            Self::DeepeningEstimation(search) => Some(search.into_inner().into_storage()),
            Self::BestFirst(search) => Some(search.into_storage()),
        }
    }
}

macro_rules! running {
    ($running:expr, $search:ident => $call:expr, $idle:expr) => {
        match $running {
            Running::Idle(_) => $idle,
            Running::AlphaBeta($search) => $call,
            Running::DeepeningAlphaBeta($search) => $call,
            Running::Estimation($search) => $call,
            Running::DeepeningEstimation($search) => $call,
            Running::BestFirst($search) => $call,
        }
    };
}

impl<'m> Searches<'m> {
    /// Searches in this memory; none has run yet.
    #[must_use]
    pub const fn new(memory: &'m mut Memory) -> Self {
        Self { running: Running::Idle(Some(memory)) }
    }

    /// Starts the search that `task` asks for; see [`Search::start`].
    pub fn start(&mut self, board: &Board, task: &Task) {
        let Some(memory) = mem::replace(&mut self.running, Running::Idle(None)).into_memory()
        else {
            return;
        };
        self.running = match task.algorithm {
            Algorithm::AlphaBeta => {
                let search = AlphaBeta::new(Othello, EVALUATOR, Order::Static, memory);
                if task.deepen {
                    Running::DeepeningAlphaBeta(IterativeDeepening::new(search))
                } else {
                    Running::AlphaBeta(search)
                }
            }
            Algorithm::ForwardEstimation => {
                let bounds = FixedBounds::new(Evaluation::MOST_LIKELY.0, Evaluation::MOST_LIKELY.1);
                let search = ForwardEstimation::with_estimator(
                    Othello,
                    EVALUATOR,
                    Order::Static,
                    bounds,
                    memory,
                );
                if task.deepen {
                    Running::DeepeningEstimation(IterativeDeepening::new(search))
                } else {
                    Running::Estimation(search)
                }
            }
            Algorithm::Rbfms => Running::BestFirst(Rbfms::new(
                Othello,
                Decided(EVALUATOR),
                Expansion::Partial,
                memory,
            )),
        };
        let request = Request::new(board).limits(task.limits);
        running!(&mut self.running, search => search.start(&request), ());
    }

    /// As [`Search::step`].
    ///
    /// # Errors
    /// As [`Search::step`].
    pub fn step(&mut self, nodes: u64) -> Result<Progress, CapacityError> {
        running!(&mut self.running, search => search.step(nodes), Ok(Progress::Done))
    }

    /// As [`Search::stop`].
    pub fn stop(&mut self) {
        running!(&mut self.running, search => search.stop(), ());
    }

    /// As [`Search::counts`].
    #[must_use]
    pub fn counts(&self) -> Counts {
        running!(&self.running, search => search.counts(), Counts::default())
    }

    /// As [`Search::report`].
    #[must_use]
    pub fn report(&self) -> Report<'_, Move> {
        let nothing = Report {
            best_move: None,
            value: Value::ZERO,
            bound: Bound::Unknown,
            principal_variation: &[],
            depth: 0,
            proven: false,
            line_ends_game: false,
            counts: Counts::default(),
            stop: Stop::Completed,
        };
        running!(&self.running, search => search.report(), nothing)
    }
}
