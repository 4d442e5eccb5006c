//! Records in flash that keep without power: a log over a few pages.
//!
//! Records are appended. When a page is full, the page that was used longest ago is erased and takes the newest record of each
//! place with it, so that all pages wear alike and no page is needed but the newest. Power may fail at any moment: a page counts
//! from its last word on, a record from its checksum on, and until then the ones before do.
//!
//! Words are read where they are, without a copy of a page: there are libraries for this, but their stack alone would be a
//! quarter of a small chip's.

use plyscope_core::hash::crc32;

use crate::record::{Place, RECORD};

/// Pages of flash that can be read at any time, and written word by word. An erased word has all bits set.
pub trait Pages {
    /// Number of pages; at least two.
    fn count(&self) -> usize;

    /// Words of 32 bits in a page, the same in all: room for three records.
    fn words(&self) -> usize;

    /// Reads a word.
    fn read(&self, page: usize, word: usize) -> u32;

    /// Writes an erased word.
    fn write(&mut self, page: usize, word: usize, value: u32);

    /// Writes erased words from this one on; they are within the page.
    fn write_all(&mut self, page: usize, word: usize, values: impl Iterator<Item = u32>) {
        for (number, value) in values.enumerate() {
            self.write(page, word + number, value);
        }
    }

    /// Erases a page.
    fn erase(&mut self, page: usize);
}

const ERASED: u32 = u32::MAX;

/// A page begins with its number in the order of use, and that number's complement.
const HEAD: usize = 2;

/// The upper byte of a record's first word; below are its place and its length in bytes.
const MARK: u32 = 0xa7;

/// A record in a page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Entry {
    place: u32,
    length: usize,
    /// Where it begins.
    word: usize,
}

impl Entry {
    /// Words of the data.
    fn data(self) -> usize {
        self.length.div_ceil(4)
    }

    /// The first word, the data and the checksum.
    fn words(self) -> usize {
        self.data() + 2
    }

    fn first_word(self) -> u32 {
        MARK << 24 | self.place << 16 | self.length as u32
    }
}

/// The log in these pages.
#[derive(Debug)]
pub struct Log<P>(pub P);

impl<P: Pages> Log<P> {
    /// Keeps a record of at most [`RECORD`] bytes. Returns whether it could.
    pub fn keep(&mut self, place: Place, record: &[u8]) -> bool {
        let number = place as u32;
        let new = |word| Entry { place: number, length: record.len(), word };
        if record.len() > RECORD || self.0.words() < HEAD + 3 * (RECORD / 4 + 2) {
            return false;
        }
        let newest = self.newest();
        if let Some(page) = newest {
            // The same record again would wear the pages for nothing.
            if self.last(page, number).is_some_and(|entry| self.is_same(page, entry, record)) {
                return true;
            }
            let end = self.end(page);
            let after = end + new(end).words();
            // Some chips write many words at once: what a power cut has left may have gaps.
            if after <= self.0.words() && (end..after).all(|word| self.0.read(page, word) == ERASED)
            {
                self.write(page, new(end), record);
                return self.has(number, record);
            }
        }
        let (page, order) = match newest {
            Some(page) => ((page + 1) % self.0.count().max(1), self.order(page).unwrap_or(0) + 1),
            None => (0, 1),
        };
        self.0.erase(page);
        let mut end = HEAD;
        for other in (0..Place::COUNT).filter(|other| *other != number) {
            if let Some((from, entry)) =
                newest.and_then(|from| Some((from, self.last(from, other)?)))
            {
                for word in 0..entry.words() {
                    let value = self.0.read(from, entry.word + word);
                    self.0.write(page, end + word, value);
                }
                end += entry.words();
            }
        }
        self.write(page, new(end), record);
        self.0.write(page, 0, order);
        self.0.write(page, 1, !order);
        self.has(number, record)
    }

    /// Whether this record is the last one of its place: flash may be protected, or worn out.
    fn has(&self, place: u32, record: &[u8]) -> bool {
        let entry = self.newest().and_then(|page| Some((page, self.last(page, place)?)));
        entry.is_some_and(|(page, entry)| self.is_same(page, entry, record))
    }

    /// Reads the last record of this place that was kept whole; returns its length.
    pub fn kept(&self, place: Place, record: &mut [u8; RECORD]) -> Option<usize> {
        let page = self.newest()?;
        let entry = self.last(page, place as u32)?;
        let bytes = record.get_mut(..entry.length)?;
        self.copy(page, entry, bytes);
        Some(entry.length)
    }

