//! A report of its own: reports borrow from their search.

use plyscope_core::{Bound, Counts, Game, Limits, Report, Request, Search, Stop, Value};

/// The contents of a [`Report`].
#[derive(Clone, PartialEq, Debug)]
pub struct Outcome<M> {
    /// [`Report::best_move`].
    pub best_move: Option<M>,
    /// [`Report::value`].
    pub value: Value,
    /// [`Report::bound`].
    pub bound: Bound,
    /// [`Report::principal_variation`].
    pub line: Vec<M>,
    /// [`Report::depth`].
    pub depth: u32,
    /// [`Report::proven`].
    pub proven: bool,
    /// [`Report::line_ends_game`].
    pub line_ends_game: bool,
    /// [`Report::counts`].
    pub counts: Counts,
    /// [`Report::stop`].
    pub stop: Stop,
}

impl<M: Copy> From<Report<'_, M>> for Outcome<M> {
    fn from(report: Report<'_, M>) -> Self {
        Self {
            best_move: report.best_move,
            value: report.value,
            bound: report.bound,
            line: report.principal_variation.to_vec(),
            depth: report.depth,
            proven: report.proven,
            line_ends_game: report.line_ends_game,
            counts: report.counts,
            stop: report.stop,
        }
    }
}

/// A value for the side to move after `plies` plies, from the view of the side that moves before them.
#[must_use]
pub fn before(plies: usize, value: Value) -> Value {
    if plies.is_multiple_of(2) { value } else { -value }
}

/// Searches at once, with capacities that must suffice.
///
/// # Panics
/// If they do not.
pub fn run<G: Game, S: Search<G> + ?Sized>(
    search: &mut S,
    root: &G::Position,
    limits: Limits,
) -> Outcome<G::Move> {
    match search.search(&Request::new(root).limits(limits)) {
        Ok(report) => report.into(),
        Err(error) => panic!("{error}"),
    }
}
