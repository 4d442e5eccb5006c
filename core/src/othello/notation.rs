//! Squares, boards and lists of moves as text.

use core::fmt;
use core::str::FromStr;

use super::{Board, Move, Othello};
use crate::Game;

/// The side of a disc.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Colour {
    /// `X`; moves first.
    Black,
    /// `O`.
    White,
}

impl Colour {
    /// `Black` or `White`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Black => "Black",
            Self::White => "White",
        }
    }

    /// The other colour.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }

    /// `X` for Black, `O` for White.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Black => 'X',
            Self::White => 'O',
        }
    }
}

/// An error in the text of a board or a list of moves. Places are counted from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ParseError {
    /// A board without exactly 64 squares.
    Squares {
        /// The number of squares found.
        found: usize,
    },
    /// A character that is not valid for a square.
    Content {
        /// The character.
        found: char,
        /// The square, 1 to 64.
        place: usize,
    },
    /// The side to move is missing or invalid.
    SideToMove,
    /// The text is not two bitboards.
    Bitboards,
    /// Both bitboards have a disc on the same square.
    Overlap {
        /// The first such square.
        square: Move,
    },
    /// Neither a square, `a1` to `h8`, nor a pass.
    Square {
        /// The move's place, from 1; 0 for a single move.
        place: usize,
    },
    /// An illegal move.
    Illegal {
        /// The move.
        mv: Move,
        /// The move's place, from 1.
        place: usize,
    },
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Squares { found } => write!(
                f,
                "a board has 64 squares, a1 to h8 row by row, this one has {found}: \
                 write X, O or - for each, then the side to move"
            ),
            Self::Content { found, place } => {
                write!(f, "square {place} is {found:?}: write X (Black), O (White) or - (empty)")
            }
            Self::SideToMove => f.write_str(
                "the side to move is missing or wrong: write X or O behind the 64 squares",
            ),
            Self::Bitboards => f.write_str(
                "not two bitboards: write the mover's and the opponent's discs in hexadecimal, \
                 bit 0 is a1, such as 810000000/1008000000",
            ),
            Self::Overlap { square } => {
                write!(f, "both sides have a disc on {square}: a square holds one disc at most")
            }
            Self::Square { place: 0 } => {
                f.write_str("not a move: write a square, a1 to h8, or pass")
            }
            Self::Square { place } => {
                write!(f, "move {place} is not a move: write a square (a1 to h8) or pass")
            }
            Self::Illegal { mv, place } => write!(f, "move {place}, {mv}, is illegal there"),
        }
    }
}

impl core::error::Error for ParseError {}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.square() {
            None => f.pad("pass"),
            Some(square) => {
                let name = [b'a'.wrapping_add(square & 7), b'1'.wrapping_add(square >> 3)];
                f.pad(core::str::from_utf8(&name).unwrap_or_default())
            }
        }
    }
}

/// The spellings of a pass, longest first; the first is the one that is printed.
const PASSES: [&str; 4] = ["pass", "pa", "ps", "--"];

impl FromStr for Move {
    type Err = ParseError;

    /// Reads a square (`d3`, `D3`) or a pass (`pass`, `pa`, `ps`, `--`).
    fn from_str(text: &str) -> Result<Self, ParseError> {
        if PASSES.iter().any(|pass| text.eq_ignore_ascii_case(pass)) {
            return Ok(Self::PASS);
        }
        let error = ParseError::Square { place: 0 };
        let &[column, row] = text.as_bytes() else { return Err(error) };
        let column = column.to_ascii_lowercase().wrapping_sub(b'a');
        let row = row.wrapping_sub(b'1');
        if column > 7 || row > 7 {
            return Err(error);
        }
        Self::to((row << 3) | column).ok_or(error)
    }
}

