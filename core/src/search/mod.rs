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
//! A search takes a [`Request`] and works in a [`Storage`] of fixed-size stacks, not on the machine's call stack: its
//! memory is known when it is compiled, may live in a `static` and may be shared, and it can be paused after any number
//! of nodes.

pub mod alpha_beta;
pub mod aspiration;
mod children;
pub mod deepening;
mod error;
pub mod forward_estimation;
mod frame;
mod limits;
pub mod minimax;
mod observer;
pub mod rbfms;
mod report;
mod request;
mod storage;

use core::ops::ControlFlow;

use crate::Game;
pub use error::CapacityError;
pub use limits::Limits;
pub use observer::{Generated, Observer, Reason};
pub use report::{Counts, Report, Stop};
pub use request::{FirstLine, Request};
pub(crate) use storage::Parts;
pub use storage::{Storage, Store, lines};

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
/// A search that is made of others, such as a deepening of one's own, starts them with requests and adds up what they
/// have cost: `core/examples/mtd.rs` is one.
///
/// ```
/// use plyscope_core::{AlphaBeta, Order, Progress, Request, Search, storage};
/// use plyscope_core::othello::{Board, Othello, Simple};
///
/// let storage = storage!(16, 256);
/// let mut search = AlphaBeta::new(Othello, Simple, Order::Static, storage);
/// let request = Request::new(&Board::START).depth(5);
/// let whole = search.search(&request)?.counts;
///
/// search.start(&request);
/// while search.step(7)? == Progress::Paused { /* serve the serial port */ }
/// assert_eq!(search.report().counts, whole);
/// # Ok::<(), plyscope_core::CapacityError>(())
/// ```
pub trait Search<G: Game> {
    /// Begins a search; the first step does its first work. Whatever was searched before is forgotten, but for what the
    /// request keeps.
    fn start(&mut self, request: &Request<'_, G>);

    /// Goes on until `nodes` more nodes are generated or the search has ended.
    ///
    /// # Errors
    /// [`CapacityError`] if a fixed-size stack does not suffice. The search has then ended, and
    /// [`Search::report`] has the partial result.
    fn step(&mut self, nodes: u64) -> Result<Progress, CapacityError>;

    /// The same, watched by `observer`.
    ///
    /// # Errors
    /// As [`Search::step`].
    fn step_with<O: Observer<G>>(
        &mut self,
        nodes: u64,
        observer: &mut O,
    ) -> Result<Progress, CapacityError>
    where
        Self: Sized;

    /// Ends the search where it is; the report then has the partial result.
    fn stop(&mut self);

    /// What has been counted so far.
    fn counts(&self) -> Counts;

    /// The result so far, which is final once the search has ended.
    fn report(&self) -> Report<'_, G::Move>;

    /// The line that the current search goes down first.
    fn first_line(&self) -> &[G::Move] {
        &[]
    }

    /// How many plies it has place for.
    fn plies(&self) -> usize;

    /// The game's first move at `root`; not counted, because it is not searched.
    fn first_move(&self, root: &G::Position) -> Option<G::Move>;

    /// Searches at once.
    ///
    /// # Errors
    /// [`CapacityError`] if a fixed-size stack does not suffice; [`Search::report`] has the partial result.
    fn search(&mut self, request: &Request<'_, G>) -> Result<Report<'_, G::Move>, CapacityError> {
        self.search_polled(request, u64::MAX, &mut |_| ControlFlow::Continue(()))
    }

    /// Searches, and after every `interval` generated nodes (at least one) asks `poll` whether to go on.
    ///
    /// # Errors
    /// [`CapacityError`] if a fixed-size stack does not suffice; [`Search::report`] has the partial result.
    fn search_polled(
        &mut self,
        request: &Request<'_, G>,
        interval: u64,
        poll: &mut dyn FnMut(&Counts) -> ControlFlow<()>,
    ) -> Result<Report<'_, G::Move>, CapacityError> {
        self.start(request);
        while self.step(interval.max(1))? == Progress::Paused {
            if poll(&self.counts()).is_break() {
                self.stop();
                break;
            }
        }
        Ok(self.report())
    }
}
