//! Files and lines with games of Othello, as other programs write and read them.
//!
//! | format | what | file |
//! |---|---|---|
//! | [`Format::Ggf`] | games with players, date, place, result, values and times | `.ggf` |
//! | [`Format::Sgf`] | the same in the Smart Game Format, `B[fe]` or `B[f5]` | `.sgf` |
//! | [`Format::Pgn`] | moves with lines such as `[Black "ada"]` before them, as Edax writes them | `.pgn` |
//! | [`Format::Wthor`] | the databases of the French Othello Federation, names beside them | `.wtb`, `.jou`, `.trn` |
//! | [`Format::Transcript`] | the moves of a game, `f5d6c3` or `1. f5 d6 2. c3`, in a line or several | `.txt` |
//! | [`Format::Xot`] | openings of eight moves, one in a line | `.xot` |
//! | [`Format::Obf`] | positions, one in a line, with scores | `.obf` |
//!
//! A game of any file is a [`GgfGame`], since GGF has room for what the others say; [`GgfGame::record`] is its
//! [`GameRecord`](crate::game::GameRecord).

use alloc::borrow::ToOwned as _;
use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec;
use alloc::vec::Vec;

mod format;
pub mod ggf;
mod lines;
mod looks;
mod moves;
mod names;
mod sgf;
mod split;
mod tagged;
mod transcripts;
pub mod wthor;
mod wthor_games;

use core::fmt;
use core::ops::ControlFlow;

use plyscope_core::othello::Colour;

use crate::game::Ending;
pub use format::Format;
use ggf::{GgfGame, GgfResult};
pub use lines::board_text;
pub use moves::moves as transcript_moves;
pub use names::{Names, PLAYER, TOURNAMENT};
use wthor::WthorBase;
pub use wthor_games::{known_score, wthor_numbers};

/// A record that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BrokenRecord {
    /// The record, from 1.
    pub number: usize,
    /// Its line, from 1, in files of text.
    pub line: Option<usize>,
    /// What is wrong, and what to do.
    pub reason: String,
}

impl fmt::Display for BrokenRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "record {}", self.number)?;
        if let Some(line) = self.line {
            write!(f, " (line {line})")?;
        }
        write!(f, ": {}", self.reason)
    }
}

/// What is in a file.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct GamesInFile {
    /// The games that can be read, with the numbers of their records, from 1.
    pub games: Vec<(usize, GgfGame)>,
    /// The others.
    pub broken: Vec<BrokenRecord>,
}

impl GamesInFile {
    /// The number of records.
    #[must_use]
    pub fn records(&self) -> usize {
        self.games.len() + self.broken.len()
    }
}

/// A game that a format cannot hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OmittedGame {
    /// The game's number, as it was given.
    pub number: usize,
    /// The reason.
    pub reason: String,
}

/// Games as a file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct WrittenGames {
    /// The file.
    pub bytes: Vec<u8>,
    /// Number of games in it; of positions in OBF.
    pub games: usize,
    /// Files beside it, by their endings: names of a WTHOR database.
    pub beside: Vec<(&'static str, Vec<u8>)>,
    /// Games that are not in it.
    pub left_out: Vec<OmittedGame>,
}

/// Names beside WTHOR databases; without them, players and tournaments have numbers such as `#12`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct NameFiles {
    /// Of players (`.jou`).
    pub players: Names,
    /// Of tournaments (`.trn`).
    pub tournaments: Names,
}

/// Text in UTF-8, or else in Latin-1.
#[must_use]
pub fn text_of(bytes: &[u8]) -> String {
    match core::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => names::latin(bytes),
    }
}

/// The most broken records of a file of text that are listed. After one more, nothing is read.
pub const MOST_BROKEN: usize = 100_000;