/// Reads a board: 64 characters, a1 to h8 row by row (`X`, `*` or `B` Black, `O` or `W` White, `-` or `.` empty; white
/// space between is skipped), then the side to move, by its letter or as `black` or `white`. What follows a semicolon
/// is ignored, as in OBF files. Gives the position and the colour of its mover.
///
/// ```
/// use plyscope_core::othello::{Board, Colour, parse_board};
/// let start = "---------------------------OX------XO--------------------------- X";
/// assert_eq!(parse_board(start), Ok((Board::START, Colour::Black)));
/// ```
///
/// # Errors
/// [`ParseError`] names the place.
pub fn parse_board(text: &str) -> Result<(Board, Colour), ParseError> {
    // Arrays of characters, here and below: searching for a single character has a panic path that the optimiser does not
    // remove.
    let text = text.split([';']).next().unwrap_or_default().trim();
    // The side to move is a separate word, or the 65th character.
    let (squares, side) = match text.rsplit_once(char::is_whitespace) {
        Some((squares, side)) if side.chars().count() == 1 => (squares, side),
        Some((squares, side)) if side.eq_ignore_ascii_case("black") => (squares, "X"),
        Some((squares, side)) if side.eq_ignore_ascii_case("white") => (squares, "O"),
        _ => {
            let behind = text.char_indices().nth(64);
            behind.and_then(|(end, _)| text.split_at_checked(end)).unwrap_or((text, ""))
        }
    };
    let (mut black, mut white) = (0u64, 0u64);
    let mut found = 0usize;
    for character in squares.chars().filter(|c| !c.is_whitespace()) {
        let square = 1u64.checked_shl(u32::try_from(found).unwrap_or(u32::MAX)).unwrap_or(0);
        found = found.saturating_add(1);
        match side_of(character) {
            Some(Some(Colour::Black)) => black |= square,
            Some(Some(Colour::White)) => white |= square,
            Some(None) => {}
            None => return Err(ParseError::Content { found: character, place: found }),
        }
    }
    if found != 64 {
        return Err(ParseError::Squares { found });
    }
    let mut letters = side.chars().filter(|c| !c.is_whitespace());
    match (letters.next().and_then(side_of).flatten(), letters.next()) {
        (Some(Colour::Black), None) => Ok((Board { mover: black, opponent: white }, Colour::Black)),
        (Some(Colour::White), None) => Ok((Board { mover: white, opponent: black }, Colour::White)),
        _ => Err(ParseError::SideToMove),
    }
}

/// The owner of the disc that a character stands for; `Some(None)` for an empty square.
const fn side_of(character: char) -> Option<Option<Colour>> {
    match character {
        'X' | 'x' | '*' | 'B' | 'b' => Some(Some(Colour::Black)),
        'O' | 'o' | 'W' | 'w' => Some(Some(Colour::White)),
        '-' | '.' => Some(None),
        _ => None,
    }
}

/// Reads two bitboards in hexadecimal, the mover's and the opponent's: `810000000/1008000000` is the start.
///
/// # Errors
/// [`ParseError`] if they are not such numbers, or share a square.
pub fn parse_bitboards(text: &str) -> Result<Board, ParseError> {
    let number = |text: &str| {
        let mut digits = text.trim();
        while let Some(rest) = digits.strip_prefix("0x") {
            digits = rest;
        }
        u64::from_str_radix(digits, 16).map_err(|_| ParseError::Bitboards)
    };
    let (mover, opponent) = text.split_once(['/']).ok_or(ParseError::Bitboards)?;
    board(number(mover)?, number(opponent)?)
}

/// The board with these discs, at most one on each square.
pub(super) fn board(mover: u64, opponent: u64) -> Result<Board, ParseError> {
    Board::new(mover, opponent).ok_or_else(|| {
        let shared = (mover & opponent).trailing_zeros();
        ParseError::Overlap { square: Move::to(shared as u8).unwrap_or(Move::PASS) }
    })
}

/// Plays a list of moves (`f5d6c3` or `f5 d6 c3`; passes as `pass`, `pa`, `ps`, `--` or left out) from the start of
/// a game.
///
/// ```
/// use plyscope_core::othello::{Colour, parse_moves};
/// let (board, mover) = parse_moves("f5d6c3")?;
/// assert_eq!(mover, Colour::White);
/// assert_eq!((board.mover | board.opponent).count_ones(), 7);
/// # Ok::<(), plyscope_core::othello::ParseError>(())
/// ```
///
/// # Errors
/// [`ParseError`] names the move by its place in the list.
pub fn parse_moves(text: &str) -> Result<(Board, Colour), ParseError> {
    play_moves(Board::START, Colour::Black, text, |_| ())
}

/// The same from any position. `played` gets every move, and the passes that are left out.
///
/// # Errors
/// As [`parse_moves`].
pub fn play_moves(
    mut board: Board,
    mut colour: Colour,
    text: &str,
    mut played: impl FnMut(Move),
) -> Result<(Board, Colour), ParseError> {
    let mut place = 0usize;
    let mut rest = text.trim();
    while !rest.is_empty() {
        place = place.saturating_add(1);
        let starts_with = |name: &&&str| {
            rest.get(..name.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(name))
        };
        let length = PASSES.iter().find(starts_with).map_or(2, |name| name.len());
        let (name, behind) = rest.split_at_checked(length).ok_or(ParseError::Square { place })?;
        rest = behind.trim_start();
        let mv: Move = name.parse().map_err(|_| ParseError::Square { place })?;
        // Some lists omit passes.
        if mv != Move::PASS && board.must_pass() {
            board = board.passed();
            colour = colour.other();
            played(Move::PASS);
        }
        if !Othello.is_legal(&board, mv) {
            return Err(ParseError::Illegal { mv, place });
        }
        board = Othello.play(&board, mv);
        colour = colour.other();
        played(mv);
    }
    Ok((board, colour))
}