    /// The number of a page that counts.
    fn order(&self, page: usize) -> Option<u32> {
        let order = self.0.read(page, 0);
        (order != ERASED && self.0.read(page, 1) == !order).then_some(order)
    }

    /// The page in use.
    fn newest(&self) -> Option<usize> {
        (0..self.0.count())
            .max_by_key(|&page| self.order(page))
            .filter(|&page| self.order(page).is_some())
    }

    /// The record that begins here; [`None`] where there is none, or one whose first word is damaged.
    fn entry(&self, page: usize, word: usize) -> Option<Entry> {
        let first = self.0.read(page, word);
        let entry = Entry { place: first >> 16 & 0xff, length: (first & 0xffff) as usize, word };
        let fits = entry.length <= RECORD && word + entry.words() <= self.0.words();
        (first >> 24 == MARK && fits).then_some(entry)
    }

    /// All records of a page, whole or not.
    fn entries(&self, page: usize) -> impl Iterator<Item = Entry> {
        let mut word = HEAD;
        core::iter::from_fn(move || {
            let entry = (word < self.0.words()).then(|| self.entry(page, word))??;
            word += entry.words();
            Some(entry)
        })
    }

    /// Where the next record of a page may begin. After a damaged first word there is no room: nobody knows how long its record is.
    fn end(&self, page: usize) -> usize {
        let end = self.entries(page).last().map_or(HEAD, |entry| entry.word + entry.words());
        let is_erased = end < self.0.words() && self.0.read(page, end) == ERASED;
        if is_erased { end } else { self.0.words() }
    }

    /// The last whole record of a place in a page.
    fn last(&self, page: usize, place: u32) -> Option<Entry> {
        self.entries(page)
            .filter(|entry| entry.place == place && self.is_whole(page, *entry))
            .last()
    }

    #[inline(never)]
    fn is_whole(&self, page: usize, entry: Entry) -> bool {
        let mut bytes = [0; RECORD];
        let Some(bytes) = bytes.get_mut(..entry.length) else { return false };
        self.copy(page, entry, bytes);
        self.0.read(page, entry.word + 1 + entry.data()) == checksum(entry, bytes)
    }

    fn is_same(&self, page: usize, entry: Entry, record: &[u8]) -> bool {
        let words = record.chunks(4).enumerate();
        entry.length == record.len()
            && words
                .into_iter()
                .all(|(number, bytes)| self.0.read(page, entry.word + 1 + number) == word_of(bytes))
    }

    /// Copies the data; as many bytes as the record has.
    fn copy(&self, page: usize, entry: Entry, bytes: &mut [u8]) {
        for (number, bytes) in bytes.chunks_mut(4).enumerate() {
            let word = self.0.read(page, entry.word + 1 + number).to_le_bytes();
            bytes.iter_mut().zip(word).for_each(|(to, from)| *to = from);
        }
    }

    fn write(&mut self, page: usize, entry: Entry, record: &[u8]) {
        // The checksum is last, so that a record that was cut off does not count.
        let words = core::iter::once(entry.first_word())
            .chain(record.chunks(4).map(word_of))
            .chain(core::iter::once(checksum(entry, record)));
        self.0.write_all(page, entry.word, words);
    }
}

fn checksum(entry: Entry, record: &[u8]) -> u32 {
    crc32(&[&entry.first_word().to_le_bytes(), record])
}

