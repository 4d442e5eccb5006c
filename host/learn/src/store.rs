//! Self-play games in a file, so that an interrupted training continues where it stopped.
//!
//! The file begins with a mark and the identity of the plan and generation, eight bytes each. A game is a byte with the
//! number of its positions, 17 bytes for each (the mover's discs and the opponent's, eight bytes little endian each,
//! and the score, a signed byte), and the CRC-32 of the identity, the game's number and these bytes. After a power cut,
//! an incomplete or zero-filled end is cut off, and its games are played again.

use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::path::Path;

use plyscope_core::crc32;
use plyscope_core::othello::Board;
use plyscope_run::files;

use super::LearnError;
use super::games::ScoredBoard;

/// The mark; its last byte is the version of this format. The first version had neither mark nor checksums.
const MARK: [u8; 8] = *b"plygame2";
/// Bytes before the first game.
const HEADER: usize = MARK.len() + 8;
/// Bytes of a position.
const SAMPLE: usize = 17;
/// Bytes after a game's positions.
const CHECKSUM: usize = 4;

/// Number of games between two syncs to the disk.
const SYNC: u64 = 32;
/// The largest number of bytes that an interruption can damage.
const UNSYNCED: usize = SYNC as usize * (1 + SAMPLE * u8::MAX as usize + CHECKSUM);

/// A file of games, open for appending.
#[derive(Debug)]
pub(super) struct Store {
    file: File,
    identity: u64,
    games: u64,
    /// Bytes of all games so far.
    length: u64,
}

impl Store {
    /// Opens or creates a file, and returns the games in it. `identity` is that of the plan and generation.
    ///
    /// # Errors
    /// [`LearnError`] if the file cannot be read or written, or has other contents.
    pub(super) fn open(
        path: &Path,
        identity: u64,
    ) -> Result<(Self, Vec<Vec<ScoredBoard>>), LearnError> {
        let failed = |cause| LearnError::File { path: path.to_owned(), cause };
        let bytes = match files::read_ordinary(path, u64::MAX) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            read => read.map_err(failed)?,
        };
        let (games, whole) = parse(&bytes, identity)
            .map_err(|place| LearnError::NoGames { path: path.to_owned(), place })?;
        let mut file = OpenOptions::new().create(true).append(true).open(path).map_err(failed)?;
        file.set_len(whole as u64).map_err(failed)?;
        let mut length = whole as u64;
        if whole == 0 {
            file.write_all(&header(identity)).map_err(failed)?;
            length = HEADER as u64;
        }
        Ok((Self { file, identity, games: games.len() as u64, length }, games))
    }

    /// Adds a game.
    ///
    /// # Errors
    /// If it cannot be written; earlier games are kept.
    pub(super) fn append(&mut self, game: &[ScoredBoard]) -> io::Result<()> {
        let mut record = vec![game.len() as u8];
        for sample in game {
            record.extend(sample.board.mover.to_le_bytes());
            record.extend(sample.board.opponent.to_le_bytes());
            record.extend(sample.score.to_le_bytes());
        }
        record.extend(checksum(self.identity, self.games, &record));
        if let Err(error) = self.file.write_all(&record) {
            // Half a game does no harm, but is removed.
            let _ = self.file.set_len(self.length);
            return Err(error);
        }
        self.games += 1;
        self.length += record.len() as u64;
        if self.games.is_multiple_of(SYNC) { self.sync() } else { Ok(()) }
    }

    /// Waits until all games are on the disk.
    ///
    /// # Errors
    /// If the sync fails.
    pub(super) fn sync(&self) -> io::Result<()> {
        self.file.sync_data()
    }
}

fn header(identity: u64) -> Vec<u8> {
    [MARK, identity.to_le_bytes()].concat()
}

/// The checksum of the `number`th game (from 0), computed without its last bytes.
fn checksum(identity: u64, number: u64, record: &[u8]) -> [u8; CHECKSUM] {
    crc32(&[&identity.to_le_bytes(), &number.to_le_bytes(), record]).to_le_bytes()
}

/// The games in `bytes`, and the end of the last whole game; or the place of data that are not a game, which no
/// interruption explains.
fn parse(bytes: &[u8], identity: u64) -> Result<(Vec<Vec<ScoredBoard>>, usize), usize> {
    let mut games = Vec::new();
    let begin = header(identity);
    // Zeros at the end were never written; a game before them may be incomplete.
    let written =
        |bytes: &[u8]| bytes.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
    let Some(mut rest) = bytes.strip_prefix(begin.as_slice()) else {
        return if begin.starts_with(bytes) || written(bytes) == 0 {
            Ok((games, 0))
        } else {
            Err(0)
        };
    };
    loop {
        let place = bytes.len() - rest.len();
        match first_game(rest, identity, games.len() as u64) {
            Some((game, after)) => {
                games.push(game);
                rest = after;
            }
            None if written(rest) > UNSYNCED => return Err(place),
            None => return Ok((games, place)),
        }
    }
}

