//! The searches and their common interface.
//!
//! | search | module | source |
//! |---|---|---|
//! | minimax | [`minimax`] | Eiselt's notes, Lecture 13 |
//! | alpha-beta | [`alpha_beta`] | Knuth & Moore 1975; Korf & Chickering 1996, section 6 |
//! | aspiration | [`aspiration`] | Eppstein's notes, "Aspiration Search" |
//! | iterative deepening | [`deepening`] | Korf & Chickering 1996, section 6 |
//! | forward estimation | [`forward_estimation`] | Zhang 1996, sections 2 to 4 |
//! | MTD(f) | [`mtd`] | Plaat, Schaeffer, Pijls & de Bruin 1996 |
//! | principal variation search | [`alpha_beta::NullWindows`], a [`table`] | Marsland & Campbell 1982; Reinefeld 1983 |
//! | ProbCut, Multi-ProbCut | [`probe::ProbCut`] | Buro 1995, 1997 |
//! | df-pn | [`proof_number`] | Allis, van der Meulen & van den Herik 1994; Nagai 2002 |
//! | recursive best-first minimax | [`rbfms`] | Korf & Chickering 1996, section 3, Fig. 3 |
//!
//! A search takes a [`Request`] and works in a [`Storage`] of fixed-size stacks, not on the call stack. Its memory is known
//! at compile time, can live in a `static` and can be shared, and the search can pause after any number of nodes.

pub mod alpha_beta;
pub mod aspiration;
mod children;
pub mod deepening;
mod error;
pub mod estimate;
pub mod forward_estimation;
mod frame;
pub mod held;
mod limits;
pub mod minimax;
pub mod mtd;
mod observer;
pub mod probe;
pub mod proof_number;
pub mod rbfms;
mod report;
mod request;
mod storage;
pub mod table;

use core::ops::ControlFlow;

use crate::Game;
pub use error::CapacityError;
pub use limits::Limits;
pub use observer::{Generated, Observer, Reason};
pub use report::{Counts, Report, Stop};
pub use request::{FirstLine, Request};
pub(crate) use storage::Parts;
pub use storage::{Storage, Store, lines};
use unobserved::Unobserved;

/// Whether a search has more to do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Progress {
    /// The search is paused; another step continues it.
    Paused,
    /// The search has ended; its report is final.
    Done,
}

/// A search that can run at once or in slices. Slices of any size give exactly the result of one run.
///
/// A search implements four methods. It can be built from others by starting them with requests and adding up their counts: see
/// [`mtd`] and [`FixedDepth`].
///
/// ```
/// use plyscope_core::{AlphaBeta, Order, Policy, Progress, Request, Search, storage};
/// use plyscope_core::othello::{Board, Othello, Simple};
///
/// let storage = storage!(16, 256);
/// let mut search = AlphaBeta::new(Othello, Simple, Policy::new(Order::Static), storage);
/// let request = Request::new(&Board::START).depth(5);
/// let whole = search.search(&request)?.counts;
///
/// search.start(&request);
/// while search.step(7)? == Progress::Paused { /* serve the serial port */ }
/// assert_eq!(search.report().counts, whole);
/// # Ok::<(), plyscope_core::CapacityError>(())
/// ```
pub trait Search<G: Game>: Unobserved<G> {
    /// Begins a search; the first step does the first work. Discards the previous search, except for what the request
    /// keeps.
    fn start(&mut self, request: &Request<'_, G>);

    /// Continues until `nodes` more nodes are generated or the search has ended, and tells `observer` what happens. Before the first
    /// start there is nothing to do.
    ///
    /// # Errors
    /// [`CapacityError`] if a fixed-size stack is too small. The search has then ended, and [`Search::report`] has the
    /// partial result.
    fn step_with<O: Observer<G>>(
        &mut self,
        nodes: u64,
        observer: &mut O,
    ) -> Result<Progress, CapacityError>
    where
        Self: Sized;

    /// Ends the search now; the report then has the partial result.
    fn stop(&mut self);

    /// The result so far; final once the search has ended.
    fn report(&self) -> Report<'_, G::Move>;

    /// The same as [`Search::step_with`], observed by nobody.
    ///
    /// # Errors
    /// As [`Search::step_with`].
    #[inline]
    fn step(&mut self, nodes: u64) -> Result<Progress, CapacityError> {
        self.step_unobserved(nodes)
    }

    /// The report's counts. Override this if a report costs more: a search in short slices asks for them often.
    #[inline]
    fn counts(&self) -> Counts {
        self.report().counts
    }

    /// Searches at once.
    ///
    /// # Errors
    /// [`CapacityError`] if a fixed-size stack does not suffice; [`Search::report`] has the partial result.
    fn search(&mut self, request: &Request<'_, G>) -> Result<Report<'_, G::Move>, CapacityError> {
        self.search_polled(request, u64::MAX, &mut |_| ControlFlow::Continue(()))
    }

    /// Searches, and calls `poll` after every `interval` generated nodes (at least one) to ask whether to continue.
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

/// A search to the depth of its request, which iterative deepening, [`aspiration`] and [`mtd`] repeat with other depths and windows.
pub trait FixedDepth<G: Game>: Search<G> {
    /// The game.
    fn game(&self) -> &G;

    /// The number of plies that it has frames for.
    fn plies(&self) -> usize;

    /// The line that the current search follows first.
    fn first_line(&self) -> &[G::Move];
}

/// Steps that are observed by nobody.
mod unobserved {
    use super::{CapacityError, Game, Progress, Search};

    /// [`Search::step`] of a search whose type is known: [`Search::step_with`] cannot be called of a `dyn Search`.
    pub trait Unobserved<G: Game> {
        /// Continues, with `()` as the observer.
        fn step_unobserved(&mut self, nodes: u64) -> Result<Progress, CapacityError>;
    }

    impl<G: Game, S: Search<G>> Unobserved<G> for S {
        #[inline]
        fn step_unobserved(&mut self, nodes: u64) -> Result<Progress, CapacityError> {
            self.step_with(nodes, &mut ())
        }
    }
}
