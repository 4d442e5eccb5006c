//! The static evaluation of positions, apart from the rules.

use crate::{Game, Outcome, Value};

/// A static evaluation of positions of type `P`.
///
/// It evaluates unfinished games. The rules know how a finished game ended ([`Game::outcome`]); the evaluation only gives
/// that outcome a value in its own unit.
///
/// An evaluation may keep a [`State`](Self::State) for each position, such as indices into its tables, if updating it move
/// by move is faster than computing it from scratch. A search stores the state beside each position on its path. Most
/// evaluations need none:
///
/// ```
/// use plyscope_core::{Evaluator, Value, static_value};
/// use plyscope_core::othello::{Board, Othello};
///
/// struct Mobility;
///
/// impl Evaluator<Board> for Mobility {
///     type State = ();
///
///     fn state(&self, _: &Board) {}
///
///     fn evaluate(&self, board: &Board, _: &()) -> Value {
///         let moves = |board: Board| board.moves().count_ones() as i32;
///         Value::new(moves(*board) - moves(board.passed()))
///     }
/// }
///
/// assert_eq!(static_value(&Othello, &Mobility, &Board::START), Value::ZERO);
/// ```
pub trait Evaluator<P> {
    /// Data derived from a position; `()` if the evaluation needs none.
    type State: Clone;

    /// Computes the state of `position` from scratch.
    fn state(&self, position: &P) -> Self::State;

    /// Computes the state of `child`, one move after `parent`, from the parent's state.
    #[inline]
    fn update(&self, parent: &P, state: &Self::State, child: &P) -> Self::State {
        let _ = (parent, state);
        self.state(child)
    }

    /// The static value of `position` for the side to move. The game is not over there, and `state` is the position's
    /// state.
    fn evaluate(&self, position: &P, state: &Self::State) -> Value;

    /// The value of a game that ended with `outcome`, for the side that would move.
    #[inline]
    fn finished(&self, outcome: Outcome) -> Value {
        Value::decided(outcome)
    }

    /// The value of a game that was over before the search began. An evaluation that tells a search less than the outcome of
    /// finished games, such as [`Decided`], gives the outcome's own value here.
    #[inline]
    fn final_value(&self, outcome: Outcome) -> Value {
        self.finished(outcome)
    }

    /// The value of a leaf, finished or not, for the side to move: the method that searches call. `outcome` asks the rules
    /// whether the game is over.
    ///
    /// An evaluation that finds out by itself whether the game is over, for instance by counting moves, may override this
    /// to skip that call. The value must be the same.
    #[inline]
    fn leaf_value(
        &self,
        position: &P,
        state: &Self::State,
        ends: Ends,
        outcome: impl FnOnce() -> Option<Outcome>,
    ) -> Value {
        match outcome() {
            Some(outcome) => ends.value(self, outcome),
            None => self.evaluate(position, state),
        }
    }

    /// The value of `child`, one move after `parent`, for the side to move in `child`: what searches ask for each child that
    /// they do not descend into. The second part of `parent` is its state.
    ///
    /// An evaluation that can tell this value without the child's whole state may override this. The value must be the same.
    #[inline]
    fn child_value(
        &self,
        (parent, state): (&P, &Self::State),
        child: &P,
        ends: Ends,
        outcome: impl FnOnce() -> Option<Outcome>,
    ) -> Value {
        let state = self.update(parent, state, child);
        self.leaf_value(child, &state, ends, outcome)
    }
}

impl<P, E: Evaluator<P>> Evaluator<P> for &E {
    type State = E::State;

    #[inline]
    fn state(&self, position: &P) -> E::State {
        E::state(self, position)
    }

    #[inline]
    fn update(&self, parent: &P, state: &E::State, child: &P) -> E::State {
        E::update(self, parent, state, child)
    }

    #[inline]
    fn evaluate(&self, position: &P, state: &E::State) -> Value {
        E::evaluate(self, position, state)
    }

    #[inline]
    fn finished(&self, outcome: Outcome) -> Value {
        E::finished(self, outcome)
    }

    #[inline]
    fn final_value(&self, outcome: Outcome) -> Value {
        E::final_value(self, outcome)
    }

