//! What the searches judge by: the evaluation `simple`, which needs nothing at hand.

use plyscope_core::Evaluator as _;
use plyscope_core::Value;
use plyscope_core::othello::{Board, Decisive, Othello, Simple};
use plyscope_core::wire;

/// The game.
pub(crate) type Rules = Othello;
pub(crate) const RULES: Rules = Othello;

/// The evaluation.
pub(crate) type Judge = Simple;
pub(crate) const JUDGE: Judge = Simple;

/// The evaluation for best-first minimax.
pub(crate) type BestFirstJudge = Decisive<Judge>;
pub(crate) const BEST_FIRST_JUDGE: BestFirstJudge = Decisive(JUDGE);

/// The evaluation's most likely decrement and increment.
pub(crate) const MOST_LIKELY: (i32, i32) = Judge::MOST_LIKELY;

/// The evaluation that the searches use.
pub const EVALUATION: wire::Evaluation = wire::Evaluation::Simple;

/// What tells its weights from others, if it has any.
pub const WEIGHTS: Option<u32> = None;

/// Whether the weights in memory are those that were written there: it has none.
#[must_use]
pub const fn weights_are_intact() -> bool {
    true
}

/// The position, with what the evaluation wants at hand.
pub(crate) fn position(board: &Board) -> Board {
    *board
}

/// The value of a position by itself; `None` if this build has not that evaluation.
#[must_use]
pub fn evaluate(board: &Board, evaluation: wire::Evaluation) -> Option<Value> {
    match evaluation {
        wire::Evaluation::Simple => Some(Simple.evaluate(board)),
        wire::Evaluation::Bill | wire::Evaluation::Patterns => None,
    }
}
