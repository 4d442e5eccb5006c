//! Sectors 1 and 2 of the flash, 16 KB each, keep the game without power. `memory.x` leaves them free: the vectors are in sector 0, the
//! program from sector 3 on.
//!
//! A record takes some 50 words, so a sector takes a hundred; it bears 10,000 erasures. The crate for the chip can write flash, too, but it
//! waits without a limit, panics if the flash stays locked, and leaves the old contents in the cache.
//!
//! Not tried on silicon: QEMU has no flash controller.

use plyscope_firmware_machine::flash_log::{Log, Pages};
use plyscope_firmware_machine::{Place, RECORD};
use stm32f4xx_hal::pac::FLASH;

/// The keys that unlock the flash.
const KEYS: [u32; 2] = [0x4567_0123, 0xcdef_89ab];

/// Polls before giving up: a second and more. Erasing takes 0.5 s at most.
const PATIENCE: u32 = 10_000_000;

const SECTOR: usize = 16 * 1024;
const WORD: usize = 4;

unsafe extern "C" {
    /// The sectors for records. Symbols of `memory.x`: their addresses count.
    static _records_start: u32;
    static _records_end: u32;
}

fn start() -> usize {
    (&raw const _records_start) as usize
}

/// The sectors.
struct Sectors(FLASH);

impl Sectors {
    fn new() -> Self {
        // SAFETY: the clock's set-up, which writes the wait states, is over, and nothing else uses these registers after it.
        Self(unsafe { FLASH::steal() })
    }

    /// The address of a word; [`None`] outside of the sectors.
    fn address(&self, sector: usize, word: usize) -> Option<usize> {
        (sector < self.count() && word < self.words())
            .then(|| start() + sector * SECTOR + word * WORD)
    }

    fn is_free(&self) -> bool {
        (0..PATIENCE).any(|_| self.0.sr().read().bsy().bit_is_clear())
    }

    /// Unlocks the flash, changes it, and locks it. The processor stands still while the flash is busy, because its program is there.
    fn change(&self, change: impl FnOnce(&FLASH)) {
        if !self.is_free() {
            return;
        }
        for key in KEYS {
            // SAFETY: these are the keys of the reference manual.
            self.0.keyr().write(|w| unsafe { w.key().bits(key) });
        }
        // 32 bits at a time, as is possible above 2.7 V.
        self.0.cr().modify(|_, w| w.psize().psize32());
        change(&self.0);
        cortex_m::asm::dsb();
        let _ = self.is_free();
        self.0.cr().modify(|_, w| w.pg().clear_bit().ser().clear_bit().lock().set_bit());
        // What the cache holds may be what was there before.
        let is_cached = self.0.acr().read().dcen().bit();
        self.0.acr().modify(|_, w| w.dcen().clear_bit());
        self.0.acr().modify(|_, w| w.dcrst().set_bit());
        self.0.acr().modify(|_, w| w.dcrst().clear_bit());
        self.0.acr().modify(|_, w| w.dcen().bit(is_cached));
    }
}

impl Pages for Sectors {
    fn count(&self) -> usize {
        ((&raw const _records_end) as usize - start()) / SECTOR
    }

    fn words(&self) -> usize {
        SECTOR / WORD
    }

    fn read(&self, sector: usize, word: usize) -> u32 {
        let Some(address) = self.address(sector, word) else { return u32::MAX };
        // SAFETY: within the sectors that `memory.x` keeps for this, aligned; volatile, because they change by ways that the compiler
        // does not see.
        unsafe { (address as *const u32).read_volatile() }
    }

    fn write(&mut self, sector: usize, word: usize, value: u32) {
        let Some(address) = self.address(sector, word) else { return };
        self.change(|flash| {
            flash.cr().modify(|_, w| w.pg().set_bit());
            // SAFETY: as above, and the controller is set to write.
            unsafe { (address as *mut u32).write_volatile(value) };
        });
    }

    fn erase(&mut self, sector: usize) {
        if sector < self.count() {
            self.change(|flash| {
                // SAFETY: sectors 1 and 2 exist in every STM32F4, and hold nothing else.
                flash.cr().modify(|_, w| unsafe { w.ser().set_bit().snb().bits(sector as u8 + 1) });
                flash.cr().modify(|_, w| w.strt().set_bit());
            });
        }
    }
}

/// Keeps a record. Returns whether it could.
pub(crate) fn keep(place: Place, record: &[u8]) -> bool {
    Log(Sectors::new()).keep(place, record)
}

/// Reads the last record that was kept whole; returns its length.
pub(crate) fn kept(place: Place, record: &mut [u8; RECORD]) -> Option<usize> {
    Log(Sectors::new()).kept(place, record)
}
