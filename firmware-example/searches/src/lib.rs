//! The searches of a device, their memory, and the one that is running.
//!
//! Nothing here is generic, so that it is compiled with this package's options and not with its user's. What the searches
//! judge by is settled when it is compiled: the evaluation `simple`, or with the feature `patterns` the learned one.
#![no_std]
#![forbid(unsafe_code)]

#[cfg(feature = "patterns")]
mod patterns;
pub mod repeat;
#[cfg(not(feature = "patterns"))]
mod simple;

#[cfg(feature = "patterns")]
use patterns as judge;
#[cfg(not(feature = "patterns"))]
use simple as judge;

use plyscope_core::othello::{Board, Move};
use plyscope_core::search::forward_estimation::FixedBounds;
use plyscope_core::wire::{Algorithm, Task};
use plyscope_core::{
    AlphaBeta, CapacityError, Counts, Expansion, ForwardEstimation, IterativeDeepening, Order,
    Progress, Rbfms, Report, Search,
};

use judge::{BEST_FIRST_JUDGE, BestFirstJudge, JUDGE, Judge, MOST_LIKELY, RULES, Rules};
pub use judge::{EVALUATION, WEIGHTS, evaluate, weights_are_intact};

/// Depth in plies that the searches have frames for.
pub const PLIES: usize = 64;
/// Children that the searches can keep over all plies of one path.
pub const CHILDREN: usize = 512;

/// All searches, each with its own memory: some 35 KB, for a `static`; 54 KB with the indices of patterns.
pub struct Searches {
    alpha_beta: IterativeDeepening<Rules, Judge, PLIES, CHILDREN>,
    estimation: IterativeDeepening<Rules, Judge, PLIES, CHILDREN, FixedBounds>,
    best_first: Rbfms<Rules, BestFirstJudge, PLIES, CHILDREN>,
    active: Active,
}

#[derive(Clone, Copy)]
enum Active {
    AlphaBeta,
    DeepeningAlphaBeta,
    Estimation,
    DeepeningEstimation,
    BestFirst,
}

/// The running search, as a concrete type each: no calls through pointers.
macro_rules! active {
    ($self:ident, $search:ident => $call:expr) => {
        match $self.active {
            Active::AlphaBeta => {
                let $search = $self.alpha_beta.plain();
                $call
            }
            Active::DeepeningAlphaBeta => {
                let $search = &$self.alpha_beta;
                $call
            }
            Active::Estimation => {
                let $search = $self.estimation.plain();
                $call
            }
            Active::DeepeningEstimation => {
                let $search = &$self.estimation;
                $call
            }
            Active::BestFirst => {
                let $search = &$self.best_first;
                $call
            }
        }
    };
    (mut $self:ident, $search:ident => $call:expr) => {
        match $self.active {
            Active::AlphaBeta => {
                let $search = $self.alpha_beta.plain_mut();
                $call
            }
            Active::DeepeningAlphaBeta => {
                let $search = &mut $self.alpha_beta;
                $call
            }
            Active::Estimation => {
                let $search = $self.estimation.plain_mut();
                $call
            }
            Active::DeepeningEstimation => {
                let $search = &mut $self.estimation;
                $call
            }
            Active::BestFirst => {
                let $search = &mut $self.best_first;
                $call
            }
        }
    };
}

impl Default for Searches {
    fn default() -> Self {
        Self::new()
    }
}

impl Searches {
    /// Nothing searched yet.
    #[must_use]
    pub const fn new() -> Self {
        let (lowest, highest) = MOST_LIKELY;
        Self {
            alpha_beta: IterativeDeepening::new(AlphaBeta::new(RULES, JUDGE, Order::Static)),
            estimation: IterativeDeepening::new(ForwardEstimation::with_estimator(
                RULES,
                JUDGE,
                Order::Static,
                FixedBounds::new(lowest, highest),
            )),
            best_first: Rbfms::new(RULES, BEST_FIRST_JUDGE, Expansion::Partial),
            active: Active::AlphaBeta,
        }
    }

    /// As [`Search::start`], with the search that the task asks for.
    pub fn start(&mut self, board: &Board, task: &Task) {
        self.active = match (task.algorithm, task.deepen) {
            (Algorithm::AlphaBeta, false) => Active::AlphaBeta,
            (Algorithm::AlphaBeta, true) => Active::DeepeningAlphaBeta,
            (Algorithm::ForwardEstimation, false) => Active::Estimation,
            (Algorithm::ForwardEstimation, true) => Active::DeepeningEstimation,
            (Algorithm::Rbfms, _) => Active::BestFirst,
        };
        let position = judge::position(board);
        active!(mut self, search => search.start(&position, task.limits));
    }

    /// As [`Search::step`].
    ///
    /// # Errors
    /// As [`Search::step`].
    pub fn step(&mut self, nodes: u64) -> Result<Progress, CapacityError> {
        active!(mut self, search => search.step(nodes))
    }

    /// As [`Search::stop`].
    pub fn stop(&mut self) {
        active!(mut self, search => search.stop());
    }

    /// As [`Search::counts`].
    #[must_use]
    pub fn counts(&self) -> Counts {
        active!(self, search => search.counts())
    }

    /// As [`Search::report`].
    #[must_use]
    pub fn report(&self) -> Report<'_, Move> {
        active!(self, search => search.report())
    }
}
