//! The knowledge side: static evaluation, apart from the rules.

use crate::{Game, Outcome, Value};

/// A static evaluation of positions of type `P`.
///
/// It judges games that go on; how a finished one ended is known to the rules ([`Game::outcome`]), and the evaluation only says
/// what that is worth in its unit.
///
/// An evaluation may keep something of each position, such as indices into its tables, that is updated from move to move
/// faster than it is made anew: its [`State`](Self::State). A search keeps it beside the positions on its path. Most
/// evaluations have none:
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
    /// What it keeps of a position; `()` if it looks at positions alone.
    type State: Clone;

    /// What it keeps of `position`, made anew.
    fn state(&self, position: &P) -> Self::State;

    /// What it keeps of `child`, which a move leads to from `parent`.
    #[inline]
    fn update(&self, parent: &P, state: &Self::State, child: &P) -> Self::State {
        let _ = (parent, state);
        self.state(child)
    }

    /// The static value of `position`, which is not the end of a game, for the side to move. `state` is what this evaluation
    /// keeps of it.
    fn evaluate(&self, position: &P, state: &Self::State) -> Value;

    /// The value of a game that ended like this, for the side that would move.
    #[inline]
    fn finished(&self, outcome: Outcome) -> Value {
        Value::decided(outcome)
    }

    /// The value of a position of which it is not known whether the game is over there: what searches call. `outcome` asks
    /// the rules.
    ///
    /// An evaluation that learns by the way whether the game is over, as one does that counts moves, may leave out the question;
    /// the value must be the same.
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
    fn leaf_value(
        &self,
        position: &P,
        state: &E::State,
        ends: Ends,
        outcome: impl FnOnce() -> Option<Outcome>,
    ) -> Value {
        E::leaf_value(self, position, state, ends, outcome)
    }
}

/// The static value of a position for the side to move; that of its outcome where the game is over. For positions by
/// themselves: a search updates what the evaluation keeps.
pub fn static_value<G: Game, E: Evaluator<G::Position>>(
    game: &G,
    evaluator: &E,
    position: &G::Position,
) -> Value {
    let state = evaluator.state(position);
    evaluator.leaf_value(position, &state, Ends::Scored, || game.outcome(position))
}

/// The static value of a child for the side to move there, given what the evaluation keeps of its parent: for searches,
/// which update that along their paths.
#[inline]
pub fn child_value<G: Game, E: Evaluator<G::Position>>(
    game: &G,
    evaluator: &E,
    (parent, state): (&G::Position, &E::State),
    child: &G::Position,
) -> Value {
    let state = evaluator.update(parent, state, child);
    evaluator.leaf_value(child, &state, Ends::Scored, || game.outcome(child))
}

/// What a finished game is worth to a search.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Ends {
    /// What the evaluation says ([`Evaluator::finished`]).
    #[default]
    Scored,
    /// It is won, lost or drawn, whatever the score, and a draw is worth just more than a loss: what best-first minimax needs
    /// where a line reaches the end of the game (Korf & Chickering 1996, 8.3.1).
    Decided,
}

impl Ends {
    /// What a game that ended like this is worth to the side that would move.
    #[must_use]
    #[inline]
    pub fn value<P, E: Evaluator<P> + ?Sized>(self, evaluator: &E, outcome: Outcome) -> Value {
        match self {
            Self::Scored => evaluator.finished(outcome),
            Self::Decided => match outcome.score() {
                0 => Value::MIN.plus(1),
                1.. => Value::MAX,
                _ => Value::MIN,
            },
        }
    }
}

/// The same evaluation with finished games [decided](Ends::Decided), not scored: for best-first minimax.
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
    fn leaf_value(
        &self,
        position: &P,
        state: &E::State,
        _: Ends,
        outcome: impl FnOnce() -> Option<Outcome>,
    ) -> Value {
        self.0.leaf_value(position, state, Ends::Decided, outcome)
    }
}
