//! The clock: the chip's fastest from the crystal if that starts, else the internal oscillator's 16 MHz.

use plyscope_core::wire::{Clock, ClockSource};
#[cfg(feature = "stm32f411")]
use stm32f4xx_hal::pac::PWR;
use stm32f4xx_hal::pac::RCC;
use stm32f4xx_hal::prelude::*;
use stm32f4xx_hal::rcc::{Config, Rcc};

/// What is at the chip's pin OSC_IN, with its rate in MHz.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Crystal {
    /// A crystal between the two pins.
    Between(u8),
    /// A clock signal, as from the debug probe on a Nucleo board.
    Signal(u8),
}

impl Crystal {
    const fn megahertz(self) -> u8 {
        match self {
            Self::Between(megahertz) | Self::Signal(megahertz) => megahertz,
        }
    }
}

/// Internal oscillator frequency in MHz.
const INTERNAL: u32 = 16;

/// Polls of a ready flag before giving up: some 15 ms at 16 MHz. Crystals start within 2 ms, the PLL locks within 0.3 ms.
const PATIENCE: u32 = 40_000;

/// Sets up the fastest available clock.
pub(crate) fn start(rcc: RCC, crystal: Crystal, fast: u32) -> (Rcc, Clock) {
    // The chip now runs from its internal oscillator, so the oscillator's flag is set. An emulator without clock control
    // leaves it clear, and counts time at its own rate.
    let emulated = !rcc.cr().read().hsirdy().bit_is_set();
    let clock = |source, megahertz| Clock { source, hertz: megahertz * 1_000_000 };
    if !emulated {
        run_internally(&rcc);
    }
    if !emulated && crystal_starts(&rcc, crystal) && multiplier_locks(&rcc, crystal, fast) {
        let config = Config::hse(u32::from(crystal.megahertz()).MHz()).sysclk(fast.MHz());
        // USB's 48 MHz come from the same multiplier.
        let config = if cfg!(feature = "usb") { config.require_pll48clk() } else { config };
        let config = match crystal {
            Crystal::Between(_) => config,
            Crystal::Signal(_) => config.bypass_hse_oscillator(),
        };
        return (rcc.freeze(config), clock(ClockSource::Crystal, fast));
    }
    rcc.cr().modify(|_, w| w.hseon().clear_bit());
    let (source, megahertz) =
        if emulated { (ClockSource::Emulator, fast) } else { (ClockSource::Internal, INTERNAL) };
    (rcc.freeze(Config::hsi()), clock(source, megahertz))
}

/// As after a reset: a boot loader may have left the multiplier running.
fn run_internally(rcc: &RCC) {
    rcc.cfgr().modify(|_, w| w.sw().hsi());
    let _ = within_patience(|| rcc.cfgr().read().sws().is_hsi());
    rcc.cr().modify(|_, w| w.pllon().clear_bit());
    let _ = within_patience(|| rcc.cr().read().pllrdy().bit_is_clear());
    // An STM32F411 begins at a core voltage that is for at most 84 MHz.
    #[cfg(feature = "stm32f411")]
    {
        rcc.apb1enr().modify(|_, w| w.pwren().set_bit());
        // SAFETY: nothing else uses these registers; scale 1 is for up to 100 MHz.
        unsafe { PWR::steal().cr().modify(|_, w| w.vos().bits(0b11)) };
    }
}

fn within_patience(is_ready: impl Fn() -> bool) -> bool {
    (0..PATIENCE).any(|_| is_ready())
}

fn crystal_starts(rcc: &RCC, crystal: Crystal) -> bool {
    rcc.cr().modify(|_, w| w.hsebyp().bit(matches!(crystal, Crystal::Signal(_))));
    rcc.cr().modify(|_, w| w.hseon().set_bit());
    within_patience(|| rcc.cr().read().hserdy().bit_is_set())
}

/// Tries PLL settings like those that the HAL will use, because the HAL waits for the lock without a timeout.
fn multiplier_locks(rcc: &RCC, crystal: Crystal, fast: u32) -> bool {
    // 192 to 432 MHz inside, which is divided by 2 or 4.
    let inside = if fast >= 96 { 2 * fast } else { 4 * fast };
    rcc.pllcfgr().write(|w| {
        // SAFETY: 1 MHz in and these numbers inside are within the reference manual's ranges.
        unsafe { w.pllm().bits(crystal.megahertz()).plln().bits(inside as u16) };
        if inside > 2 * fast {
            w.pllp().div4();
        }
        w.pllsrc().hse()
    });
    rcc.cr().modify(|_, w| w.pllon().set_bit());
    let locks = within_patience(|| rcc.cr().read().pllrdy().bit_is_set());
    rcc.cr().modify(|_, w| w.pllon().clear_bit());
    locks && within_patience(|| rcc.cr().read().pllrdy().bit_is_clear())
}
