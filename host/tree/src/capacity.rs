//! Capacities of this library's searches.

/// Greatest depth in plies.
pub const PLIES: usize = 128;
/// Maximum number of children stored along one path.
pub const CHILDREN: usize = 1 << 14;

/// The storage of this library's searches; `T` is the evaluation's state.
pub type Storage<G, T = ()> =
    plyscope_core::Storage<G, PLIES, CHILDREN, { plyscope_core::lines(PLIES) }, T>;
