//! The searches of a device, their memory, and the one that is running.
//!
//! Nothing here is generic, so that it is compiled with this package's options and not with its user's. What the searches
//! judge by is settled when it is compiled: the evaluation `simple`, or with the feature `patterns` the learned one.
#![no_std]
#![forbid(unsafe_code)]

mod judge;
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

pub use judge::{EVALUATION, evaluate, weights_are_intact};
use judge::{JUDGE, Judge, State};

/// Depth in plies that the searches have frames for.
pub const PLIES: usize = 64;
/// Children that the searches can keep over all plies of one path.
pub const CHILDREN: usize = 512;

/// The memory of whichever search is running, for a `static`: 11 KB; 17 KB with the indices of patterns. It begins as zeros.
pub type Memory = Storage<Othello, PLIES, CHILDREN, { lines(PLIES) }, State>;

type PlainAlphaBeta<'m> = AlphaBeta<Othello, Judge, &'m mut Memory>;
type PlainEstimation<'m> = ForwardEstimation<Othello, Judge, FixedBounds, &'m mut Memory>;

/// The device's searches: one at a time, all in the same memory.
pub struct Searches<'m> {
    running: Running<'m>,
}

/// The search that was started last, as a concrete type each: no calls through pointers.
enum Running<'m> {
    /// None so far; the memory is lent to none.
    Idle(Option<&'m mut Memory>),
    AlphaBeta(PlainAlphaBeta<'m>),
    DeepeningAlphaBeta(IterativeDeepening<Othello, PlainAlphaBeta<'m>>),
    Estimation(PlainEstimation<'m>),
    DeepeningEstimation(IterativeDeepening<Othello, PlainEstimation<'m>>),
    BestFirst(Rbfms<Othello, Decided<Judge>, &'m mut Memory>),
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
    /// Nothing searched yet.
    #[must_use]
    pub const fn new(memory: &'m mut Memory) -> Self {
        Self { running: Running::Idle(Some(memory)) }
    }

    /// As [`Search::start`], with the search that the task asks for.
    pub fn start(&mut self, board: &Board, task: &Task) {
        let Some(memory) = mem::replace(&mut self.running, Running::Idle(None)).into_memory()
        else {
            return;
        };
        self.running = match task.algorithm {
            Algorithm::AlphaBeta => {
                let search = AlphaBeta::new(Othello, JUDGE, Order::Static, memory);
                if task.deepen {
                    Running::DeepeningAlphaBeta(IterativeDeepening::new(search))
                } else {
                    Running::AlphaBeta(search)
                }
            }
            Algorithm::ForwardEstimation => {
                let bounds = FixedBounds::new(Judge::MOST_LIKELY.0, Judge::MOST_LIKELY.1);
                let search = ForwardEstimation::with_estimator(
                    Othello,
                    JUDGE,
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
            Algorithm::Rbfms => {
                Running::BestFirst(Rbfms::new(Othello, Decided(JUDGE), Expansion::Partial, memory))
            }
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
