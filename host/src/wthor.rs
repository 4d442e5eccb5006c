//! WTHOR game databases of the French Othello Federation (`.wtb`): tournament games, one file per year.
//!
//! Format: a header of 16 bytes, then 68 bytes per game, little endian. Passes are not stored.

use plyscope_core::othello::{Board, Move, Othello};

use crate::game::GameRecord;

/// Length of the header.
const HEADER: usize = 16;
/// Length of a game.
const RECORD: usize = 68;
/// Offset of the moves in a game.
const MOVES: usize = 8;

/// Errors in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WthorError {
    /// Shorter than its header.
    #[error("no WTHOR base: {length} bytes are less than its header of 16")]
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
        "the header tells of {games} games, which take {expected} bytes, but the file has {length}: \
         it is cut, or no WTHOR base of games (.wtb)"
    )]
    Length {
        /// Number of games in the header.
        games: u32,
        /// Their length in bytes.
        expected: u64,
        /// The file's length.
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
    /// Year of the games.
    pub year: u16,
    /// Empty squares from which the best scores were computed.
    pub depth: u8,
    /// The games, in the file's order.
    pub games: Vec<WthorGame>,
}

/// Reads a database.
///
/// # Errors
/// [`WthorError`], which names the game and the move if one is wrong.
pub fn read(bytes: &[u8]) -> Result<WthorBase, WthorError> {
    let header: &[u8; HEADER] =
        bytes.first_chunk().ok_or(WthorError::NoHeader { length: bytes.len() })?;
    let games = u32::from_le_bytes([header[4], header[5], header[6], header[7]]);
    let expected = HEADER as u64 + RECORD as u64 * u64::from(games);
    if expected != bytes.len() as u64 {
        return Err(WthorError::Length { games, expected, length: bytes.len() });
    }
    if !matches!(header[12], 0 | 8) {
        return Err(WthorError::BoardSize { size: header[12] });
    }
    let records = bytes[HEADER..].chunks_exact(RECORD);
    Ok(WthorBase {
        year: u16::from_le_bytes([header[10], header[11]]),
        depth: header[14],
        games: records
            .zip(1..)
            .map(|(record, number)| read_game(record, number))
            .collect::<Result<_, _>>()?,
    })
}

fn read_game(record: &[u8], game: usize) -> Result<WthorGame, WthorError> {
    let number = |place: usize| u16::from_le_bytes([record[place], record[place + 1]]);
    let mut played = GameRecord::new(Othello, Board::START);
    for (&code, place) in record[MOVES..].iter().zip(1..).take_while(|&(&code, _)| code != 0) {
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
    use super::{HEADER, RECORD, WthorError, read};
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
        assert_eq!((base.year, base.depth, base.games.len()), (2024, 22, 1));
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
}
