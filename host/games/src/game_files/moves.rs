//! Moves of a game as people and programs write them: with numbers, signs, commas and scores around them.
//!
//! | read | as in |
//! |---|---|
//! | `f5d6c3`, `f5 d6 c3`, `F5,d6;c3`, `f5-d6-c3` | transcripts |
//! | `1. f5 d6 2. c3`, `1.f5 2.d6`, `1 f5 2 d6`, `1... d6` | numbered moves |
//! | `+f5-d6+c3: +08 1` | Logistello's and Saio's games: a colon ends the moves |
//! | `f5d6c3 36-28`, `f5d6c3 = 36` | a score behind the moves |
//! | `pass`, `pa`, `ps`, `p`, `--`, `@@`, `..`, `__`, `z0`, `h0`, `00` | passes, which may also be left out |

use alloc::vec::Vec;

use plyscope_core::othello::{Move, Othello, ParseError};

use super::ggf::GgfGame;
use crate::game::GameRecord;

/// Spellings of a pass, longer ones first.
const PASSES: [&str; 11] = ["pass", "pa", "ps", "--", "@@", "..", "__", "z0", "h0", "00", "p"];

/// A piece of text between moves, or one of them.
enum Piece<'t> {
    Move(Move, &'t str),
    /// What stands between moves.
    Skipped(&'t str),
    /// A score, behind which no moves come.
    Score,
}

/// The move that a text begins with, and what is behind it.
fn move_of(text: &str) -> Option<(Move, &str)> {
    let begins =
        |name: &&&str| text.get(..name.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(name));
    let behind = |place: usize| text.as_bytes().get(place);
    if let Some(name) = PASSES.iter().find(begins) {
        // A `p` may begin a word, and `00` a number.
        let is_part = match *name {
            "p" => behind(1).is_some_and(u8::is_ascii_alphanumeric),
            "00" => behind(2).is_some_and(u8::is_ascii_digit),
            _ => false,
        };
        return (!is_part).then(|| (Move::PASS, &text[name.len()..]));
    }
    let (name, rest) = text.split_at_checked(2)?;
    Some((name.parse().ok()?, rest))
}

/// Whether a word is a pass.
pub(super) fn is_pass(word: &str) -> bool {
    PASSES.iter().any(|pass| word.eq_ignore_ascii_case(pass))
}

/// The piece that a text begins with; `None` if it is none of these.
fn piece(text: &str) -> Option<Piece<'_>> {
    if let Some((mv, rest)) = move_of(text) {
        return Some(Piece::Move(mv, rest));
    }
    let is_digit = |c: char| c.is_ascii_digit();
    let rest = text.trim_start_matches(is_digit);
    let next = rest.chars().next();
    if rest.len() < text.len() {
        return match next {
            Some('.' | ')') => Some(Piece::Skipped(rest.trim_start_matches(['.', ')']))),
            // The score of both, 36-28, or that of a draw in chess.
            Some('-') if rest[1..].starts_with(is_digit) => Some(Piece::Score),
            Some('/') | None => Some(Piece::Score),
            // A number alone is that of the move behind it, or a score.
            Some(c) if c.is_ascii_whitespace() => {
                let next = rest.trim_start();
                let numbers = move_of(next).is_some();
                Some(if numbers { Piece::Skipped(next) } else { Piece::Score })
            }
            Some(_) => None,
        };
    }
    let behind = text.get(1..).unwrap_or_default();
    match next? {
        c if c.is_ascii_whitespace() || ",;|*".contains(c) => Some(Piece::Skipped(behind)),
        ':' | '=' => Some(Piece::Score),
        // The side that moves, or the sign of a score.
        '+' | '-' if move_of(behind).is_some() => Some(Piece::Skipped(behind)),
        '+' | '-' if behind.starts_with(is_digit) => Some(Piece::Score),
        _ => None,
    }
}

/// Plays the moves of a text on, passes that it leaves out included. Returns the number of moves that it gives.
///
/// # Errors
/// [`ParseError`] names the move by its place, with `before` moves before the text.
pub(super) fn play(
    text: &str,
    record: &mut GameRecord<Othello>,
    before: usize,
) -> Result<usize, ParseError> {
    let mut rest = text.trim();
    let mut place = before;
    while !rest.is_empty() {
        let (mv, behind) = match piece(rest) {
            Some(Piece::Skipped(behind)) => {
                rest = behind;
                continue;
            }
            Some(Piece::Score) if place > 0 => break,
            Some(Piece::Move(mv, behind)) => (mv, behind),
            // A score of no moves, or neither.
            Some(Piece::Score) | None => return Err(ParseError::Square { place: place + 1 }),
        };
        place += 1;
        rest = behind;
        let illegal = |_| ParseError::Illegal { mv, place };
        if mv != Move::PASS && record.position().must_pass() {
            record.play(Move::PASS).map_err(illegal)?;
        }
        record.play(mv).map_err(illegal)?;
    }
    Ok(place - before)
}

/// Plays a text of moves from the start: `f5d6c3`, `1. f5 d6 2. c3`, in capitals or not. Passes may be given or left out.
///
/// # Errors
/// [`ParseError`] names the move by its place.
pub fn moves(text: &str) -> Result<Vec<Move>, ParseError> {
    let mut record = GgfGame::default().record();
    play(text, &mut record, 0)?;
    Ok(record.moves().iter().map(|played| played.mv).collect())
}

#[cfg(test)]
mod tests {
    use super::moves;

    fn text(moves: &[plyscope_core::othello::Move]) -> String {
        moves.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn moves_are_read_with_what_people_write_between_them() {
        for written in [
            "f5d6c3d3c4",
            "F5 D6 C3 D3 C4",
            "f5,d6,c3,d3,c4",
            "f5-d6-c3-d3-c4",
            "1. f5 d6 2. c3 d3 3. c4",
            "1.F5 2.D6 3.C3 4.D3 5.C4",
            "1 f5 2 d6 3 c3 4 d3 5 c4",
            "1. f5 1... d6 2. c3 d3 3.c4 36-28",
            "+f5-d6+c3-d3+c4: +08 1",
            "f5d6c3d3c4 36-28",
            "f5d6c3d3c4: +8",
            "f5d6c3d3c4 +8",
            "f5d6c3d3c4 = 36",
            "f5d6c3d3c4 36",
        ] {
            assert_eq!(
                moves(written).map(|moves| text(&moves)).as_deref(),
                Ok("f5d6c3d3c4"),
                "{written}"
            );
        }
    }

    #[test]
    fn passes_are_read_in_all_spellings() {
        // A pass where there are moves is read, and refused as one.
        for pass in super::PASSES {
            let error = moves(&format!("f5 {pass} d6")).unwrap_err().to_string();
            assert!(error.contains("move 2") && error.contains("illegal"), "{pass}: {error}");
        }
    }

    #[test]
    fn what_is_no_move_is_named_by_its_place() {
        for (written, place) in [
            ("f5d6x3", 3),
            ("hello", 1),
            ("f5 d6 player", 3),
            ("1. f5 pq", 2),
            ("(;", 1),
            ("36-28", 1),
        ] {
            let error = moves(written).unwrap_err().to_string();
            assert!(error.contains(&format!("move {place} ")), "{written}: {error}");
        }
    }
}
