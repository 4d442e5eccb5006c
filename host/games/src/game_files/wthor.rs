//! WTHOR game databases of the French Othello Federation (`.wtb`): tournament games, one file per year.
//!
//! Format: a header of 16 bytes, then 68 bytes per game, little endian. Passes are not stored. Names are in files of their own:
//! [`Names`](super::Names). Source: <https://www.ffothello.org/wthor/Format_WThor.pdf>.

use alloc::vec::Vec;

use plyscope_core::othello::{Board, Move, Othello};

use crate::game::GameRecord;

/// Length of the header.
pub(super) const HEADER: usize = 16;
/// Length of a game.
const RECORD: usize = 68;
/// Offset of the moves in a game.
const MOVES: usize = 8;

/// Errors in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WthorError {
    /// Shorter than its header.
    #[error("not a WTHOR file: {length} bytes, but the header alone takes 16")]
    NoHeader {
        /// The file's length.
        length: usize,
    },
    /// Games on another board size.
    #[error("games on a board of {size} by {size}: only 8 by 8 can be read")]
    BoardSize {
        /// The size in the header.
        size: u8,
    },
    /// A file of another type, or truncated.
    #[error(
        "the header promises {games} games, which take {expected} bytes, but the file has {length}: \
         it is cut short, or not a WTHOR file of games (.wtb)"
    )]
    Length {
        /// Number of games in the header.
        games: u32,
        /// Their length in bytes.
        expected: u64,
        /// The file's length.
        length: usize,
    },
    /// Bytes of a game that is not whole.
    #[error("game {game} is cut: {length} of its {RECORD} bytes are there; copy the file again")]
    Cut {
        /// The game, from 1.
        game: usize,
        /// The bytes that are there.
        length: usize,
    },
    /// A move that is not a square.
    #[error("game {game}, move {place}: {code} is no square (ten times the row, plus the column)")]
    Square {
        /// The game, from 1.
        game: usize,
        /// The move's number, from 1.
        place: usize,
        /// The byte found.
        code: u8,
    },
    /// An illegal move.
    #[error("game {game}, move {place}: {mv} flips nothing")]
    Illegal {
        /// The game, from 1.
        game: usize,
        /// The move's number, from 1.
        place: usize,
        /// The move.
        mv: Move,
    },
    /// A move after the byte that ends a game.
    #[error("game {game}, move {place}: {code} follows the end of the moves")]
    AfterEnd {
        /// The game, from 1.
        game: usize,
        /// The move's number, from 1.
        place: usize,
        /// The byte found.
        code: u8,
    },
}

/// What the header says besides the numbers of games and names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WthorHeader {
    /// Date of the file: century, year of the century, month and day.
    pub written: [u8; 4],
    /// Number of names; 0 in files of games.
    pub names: u16,
    /// Year of the games.
    pub year: u16,
    /// Board size: 8, or 0 for the same.
    pub size: u8,
    /// 1 in files of solitaires, 0 in others.
    pub kind: u8,
    /// Empty squares from which the best scores were computed.
    pub depth: u8,
    /// Reserved.
    pub reserved: u8,
}

impl WthorHeader {
    /// The header of a file of games of this year.
    #[must_use]
    pub const fn of_year(year: u16) -> Self {
        let written = [(year / 100) as u8, (year % 100) as u8, 12, 31];
        Self { written, names: 0, year, size: 8, kind: 0, depth: 0, reserved: 0 }
    }

    /// Reads a header, and the number of games.
    ///
    /// # Errors
    /// [`WthorError::NoHeader`].
    pub fn read(bytes: &[u8]) -> Result<(Self, u32), WthorError> {
        let b: &[u8; HEADER] =
            bytes.first_chunk().ok_or(WthorError::NoHeader { length: bytes.len() })?;
        let header = Self {
            written: [b[0], b[1], b[2], b[3]],
            names: u16::from_le_bytes([b[8], b[9]]),
            year: u16::from_le_bytes([b[10], b[11]]),
            size: b[12],
            kind: b[13],
            depth: b[14],
            reserved: b[15],
        };
        Ok((header, u32::from_le_bytes([b[4], b[5], b[6], b[7]])))
    }

