//! Values of Othello in words.

use plyscope_core::{Ends, Value};

/// The result of the game at the end of the principal variation, if that is all that this value of Othello says: best-first
/// minimax distinguishes only these three outcomes.
pub(super) fn line_result(value: Value) -> Option<&'static str> {
    Ends::decision(value).map(|outcome| match outcome.score() {
        0 => "drawn",
        1.. => "won",
        _ => "lost",
    })
}

/// A value of Othello in words: discs with a sign and two decimals, or the evaluation's own number.
pub(super) fn othello_text(value: Value, discs: Option<f64>) -> String {
    match (line_result(value), discs) {
        (Some(result), _) => format!("a {result} game at the end of the line"),
        (None, Some(discs)) => format!("{discs:+.2}"),
        (None, None) => format!("{value} in the evaluation's own unit"),
    }
}
