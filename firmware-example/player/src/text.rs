//! Output: the queue of outgoing bytes, and the formatting of values, squares and boards.

use plyscope_core::othello::{Colour, Move};
use plyscope_core::{Bound, Judgement, Value};
use ufmt::uWrite;

use crate::game::Position;

/// A queue of outgoing bytes.
pub trait Output {
    /// The number of bytes that still fit.
    fn room(&self) -> usize;

    /// Queues these bytes; bytes that do not fit are lost.
    fn put(&mut self, bytes: &[u8]);
}

/// Adapts an [`Output`] to `uwrite!`.
pub(crate) struct Text<'o, O: ?Sized>(pub(crate) &'o mut O);

impl<O: Output + ?Sized> uWrite for Text<'_, O> {
    type Error = core::convert::Infallible;

    fn write_str(&mut self, text: &str) -> Result<(), Self::Error> {
        self.0.put(text.as_bytes());
        Ok(())
    }
}

/// Writes formatted text to an [`Output`]; cannot fail.
macro_rules! write {
    ($out:expr, $($arg:tt)*) => {{
        let Ok(()) = ufmt::uwrite!($crate::text::Text($out), $($arg)*);
    }};
}
pub(crate) use write;

/// Writes a square as two characters, or `pass`.
pub(crate) fn put_move(out: &mut (impl Output + ?Sized), mv: Move) {
    match mv.square() {
        Some(square) => out.put(&[b'a' + square % 8, b'1' + square / 8]),
        None => out.put(b"pass"),
    }
}

/// A colour's name with its letter on the board.
pub(crate) fn colour_name(colour: Colour) -> &'static str {
    match colour {
        Colour::Black => "Black (X)",
        Colour::White => "White (O)",
    }
}

/// Writes a value in discs, roughly: the evaluation's unit is a hundredth of a disc. A decided game shows its score.
///
/// Only finished games have values outside the evaluation's range, so the side ahead in one at the horizon can force at
/// least that score. It is the game's own score only if `proven`.
pub(crate) fn put_value(
    out: &mut (impl Output + ?Sized),
    value: Value,
    bound: Bound,
    proven: bool,
) {
    let exact = bound == Bound::Exact;
    if exact && proven && value == Value::ZERO {
        return out.put(b"drawn");
    }
    let judgement = value.judgement();
    let (by, certain) = match judgement {
        Judgement::Won { by } => (by, exact || bound == Bound::Lower),
        Judgement::Lost { by } => (by, exact || bound == Bound::Upper),
        Judgement::Drawn | Judgement::Score(_) => (None, false),
    };
    let certain = certain && by.is_some();
    if !certain {
        out.put(match bound {
            Bound::Exact => b"",
            Bound::Lower => b"at least ",
            Bound::Upper => b"at most ",
            _ => b"perhaps ",
        });
    }
    if let Judgement::Score(number) = judgement {
        let hundredths = number.unsigned_abs();
        let sign = if number < 0 { "-" } else { "+" };
        write!(out, "{}{}.{}{}", sign, hundredths / 100, hundredths / 10 % 10, hundredths % 10);
    }
    out.put(judgement.result().unwrap_or_default().as_bytes());
    if let Some(by) = by {
        let at_least = if certain && !(exact && proven) { "at least " } else { "" };
        write!(out, " by {}{}", at_least, by);
    }
}

/// Writes one of the board's eight rows, with `*` where the side to move may place a disc, and the last move in brackets. The
/// line is not ended.
pub(crate) fn put_row(
    out: &mut (impl Output + ?Sized),
    now: Position,
    last: Option<Move>,
    row: u8,
) {
    let board = now.board;
    let (black, white) = match now.mover {
        Colour::Black => (board.mover, board.opponent),
        Colour::White => (board.opponent, board.mover),
    };
    let moves = board.moves();
    let last = last.and_then(Move::square);
    out.put(&[b' ', b' ', b'1' + row]);
    for column in 0..8u8 {
        let square = 8 * row + column;
        let bit = 1u64 << square;
        let disc = if black & bit != 0 {
            b'X'
        } else if white & bit != 0 {
            b'O'
        } else if moves & bit != 0 {
            b'*'
        } else {
            b'.'
        };
        let before = match last {
            Some(last) if last == square => b'(',
            Some(last) if column > 0 && last + 1 == square => b')',
            _ => b' ',
        };
        out.put(&[before, disc]);
    }
    out.put(if last == Some(8 * row + 7) { b")" } else { b" " });
}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::string::String;
    use std::vec::Vec;

    use plyscope_core::othello::Simple;
    use plyscope_core::{Bound, Ends, Outcome, Value};

    use super::{Output, put_value};

    impl Output for Vec<u8> {
        fn room(&self) -> usize {
            usize::MAX
        }

        fn put(&mut self, bytes: &[u8]) {
            self.extend_from_slice(bytes);
        }
    }

    #[test]
    fn only_a_proven_value_is_told_as_the_games() {
        let said = |value: Value, bound, proven| {
            let mut text = Vec::new();
            put_value(&mut text, value, bound, proven);
            String::from_utf8(text).unwrap()
        };
        const WON: Value = Value::decided(Outcome::scored(22));
        assert_eq!(said(WON, Bound::Exact, true), "won by 22");
        assert_eq!(said(WON, Bound::Exact, false), "won by at least 22");
        assert_eq!(said(-WON, Bound::Exact, false), "lost by at least 22");
        assert_eq!(said(WON, Bound::Lower, false), "won by at least 22");
        assert_eq!(said(-WON, Bound::Lower, false), "at least lost by 22");
        assert_eq!(said(WON, Bound::Estimate, false), "perhaps won by 22");
        assert_eq!(said(Value::new(0), Bound::Exact, true), "drawn");
        assert_eq!(said(Value::new(0), Bound::Exact, false), "+0.00");
        assert_eq!(said(Value::new(-125), Bound::Upper, false), "at most -1.25");
        assert_eq!(said(Value::new(-1207), Bound::Lower, false), "at least -12.07");
        assert_eq!(said(Value::new(5), Bound::Exact, false), "+0.05");
        let decided = |outcome| Ends::Decided.value(&Simple, outcome);
        assert_eq!(said(decided(Outcome::WIN), Bound::Estimate, false), "perhaps won");
        assert_eq!(said(decided(Outcome::LOSS), Bound::Estimate, false), "perhaps lost");
        // A draw, seen from either side.
        let drawn = decided(Outcome::DRAW);
        assert_eq!(said(drawn, Bound::Estimate, false), "perhaps drawn");
        assert_eq!(said(-drawn, Bound::Estimate, false), "perhaps drawn");
    }
}