    /// The header as bytes, with this number of games.
    #[must_use]
    pub fn bytes(&self, games: u32) -> [u8; HEADER] {
        let [a, b, c, d] = self.written;
        let [g0, g1, g2, g3] = games.to_le_bytes();
        let ([n0, n1], [y0, y1]) = (self.names.to_le_bytes(), self.year.to_le_bytes());
        let Self { size, kind, depth, reserved, .. } = *self;
        [a, b, c, d, g0, g1, g2, g3, n0, n1, y0, y1, size, kind, depth, reserved]
    }
}

/// A game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WthorGame {
    /// The tournament's number in the `.trn` file.
    pub tournament: u16,
    /// Black's number in the `.jou` file.
    pub black: u16,
    /// White's number in the `.jou` file.
    pub white: u16,
    /// Black's discs at the end, with empty squares counted for the winner; 32 is a draw.
    pub score: u8,
    /// Black's discs with best play from the database's depth on.
    pub best_score: u8,
    /// The moves, with passes inserted. Some games are incomplete.
    pub record: GameRecord<Othello>,
}

/// A game database.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WthorBase {
    /// The header.
    pub header: WthorHeader,
    /// The games that can be read, in the file's order.
    pub games: Vec<WthorGame>,
    /// The others: number, from 1, and error.
    pub broken: Vec<(usize, WthorError)>,
}

impl WthorBase {
    /// Reads a database, whose broken games are left out.
    ///
    /// # Errors
    /// [`WthorError`] if it is none.
    pub fn read(bytes: &[u8]) -> Result<Self, WthorError> {
        let (header, games) = WthorHeader::read(bytes)?;
        let expected = HEADER as u64 + RECORD as u64 * u64::from(games);
        // A file that is cut has fewer bytes; one of another format has any number.
        if bytes.len() as u64 > expected
            || (bytes.len() as u64) < expected && bytes.len() < HEADER + RECORD
        {
            return Err(WthorError::Length { games, expected, length: bytes.len() });
        }
        if !matches!(header.size, 0 | 8) {
            return Err(WthorError::BoardSize { size: header.size });
        }
        let records = bytes[HEADER..].chunks_exact(RECORD);
        let rest = records.remainder().len();
        let (mut games, mut broken) = (Vec::new(), Vec::new());
        let mut number = 0;
        for record in records {
            number += 1;
            match read_game(record, number) {
                Ok(game) => games.push(game),
                Err(error) => broken.push((number, error)),
            }
        }
        if (bytes.len() as u64) < expected {
            broken.push((number + 1, WthorError::Cut { game: number + 1, length: rest }));
        }
        Ok(Self { header, games, broken })
    }

    /// The database as a file. Passes are left out.
    ///
    /// # Errors
    /// The number, from 1, of the first game that the format cannot hold: another start than the usual, or too many games.
    pub fn write(&self) -> Result<Vec<u8>, usize> {
        let games = u32::try_from(self.games.len()).map_err(|_| self.games.len())?;
        let mut bytes = self.header.bytes(games).to_vec();
        for (number, game) in (1..).zip(&self.games) {
            if game.record.positions().next() != Some(Board::START) {
                return Err(number);
            }
            for word in [game.tournament, game.black, game.white] {
                bytes.extend(word.to_le_bytes());
            }
            bytes.extend([game.score, game.best_score]);
            let squares = game.record.moves().iter().filter_map(|played| played.mv.square());
            let mut codes: Vec<u8> =
                squares.map(|square| 10 * (square / 8 + 1) + square % 8 + 1).collect();
            codes.resize(RECORD - MOVES, 0);
            bytes.extend(codes);
        }
        Ok(bytes)
    }
}

/// Reads a database without broken games.
///
/// # Errors
/// [`WthorError`], which names the game and the move if one is wrong.
pub fn read(bytes: &[u8]) -> Result<WthorBase, WthorError> {
    let (_, games) = WthorHeader::read(bytes)?;
    let expected = HEADER as u64 + RECORD as u64 * u64::from(games);
    if expected != bytes.len() as u64 {
        return Err(WthorError::Length { games, expected, length: bytes.len() });
    }
    let base = WthorBase::read(bytes)?;
    match base.broken.first() {
        Some((_, error)) => Err(*error),
        None => Ok(base),
    }
}

