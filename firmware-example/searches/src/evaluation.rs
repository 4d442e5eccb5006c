//! The evaluations: `simple` or, with the feature `patterns`, the learned one for all searches; the strong player always has the
//! learned one.

#[cfg(feature = "bill")]
use plyscope_core::othello::Bill;
#[cfg(any(feature = "patterns", feature = "strong"))]
use plyscope_core::othello::Patterns;
use plyscope_core::othello::{Board, Othello, Simple};
use plyscope_core::{Evaluator, Value, static_value, wire};

/// The evaluation of all searches but the strong player.
#[cfg(not(feature = "patterns"))]
pub(crate) type Evaluation = Simple;
#[cfg(not(feature = "patterns"))]
pub(crate) const EVALUATOR: Evaluation = Simple;

/// The evaluation of all searches.
#[cfg(feature = "patterns")]
pub(crate) type Evaluation = Patterns<'static>;
#[cfg(feature = "patterns")]
pub(crate) const EVALUATOR: Evaluation = LEARNED;

/// The learned evaluation.
#[cfg(all(any(feature = "patterns", feature = "strong"), not(other_weights)))]
pub(crate) const LEARNED: Patterns<'static> = Patterns::SMALL;
#[cfg(all(any(feature = "patterns", feature = "strong"), other_weights))]
pub(crate) const LEARNED: Patterns<'static> =
    match Patterns::unverified(include_bytes!(concat!(env!("OUT_DIR"), "/weights.bin"))) {
        Some(patterns) => patterns,
        None => panic!("PLYSCOPE_WEIGHTS names a file that holds no pattern weights"),
    };

/// The evaluation's state for each position on a search's path.
pub(crate) type State = <Evaluation as Evaluator<Board>>::State;

/// The evaluation of all searches but the strong player, with the fingerprint of its weights if it has any.
#[cfg(not(feature = "patterns"))]
pub const EVALUATION: (wire::Evaluation, Option<u32>) = (wire::Evaluation::Simple, None);
/// The evaluation of all searches, with the fingerprint of its weights if it has any.
#[cfg(feature = "patterns")]
pub const EVALUATION: (wire::Evaluation, Option<u32>) =
    (wire::Evaluation::Patterns, Some(EVALUATOR.fingerprint()));

/// Whether the weights in memory match their checksums. Takes some 15 ms at 168 MHz. Always true of a build without
/// weights.
#[must_use]
pub fn weights_are_intact() -> bool {
    #[cfg(any(feature = "patterns", feature = "strong"))]
    let learned = LEARNED.is_intact();
    #[cfg(not(any(feature = "patterns", feature = "strong")))]
    let learned = true;
    #[cfg(feature = "bill")]
    let bill = Bill::LEARNED.is_intact();
    #[cfg(not(feature = "bill"))]
    let bill = true;
    learned && bill
}

/// The static value of a position; `None` if this build lacks that evaluation.
#[must_use]
pub fn evaluate(board: &Board, evaluation: wire::Evaluation) -> Option<Value> {
    match evaluation {
        wire::Evaluation::Simple => Some(static_value(&Othello, &Simple, board)),
        #[cfg(feature = "bill")]
        wire::Evaluation::Bill => Some(static_value(&Othello, &Bill::LEARNED, board)),
        #[cfg(not(feature = "bill"))]
        wire::Evaluation::Bill => None,
        #[cfg(any(feature = "patterns", feature = "strong"))]
        wire::Evaluation::Patterns => Some(static_value(&Othello, &LEARNED, board)),
        #[cfg(not(any(feature = "patterns", feature = "strong")))]
        wire::Evaluation::Patterns => None,
    }
}
