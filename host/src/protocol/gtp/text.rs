//! The text of GTP's commands.

use plyscope_core::othello::{Board, Colour};

use crate::domain::Rules;

/// A command: the number that its answer repeats, and its words. Neither is empty words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct GtpLine {
    pub(super) id: String,
    pub(super) words: Vec<String>,
}

/// Reads a line; `None` if it has no command. Control characters are dropped, but a tab is a space; what follows `#` is a comment.
pub(super) fn read(line: &str) -> Option<GtpLine> {
    let text: String = line
        .chars()
        .map(|c| if c == '\t' { ' ' } else { c })
        .filter(|c| !c.is_control())
        .take_while(|&c| c != '#')
        .collect();
    let mut words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
    let has_id = words.first()?.chars().all(|c| c.is_ascii_digit());
    let id = if has_id { words.remove(0) } else { String::new() };
    if words.is_empty() && !has_id {
        return None;
    }
    Some(GtpLine { id, words })
}

/// The colour of an argument.
pub(super) fn colour(text: &str) -> Option<Colour> {
    match text.to_ascii_lowercase().as_str() {
        "b" | "black" => Some(Colour::Black),
        "w" | "white" => Some(Colour::White),
        _ => None,
    }
}

/// The side of an argument: a colour, or the game's own name of a side that is none. In games whose White moves first, that side is
/// GTP's Black all the same.
pub(super) fn side<R: Rules>(text: &str) -> Option<Colour> {
    let own = || R::SIDES.iter().position(|name| text.eq_ignore_ascii_case(name));
    colour(text).or_else(|| Some([Colour::Black, Colour::White][own()?]))
}

/// The discs of Black and White.
const fn discs(board: &Board, to_move: Colour) -> (u64, u64) {
    match to_move {
        Colour::Black => (board.mover, board.opponent),
        Colour::White => (board.opponent, board.mover),
    }
}

/// The board as a picture, without empty lines, which would end the answer. It begins with words, so that a client may trim the answer
/// and every column stays below its letter.
pub(super) fn picture(board: &Board, to_move: Colour) -> String {
    let (black, white) = discs(board, to_move);
    let state = match (board.is_over(), to_move) {
        (true, _) => "The game is over",
        (false, Colour::Black) => "Black (X) to move",
        (false, Colour::White) => "White (O) to move",
    };
    let mut text = format!("{state}; Black {}, White {}", black.count_ones(), white.count_ones());
    text += "\n  A B C D E F G H\n";
    for row in 0..8 {
        text += &(row + 1).to_string();
        for column in 0..8 {
            let square = 8 * row + column;
            text += match (black >> square & 1, white >> square & 1) {
                (0, 0) => " .",
                (0, _) => " O",
                _ => " X",
            };
        }
        text += &format!(" {}\n", row + 1);
    }
    text + "  A B C D E F G H"
}

#[cfg(test)]
mod tests {
    use plyscope_core::othello::{Board, Colour};

    use super::{picture, read};

    #[test]
    fn a_picture_that_is_trimmed_has_its_columns_below_their_letters() {
        let text = picture(&Board::START, Colour::Black);
        assert_eq!(text.trim(), text);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 11);
        let place = |line: usize, letter: char| lines[line].find(letter);
        // White's d4 is the first disc, below the letter D.
        assert_eq!(place(5, 'O'), place(1, 'D'));
        assert_eq!((lines[1], lines[10]), ("  A B C D E F G H", "  A B C D E F G H"));
    }

    #[test]
    fn a_line_has_a_number_words_and_a_comment_or_nothing() {
        let words = |line: &str| read(line).map(|line| (line.id, line.words.join("|")));
        let is = |id: &str, text: &str| Some((id.to_owned(), text.to_owned()));
        assert_eq!(words("12 play\tb \u{7}d3 # a comment"), is("12", "play|b|d3"));
        assert_eq!(words("name"), is("", "name"));
        assert_eq!(words("7"), is("7", ""));
        for nothing in ["", "  ", "# comment", "\u{1}"] {
            assert_eq!(words(nothing), None, "{nothing:?}");
        }
    }
}
