//! Interrupts: one flag for the process, like Ctrl-C.
//!
//! Every long computation checks the flag: searches after [`NODES_PER_LOOK`] nodes, [`in_order`] after every unit. Results
//! computed while the flag was set are dropped, because they may include an unfinished search: [`in_order`] then fails with
//! [`Interrupted`], and so do players. So no row can hold a partial result.
//!
//! The `plyscope` command sets the flag on Ctrl-C. A program that uses this library may set it anywhere. It cannot be cleared,
//! because a computation might then miss it.
//!
//! [`in_order`]: crate::parallel::in_order

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use plyscope_core::{CapacityError, Game, Observer, Progress, Report, Request, Search};

static REQUESTED: AtomicBool = AtomicBool::new(false);

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

/// Whether there was an interrupt.
#[must_use]
pub fn requested() -> bool {
    REQUESTED.load(Ordering::Relaxed)
}

/// [`Interrupted`] if there was an interrupt.
///
/// # Errors
/// [`Interrupted`].
pub fn check() -> Result<(), Interrupted> {
    if requested() { Err(Interrupted) } else { Ok(()) }
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
    // After an interrupt, later searches of the unit end at once.
    let interval = if requested() { 1 } else { NODES_PER_LOOK };
    search.search_polled(request, interval, &mut |_| go_on())
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
    while search.step_with(NODES_PER_LOOK, observer)? == Progress::Paused {
        if requested() {
            search.stop();
            break;
        }
    }
    Ok(search.report())
}
