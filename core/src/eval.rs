//! The knowledge side: static evaluation, apart from the rules.

use crate::Value;

/// A static evaluation of positions of type `P`.
pub trait Evaluator<P> {
    /// The static value of `position` for the side to move.
    ///
    /// Where the game is over it must be the outcome, exactly: searches take it as final, at any depth.
    fn evaluate(&self, position: &P) -> Value;
}

impl<P, E: Evaluator<P>> Evaluator<P> for &E {
    #[inline]
    fn evaluate(&self, position: &P) -> Value {
        E::evaluate(self, position)
    }
}
