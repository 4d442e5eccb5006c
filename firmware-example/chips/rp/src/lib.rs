//! Raspberry Pi's RP2040 and RP2350, which look alike from here: clock, serial port, USB, flash, watchdog. The link is UART 0 on
//! GPIO 0 and 1, or USB. The log is for a debug probe.
#![no_std]

mod flash;
#[cfg(not(feature = "usb"))]
mod uart;
#[cfg(feature = "usb")]
mod usb;

#[cfg(feature = "rp2350")]
use rp235x_hal as hal;
#[cfg(feature = "rp2040")]
use rp2040_hal as hal;

use cortex_m::peripheral::Peripherals as CorePeripherals;
use defmt_rtt as _;
use hal::Watchdog;
use hal::clocks::{Clock as _, init_clocks_and_plls};
use hal::fugit::ExtU32 as _;
use hal::pac::{Interrupt, Peripherals, WATCHDOG};
use plyscope_core::wire::{Clock, ClockSource, StartCause};
use plyscope_firmware_machine::{
    Board, Place, RECORD, WATCHDOG_MILLISECONDS, fail, records, run, time,
};

/// What an RP2040's boot loader starts: it sets up the flash.
#[cfg(feature = "rp2040")]
#[unsafe(link_section = ".boot2")]
#[used]
static SECOND_STAGE: [u8; 256] = rp2040_boot2::BOOT_LOADER_W25Q080;

/// What an RP2350's boot loader looks for.
#[cfg(feature = "rp2350")]
#[unsafe(link_section = ".start_block")]
#[used]
static IMAGE: hal::block::ImageDef = hal::block::ImageDef::secure_exe();

/// The chip, with its clock and watchdog running.
struct Chip {
    hertz: u32,
    start_cause: StartCause,
    watchdog: Watchdog,
}

/// Sets up the chip of a board with a crystal of this rate, and plays on it for ever.
pub fn play(crystal_hertz: u32) -> ! {
    let (Some(core), Some(chip)) = (CorePeripherals::take(), Peripherals::take()) else { fail() };
    let start_cause = start_cause(&chip.WATCHDOG);
    let mut resets = chip.RESETS;
    let mut watchdog = Watchdog::new(chip.WATCHDOG);
    let clocks = init_clocks_and_plls(
        crystal_hertz,
        chip.XOSC,
        chip.CLOCKS,
        chip.PLL_SYS,
        chip.PLL_USB,
        &mut resets,
        &mut watchdog,
    );
    let Ok(clocks) = clocks else { fail() };
    watchdog.start(WATCHDOG_MILLISECONDS.millis());
    let hertz = clocks.system_clock.freq().to_Hz();
    time::start(core.SYST, hertz);
    #[cfg(feature = "usb")]
    let port = {
        usb::start(
            clocks.usb_clock,
            (chip.SIO, chip.IO_BANK0, chip.PADS_BANK0),
            hertz,
            &mut resets,
        );
        Interrupt::USBCTRL_IRQ
    };
    #[cfg(not(feature = "usb"))]
    let port = {
        let clock = clocks.peripheral_clock.freq();
        uart::start((chip.UART0, chip.SIO, chip.IO_BANK0, chip.PADS_BANK0), clock, &mut resets);
        Interrupt::UART0_IRQ
    };
    run(Chip { hertz, start_cause, watchdog }, port)
}

impl Board for Chip {
    fn clock(&self) -> Clock {
        Clock { source: ClockSource::Crystal, hertz: self.hertz }
    }

    fn start_cause(&self) -> StartCause {
        self.start_cause
    }

    fn feed(&mut self) {
        self.watchdog.feed();
    }

    /// By the watchdog: the usual reset is of the processor alone, and USB would not notice it.
    fn restart(&self) -> ! {
        // SAFETY: nothing else uses these registers any more.
        let watchdog = unsafe { WATCHDOG::steal() };
        note(&watchdog, RESTARTS);
        watchdog.ctrl().modify(|_, w| w.trigger().set_bit());
        loop {
            cortex_m::asm::nop();
        }
    }

    fn back_up(&self, place: Place, record: &[u8]) -> bool {
        records::keep(flash::Controller, place, record)
    }

    fn backed_up(&self, place: Place, record: &mut [u8; RECORD]) -> Option<usize> {
        records::kept(flash::Controller, place, record)
    }
}

/// What is in the watchdog's first scratch register, which only power and the pin RUN clear: the boot ROM restarts chips by the watchdog,
/// too, after it has written their flash.
const RUNS: u32 = 0x706c_7931;
const RESTARTS: u32 = 0x706c_7932;

fn note(watchdog: &WATCHDOG, what: u32) {
    // SAFETY: any number may be there.
    watchdog.scratch0().write(|w| unsafe { w.bits(what) });
}

fn start_cause(watchdog: &WATCHDOG) -> StartCause {
    let before = watchdog.scratch0().read().bits();
    note(watchdog, RUNS);
    match before {
        RUNS if watchdog.reason().read().timer().bit_is_set() => StartCause::Watchdog,
        RESTARTS => StartCause::Software,
        _ => StartCause::Power,
    }
}
