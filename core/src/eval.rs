//! The knowledge side: static evaluation, apart from the rules.

use crate::{Game, Value};

/// A static evaluation of a game's positions.
pub trait Evaluator<G: Game> {
    /// The static value of `position` for the side to move.
    ///
    /// Where the game is over it must be the outcome, exactly: searches take it as final, at any depth.
    fn evaluate(&self, position: &G::Position) -> Value;
}

impl<G: Game, E: Evaluator<G>> Evaluator<G> for &E {
    #[inline]
    fn evaluate(&self, position: &G::Position) -> Value {
        E::evaluate(self, position)
    }
}
