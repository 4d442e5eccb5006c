//! An evaluation whose finished games are on the same scale as its static values.

use crate::othello::Board;
use crate::{Ends, Evaluator, Outcome, Value};

/// An evaluation in hundredths of a disc, with finished games in the same unit instead of far beyond all static values, so
/// that a line to the end is worth as much as one that the evaluation judges equal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct InDiscs<E>(pub E);

impl<E: Evaluator<Board>> Evaluator<Board> for InDiscs<E> {
    type State = E::State;

    #[inline]
    fn state(&self, board: &Board) -> E::State {
        self.0.state(board)
    }

    #[inline]
    fn update(&self, parent: &Board, state: &E::State, child: &Board) -> E::State {
        self.0.update(parent, state, child)
    }

    #[inline]
    fn evaluate(&self, board: &Board, state: &E::State) -> Value {
        self.0.evaluate(board, state)
    }

    #[inline]
    fn finished(&self, outcome: Outcome) -> Value {
        Value::new(outcome.score().saturating_mul(100))
    }

    #[inline]
    fn child_value(
        &self,
        parent: (&Board, &E::State),
        child: &Board,
        ends: Ends,
        outcome: impl FnOnce() -> Option<Outcome>,
    ) -> Value {
        // Asked for only if the evaluation cannot tell by itself that the game goes on.
        let mut ended = None;
        let value = self.0.child_value(parent, child, ends, || {
            ended = outcome();
            ended
        });
        ended.map_or(value, |outcome| ends.value(self, outcome))
    }
}
