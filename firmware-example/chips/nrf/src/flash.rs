//! The chip's last pages of flash, of which `memory.x` says where they are: they keep the game without power.
//!
//! An nRF51's page bears 20,000 erasures: with eight pages of 1 KB, more than ten thousand games.

use plyscope_firmware_machine::flash_log::{Log, Pages};
use plyscope_firmware_machine::{Place, RECORD};

use crate::register::Register;

const IS_READY: Register = Register(0x4001_e400);
const CONFIGURATION: Register = Register(0x4001_e504);
const ERASE_PAGE: Register = Register(0x4001_e508);
/// Values of the configuration.
const READS: u32 = 0;
const WRITES: u32 = 1;
const ERASES: u32 = 2;

const WORD: usize = 4;
const PAGE: usize = if cfg!(feature = "nrf51") { 1024 } else { 4096 };

unsafe extern "C" {
    /// The pages for records. Symbols of `memory.x`: their addresses count.
    static _records_start: u32;
    static _records_end: u32;
}

fn start() -> usize {
    (&raw const _records_start) as usize
}

/// Changes flash. The processor stands still meanwhile, for 90 ms at most: bytes that arrive then may be lost.
fn change(how: u32, change: impl FnOnce()) {
    CONFIGURATION.write(how);
    change();
    while IS_READY.read() == 0 {}
    CONFIGURATION.write(READS);
}

/// The pages.
struct Flash;

impl Flash {
    /// The address of a word; [`None`] outside of the pages.
    fn address(&self, page: usize, word: usize) -> Option<usize> {
        (page < self.count() && word < self.words()).then(|| start() + page * PAGE + word * WORD)
    }
}

impl Pages for Flash {
    fn count(&self) -> usize {
        ((&raw const _records_end) as usize - start()) / PAGE
    }

    fn words(&self) -> usize {
        PAGE / WORD
    }

    fn read(&self, page: usize, word: usize) -> u32 {
        let Some(address) = self.address(page, word) else { return u32::MAX };
        // SAFETY: within the pages that `memory.x` keeps for this, aligned; volatile, because they change by ways that the compiler
        // does not see.
        unsafe { (address as *const u32).read_volatile() }
    }

    fn write(&mut self, page: usize, word: usize, value: u32) {
        if let Some(address) = self.address(page, word) {
            // SAFETY: as above, and the controller is set to write.
            change(WRITES, || unsafe { (address as *mut u32).write_volatile(value) });
        }
    }

    fn erase(&mut self, page: usize) {
        if let Some(address) = self.address(page, 0) {
            change(ERASES, || ERASE_PAGE.write(address as u32));
        }
    }
}

/// Keeps a record. Returns whether it could. Out of line, as is the other: a small chip has no stack for both at once.
#[inline(never)]
pub(crate) fn keep(place: Place, record: &[u8]) -> bool {
    Log(Flash).keep(place, record)
}

/// Reads the last record that was kept whole; returns its length.
#[inline(never)]
pub(crate) fn kept(place: Place, record: &mut [u8; RECORD]) -> Option<usize> {
    Log(Flash).kept(place, record)
}
