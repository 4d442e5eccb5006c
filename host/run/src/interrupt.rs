//! Interrupts: one flag for the process, like Ctrl-C.
//!
//! Every long computation checks the flag: searches after [`NODES_PER_LOOK`] nodes, [`in_order`] after every unit. Results
//! computed while the flag was set are dropped, because they may include an unfinished search: [`in_order`] then fails with
//! [`Interrupted`], and so do players. So no row can hold a partial result.
//!
//! The `plyscope` command sets the flag on Ctrl-C. A program that uses this library may set it anywhere. It cannot be cleared,
//! because a computation might then miss it. A program that goes on after an interrupt gives each computation a flag of its own:
//! [`within`].
//!
//! [`in_order`]: crate::parallel::in_order

use std::cell::RefCell;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use plyscope_core::{CapacityError, Game, Observer, Progress, Report, Request, Search};

static REQUESTED: AtomicBool = AtomicBool::new(false);

/// The flag of one computation.
pub type Flag = Arc<AtomicBool>;

thread_local! {
    /// The flag of this thread's computation.
    static OWN: RefCell<Option<Flag>> = const { RefCell::new(None) };
}

/// Nodes between checks of the flag: about 1 ms of a fast search, 20 ms of a slow one.
pub const NODES_PER_LOOK: u64 = 1 << 14;

/// An interrupt stopped the computation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("interrupted")]
pub struct Interrupted;

/// Interrupts all computations of this process.
pub fn request() {
    REQUESTED.store(true, Ordering::Relaxed);
}

/// Whether there was an interrupt, of the process or of this thread's computation.
#[must_use]
pub fn requested() -> bool {
    let is_set = |flag: &Flag| flag.load(Ordering::Relaxed);
    REQUESTED.load(Ordering::Relaxed) || OWN.with_borrow(|own| own.as_ref().is_some_and(is_set))
}

/// Computes something that this flag interrupts, too, here and on the threads of [`in_order`](crate::parallel::in_order).
pub fn within<T>(flag: Option<Flag>, compute: impl FnOnce() -> T) -> T {
    let before = OWN.replace(flag);
    let computed = compute();
    OWN.set(before);
    computed
}

/// The flag of this thread's computation.
#[must_use]
pub fn of_this_thread() -> Option<Flag> {
    OWN.with_borrow(Clone::clone)
}

/// [`Interrupted`] if there was an interrupt.
///
/// # Errors
/// [`Interrupted`].
pub fn check() -> Result<(), Interrupted> {
    if requested() { Err(Interrupted) } else { Ok(()) }
}

/// Nodes to the next check of the flag. After an interrupt, later searches of a unit end at once.
fn to_the_next_look() -> u64 {
    if requested() { 1 } else { NODES_PER_LOOK }
}

/// The poll of a search: breaks if there was an interrupt.
pub fn go_on() -> ControlFlow<()> {
    if requested() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}

/// Searches, and stops at an interrupt with a partial report. Only a unit of [`in_order`](crate::parallel::in_order) may use
/// this, because `in_order` drops results after an interrupt.
///
/// # Errors
/// [`CapacityError`] if a fixed-size stack does not suffice.
pub fn search<'s, G: Game, S: Search<G> + ?Sized>(
    search: &'s mut S,
    request: &Request<'_, G>,
) -> Result<Report<'s, G::Move>, CapacityError> {
    search.search_polled(request, to_the_next_look(), &mut |_| go_on())
}

/// The same, watched by `observer`.
///
/// # Errors
/// [`CapacityError`] if a fixed-size stack does not suffice.
pub fn search_observed<'s, G: Game, S: Search<G>, O: Observer<G>>(
    search: &'s mut S,
    request: &Request<'_, G>,
    observer: &mut O,
) -> Result<Report<'s, G::Move>, CapacityError> {
    search.start(request);
    while search.step_with(to_the_next_look(), observer)? == Progress::Paused {
        if requested() {
            search.stop();
            break;
        }
    }
    Ok(search.report())
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;
    use std::sync::atomic::Ordering;

    use plyscope_core::othello::{Board, DiscDifference, Othello};
    use plyscope_core::{AlphaBeta, Order, Policy, Request, storage};

    use super::{Flag, Interrupted, NODES_PER_LOOK, requested, search, search_observed, within};
    use crate::parallel::in_order;

    #[test]
    fn after_an_interrupt_searches_end_at_once_watched_or_not() {
        let nodes = |is_watched: bool| {
            let policy = Policy::new(Order::Static);
            let mut by = AlphaBeta::new(Othello, DiscDifference, policy, storage!(64, 1024));
            let board = Board::START;
            let request = Request::new(&board).depth(10);
            let report = match is_watched {
                true => search_observed(&mut by, &request, &mut ()),
                false => search(&mut by, &request),
            };
            report.unwrap().counts.generated
        };
        for is_watched in [true, false] {
            assert!(nodes(is_watched) > NODES_PER_LOOK);
            let flag = Flag::new(true.into());
            // No more than the children of a node.
            assert!(within(Some(flag), || nodes(is_watched)) < 32);
        }
    }

    #[test]
    fn a_flag_of_its_own_interrupts_a_computation_and_no_other() {
        let flag = Flag::default();
        let units: Vec<u32> = (0..1000).collect();
        let compute = |threads| {
            let work = |unit| {
                flag.fetch_or(unit == 10, Ordering::Relaxed);
                Ok::<_, Interrupted>(unit)
            };
            in_order(&units, threads, work, |_, _| Ok(ControlFlow::Continue(())))
        };
        for threads in [1, 3] {
            flag.store(false, Ordering::Relaxed);
            assert_eq!(within(Some(flag.clone()), || compute(threads)), Err(Interrupted));
            assert!(!requested());
            assert_eq!(compute(threads), Ok(()));
        }
    }
}
