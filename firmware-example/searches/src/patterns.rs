//! What the searches judge by: the learned patterns, in a game that keeps their indices at hand.

use plyscope_core::Evaluator as _;
use plyscope_core::Value;
use plyscope_core::othello::patterns::{IndexedBoard, IndexedOthello};
use plyscope_core::othello::{Bill, Board, Decisive, Patterns, Simple};
use plyscope_core::wire;

#[cfg(not(other_weights))]
const PATTERNS: Patterns<'static> = Patterns::SMALL;
#[cfg(other_weights)]
const PATTERNS: Patterns<'static> =
    match Patterns::unverified(include_bytes!(concat!(env!("OUT_DIR"), "/weights.bin"))) {
        Some(patterns) => patterns,
        None => panic!("the file that PLYSCOPE_WEIGHTS names holds no weights of patterns"),
    };

/// The game.
pub(crate) type Rules = IndexedOthello;
pub(crate) const RULES: Rules = IndexedOthello::new(PATTERNS.set());

/// The evaluation.
pub(crate) type Judge = Patterns<'static>;
pub(crate) const JUDGE: Judge = PATTERNS;

/// The evaluation for best-first minimax.
pub(crate) type BestFirstJudge = Decisive<Judge>;
pub(crate) const BEST_FIRST_JUDGE: BestFirstJudge = Decisive(JUDGE);

/// The evaluation's most likely decrement and increment.
pub(crate) const MOST_LIKELY: (i32, i32) = Judge::MOST_LIKELY;

/// The evaluation that the searches use.
pub const EVALUATION: wire::Evaluation = wire::Evaluation::Patterns;

/// What tells its weights from others, if it has any.
pub const WEIGHTS: Option<u32> = Some(PATTERNS.fingerprint());

/// Whether the weights in memory are those that were written there, by their checksums: some 15 ms at 168 MHz.
#[must_use]
pub fn weights_are_intact() -> bool {
    PATTERNS.is_intact() && Bill::LEARNED.is_intact()
}

/// The position, with what the evaluation wants at hand.
pub(crate) fn position(board: &Board) -> IndexedBoard {
    RULES.position(board)
}

/// The value of a position by itself; `None` if this build has not that evaluation.
#[must_use]
pub fn evaluate(board: &Board, evaluation: wire::Evaluation) -> Option<Value> {
    Some(match evaluation {
        wire::Evaluation::Simple => Simple.evaluate(board),
        wire::Evaluation::Bill => Bill::LEARNED.evaluate(board),
        wire::Evaluation::Patterns => JUDGE.evaluate(board),
    })
}