fn read_game(record: &[u8], game: usize) -> Result<WthorGame, WthorError> {
    let number = |place: usize| u16::from_le_bytes([record[place], record[place + 1]]);
    let mut played = GameRecord::new(Othello, Board::START);
    let codes = &record[MOVES..];
    let count = codes.iter().position(|&code| code == 0).unwrap_or(codes.len());
    if let Some(behind) = codes[count..].iter().position(|&code| code != 0) {
        let place = count + behind;
        return Err(WthorError::AfterEnd { game, place: place + 1, code: codes[place] });
    }
    for (&code, place) in codes[..count].iter().zip(1..) {
        let (row, column) = (code / 10, code % 10);
        let mv = match (row, column) {
            (1..=8, 1..=8) => Move::to(8 * (row - 1) + column - 1),
            _ => None,
        };
        let mv = mv.ok_or(WthorError::Square { game, place, code })?;
        let illegal = |_| WthorError::Illegal { game, place, mv };
        if played.position().must_pass() {
            played.play(Move::PASS).map_err(illegal)?;
        }
        played.play(mv).map_err(illegal)?;
    }
    Ok(WthorGame {
        tournament: number(0),
        black: number(2),
        white: number(4),
        score: record[6],
        best_score: record[7],
        record: played,
    })
}

#[cfg(test)]
mod tests {
    use super::{HEADER, RECORD, WthorBase, WthorError, read};
    use crate::game::Ending;

    /// A base with one game of these moves.
    fn base(codes: &[u8]) -> Vec<u8> {
        let mut bytes = vec![0; HEADER + RECORD];
        bytes[4] = 1;
        (bytes[10], bytes[11]) = (0xe8, 0x07);
        (bytes[12], bytes[14]) = (8, 22);
        bytes[HEADER + 6] = 40;
        bytes[HEADER + 8..HEADER + 8 + codes.len()].copy_from_slice(codes);
        bytes
    }

    #[test]
    fn a_game_is_read_and_replayed() {
        // f5 d6 c3: rows 5, 6, 3; columns 6, 4, 3.
        let base = read(&base(&[56, 64, 33])).unwrap();
        assert_eq!((base.header.year, base.header.depth, base.games.len()), (2024, 22, 1));
        let game = &base.games[0];
        let moves: Vec<String> =
            game.record.moves().iter().map(|played| played.mv.to_string()).collect();
        assert_eq!(moves, ["f5", "d6", "c3"]);
        assert_eq!((game.score, game.record.positions().count()), (40, 4));
        assert_eq!(game.record.ending(), Ending::Unfinished);
    }

    #[test]
    fn what_is_wrong_is_told_with_its_place() {
        assert_eq!(read(&[0; 9]), Err(WthorError::NoHeader { length: 9 }));
        let mut long = base(&[56]);
        long.push(0);
        assert!(matches!(read(&long), Err(WthorError::Length { games: 1, expected: 84, .. })));
        let mut small = base(&[56]);
        small[12] = 6;
        assert_eq!(read(&small), Err(WthorError::BoardSize { size: 6 }));
        let square = WthorError::Square { game: 1, place: 2, code: 90 };
        assert_eq!(read(&base(&[56, 90])), Err(square));
        assert!(read(&base(&[11])).unwrap_err().to_string().contains("game 1, move 1: a1 flips"));
    }

    #[test]
    fn broken_games_are_left_out_and_the_others_written_back() {
        let mut two = base(&[56, 64, 33]);
        two[4] = 3;
        two.extend([0; RECORD]);
        two[HEADER + RECORD + MOVES_AT] = 11;
        // Half of a third game.
        two.extend([1; 30]);
        let read = WthorBase::read(&two).unwrap();
        assert_eq!(read.games.len(), 1);
        let numbers: Vec<usize> = read.broken.iter().map(|(number, _)| *number).collect();
        assert_eq!(numbers, [2, 3]);
        assert!(read.broken[1].1.to_string().contains("30 of its 68 bytes"));
        assert_eq!(read.write().unwrap(), base(&[56, 64, 33]));
        let behind = WthorBase::read(&base(&[56, 0, 64])).unwrap();
        assert!(behind.broken[0].1.to_string().contains("follows the end"), "{behind:?}");
    }

    const MOVES_AT: usize = super::MOVES;
}
