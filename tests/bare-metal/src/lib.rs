//! Searches in `static` storage, sliced, without std and without a heap: what a microcontroller does.
//!
//! As a static library it also proves that core needs no allocator: for a target without an operating system this
//! would not compile if anything below it asked for one (`tests/run` tries).
#![cfg_attr(target_os = "none", no_std)]

use plyscope_core::othello::{Board, Move, Othello, Simple};
use plyscope_core::search::forward_estimation::{FixedBounds, Scaled};
use plyscope_core::{
    AlphaBeta, CapacityError, Expansion, ForwardEstimation, IterativeDeepening, Limits, Order,
    Progress, Rbfms, Search,
};

/// Thirty plies and five hundred moves: a few kilobytes each.
pub type Deepening = IterativeDeepening<Othello, Simple, 30, 512>;
/// Forward estimation with the same capacities.
pub type Estimation = ForwardEstimation<Othello, Simple, Scaled<FixedBounds>, 30, 512>;
/// Best-first minimax with the same capacities.
pub type BestFirst = Rbfms<Othello, Simple, 30, 512>;

/// Everything that a player needs, to be put into a `static`.
pub struct Storage {
    /// Alpha-beta, deepening.
    pub deepening: Deepening,
    /// Forward estimation.
    pub estimation: Estimation,
    /// Best-first minimax.
    pub best_first: BestFirst,
}

impl Storage {
    /// Built by the compiler: nothing runs at start-up.
    pub const NEW: Self = Self {
        deepening: IterativeDeepening::new(AlphaBeta::new(Othello, Simple, Order::Static)),
        estimation: ForwardEstimation::with_estimator(
            Othello,
            Simple,
            Order::Static,
            Scaled::new(FixedBounds::new(Simple::MOST_LIKELY.0, Simple::MOST_LIKELY.1), 0.5),
        ),
        best_first: Rbfms::new(Othello, Simple, Expansion::Partial),
    };
}

/// Thinks in slices of `slice` nodes and calls `between` after each, until it says stop.
///
/// # Errors
/// [`CapacityError`] if the storage does not suffice.
pub fn think(
    search: &mut dyn Search<Othello>,
    board: &Board,
    limits: Limits,
    slice: u64,
    between: &mut dyn FnMut() -> bool,
) -> Result<Option<Move>, CapacityError> {
    search.start(board, limits);
    while search.step(slice)? == Progress::Paused {
        if !between() {
            search.stop();
        }
    }
    Ok(search.report().best_move)
}

/// One move by each of the searches.
///
/// # Errors
/// [`CapacityError`] if the storage does not suffice.
pub fn three_moves(
    storage: &mut Storage,
    board: &Board,
) -> Result<[Option<Move>; 3], CapacityError> {
    let mut go_on = || true;
    Ok([
        think(&mut storage.deepening, board, Limits::depth(6).and_nodes(5000), 50, &mut go_on)?,
        think(&mut storage.estimation, board, Limits::depth(6), 50, &mut go_on)?,
        think(&mut storage.best_first, board, Limits::depth(12), 50, &mut go_on)?,
    ])
}

#[cfg(target_os = "none")]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    loop {}
}
