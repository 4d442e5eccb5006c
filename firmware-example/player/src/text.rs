//! Output: the queue of outgoing bytes, and the formatting of values, squares and boards.

use plyscope_core::othello::{Board, Colour, Move};
use plyscope_core::{Bound, Outcome, Value};
use ufmt::uWrite;

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
    if let Some(score) = value.outcome().map(Outcome::score)
        && (exact || bound == if score > 0 { Bound::Lower } else { Bound::Upper })
    {
        let verb = if score > 0 { "won by " } else { "lost by " };
        let at_least = if exact && proven { "" } else { "at least " };
        write!(out, "{}{}{}", verb, at_least, score.unsigned_abs());
        return;
    }
    match bound {
        Bound::Exact => {}
        Bound::Lower => out.put(b"at least "),
        Bound::Upper => out.put(b"at most "),
        _ => out.put(b"perhaps "),
    }
    if value >= Value::MAX {
        out.put(b"won");
    } else if value <= Value::MIN {
        out.put(b"lost");
    } else if value == Value::MIN.plus(1) {
        out.put(b"drawn");
    } else if let Some(score) = value.outcome().map(Outcome::score) {
        let verb = if score > 0 { "won by " } else { "lost by " };
        write!(out, "{}{}", verb, score.unsigned_abs());
    } else {
        let hundredths = value.get().unsigned_abs();
        let sign = if value.get() < 0 { "-" } else { "+" };
        write!(out, "{}{}.{}{}", sign, hundredths / 100, hundredths / 10 % 10, hundredths % 10);
    }
}

/// Writes the board, with `*` where the side to move may place a disc.
pub(crate) fn put_board(out: &mut (impl Output + ?Sized), board: Board, mover: Colour) {
    let (black, white) = match mover {
        Colour::Black => (board.mover, board.opponent),
        Colour::White => (board.opponent, board.mover),
    };
    let moves = board.moves();
    out.put(b"    a b c d e f g h\r\n");
    for row in 0..8u8 {
        out.put(&[b' ', b' ', b'1' + row, b' ']);
        for column in 0..8u8 {
            let bit = 1u64 << (8 * row + column);
            let square = if black & bit != 0 {
                b'X'
            } else if white & bit != 0 {
                b'O'
            } else if moves & bit != 0 {
                b'*'
            } else {
                b'.'
            };
            out.put(&[square, b' ']);
        }
        match row {
            0 => write!(out, "  Black X {}", black.count_ones()),
            1 => write!(out, "  White O {}", white.count_ones()),
            3 if board.is_over() => out.put(b"  the game is over"),
            3 => write!(out, "  {} to move", colour_name(mover)),
            _ => {}
        }
        out.put(b"\r\n");
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::string::String;
    use std::vec::Vec;

    use plyscope_core::{Bound, Value};

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
        let said = |value: i32, bound, proven| {
            let mut text = Vec::new();
            put_value(&mut text, Value::new(value), bound, proven);
            String::from_utf8(text).unwrap()
        };
        const WON: i32 = 100_000_022;
        assert_eq!(said(WON, Bound::Exact, true), "won by 22");
        assert_eq!(said(WON, Bound::Exact, false), "won by at least 22");
        assert_eq!(said(-WON, Bound::Exact, false), "lost by at least 22");
        assert_eq!(said(WON, Bound::Lower, false), "won by at least 22");
        assert_eq!(said(-WON, Bound::Lower, false), "at least lost by 22");
        assert_eq!(said(WON, Bound::Estimate, false), "perhaps won by 22");
        assert_eq!(said(0, Bound::Exact, true), "drawn");
        assert_eq!(said(0, Bound::Exact, false), "+0.00");
        assert_eq!(said(-125, Bound::Upper, false), "at most -1.25");
        assert_eq!(said(-1207, Bound::Lower, false), "at least -12.07");
        assert_eq!(said(5, Bound::Exact, false), "+0.05");
        assert_eq!(said(Value::MAX.get(), Bound::Estimate, false), "perhaps won");
    }
}
