//! GGF, the Generic Game Format of the Generic Game Server: one game of Othello as text.
//!
//! ```text
//! (;GM[Othello]PC[GGS/os]PB[ada]PW[bob]RB[2100]RW[2050]TI[15:00//02:00]TY[8]RE[+2.000]
//!  BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[F5//1.2]W[D6/-0.50/3]B[PA];)
//! ```
//!
//! A property is a name and a value in brackets. `BO` is the start: the size, the squares from a1 to h8 row by row (`*` Black,
//! `O` White, `-` empty) and the side to move. `B` and `W` are moves with an evaluation in discs, from the side of its player,
//! and the seconds that the move took; both may be missing. Source: M. Buro, <https://www.skatgame.net/mburo/ggsa/ggf>.

use alloc::borrow::ToOwned as _;
use alloc::string::String;
use alloc::vec::Vec;

mod text;

use plyscope_core::othello::{Board, Colour, Move, Othello};

use crate::game::GameRecord;

/// A game in GGF, with its properties. Players are Black and White, whoever moves first.
///
/// ```
/// use plyscope_games::game_files::ggf::GgfGame;
///
/// let text = "(;GM[Othello]PB[ada]PW[bob]TY[8]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- \
///             -------- *]B[F5//1.2]W[d6/-0.5];)";
/// let game: GgfGame = text.parse()?;
/// assert_eq!((game.black.as_str(), game.moves.len()), ("ada", 2));
/// assert_eq!((game.moves[0].seconds, game.moves[1].discs), (Some(1.2), Some(-0.5)));
/// assert_eq!(game.to_string().parse::<GgfGame>()?, game);
/// # Ok::<(), plyscope_games::game_files::ggf::GgfError>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct GgfGame {
    /// `PC`: the place.
    pub place: String,
    /// `DT`: the date.
    pub date: String,
    /// `PB`: Black's name.
    pub black: String,
    /// `PW`: White's name.
    pub white: String,
    /// `RB`: Black's rating.
    pub black_rating: Option<f64>,
    /// `RW`: White's rating.
    pub white_rating: Option<f64>,
    /// `TI`: the time of each side, as written, such as `15:00//02:00`; `TB` and `TW` are among the [others](Self::others).
    pub time: String,
    /// `TY`: the variant, such as `8` or `8r18`.
    pub variant: String,
    /// `RE`: the result; `None` if it is missing or unknown (`?`).
    pub result: Option<GgfResult>,
    /// `BO`: the position at the start.
    pub start: Board,
    /// The side that moves first.
    pub first: Colour,
    /// The moves, passes included.
    pub moves: Vec<GgfMove>,
    /// Other properties, in their order.
    pub others: Vec<(String, String)>,
}

/// A move in GGF.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct GgfMove {
    /// The move.
    pub mv: Move,
    /// Its value in discs, from the side of its player.
    pub discs: Option<f64>,
    /// The time it took, in seconds.
    pub seconds: Option<f64>,
}

/// The result of a game in GGF.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct GgfResult {
    /// Black's discs minus White's.
    pub discs: f64,
    /// How it ended, if not by the last move: `r` by resignation, `t` on time, `s` by agreement, `l` a player left.
    pub ending: Option<char>,
}

/// An error in a game's text.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GgfError {
    /// It does not begin with `(;`, or a bracket is missing.
    #[error("not a game in GGF: {0}")]
    Form(&'static str),
    /// Another game.
    #[error("GM[{0}]: only games of Othello can be read")]
    Game(String),
    /// The board.
    #[error("BO[{text}]: {reason}")]
    Board {
        /// The value.
        text: String,
        /// The error.
        reason: String,
    },
    /// A property with a value that it cannot have.
    #[error("{name}[{text}]: {reason}")]
    Property {
        /// The property.
        name: String,
        /// The value.
        text: String,
        /// What is expected.
        reason: &'static str,
    },
    /// A move that is no square, out of turn or illegal.
    #[error("move {place}, {text:?}: {reason}")]
    Move {
        /// Its place, from 1, passes included.
        place: usize,
        /// The text.
        text: String,
        /// What is wrong.
        reason: &'static str,
    },
}

impl Default for GgfGame {
    fn default() -> Self {
        Self::new(Board::START, Colour::Black)
    }
}

impl GgfGame {
    /// A game without moves, names and result.
    #[must_use]
    pub fn new(start: Board, first: Colour) -> Self {
        Self {
            place: String::new(),
            date: String::new(),
            black: String::new(),
            white: String::new(),
            black_rating: None,
            white_rating: None,
            time: String::new(),
            variant: "8".to_owned(),
            result: None,
            start,
            first,
            moves: Vec::new(),
            others: Vec::new(),
        }
    }

    /// Its moves as a game record, without values and times. The side that moves [first](Self::first) is the record's side 0.
    /// Moves after an illegal one, which only a game that was not read from text can have, are missing.
    #[must_use]
    pub fn record(&self) -> GameRecord<Othello> {
        let mut record = GameRecord::new(Othello, self.start);
        for played in &self.moves {
            if record.play(played.mv).is_err() {
                break;
            }
        }
        record
    }
}

impl From<Move> for GgfMove {
    fn from(mv: Move) -> Self {
        Self { mv, discs: None, seconds: None }
    }
}
