//! A device's searches, their memory, and the search that is running.
//!
//! Nothing here is generic, so the code is compiled with this package's options and not with its user's. What it contains is
//! chosen at compile time: the strong player by the feature `strong`, and the evaluation of the other searches.
#![no_std]
// Nothing here is printed for debugging: a chip has no room for that.
#![allow(missing_debug_implementations)]

mod evaluation;
pub mod repeat;
#[cfg(feature = "strong")]
mod strong;

use core::mem;

use plyscope_core::othello::{Board, Move, Othello};
use plyscope_core::search::forward_estimation::{Edges, FixedBounds};
use plyscope_core::wire::{Algorithm, Task};
use plyscope_core::{
    AlphaBeta, Bound, CapacityError, Counts, Decided, DepthFirst, Expansion, ForwardEstimation,
    IterativeDeepening, Order, Policy, Progress, Rbfms, Report, Request, Search, Stop, Storage,
    Value, lines,
};

pub use evaluation::{EVALUATION, evaluate, weights_are_intact};
use evaluation::{EVALUATOR, Evaluation, State};
#[cfg(feature = "strong")]
pub use strong::STRONG;

/// What a host is told of the strong player: there is none.
#[cfg(not(feature = "strong"))]
pub const STRONG: Option<plyscope_core::wire::StrongIdentity> = None;

/// The searches' depth limit in plies: the number of frames.
pub const PLIES: usize = 64;
/// Capacity for children, over all plies of one path.
pub const CHILDREN: usize = if cfg!(feature = "small") { 256 } else { 512 };

/// The memory of the searches, for a `static`. Its initial state is all zeros, so it needs no flash.
pub struct Memory {
    /// That of all searches but the strong player, 11 KB, or 17 KB with the pattern indices.
    shared: Shared,
    #[cfg(feature = "strong")]
    strong: strong::Memory,
}

impl Memory {
    /// Memory in its initial state.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            shared: Shared::new(),
            #[cfg(feature = "strong")]
            strong: strong::Memory::new(),
        }
    }
}

impl Default for Memory {
    fn default() -> Self {
        Self::new()
    }
}

type Shared = Storage<Othello, PLIES, CHILDREN, { lines(PLIES) }, State>;

type PlainAlphaBeta<'m> = AlphaBeta<Othello, Evaluation, &'m mut Shared>;
type PlainEstimation<'m> =
    ForwardEstimation<Othello, Evaluation, Edges<FixedBounds>, &'m mut Shared>;

/// The device's searches. They share one memory, so one runs at a time.
pub struct Searches<'m> {
    running: Running<'m>,
    /// The memory that the running search has not.
    shared: Option<&'m mut Shared>,
    #[cfg(feature = "strong")]
    strong: strong::Parts<'m>,
}

/// The search that was started last. Each search has its concrete type: no calls through pointers.
#[cfg_attr(
    feature = "strong",
    expect(clippy::large_enum_variant, reason = "there is one, and nowhere else to put it")
)]
enum Running<'m> {
    /// No search yet.
    Idle,
    AlphaBeta(PlainAlphaBeta<'m>),
    DeepeningAlphaBeta(IterativeDeepening<Othello, PlainAlphaBeta<'m>>),
    Estimation(PlainEstimation<'m>),
    DeepeningEstimation(IterativeDeepening<Othello, PlainEstimation<'m>>),
    BestFirst(Rbfms<Othello, Decided<Evaluation>, &'m mut Shared>),
    #[cfg(feature = "strong")]
    Strong(strong::Search<'m>),
}

macro_rules! running {
    ($running:expr, $search:ident => $call:expr, $idle:expr) => {
        match $running {
            Running::Idle => $idle,
            Running::AlphaBeta($search) => $call,
            Running::DeepeningAlphaBeta($search) => $call,
            Running::Estimation($search) => $call,
            Running::DeepeningEstimation($search) => $call,
            Running::BestFirst($search) => $call,
            #[cfg(feature = "strong")]
            Running::Strong($search) => $call,
        }
    };
}

impl<'m> Searches<'m> {
    /// Searches in this memory; none has run yet.
    #[must_use]
    pub const fn new(memory: &'m mut Memory) -> Self {
        Self {
            running: Running::Idle,
            shared: Some(&mut memory.shared),
            #[cfg(feature = "strong")]
            strong: memory.strong.parts(),
        }
    }

    /// Ends the search and takes its memory back.
    fn release(&mut self) {
        let shared = match mem::replace(&mut self.running, Running::Idle) {
            Running::Idle => return,
            Running::AlphaBeta(search) => search.into_storage(),
            Running::DeepeningAlphaBeta(search) => search.into_inner().into_storage(),
            Running::Estimation(search) => search.into_storage(),
            Running::DeepeningEstimation(search) => search.into_inner().into_storage(),
            Running::BestFirst(search) => search.into_storage(),
            #[cfg(feature = "strong")]
            Running::Strong(search) => return self.strong.take_back(search),
        };
        self.shared = Some(shared);
    }

    /// Starts the search that `task` asks for; see [`Search::start`]. An algorithm that the build lacks does nothing.
    pub fn start(&mut self, board: &Board, task: &Task) {
        self.release();
        if let Some(running) = self.created(task) {
            self.running = running;
        }
        let request = Request::new(board).limits(task.limits);
        running!(&mut self.running, search => search.start(&request), ());
    }

    /// The search that `task` asks for.
    fn created(&mut self, task: &Task) -> Option<Running<'m>> {
        #[cfg(feature = "strong")]
        if task.algorithm == Algorithm::Strong {
            return Some(Running::Strong(self.strong.search()?));
        }
        let memory = self.shared.take()?;
        Some(match task.algorithm {
            Algorithm::Strong => return None,
            Algorithm::AlphaBeta => {
                let search = AlphaBeta::new(Othello, EVALUATOR, Policy::new(Order::Static), memory);
                if task.deepen {
                    Running::DeepeningAlphaBeta(IterativeDeepening::new(search))
                } else {
                    Running::AlphaBeta(search)
                }
            }
            Algorithm::ForwardEstimation => {
                let bounds = FixedBounds::new(Evaluation::MOST_LIKELY.0, Evaluation::MOST_LIKELY.1);
                let search = DepthFirst::new(
                    Othello,
                    EVALUATOR,
                    Policy::new(Order::Static).estimating(Edges(bounds)),
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
        })
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
