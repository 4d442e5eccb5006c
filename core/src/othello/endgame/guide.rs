//! A static evaluation that orders moves far from the end.

use crate::othello::Board;
use crate::{Ends, Evaluator, Value};

/// What orders moves where many squares are empty, besides the solver's own rules. It changes the number of nodes, never a
/// result.
pub trait Guide {
    /// Whether there is an evaluation at all. Without one, its code vanishes.
    const GUIDES: bool;

    /// The evaluation's state for a position.
    type State: Clone;

    /// Computes the state of a position.
    fn state(&self, board: &Board) -> Self::State;

    /// Computes the state of a position one move after `parent`.
    fn update(&self, parent: &Board, state: &Self::State, child: &Board) -> Self::State;

    /// The value of `child`, one move after `parent`, for the side to move in `child`, in eighths of a disc. The second part of
    /// `parent` is its state.
    fn eighths(&self, parent: (&Board, &Self::State), child: &Board) -> i32;

    /// As [`eighths`](Self::eighths), one ply ahead: the best of the values after each of `replies`, the moves in `child`.
    fn eighths_ahead(
        &self,
        (parent, before): (&Board, &Self::State),
        child: &Board,
        replies: u64,
    ) -> i32 {
        let state = self.update(parent, before, child);
        let (mut left, mut best) = (replies, None);
        while left != 0 {
            let square = left.trailing_zeros();
            left &= left.wrapping_sub(1);
            let value = self.eighths((child, &state), &child.place(square)).wrapping_neg();
            best = best.max(Some(value));
        }
        // A pass changes little.
        best.unwrap_or_else(|| self.eighths((parent, before), child))
    }
}

/// No evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Unguided;

impl Guide for Unguided {
    const GUIDES: bool = false;
    type State = ();

    #[inline]
    fn state(&self, _: &Board) {}

    #[inline]
    fn update(&self, _: &Board, (): &(), _: &Board) {}

    #[inline]
    fn eighths(&self, _: (&Board, &()), _: &Board) -> i32 {
        0
    }
}

/// An evaluation in hundredths of a disc, such as [`Patterns`](crate::othello::Patterns).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Guided<E>(pub E);

impl<E: Evaluator<Board>> Guide for Guided<E> {
    const GUIDES: bool = true;
    type State = E::State;

    #[inline]
    fn state(&self, board: &Board) -> E::State {
        self.0.state(board)
    }

    #[inline]
    fn update(&self, parent: &Board, state: &E::State, child: &Board) -> E::State {
        self.0.update(parent, state, child)
    }

    fn eighths(&self, parent: (&Board, &E::State), child: &Board) -> i32 {
        // Any evaluation's values are allowed; beyond the discs of a board they only rank first or last.
        const MOST: Value = Value::new(10_000);
        let value = self.0.child_value(parent, child, Ends::Scored, || None).clamp(-MOST, MOST);
        value.get().wrapping_mul(8) / 100
    }
}
