//! Names of players (`.jou`) and tournaments (`.trn`) of WTHOR databases.
//!
//! Format: a header as in `.wtb` with the number of names, then names of 20 or 26 bytes in Latin-1, each ended by a zero byte.

use alloc::borrow::ToOwned as _;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::wthor::{HEADER, WthorError, WthorHeader};

/// Length of a player's name in the file, with the zero byte.
pub const PLAYER: usize = 20;
/// Length of a tournament's name in the file, with the zero byte.
pub const TOURNAMENT: usize = 26;

/// The names of a file, by their numbers.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Names {
    names: Vec<String>,
    /// The first number of each name.
    numbers: BTreeMap<String, u16>,
}

impl Names {
    /// Reads a file whose names have this length: [`PLAYER`] or [`TOURNAMENT`]. Names that are cut off are left out.
    ///
    /// # Errors
    /// [`WthorError::NoHeader`].
    pub fn read(bytes: &[u8], length: usize) -> Result<Self, WthorError> {
        let (header, _) = WthorHeader::read(bytes)?;
        let names = bytes[HEADER..].chunks_exact(length.max(1)).take(header.names.into());
        let text = |name: &[u8]| {
            let end = name.iter().position(|&byte| byte == 0).unwrap_or(name.len());
            latin(&name[..end]).trim_end().to_owned()
        };
        let names: Vec<String> = names.map(text).collect();
        let mut numbers = BTreeMap::new();
        for (number, name) in (0..=u16::MAX).zip(&names) {
            numbers.entry(name.clone()).or_insert(number);
        }
        Ok(Self { names, numbers })
    }

    /// The file. Names that are longer than the format allows are cut, and characters that Latin-1 does not have become `?`.
    #[must_use]
    pub fn write(&self, length: usize, header: WthorHeader) -> Vec<u8> {
        let count = u16::try_from(self.names.len()).unwrap_or(u16::MAX);
        let mut bytes = WthorHeader { names: count, ..header }.bytes(0).to_vec();
        for name in self.names.iter().take(count.into()) {
            let letters = name.chars().map(|c| u8::try_from(u32::from(c)).unwrap_or(b'?'));
            let mut name: Vec<u8> = letters.take(length.saturating_sub(1)).collect();
            name.resize(length, 0);
            bytes.extend(name);
        }
        bytes
    }

    /// The name with this number; `#` and the number if there is none.
    #[must_use]
    pub fn name(&self, number: u16) -> String {
        let name = self.names.get(usize::from(number)).filter(|name| !name.is_empty());
        name.cloned().unwrap_or_else(|| format!("#{number}"))
    }

    /// The number of a name, which is added if it is new; `None` if there are too many.
    pub fn number(&mut self, name: &str) -> Option<u16> {
        if let Some(&number) = self.numbers.get(name) {
            return Some(number);
        }
        let number = u16::try_from(self.names.len()).ok()?;
        self.names.push(name.to_owned());
        self.numbers.insert(name.to_owned(), number);
        Some(number)
    }

    /// The number of names.
    #[must_use]
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }
}

/// Latin-1 as text.
pub(super) fn latin(bytes: &[u8]) -> String {
    bytes.iter().map(|&byte| char::from(byte)).collect()
}

#[cfg(test)]
mod tests {
    use super::{Names, PLAYER};
    use crate::game_files::wthor::WthorHeader;

    #[test]
    fn names_are_read_as_they_were_written_and_cut_where_they_must_be() {
        let mut names = Names::default();
        assert_eq!(names.number("Tamenori Hideshi"), Some(0));
        assert_eq!(names.number("Élise Ĳ, with a very long name"), Some(1));
        assert_eq!(names.number("Tamenori Hideshi"), Some(0));
        let bytes = names.write(PLAYER, WthorHeader::of_year(2026));
        assert_eq!(bytes.len(), 16 + 2 * PLAYER);
        let read = Names::read(&bytes, PLAYER).unwrap();
        assert_eq!((read.len(), read.name(0)), (2, "Tamenori Hideshi".to_owned()));
        assert_eq!(
            (read.name(1), read.name(7)),
            ("Élise ?, with a ver".to_owned(), "#7".to_owned())
        );
        assert!(Names::read(&bytes[..30], PLAYER).unwrap().is_empty());
        assert!(Names::read(&bytes[..9], PLAYER).is_err());
    }

    #[test]
    fn the_time_for_numbers_grows_as_their_count() {
        let begin = std::time::Instant::now();
        let mut names = Names::default();
        let numbers: Vec<Option<u16>> =
            (0..150_000).map(|count| names.number(&format!("player {count}"))).collect();
        assert_eq!(numbers[65_535], Some(65_535));
        assert!(numbers[65_536..].iter().all(Option::is_none));
        assert_eq!(names.number("player 7"), Some(7));
        // A fraction of a second; a search of the list for each name takes minutes.
        assert!(begin.elapsed().as_secs() < 15, "{:?}", begin.elapsed());
    }
}
