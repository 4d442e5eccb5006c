//! Games as they are played, and [trees](listed) as they are given.

pub mod listed;
mod problem;
mod record;

use plyscope_core::Game;

pub use problem::{Problem, ProblemError, problems};
pub use record::{Ending, Forfeited, GameRecord, IllegalMove, MoveRecord, Valued};

/// The moves of a position with the positions they lead to, in the game's order.
pub fn children<G: Game>(
    game: &G,
    position: &G::Position,
) -> impl Iterator<Item = (G::Move, G::Position)> {
    let mut moves = game.moves(position);
    std::iter::from_fn(move || game.next_child(position, &mut moves))
}
