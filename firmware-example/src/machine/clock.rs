//! The clock: 168 MHz from the crystal if that starts, else the internal oscillator's 16 MHz.

use plyscope_core::wire::{Clock, ClockSource};
use stm32f4xx_hal::pac::RCC;
use stm32f4xx_hal::prelude::*;
use stm32f4xx_hal::rcc::{Config, Rcc};

/// Crystal frequency in MHz.
const CRYSTAL: u32 = if cfg!(feature = "crystal-12mhz") { 12 } else { 8 };

/// System clock from the crystal, in MHz: the chip's maximum.
const FAST: u32 = 168;

/// Internal oscillator frequency in MHz.
const INTERNAL: u32 = 16;

/// Polls of a ready flag before giving up: some 15 ms at 16 MHz. Crystals start within 2 ms, the PLL locks within 0.3 ms.
const PATIENCE: u32 = 40_000;

/// Sets up the fastest available clock.
pub(crate) fn start(rcc: RCC) -> (Rcc, Clock) {
    // The chip now runs from its internal oscillator, so the oscillator's flag is set. An emulator without clock control
    // leaves it clear, and counts time at its own rate.
    let emulated = !rcc.cr().read().hsirdy().bit_is_set();
    let clock = |source, megahertz| Clock { source, hertz: megahertz * 1_000_000 };
    if !emulated && crystal_starts(&rcc) && multiplier_locks(&rcc) {
        let config = Config::hse(CRYSTAL.MHz()).sysclk(FAST.MHz());
        return (rcc.freeze(config), clock(ClockSource::Crystal, FAST));
    }
    rcc.cr().modify(|_, w| w.hseon().clear_bit());
    let (source, megahertz) =
        if emulated { (ClockSource::Emulator, FAST) } else { (ClockSource::Internal, INTERNAL) };
    (rcc.freeze(Config::hsi()), clock(source, megahertz))
}

fn within_patience(is_ready: impl Fn() -> bool) -> bool {
    (0..PATIENCE).any(|_| is_ready())
}

fn crystal_starts(rcc: &RCC) -> bool {
    rcc.cr().modify(|_, w| w.hseon().set_bit());
    within_patience(|| rcc.cr().read().hserdy().bit_is_set())
}

/// Tries the PLL settings that the HAL will use, because the HAL waits for the lock without a timeout.
fn multiplier_locks(rcc: &RCC) -> bool {
    rcc.pllcfgr().write(|w| {
        // SAFETY: 1 MHz in, 336 MHz inside, 168 MHz out (the reset value of P, 2): within the reference manual's ranges.
        unsafe { w.pllm().bits(CRYSTAL as u8).plln().bits(2 * FAST as u16) };
        w.pllsrc().hse()
    });
    rcc.cr().modify(|_, w| w.pllon().set_bit());
    let locks = within_patience(|| rcc.cr().read().pllrdy().bit_is_set());
    rcc.cr().modify(|_, w| w.pllon().clear_bit());
    locks && within_patience(|| rcc.cr().read().pllrdy().bit_is_clear())
}