/// Up to four bytes, the rest as in erased flash.
fn word_of(bytes: &[u8]) -> u32 {
    let mut word = [0xff; 4];
    word.iter_mut().zip(bytes).for_each(|(to, from)| *to = *from);
    u32::from_le_bytes(word)
}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::vec::Vec;
    use std::{cell::Cell, vec};

    use super::*;

    /// Flash that behaves like a chip's: bits can only be cleared. Its power fails after some operations.
    #[derive(Clone)]
    struct Fake {
        pages: Vec<Vec<u32>>,
        left: Cell<u32>,
        erasures: Vec<u32>,
        /// Whether many words are written at once: then a power cut leaves any of them.
        at_once: bool,
    }

    impl Fake {
        /// With anything in it.
        fn new(count: usize, at_once: bool) -> Self {
            let page =
                |page| (0..256).map(|word| (page as u32 * 0x1234_5678) ^ (word * 77)).collect();
            let pages = (0..count).map(page).collect();
            Self { pages, left: Cell::new(u32::MAX), erasures: vec![0; count], at_once }
        }

        fn has_power(&self) -> bool {
            let left = self.left.get();
            self.left.set(left.saturating_sub(1));
            left > 0
        }
    }

    impl Pages for Fake {
        fn count(&self) -> usize {
            self.pages.len()
        }

        fn words(&self) -> usize {
            256
        }

        fn read(&self, page: usize, word: usize) -> u32 {
            self.pages[page][word]
        }

        fn write(&mut self, page: usize, word: usize, value: u32) {
            if self.left.get() == 1 {
                // Half of the bits get there.
                self.pages[page][word] &= value | 0xffff_0000;
                self.left.set(0);
            } else if self.has_power() {
                assert_eq!(
                    self.pages[page][word], ERASED,
                    "page {page}, word {word} is written twice"
                );
                self.pages[page][word] &= value;
            }
        }

        fn write_all(&mut self, page: usize, word: usize, values: impl Iterator<Item = u32>) {
            let is_cut = self.at_once && self.left.get() == 1;
            for (number, value) in values.enumerate() {
                if is_cut {
                    let gets_there = (((word + number) * 0x9e37) >> 7) & 3;
                    self.left.set([0, 1, 2, 2][gets_there]);
                } else if self.at_once && number > 0 {
                    self.left.set(self.left.get().saturating_add(1));
                }
                self.write(page, word + number, value);
            }
            if is_cut {
                self.left.set(0);
            }
        }

        fn erase(&mut self, page: usize) {
            if self.left.get() == 1 {
                self.pages[page][..100].fill(ERASED);
                self.left.set(0);
            } else if self.has_power() {
                self.erasures[page] += 1;
                self.pages[page].fill(ERASED);
            }
        }
    }

    fn record(number: u32) -> Vec<u8> {
        (0..20 + number as usize * 7 % 161)
            .map(|place| (place as u32 * 31 + number) as u8)
            .collect()
    }

    fn read(log: &Log<Fake>, place: Place) -> Option<Vec<u8>> {
        let mut bytes = [0; RECORD];
        let length = log.kept(place, &mut bytes)?;
        Some(bytes[..length].to_vec())
    }

    #[test]
    fn the_last_records_are_read_back_and_all_pages_wear_alike() {
        for count in [2, 3, 8] {
            let mut log = Log(Fake::new(count, false));
            assert_eq!((read(&log, Place::Running), read(&log, Place::Saved)), (None, None));
            for number in 0..1000 {
                assert!(log.keep(Place::Running, &record(number)));
                if number % 100 == 0 {
                    assert!(log.keep(Place::Saved, &record(5000 + number)));
                }
                assert_eq!(read(&log, Place::Running), Some(record(number)));
                assert_eq!(read(&log, Place::Saved), Some(record(5000 + number / 100 * 100)));
            }
            let (least, most) = (log.0.erasures.iter().min(), log.0.erasures.iter().max());
            assert!(most.unwrap() - least.unwrap() <= 1, "{:?}", log.0.erasures);
            // The same record again costs nothing.
            let before = log.0.pages.clone();
            assert!(log.keep(Place::Running, &record(999)) && log.0.pages == before);
            assert!(!log.keep(Place::Running, &[0; RECORD + 1]));
        }
    }

    #[test]
    fn whenever_power_fails_the_last_record_or_the_one_before_is_there_and_the_log_goes_on() {
        for at_once in [false, true] {
            check_power_cuts(Log(Fake::new(2, at_once)));
        }
    }

    fn check_power_cuts(mut log: Log<Fake>) {
        for number in 0..40 {
            log.keep(Place::Saved, &record(number / 9 * 9));
            log.keep(Place::Running, &record(number));
            let saved = read(&log, Place::Saved);
            for left in 0..200 {
                let mut cut = Log(log.0.clone());
                cut.0.left.set(left);
                cut.keep(Place::Running, &record(number + 1));
                if cut.0.left.get() > 0 {
                    break;
                }
                cut.0.left.set(u32::MAX);
                let found = read(&cut, Place::Running);
                let [before, after] = [number, number + 1].map(|number| Some(record(number)));
                assert!(found == before || found == after, "record {number}, after {left}");
                assert_eq!(read(&cut, Place::Saved), saved, "record {number}, after {left}");
                for next in 0..30 {
                    assert!(cut.keep(Place::Running, &record(next)));
                    assert_eq!(read(&cut, Place::Running), Some(record(next)));
                    assert_eq!(read(&cut, Place::Saved), saved);
                }
            }
        }
    }
}
