//! Pages of flash, of which a board's `memory.x` says where they are, keep the game without power.

use plyscope_firmware_player::flash_log::{Log, Pages};
use plyscope_firmware_player::{Place, RECORD};

/// A chip's flash, which the processor reads like memory. Addresses are of pages that `memory.x` keeps for records.
pub trait Flash {
    /// Bytes of a page, which is erased at once.
    const PAGE: usize;

    /// Writes an erased word.
    fn write(&mut self, address: usize, value: u32);

    /// Writes erased words from this address on, within a page.
    fn write_all(&mut self, address: usize, values: impl Iterator<Item = u32>) {
        for (number, value) in values.enumerate() {
            self.write(address + number * WORD, value);
        }
    }

    /// Erases the page at this address.
    fn erase(&mut self, address: usize);
}

/// Bytes of a word.
pub const WORD: usize = 4;

unsafe extern "C" {
    /// The pages for records. Symbols of `memory.x`: their addresses count.
    static _records_start: u32;
    static _records_end: u32;
}

fn start() -> usize {
    (&raw const _records_start) as usize
}

struct Records<F>(F);

impl<F: Flash> Records<F> {
    /// The address of a word; [`None`] outside of the pages.
    fn address(&self, page: usize, word: usize) -> Option<usize> {
        (page < self.count() && word < self.words()).then(|| start() + page * F::PAGE + word * WORD)
    }
}

impl<F: Flash> Pages for Records<F> {
    fn count(&self) -> usize {
        ((&raw const _records_end) as usize - start()) / F::PAGE
    }

    fn words(&self) -> usize {
        F::PAGE / WORD
    }

    fn read(&self, page: usize, word: usize) -> u32 {
        let Some(address) = self.address(page, word) else { return u32::MAX };
        // SAFETY: within the pages that `memory.x` keeps for this, aligned; volatile, because they change by ways that the compiler
        // does not see.
        unsafe { (address as *const u32).read_volatile() }
    }

    fn write(&mut self, page: usize, word: usize, value: u32) {
        if let Some(address) = self.address(page, word) {
            self.0.write(address, value);
        }
    }

    fn write_all(&mut self, page: usize, word: usize, values: impl Iterator<Item = u32>) {
        if let Some(address) = self.address(page, word) {
            self.0.write_all(address, values.take(self.words() - word));
        }
    }

    fn erase(&mut self, page: usize) {
        if let Some(address) = self.address(page, 0) {
            self.0.erase(address);
        }
    }
}

/// Keeps a record. Returns whether it could. Out of line, as is the other: a small chip has no stack for both at once.
#[inline(never)]
pub fn keep(flash: impl Flash, place: Place, record: &[u8]) -> bool {
    Log(Records(flash)).keep(place, record)
}

/// Reads the last record that was kept whole; returns its length.
#[inline(never)]
pub fn kept(flash: impl Flash, place: Place, record: &mut [u8; RECORD]) -> Option<usize> {
    Log(Records(flash)).kept(place, record)
}
