//! Games of self-play in a file, so that an interrupted training goes on where it stopped.
//!
//! A game is a byte with the number of its positions, and 17 bytes for each: the mover's discs and the opponent's, eight
//! bytes little endian each, and the score, a signed byte. A game that was cut off while it was written is not there.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::Path;

use plyscope_core::othello::Board;

use super::LearnError;
use super::games::Sample;

/// Bytes of a position.
const SAMPLE: usize = 17;

/// A file of games to which more are added.
#[derive(Debug)]
pub(super) struct Store {
    file: File,
}

impl Store {
    /// Opens a file, or begins one, and gives the games that are in it.
    ///
    /// # Errors
    /// [`LearnError`] if it cannot be read or written, or holds something else.
    pub(super) fn open(path: &Path) -> Result<(Self, Vec<Vec<Sample>>), LearnError> {
        let failed = |cause| LearnError::File { path: path.to_owned(), cause };
        let bytes = match fs::read(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            read => read.map_err(failed)?,
        };
        let (games, whole) =
            parse(&bytes).map_err(|place| LearnError::NoGames { path: path.to_owned(), place })?;
        let file = OpenOptions::new().create(true).append(true).open(path).map_err(failed)?;
        file.set_len(whole as u64).map_err(failed)?;
        Ok((Self { file }, games))
    }

    /// Adds a game.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(super) fn append(&mut self, game: &[Sample]) -> io::Result<()> {
        let mut record = vec![game.len() as u8];
        for sample in game {
            record.extend(sample.board.mover.to_le_bytes());
            record.extend(sample.board.opponent.to_le_bytes());
            record.extend(sample.score.to_le_bytes());
        }
        self.file.write_all(&record)
    }
}

/// The games in `bytes`, and where the last whole one ends; or where there is something that is no position.
fn parse(bytes: &[u8]) -> Result<(Vec<Vec<Sample>>, usize), usize> {
    let mut games = Vec::new();
    let mut place = 0;
    while let Some(&count) = bytes.get(place) {
        let end = place + 1 + SAMPLE * usize::from(count);
        let Some(record) = bytes.get(place + 1..end) else { break };
        let samples = record.chunks_exact(SAMPLE).map(sample).collect::<Option<Vec<_>>>();
        games.push(samples.ok_or(place)?);
        place = end;
    }
    Ok((games, place))
}

fn sample(record: &[u8]) -> Option<Sample> {
    let (mover, rest) = record.split_first_chunk()?;
    let (opponent, rest) = rest.split_first_chunk()?;
    let board = Board::new(u64::from_le_bytes(*mover), u64::from_le_bytes(*opponent))?;
    let score = rest.first()?.cast_signed();
    (score.unsigned_abs() <= 64).then_some(Sample { board, score })
}

#[cfg(test)]
mod tests {
    use plyscope_core::othello::Board;

    use super::{SAMPLE, parse};
    use crate::learn::games::Sample;

    #[test]
    fn a_game_that_was_cut_off_is_not_there_and_nonsense_is_found() {
        let sample = Sample { board: Board::START, score: -3 };
        let mut bytes = vec![2];
        for _ in 0..2 {
            bytes.extend(Board::START.mover.to_le_bytes());
            bytes.extend(Board::START.opponent.to_le_bytes());
            bytes.push(0xfd);
        }
        let whole = bytes.len();
        assert_eq!(parse(&bytes), Ok((vec![vec![sample; 2]], whole)));
        bytes.extend([1, 0, 0]);
        assert_eq!(parse(&bytes), Ok((vec![vec![sample; 2]], whole)));
        bytes.extend([0xff; SAMPLE]);
        assert_eq!(parse(&bytes), Err(whole));
    }
}
