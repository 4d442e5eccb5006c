//! The evaluation that the searches use: `simple`, or with the feature `patterns` the learned one.

#[cfg(feature = "patterns")]
use plyscope_core::othello::{Bill, Patterns};
use plyscope_core::othello::{Board, Othello, Simple};
use plyscope_core::{Evaluator, Value, static_value, wire};

/// The evaluation.
#[cfg(not(feature = "patterns"))]
pub(crate) type Evaluation = Simple;
#[cfg(not(feature = "patterns"))]
pub(crate) const EVALUATOR: Evaluation = Simple;

/// The evaluation.
#[cfg(feature = "patterns")]
pub(crate) type Evaluation = Patterns<'static>;
#[cfg(all(feature = "patterns", not(other_weights)))]
pub(crate) const EVALUATOR: Evaluation = Patterns::SMALL;
#[cfg(all(feature = "patterns", other_weights))]
pub(crate) const EVALUATOR: Evaluation =
    match Patterns::unverified(include_bytes!(concat!(env!("OUT_DIR"), "/weights.bin"))) {
        Some(patterns) => patterns,
        None => panic!("PLYSCOPE_WEIGHTS names a file that holds no pattern weights"),
    };

/// Its state for each position on a search's path.
pub(crate) type State = <Evaluation as Evaluator<Board>>::State;

/// The evaluation that the searches use, with the fingerprint of its weights if it has any.
#[cfg(not(feature = "patterns"))]
pub const EVALUATION: (wire::Evaluation, Option<u32>) = (wire::Evaluation::Simple, None);
/// The evaluation that the searches use, with the fingerprint of its weights if it has any.
#[cfg(feature = "patterns")]
pub const EVALUATION: (wire::Evaluation, Option<u32>) =
    (wire::Evaluation::Patterns, Some(EVALUATOR.fingerprint()));

/// Whether the weights in memory match their checksums. Takes some 15 ms at 168 MHz. Always true of a build without
/// weights.
#[must_use]
pub fn weights_are_intact() -> bool {
    #[cfg(feature = "patterns")]
    return EVALUATOR.is_intact() && Bill::LEARNED.is_intact();
    #[cfg(not(feature = "patterns"))]
    true
}

/// The static value of a position; `None` if this build lacks that evaluation.
#[must_use]
pub fn evaluate(board: &Board, evaluation: wire::Evaluation) -> Option<Value> {
    match evaluation {
        wire::Evaluation::Simple => Some(static_value(&Othello, &Simple, board)),
        #[cfg(feature = "patterns")]
        wire::Evaluation::Bill => Some(static_value(&Othello, &Bill::LEARNED, board)),
        #[cfg(feature = "patterns")]
        wire::Evaluation::Patterns => Some(static_value(&Othello, &EVALUATOR, board)),
        #[cfg(not(feature = "patterns"))]
        wire::Evaluation::Bill | wire::Evaluation::Patterns => None,
    }
}
