//! Nordic's nRF51 and nRF52: clock, serial port, watchdog, flash. Their registers, as far as they are used here, are the same; so there is
//! no crate of registers for each chip, but the registers' addresses, from Nordic's product specifications. The log is for a debug
//! probe.
#![no_std]

mod flash;
mod register;
#[cfg(feature = "nrf51")]
mod timer;
mod uart;

use cortex_m::peripheral::Peripherals;
use cortex_m_rt::exception;
use defmt_rtt as _;
use plyscope_core::wire::{Clock, ClockSource, StartCause};
use plyscope_firmware_machine::{Board, Place, RECORD, WATCHDOG_MILLISECONDS, link, records, run};

use register::{Interrupt, Register};
use uart::Uart;

/// A pin: its port, and its number there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pin(pub u8, pub u8);

/// The chip, with its clock and watchdog running.
#[derive(Debug)]
pub struct Nrf {
    clock: Clock,
    start_cause: StartCause,
}

/// The processor's rate.
const HERTZ: u32 = if cfg!(feature = "nrf51") { 16_000_000 } else { 64_000_000 };

/// Polls of a ready flag before giving up: a crystal starts within 2 ms.
const PATIENCE: u32 = 20_000;

const START_CRYSTAL: Register = Register(0x4000_0000);
const CRYSTAL_RUNS: Register = Register(0x4000_0100);
/// Writing a one clears a bit.
const RESET_REASONS: Register = Register(0x4000_0400);
/// The clock's enabled interrupts: none. QEMU answers every read in this block with 1.
const CLOCK_INTERRUPTS: Register = Register(0x4000_0304);
/// The cache of instructions of an nRF52.
const CACHE: Register = Register(0x4001_e540);
const START_WATCHDOG: Register = Register(0x4001_0000);
const WATCHDOG_TICKS: Register = Register(0x4001_0504);
const FEED_WATCHDOG: Register = Register(0x4001_0600);
const FEED: u32 = 0x6e52_4635;

const UART_INTERRUPT: Interrupt = Interrupt(2);

impl Nrf {
    /// Sets the chip up and plays on it for ever, with the link on these pins.
    pub fn play(tx: Pin, rx: Pin) -> ! {
        let Some(core) = Peripherals::take() else { plyscope_firmware_machine::fail() };
        let reasons = RESET_REASONS.read();
        RESET_REASONS.write(reasons);
        // Ticks of 32,768 Hz.
        WATCHDOG_TICKS.write(WATCHDOG_MILLISECONDS * 32_768 / 1000);
        START_WATCHDOG.write(1);
        // After a restart it still runs, and most of its time may have passed.
        FEED_WATCHDOG.write(FEED);
        if !cfg!(feature = "nrf51") {
            CACHE.write(1);
        }
        let chip = Self {
            clock: Clock { source: clock_source(), hertz: HERTZ },
            start_cause: match reasons {
                _ if is_emulated() => StartCause::Power,
                reasons if reasons & 1 << 1 != 0 => StartCause::Watchdog,
                reasons if reasons & 1 << 2 != 0 => StartCause::Software,
                reasons if reasons & 1 != 0 => StartCause::Pin,
                _ => StartCause::Power,
            },
        };
        start_time(core);
        uart::start(tx, rx);
        run(chip, UART_INTERRUPT)
    }
}

/// Starts the crystal. The processor's rate is the same without, but less exact.
fn clock_source() -> ClockSource {
    if is_emulated() {
        return ClockSource::Emulator;
    }
    START_CRYSTAL.write(1);
    if (0..PATIENCE).any(|_| CRYSTAL_RUNS.read() != 0) {
        ClockSource::Crystal
    } else {
        ClockSource::Internal
    }
}

fn is_emulated() -> bool {
    cfg!(feature = "nrf51") && CLOCK_INTERRUPTS.read() == 1
}

#[cfg(feature = "nrf51")]
fn start_time(_: Peripherals) {
    timer::start();
}

#[cfg(not(feature = "nrf51"))]
fn start_time(core: Peripherals) {
    plyscope_firmware_machine::time::start(core.SYST, HERTZ);
}

impl Board for Nrf {
    fn clock(&self) -> Clock {
        self.clock
    }

    fn start_cause(&self) -> StartCause {
        self.start_cause
    }

    fn feed(&mut self) {
        FEED_WATCHDOG.write(FEED);
    }

    fn back_up(&self, place: Place, record: &[u8]) -> bool {
        records::keep(flash::Controller, place, record)
    }

    fn backed_up(&self, place: Place, record: &mut [u8; RECORD]) -> Option<usize> {
        records::kept(flash::Controller, place, record)
    }

    #[cfg(feature = "nrf51")]
    fn ticks(&self) -> u64 {
        timer::ticks()
    }
}

/// Every interrupt.
#[exception]
unsafe fn DefaultHandler(interrupt: i16) {
    match interrupt {
        #[cfg(feature = "nrf51")]
        timer::INTERRUPT => timer::interrupt(),
        _ => link::interrupt(&mut Uart),
    }
}
