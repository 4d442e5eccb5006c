//! What the searches judge by: the evaluation `simple`, or with the feature `patterns` the learned one.

#[cfg(feature = "patterns")]
use plyscope_core::othello::{Bill, Patterns};
use plyscope_core::othello::{Board, Othello, Simple};
use plyscope_core::{Evaluator, Value, static_value, wire};

/// The evaluation.
#[cfg(not(feature = "patterns"))]
pub(crate) type Judge = Simple;
#[cfg(not(feature = "patterns"))]
pub(crate) const JUDGE: Judge = Simple;

/// The evaluation.
#[cfg(feature = "patterns")]
pub(crate) type Judge = Patterns<'static>;
#[cfg(all(feature = "patterns", not(other_weights)))]
pub(crate) const JUDGE: Judge = Patterns::SMALL;
#[cfg(all(feature = "patterns", other_weights))]
pub(crate) const JUDGE: Judge =
    match Patterns::unverified(include_bytes!(concat!(env!("OUT_DIR"), "/weights.bin"))) {
        Some(patterns) => patterns,
        None => panic!("the file that PLYSCOPE_WEIGHTS names holds no weights of patterns"),
    };

/// What it keeps of each position.
pub(crate) type State = <Judge as Evaluator<Board>>::State;

/// The evaluation that the searches use, and what tells its weights from others, if it has any.
#[cfg(not(feature = "patterns"))]
pub const EVALUATION: (wire::Evaluation, Option<u32>) = (wire::Evaluation::Simple, None);
#[cfg(feature = "patterns")]
pub const EVALUATION: (wire::Evaluation, Option<u32>) =
    (wire::Evaluation::Patterns, Some(JUDGE.fingerprint()));

/// Whether the weights in memory are those that were written there, by their checksums: some 15 ms at 168 MHz. A build
/// without weights has none that could be wrong.
#[must_use]
pub fn weights_are_intact() -> bool {
    #[cfg(feature = "patterns")]
    return JUDGE.is_intact() && Bill::LEARNED.is_intact();
    #[cfg(not(feature = "patterns"))]
    true
}

/// The value of a position by itself; `None` if this build has not that evaluation.
#[must_use]
pub fn evaluate(board: &Board, evaluation: wire::Evaluation) -> Option<Value> {
    match evaluation {
        wire::Evaluation::Simple => Some(static_value(&Othello, &Simple, board)),
        #[cfg(feature = "patterns")]
        wire::Evaluation::Bill => Some(static_value(&Othello, &Bill::LEARNED, board)),
        #[cfg(feature = "patterns")]
        wire::Evaluation::Patterns => Some(static_value(&Othello, &JUDGE, board)),
        #[cfg(not(feature = "patterns"))]
        wire::Evaluation::Bill | wire::Evaluation::Patterns => None,
    }
}
