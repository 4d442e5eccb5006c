//! Stellaris chips of the family of the LM3S6965, and QEMU's model of it: clock, watchdog, serial port, pins, SPI, pulse width. The
//! registers are given by their addresses, from the data sheet. The link is UART 0. The log is for a debug probe.
#![no_std]

mod clock;
mod pin;
mod pulse;
mod register;
mod spi;
mod uart;

use cortex_m::peripheral::Peripherals;
use cortex_m_rt::exception;
use defmt_rtt as _;
use plyscope_core::wire::{Clock, StartCause};
use plyscope_firmware_machine::{Board, WATCHDOG_MILLISECONDS, link, time};

use register::Register;
use uart::Uart;

pub use pin::{Input, Output, Pin, Port};
pub use pulse::Pulse;
pub use register::Interrupt;
pub use spi::Spi;

/// The link's interrupt.
pub const LINK: Interrupt = Interrupt(5);

/// Writing any value starts its count again.
const FEED_WATCHDOG: Register = Register(0x4000_000c);
const WATCHDOG_TICKS: Register = Register(0x4000_0000);
const WATCHDOG_CONTROL: Register = Register(0x4000_0008);
/// It counts twice: an interrupt after the first time, a reset after the second.
const WATCHDOG_RUNS: u32 = 0b11;
const RESET_CAUSES: Register = Register(0x400f_e05c);

/// The chip, with clock, time, watchdog and link running.
#[derive(Debug)]
pub struct Lm3s {
    clock: Clock,
    start_cause: StartCause,
    is_emulated: bool,
}

impl Lm3s {
    /// Sets it up, with a crystal of 8 MHz. Once; ends in a restart the second time.
    #[must_use]
    pub fn start() -> Self {
        let Some(core) = Peripherals::take() else { plyscope_firmware_machine::fail() };
        clock::power();
        let is_emulated = pulse::is_missing();
        let clock = clock::start(is_emulated);
        WATCHDOG_TICKS.write(clock.hertz / 1000 * WATCHDOG_MILLISECONDS / 2);
        WATCHDOG_CONTROL.write(WATCHDOG_RUNS);
        // They stay set until they are cleared.
        let causes = RESET_CAUSES.read();
        RESET_CAUSES.write(0);
        let start_cause = match causes {
            causes if causes & 1 << 3 != 0 => StartCause::Watchdog,
            causes if causes & 0b110 != 0 => StartCause::Power,
            causes if causes & 1 << 4 != 0 => StartCause::Software,
            causes if causes & 1 != 0 => StartCause::Pin,
            _ => StartCause::Power,
        };
        time::start(core.SYST, clock.hertz);
        uart::start(clock.hertz);
        Self { clock, start_cause, is_emulated }
    }

    /// A key at a pin, pulled up.
    #[must_use]
    pub fn key(&self, pin: Pin) -> Input {
        pin.pull_up(self.is_emulated)
    }

    /// SPI 0 with up to so many bits a second, in mode 2.
    #[must_use]
    pub fn spi(&self, bits_per_second: u32) -> Spi {
        Spi::start(self.clock.hertz, bits_per_second)
    }

    /// Pulses of this frequency at pin G1, off at first.
    #[must_use]
    pub fn pulse(&self, hertz: u32) -> Pulse {
        Pulse::start(self.clock.hertz, hertz)
    }
}

impl Board for Lm3s {
    fn clock(&self) -> Clock {
        self.clock
    }

    fn start_cause(&self) -> StartCause {
        self.start_cause
    }

    fn feed(&mut self) {
        FEED_WATCHDOG.write(0);
    }
}

/// Every interrupt: the link's is the only one in use.
#[exception]
unsafe fn DefaultHandler(_: i16) {
    link::interrupt(&mut Uart);
}
