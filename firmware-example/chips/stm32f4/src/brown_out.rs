//! The brown-out level: the supply voltage below which the chip stays in reset, so that it neither computes wrongly nor keeps a
//! damaged record. It is in the option bytes, which are written once and stay. As delivered the chip resets below 1.8 V alone, but
//! its flash is only fast enough for the full clock above 2.7 V.
//!
//! Not tried on silicon: QEMU has no flash controller, and reads the level as already set.

use stm32f4xx_hal::pac::FLASH;

/// The keys that unlock the option bytes.
const KEYS: [u32; 2] = [0x0819_2a3b, 0x4c5d_6e7f];

/// Polls before giving up: a second and more. Writing takes 0.2 s at most.
const PATIENCE: u32 = 10_000_000;

/// Sets level 3, the highest (2.7 to 2.9 V), unless it is set. It holds from the next power on.
pub fn set(flash: &FLASH) {
    let is_free = || (0..PATIENCE).any(|_| flash.sr().read().bsy().bit_is_clear());
    if flash.optcr().read().bor_lev().is_bor_level3() || !is_free() {
        return;
    }
    for key in KEYS {
        // SAFETY: these are the keys of the reference manual.
        flash.optkeyr().write(|w| unsafe { w.optkeyr().bits(key) });
    }
    flash.optcr().modify(|_, w| w.bor_lev().bor_level3());
    flash.optcr().modify(|_, w| w.optstrt().set_bit());
    let _ = is_free();
    flash.optcr().modify(|_, w| w.optlock().set_bit());
}