/// The game at the start of the bytes, the `number`th of its file, and the rest.
fn first_game(bytes: &[u8], identity: u64, number: u64) -> Option<(Vec<ScoredBoard>, &[u8])> {
    let length = 1 + SAMPLE * usize::from(*bytes.first()?);
    let (record, rest) = bytes.split_at_checked(length)?;
    let (sum, rest) = rest.split_first_chunk()?;
    if checksum(identity, number, record) != *sum {
        return None;
    }
    let samples = record.get(1..)?.chunks_exact(SAMPLE).map(sample).collect::<Option<Vec<_>>>()?;
    Some((samples, rest))
}

fn sample(record: &[u8]) -> Option<ScoredBoard> {
    let (mover, rest) = record.split_first_chunk()?;
    let (opponent, rest) = rest.split_first_chunk()?;
    let board = Board::new(u64::from_le_bytes(*mover), u64::from_le_bytes(*opponent))?;
    let score = rest.first()?.cast_signed();
    (score.unsigned_abs() <= 64).then_some(ScoredBoard { board, score })
}

#[cfg(test)]
mod tests {
    use plyscope_core::othello::Board;

    use super::{CHECKSUM, HEADER, SAMPLE, Store, UNSYNCED, parse};
    use crate::games::ScoredBoard;

    const PLAN: u64 = 0x1234_5678_9abc_def0;

    /// A file of games of 0, 1, 2, … positions.
    fn file(name: &str, games: usize) -> Vec<u8> {
        let name = format!("plyscope-{name}-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        let (mut store, there) = Store::open(&path, PLAN).unwrap();
        assert!(there.is_empty());
        for number in 0..games {
            store.append(&game(number)).unwrap();
        }
        store.sync().unwrap();
        let bytes = std::fs::read(&path).unwrap();
        std::fs::remove_file(&path).unwrap();
        bytes
    }

    fn game(number: usize) -> Vec<ScoredBoard> {
        vec![ScoredBoard { board: Board::START, score: -3 }; number % 60]
    }

    fn games(number: usize) -> Vec<Vec<ScoredBoard>> {
        (0..number).map(game).collect()
    }

    #[test]
    fn what_was_cut_off_or_never_reached_the_disk_is_no_game() {
        let bytes = file("cut", 4);
        assert_eq!(parse(&bytes, PLAN), Ok((games(4), bytes.len())));
        let three = bytes.len() - (1 + 3 * SAMPLE + CHECKSUM);
        for end in three..bytes.len() {
            assert_eq!(parse(&bytes[..end], PLAN), Ok((games(3), three)), "{end}");
            let mut zeros = bytes[..end].to_vec();
            zeros.resize(end + 5000, 0);
            assert_eq!(parse(&zeros, PLAN), Ok((games(3), three)), "{end}");
        }
        for length in 0..HEADER {
            assert_eq!(parse(&bytes[..length], PLAN), Ok((Vec::new(), 0)));
        }
        assert_eq!(parse(&[0; 100], PLAN), Ok((Vec::new(), 0)));
        let mut zeros = bytes.clone();
        zeros.resize(10 * UNSYNCED, 0);
        assert_eq!(parse(&zeros, PLAN), Ok((games(4), bytes.len())));
    }

    #[test]
    fn every_flipped_byte_is_found_and_damage_before_the_end_is_an_error() {
        let bytes = file("flipped", 800);
        assert!(bytes.len() > 2 * UNSYNCED);
        for place in (0..bytes.len()).step_by(997) {
            let mut other = bytes.clone();
            other[place] ^= 4;
            match parse(&other, PLAN) {
                Ok((found, whole)) => {
                    assert!(whole <= place && bytes.len() - whole <= UNSYNCED);
                    assert_eq!(found, games(found.len()));
                }
                Err(found) => assert!(found <= place && bytes.len() - found > UNSYNCED),
            }
        }
        assert_eq!(parse(&bytes, PLAN + 1), Err(0), "games of another plan");
        assert_eq!(parse(&[2; 100], PLAN), Err(0));
    }
}