    #[inline]
    fn leaf_value(
        &self,
        position: &P,
        state: &E::State,
        ends: Ends,
        outcome: impl FnOnce() -> Option<Outcome>,
    ) -> Value {
        E::leaf_value(self, position, state, ends, outcome)
    }

    #[inline]
    fn child_value(
        &self,
        parent: (&P, &E::State),
        child: &P,
        ends: Ends,
        outcome: impl FnOnce() -> Option<Outcome>,
    ) -> Value {
        E::child_value(self, parent, child, ends, outcome)
    }
}

/// The static value of a position for the side to move, or the value of its outcome if the game is over. For single
/// positions: it computes the evaluation's state from scratch, where a search updates it.
pub fn static_value<G: Game, E: Evaluator<G::Position>>(
    game: &G,
    evaluator: &E,
    position: &G::Position,
) -> Value {
    let state = evaluator.state(position);
    evaluator.leaf_value(position, &state, Ends::Scored, || game.outcome(position))
}

/// The value of a leaf off the hot path. Out of line, so that each search does not hold several copies of the evaluation.
#[inline(never)]
pub(crate) fn cold_leaf_value<G: Game, E: Evaluator<G::Position>>(
    game: &G,
    evaluator: &E,
    position: &G::Position,
    state: &E::State,
) -> Value {
    evaluator.leaf_value(position, state, Ends::Scored, || game.outcome(position))
}

/// The static value of a child for the side to move there, given its parent and the parent's state. For searches, which
/// update the state along their paths.
#[inline]
pub fn child_value<G: Game, E: Evaluator<G::Position>>(
    game: &G,
    evaluator: &E,
    parent: (&G::Position, &E::State),
    child: &G::Position,
) -> Value {
    evaluator.child_value(parent, child, Ends::Scored, || game.outcome(child))
}

/// How a search values finished games.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Ends {
    /// By the evaluation ([`Evaluator::finished`]).
    #[default]
    Scored,
    /// As won, lost or drawn, whatever the score, with a draw just better than a loss ([`Judgement`](crate::Judgement)): what best-first minimax needs where
    /// a line reaches the end of the game (Korf & Chickering 1996, 8.3.1).
    Decided,
}

impl Ends {
    /// The value of a game that ended with `outcome`, for the side that would move.
    #[must_use]
    #[inline]
    pub fn value<P, E: Evaluator<P> + ?Sized>(self, evaluator: &E, outcome: Outcome) -> Value {
        match self {
            Self::Scored => evaluator.finished(outcome),
            Self::Decided => match outcome.score() {
                0 => Value::DRAWN,
                1.. => Value::MAX,
                _ => Value::MIN,
            },
        }
    }
}

/// An evaluation with finished games [decided](Ends::Decided) instead of scored, for best-first minimax.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Decided<E>(pub E);

impl<P, E: Evaluator<P>> Evaluator<P> for Decided<E> {
    type State = E::State;

    #[inline]
    fn state(&self, position: &P) -> E::State {
        self.0.state(position)
    }

    #[inline]
    fn update(&self, parent: &P, state: &E::State, child: &P) -> E::State {
        self.0.update(parent, state, child)
    }

    #[inline]
    fn evaluate(&self, position: &P, state: &E::State) -> Value {
        self.0.evaluate(position, state)
    }

    #[inline]
    fn finished(&self, outcome: Outcome) -> Value {
        Ends::Decided.value(&self.0, outcome)
    }

    #[inline]
    fn final_value(&self, outcome: Outcome) -> Value {
        self.0.final_value(outcome)
    }

    #[inline]
    fn leaf_value(
        &self,
        position: &P,
        state: &E::State,
        _: Ends,
        outcome: impl FnOnce() -> Option<Outcome>,
    ) -> Value {
        self.0.leaf_value(position, state, Ends::Decided, outcome)
    }

    #[inline]
    fn child_value(
        &self,
        parent: (&P, &E::State),
        child: &P,
        _: Ends,
        outcome: impl FnOnce() -> Option<Outcome>,
    ) -> Value {
        self.0.child_value(parent, child, Ends::Decided, outcome)
    }
}
