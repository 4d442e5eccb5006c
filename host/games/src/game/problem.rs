//! Othello positions with known answers, as text: lines of OBF files, and of lists of endgames.

use alloc::borrow::ToOwned as _;
use alloc::string::String;
use alloc::vec::Vec;
use core::str::FromStr;

use plyscope_core::Game as _;
use plyscope_core::othello::{Board, Colour, Move, Othello, ParseError, parse_board};

/// A position of Othello and what its source says of it.
///
/// One line each: the board and the side to move as [`parse_board`] reads them, then, behind semicolons, the exact score
/// (`+46`), moves with their scores (`G8:+18; H1:+12;`), or nothing. All scores are in discs from the side to move.
///
/// ```
/// use plyscope_games::game::Problem;
/// let text = "-XXXXXX-X-XXXOO-XOXXXOOXXXOXOOOX-OXOOXXX--OOOXXX--OOXX----XOXXO- X; H8:+0; A5:+0; B6:-4;";
/// let problem: Problem = text.parse()?;
/// assert_eq!(problem.score, Some(0));
/// assert_eq!(problem.moves.len(), 3);
/// # Ok::<(), plyscope_games::game::ProblemError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Problem {
    /// The position.
    pub board: Board,
    /// The colour of its side to move.
    pub mover: Colour,
    /// The exact score: the one given, or that of the best listed move.
    pub score: Option<i32>,
    /// The listed moves with their scores.
    pub moves: Vec<(Move, i32)>,
}

/// An error in the line of a [`Problem`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ProblemError {
    /// The board or the side to move.
    #[error("{0}")]
    Board(ParseError),
    /// What follows a semicolon is neither a score nor a move with a score.
    #[error("{text:?} is neither a score nor a move with its score: write {form}")]
    Item {
        /// The text.
        text: String,
        /// What is accepted.
        form: &'static str,
    },
    /// A listed move is illegal.
    #[error(
        "the listed move {mv} is illegal there: remove it, or correct the board or the side to move"
    )]
    Illegal {
        /// The move.
        mv: Move,
    },
}

const FORM: &str = "a number of discs from -64 to 64, such as +46, or G8:+18";

impl FromStr for Problem {
    type Err = ProblemError;

    fn from_str(line: &str) -> Result<Self, ProblemError> {
        let (board, mover) = parse_board(line).map_err(ProblemError::Board)?;
        let mut problem = Self { board, mover, score: None, moves: Vec::new() };
        for text in line.split(';').skip(1).map(str::trim).filter(|text| !text.is_empty()) {
            let wrong = || ProblemError::Item { text: text.to_owned(), form: FORM };
            let number = |text: &str| match text.trim().parse() {
                Ok(score @ -64..=64) => Ok(score),
                _ => Err(wrong()),
            };
            match text.split_once(':') {
                None => problem.score = Some(number(text)?),
                // How some lists say that no move's score is known.
                Some(("--", "-127")) => {}
                Some((name, score)) => {
                    let mv: Move = name.trim().parse().map_err(|_| wrong())?;
                    if !Othello.is_legal(&board, mv) {
                        return Err(ProblemError::Illegal { mv });
                    }
                    problem.moves.push((mv, number(score)?));
                }
            }
        }
        let best = problem.moves.iter().map(|&(_, score)| score).max();
        problem.score = problem.score.or(best);
        Ok(problem)
    }
}

/// The problems in a text with their line numbers, from 1. Empty lines and comments (`#` or `%` first) are skipped.
///
/// # Errors
/// The number of the first invalid line, and what is wrong there.
pub fn problems(text: &str) -> Result<Vec<(usize, Problem)>, (usize, ProblemError)> {
    // Some editors write a byte-order mark.
    let text = text.trim_start_matches('\u{feff}');
    let lines = (1..).zip(text.lines().map(str::trim));
    lines
        .filter(|(_, line)| !line.is_empty() && !line.starts_with(['#', '%']))
        .map(|(number, line)| match line.parse() {
            Ok(problem) => Ok((number, problem)),
            Err(error) => Err((number, error)),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARD: &str = "-XXXXXX-X-XXXOO-XOXXXOOXXXOXOOOX-OXOOXXX--OOOXXX--OOXX----XOXXO- X";

    #[test]
    fn a_score_may_be_given_listed_or_missing() {
        let read = |rest: &str| format!("{BOARD}{rest}").parse::<Problem>();
        assert_eq!(read("").unwrap().score, None);
        assert_eq!(read("; ").unwrap().score, None);
        assert_eq!(read("; -34").unwrap().score, Some(-34));
        assert_eq!(read("; --:-127;").unwrap(), read("").unwrap());
        let listed = read("; b6:-4; H8:+0;").unwrap();
        assert_eq!((listed.score, listed.moves.len()), (Some(0), 2));
        for wrong in ["; 65", "; x", "; H8:", "; h9:+2", "; H8:+0 A5:+0"] {
            assert!(matches!(read(wrong), Err(ProblemError::Item { .. })), "{wrong}");
        }
        assert!(matches!(read("; a1:+2"), Err(ProblemError::Illegal { .. })));
    }

    #[test]
    fn an_error_has_the_number_of_its_line() {
        let text = format!("\u{feff}# comment\n\n{BOARD}; +0\r\n% another\n{BOARD}; +0\n---\n");
        let (line, error) = problems(&text).unwrap_err();
        assert_eq!(line, 6);
        assert!(error.to_string().contains("64 squares"), "{error}");
        let lines: Vec<_> =
            problems(text.trim_end_matches("---\n")).unwrap().iter().map(|(n, _)| *n).collect();
        assert_eq!(lines, [3, 5]);
    }
}
