//! Interrupts: one flag for the whole process, as there is one Ctrl-C.
//!
//! Every long computation looks at the flag: searches after [`NODES_PER_LOOK`] nodes, [`in_order`] after every unit. What
//! was computed while the flag was set is dropped, because a part of a search may be in it: [`in_order`] then fails with
//! [`Interrupted`] and [`player::run`] with [`PlayerError::Interrupted`]. So no row can hold a part of a result.
//!
//! The `plyscope` command sets the flag at Ctrl-C. A program that uses this library may set it from anywhere. It cannot be
//! cleared, because a computation might miss it between.
//!
//! [`in_order`]: crate::parallel::in_order
//! [`player::run`]: crate::player::run
//! [`PlayerError::Interrupted`]: crate::player::PlayerError::Interrupted

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use plyscope_core::{CapacityError, Game, Observer, Progress, Report, Request, Search};

static REQUESTED: AtomicBool = AtomicBool::new(false);

/// Nodes between two looks at the flag: about a millisecond of a fast search, 20 of a slow one.
pub const NODES_PER_LOOK: u64 = 1 << 14;

/// Something was cut short by an interrupt.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("interrupted")]
pub struct Interrupted;

/// Interrupts everything that this process computes.
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
/// That.
pub fn check() -> Result<(), Interrupted> {
    if requested() { Err(Interrupted) } else { Ok(()) }
}

/// What the poll of a search says: break if there was an interrupt.
pub fn go_on() -> ControlFlow<()> {
    if requested() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}

/// Searches, and stops at an interrupt. The report is then a part of the result. Only a unit of
/// [`in_order`](crate::parallel::in_order) may use this, because that drops what follows from it.
///
/// # Errors
/// [`CapacityError`] if a fixed-size stack does not suffice.
pub fn search<'s, G: Game, S: Search<G> + ?Sized>(
    search: &'s mut S,
    request: &Request<'_, G>,
) -> Result<Report<'s, G::Move>, CapacityError> {
    // After an interrupt the searches that the unit still begins end at once.
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
