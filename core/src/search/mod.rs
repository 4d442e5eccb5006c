//! The searches, and what they have in common.
//!
//! | search | module | source |
//! |---|---|---|
//! | minimax | [`minimax`] | Eiselt's notes, Lecture 13 |
//! | alpha-beta | [`alpha_beta`] | Knuth & Moore 1975; Korf & Chickering 1996, section 6 |
//! | aspiration | [`aspiration`] | Eppstein's notes, "Aspiration Search" |
//! | iterative deepening | [`deepening`] | Korf & Chickering 1996, section 6 |
//! | forward estimation | [`forward_estimation`] | Zhang 1996, sections 2 to 4 |
//! | recursive best-first minimax | [`rbfms`] | Korf & Chickering 1996, section 3, Fig. 3 |
//!
//! All run on fixed-size stacks of frames, not on the machine's call stack: their memory is known when they are
//! compiled, they may live in a `static`, and they can be paused after any number of nodes.

pub mod alpha_beta;
pub mod aspiration;
mod children;
pub mod deepening;
mod error;
pub mod forward_estimation;
mod limits;
pub mod minimax;
mod observer;
pub mod rbfms;
mod report;

use core::ops::ControlFlow;

use crate::Game;
pub use error::{CapacityError, SearchError};
pub use limits::Limits;
pub use observer::Observer;
pub use report::{Counts, Report, Stop};

/// Whether a search has more to do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Progress {
    /// It was paused and can go on with another step.
    Paused,
    /// It has ended; its report is final.
    Done,
}

/// A search that can be run at once or in slices. Slices of any sizes give exactly the result of one run.
///
/// ```
/// use plyscope_core::{AlphaBeta, Limits, Order, Progress, Search};
/// use plyscope_core::othello::{Board, Othello, Simple};
///
/// let mut search = AlphaBeta::<_, _, 16, 256>::new(Othello, Simple, Order::Static);
/// let whole = search.search(&Board::START, Limits::depth(5)).map_err(|e| e.capacity)?.counts;
///
/// search.start(&Board::START, Limits::depth(5));
/// while search.step(7)? == Progress::Paused { /* serve the serial port */ }
/// assert_eq!(search.report().counts, whole);
/// # Ok::<(), plyscope_core::CapacityError>(())
/// ```
pub trait Search<G: Game> {
    /// Begins a search; the first step does its first work. Whatever was searched before is forgotten.
    fn start(&mut self, root: &G::Position, limits: Limits);

    /// Goes on until `nodes` more nodes are generated or the search has ended.
    ///
    /// # Errors
    /// [`CapacityError`] if a fixed-size stack does not suffice. The search has then ended, and
    /// [`Search::report`] has the partial result.
    fn step(&mut self, nodes: u64) -> Result<Progress, CapacityError>;

    /// Ends the search where it is; the report then has the partial result.
    fn stop(&mut self);

    /// What has been counted so far.
    fn counts(&self) -> Counts;

    /// The result so far, which is final once the search has ended.
    fn report(&self) -> Report<'_, G::Move>;

    /// Searches at once.
    ///
    /// # Errors
    /// [`SearchError`], with the partial result, if a fixed-size stack does not suffice.
    fn search(
        &mut self,
        root: &G::Position,
        limits: Limits,
    ) -> Result<Report<'_, G::Move>, SearchError<'_, G::Move>> {
        self.search_polled(root, limits, u64::MAX, &mut |_| ControlFlow::Continue(()))
    }

    /// Searches, and after every `interval` generated nodes (at least one) asks `poll` whether to go on.
    ///
    /// # Errors
    /// [`SearchError`], with the partial result, if a fixed-size stack does not suffice.
    fn search_polled(
        &mut self,
        root: &G::Position,
        limits: Limits,
        interval: u64,
        poll: &mut dyn FnMut(&Counts) -> ControlFlow<()>,
    ) -> Result<Report<'_, G::Move>, SearchError<'_, G::Move>> {
        self.start(root, limits);
        loop {
            match self.step(interval.max(1)) {
                Ok(Progress::Done) => return Ok(self.report()),
                Ok(Progress::Paused) => {
                    if poll(&self.counts()).is_break() {
                        self.stop();
                        return Ok(self.report());
                    }
                }
                Err(capacity) => {
                    return Err(SearchError { capacity, partial: self.report() });
                }
            }
        }
    }
}
