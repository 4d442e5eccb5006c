//! Capacities of this library's searches.

/// Depth in plies that they have frames for.
pub const PLIES: usize = 128;
/// Children that they can keep over all plies of one path.
pub const CHILDREN: usize = 1 << 14;

/// Their storage, by an evaluation that keeps `T` of each position.
pub type Storage<G, T = ()> =
    plyscope_core::Storage<G, PLIES, CHILDREN, { plyscope_core::lines(PLIES) }, T>;