/// Reads a file. Broken records are left out and listed; after 100,000 of them in a file of text, the rest is not read, and the last
/// says so.
///
/// ```
/// use plyscope_games::game_files::{Format, NameFiles, read};
///
/// let reading = read(b"f5d6c3\nf5f5\n", Format::Transcript, &NameFiles::default())?;
/// assert_eq!((reading.games.len(), reading.broken.len()), (1, 1));
/// assert_eq!(
///     reading.broken[0].to_string(),
///     "record 2 (line 2): move 2, f5, is illegal there; correct the line or delete it"
/// );
/// # Ok::<(), plyscope_games::game_files::wthor::WthorError>(())
/// ```
///
/// # Errors
/// [`wthor::WthorError`] if the file is not a WTHOR database; files of text always have some number of records.
pub fn read(
    bytes: &[u8],
    format: Format,
    names: &NameFiles,
) -> Result<GamesInFile, wthor::WthorError> {
    // As a whole it is something else, of which each line would be a broken record.
    let whole = |reason: String| {
        let broken = BrokenRecord { number: 1, line: Some(1), reason };
        GamesInFile { games: Vec::new(), broken: vec![broken] }
    };
    if matches!(format, Format::Transcript | Format::Pgn)
        && let Some(looks) = looks::like(bytes)
    {
        return Ok(whole(looks));
    }
    let text = if format == Format::Wthor { String::new() } else { text_of(bytes) };
    let remedy = match format {
        Format::Ggf | Format::Sgf | Format::Wthor => "correct the record or delete it",
        _ => "correct the line or delete it",
    };
    let mut reading = GamesInFile::default();
    let mut add = |line: usize, game: Result<GgfGame, String>| {
        let number = reading.records() + 1;
        let reason = match game {
            Ok(game) => {
                reading.games.push((number, game));
                return ControlFlow::Continue(());
            }
            // What is no game file at all may have a broken record in each three bytes.
            Err(_) if reading.broken.len() >= MOST_BROKEN => {
                format!(
                    "after {MOST_BROKEN} broken records, the rest was not read; check the format"
                )
            }
            Err(reason) => format!("{reason}; {remedy}"),
        };
        reading.broken.push(BrokenRecord { number, line: Some(line), reason });
        match reading.broken.len() > MOST_BROKEN {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    };
    match format {
        Format::Wthor => {
            let base = match (WthorBase::read(bytes), looks::like(bytes)) {
                (Err(_), Some(looks)) => return Ok(whole(looks)),
                (base, _) => base?,
            };
            let games = wthor_games::games(&base, &names.players, &names.tournaments);
            let mut broken = base.broken.iter().map(|(number, _)| *number).peekable();
            // Both are in the file's order.
            let numbers = (1..).filter(|number| broken.next_if_eq(number).is_none());
            reading.games = numbers.zip(games).collect();
            let broken = base.broken.iter().map(|(number, error)| BrokenRecord {
                number: *number,
                line: None,
                reason: format!("{error}; correct it with a database program, or leave it out"),
            });
            reading.broken = broken.collect();
        }
        Format::Ggf | Format::Sgf => {
            let _ = split::ggf(&text).into_iter().try_for_each(|(line, record)| {
                add(line, read_ggf(record).map_err(|error| error.to_string()))
            });
        }
        Format::Transcript | Format::Pgn => {
            let _ = transcripts::transcripts(&text, add);
        }
        Format::Xot => {
            let whole = |game: &GgfGame| game.moves.len() == lines::XOT;
            let count = || format!("an XOT opening has {} moves", lines::XOT);
            let _ = split::lines_of(&text).try_for_each(|(line, text)| {
                let game = transcripts::read_transcript(text);
                add(line, game.and_then(|game| if whole(&game) { Ok(game) } else { Err(count()) }))
            });
        }
        Format::Obf => {
            let _ = split::lines_of(&text)
                .try_for_each(|(line, text)| add(line, lines::read_obf(text)));
        }
    }
    Ok(reading)
}

/// Reads a game of GGF. An unknown name is none.
fn read_ggf(record: &str) -> Result<GgfGame, ggf::GgfError> {
    let mut game: GgfGame = record.parse()?;
    for name in [&mut game.black, &mut game.white] {
        if name == "?" {
            name.clear();
        }
    }
    Ok(game)
}

/// Writes games with their numbers as a file. For OBF, `empties` chooses the positions; without it there are all.
#[must_use]
pub fn write(games: &[(usize, GgfGame)], format: Format, empties: Option<u32>) -> WrittenGames {
    let mut written = WrittenGames::default();
    let mut text = String::new();
    for (number, game) in games {
        let mut line = |line: &str| {
            text += line;
            text.push('\n');
            written.games += 1;
        };
        let mut leave = |reason: &str| {
            written.left_out.push(OmittedGame { number: *number, reason: reason.to_owned() });
        };
        match format {
            Format::Wthor => return wthor_games::write(games),
            Format::Ggf => line(&game.to_string()),
            Format::Sgf => match sgf::written(game) {
                Some(text) => line(&text),
                None => leave("its board is empty"),
            },
            Format::Pgn => match tagged::written(game) {
                None => leave("it does not begin at the start of a game"),
                Some(_) if game.moves.is_empty() => leave("it has no moves"),
                Some(text) => line(&text),
            },
            Format::Obf => lines::obf(game, empties).iter().for_each(|position| line(position)),
            Format::Transcript | Format::Xot => {
                let most = if format == Format::Xot { 2 * lines::XOT } else { usize::MAX };
                match lines::transcript(game) {
                    None => leave("it does not begin at the start of a game"),
                    Some(moves) if moves.is_empty() => leave("it has no moves"),
                    Some(moves) if format == Format::Xot && moves.len() < most => {
                        leave("it has less than eight moves");
                    }
                    Some(moves) => {
                        line(moves.get(..most).unwrap_or(&moves));
                        // Lines with a move or two could be one game; an empty line ends a game.
                        if format == Format::Transcript && moves.len() <= 4 {
                            text.push('\n');
                        }
                    }
                }
            }
        }
    }
    written.bytes = text.into_bytes();
    if games.is_empty() && format == Format::Wthor {
        return wthor_games::write(games);
    }
    written
}

/// The result of a game that was played to its end: Black's discs minus White's, empty squares counted for the winner.
#[must_use]
pub fn result_of(game: &GgfGame) -> Option<GgfResult> {
    let record = game.record();
    let Ending::Over(outcome) = record.ending() else { return None };
    let black_to_move = (record.to_move() == 0) == (game.first == Colour::Black);
    let score = outcome.score();
    let discs = f64::from(if black_to_move { score } else { -score });
    Some(GgfResult { discs, ending: None })
}

/// The year of a date: its first four digits, or that of seconds since 1970, as old servers write.
#[must_use]
pub fn year_of(date: &str) -> Option<u16> {
    let digits: &str = date.trim().split(|c: char| !c.is_ascii_digit()).next()?;
    match digits.len() {
        4 => digits.parse().ok(),
        9..=11 => {
            let days = digits.parse::<u64>().ok()? / 86_400;
            // 146,097 days are 400 years; leap days shift the result by less than a day.
            u16::try_from(1970 + days * 400 / 146_097).ok()
        }
        _ => None,
    }
}
