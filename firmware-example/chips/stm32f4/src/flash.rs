//! Sectors 1 and 2 of the flash, 16 KB each, keep the game without power. `memory.x` leaves them free: the vectors are in sector 0, the
//! program from sector 3 on.
//!
//! A record takes some 50 words, so a sector takes a hundred; it bears 10,000 erasures. The crate for the chip can write flash, too, but it
//! waits without a limit, panics if the flash stays locked, and leaves the old contents in the cache.
//!
//! Not tried on silicon: QEMU has no flash controller.

use plyscope_firmware_machine::records::Flash;
use stm32f4xx_hal::pac::FLASH;

/// The keys that unlock the flash.
const KEYS: [u32; 2] = [0x4567_0123, 0xcdef_89ab];

/// Polls before giving up: a second and more. Erasing takes 0.5 s at most.
const PATIENCE: u32 = 10_000_000;

/// Where the flash begins.
const FLASH_START: usize = 0x0800_0000;

/// The controller.
pub(crate) struct Controller(FLASH);

impl Controller {
    pub(crate) fn new() -> Self {
        // SAFETY: the clock's set-up, which writes the wait states, is over, and nothing else uses these registers after it.
        Self(unsafe { FLASH::steal() })
    }

    fn is_free(&self) -> bool {
        (0..PATIENCE).any(|_| self.0.sr().read().bsy().bit_is_clear())
    }

    /// Unlocks the flash, changes it, and locks it. The processor stands still while the flash is busy, because its program is there.
    fn change(&self, change: impl FnOnce(&FLASH)) {
        if !self.is_free() {
            return;
        }
        // A boot loader may have left it unlocked, and a key too many would lock it until a reset.
        if self.0.cr().read().lock().bit_is_set() {
            for key in KEYS {
                // SAFETY: these are the keys of the reference manual.
                self.0.keyr().write(|w| unsafe { w.key().bits(key) });
            }
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

impl Flash for Controller {
    const PAGE: usize = 16 * 1024;

    fn write(&mut self, address: usize, value: u32) {
        self.change(|flash| {
            flash.cr().modify(|_, w| w.pg().set_bit());
            // SAFETY: the address is of a sector for records, aligned, and the controller is set to write.
            unsafe { (address as *mut u32).write_volatile(value) };
        });
    }

    fn erase(&mut self, address: usize) {
        // The first sectors have 16 KB.
        let sector = (address - FLASH_START) / Self::PAGE;
        self.change(|flash| {
            // SAFETY: every STM32F4 has these sectors.
            flash.cr().modify(|_, w| unsafe { w.ser().set_bit().snb().bits(sector as u8) });
            flash.cr().modify(|_, w| w.strt().set_bit());
        });
    }
}
