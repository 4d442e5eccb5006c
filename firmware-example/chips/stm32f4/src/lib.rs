//! The STM32F4: clock, serial ports, watchdog, flash, log. A board's `main` chooses crystal, rate and pins.
#![no_std]

mod board;
#[cfg(feature = "brown-out")]
pub mod brown_out;
mod clock;
mod flash;
#[cfg(feature = "front")]
mod front;
#[cfg(not(feature = "rtt"))]
pub mod log;
#[cfg(not(feature = "usb"))]
pub mod usart;
#[cfg(feature = "usb")]
pub mod usb;

#[cfg(feature = "rtt")]
use defmt_rtt as _;
#[cfg(feature = "front")]
use heapless::String;
use plyscope_core::wire::{self, ClockSource, StartCause};
#[cfg(feature = "front")]
use plyscope_firmware_machine::View;
use plyscope_firmware_machine::{Board, Place, RECORD, WATCHDOG_MILLISECONDS, records, time};
use stm32f4xx_hal::pac::{DBGMCU, IWDG, RCC, SYST};
use stm32f4xx_hal::prelude::*;
use stm32f4xx_hal::rcc::Rcc;
use stm32f4xx_hal::watchdog::IndependentWatchdog;

pub use clock::Crystal;
#[cfg(feature = "front")]
pub use front::{FrontPins, Stm32f4Front};
pub use plyscope_firmware_machine::{fail, run};
pub use stm32f4xx_hal as hal;

/// The chip, with its clock and watchdog running.
pub struct Stm32f4 {
    clock: wire::Clock,
    start_cause: StartCause,
    watchdog: IndependentWatchdog,
    #[cfg(feature = "front")]
    front: Option<&'static mut Stm32f4Front>,
}

impl Stm32f4 {
    /// Starts the watchdog, the clock at `megahertz` from the crystal if that starts, and SysTick.
    #[must_use]
    pub fn start(
        systick: SYST,
        rcc: RCC,
        watchdog: IWDG,
        crystal: Crystal,
        megahertz: u32,
    ) -> (Self, Rcc) {
        let start_cause = start_cause(&rcc);
        let mut watchdog = IndependentWatchdog::new(watchdog);
        // SAFETY: nothing else uses these registers.
        let debug = unsafe { DBGMCU::steal() };
        watchdog.stop_on_debug(&debug, true);
        watchdog.start(WATCHDOG_MILLISECONDS.millis());
        let (rcc, clock) = clock::start(rcc, crystal, megahertz);
        time::start(systick, clock.hertz);
        let board = Self {
            clock,
            start_cause,
            watchdog,
            #[cfg(feature = "front")]
            front: None,
        };
        (board, rcc)
    }

    /// With a display, keys and a buzzer.
    #[cfg(feature = "front")]
    #[must_use]
    pub fn with_front(self, front: &'static mut Stm32f4Front) -> Self {
        Self { front: Some(front), ..self }
    }

    /// Whether flash can be written: QEMU's cannot.
    fn has_flash_controller(&self) -> bool {
        self.clock.source != ClockSource::Emulator
    }
}

impl Board for Stm32f4 {
    fn clock(&self) -> wire::Clock {
        self.clock
    }

    fn start_cause(&self) -> StartCause {
        self.start_cause
    }

    fn feed(&mut self) {
        self.watchdog.feed();
    }

    fn back_up(&self, place: Place, record: &[u8]) -> bool {
        self.has_flash_controller() && records::keep(flash::Controller::new(), place, record)
    }

    fn backed_up(&self, place: Place, record: &mut [u8; RECORD]) -> Option<usize> {
        if !self.has_flash_controller() {
            return None;
        }
        records::kept(flash::Controller::new(), place, record)
    }

    #[cfg(feature = "front")]
    const HAS_FRONT: bool = true;

    #[cfg(feature = "front")]
    fn front(&mut self, view: &View) -> String<8> {
        self.front.as_mut().map(|front| front.poll(view, time::milliseconds())).unwrap_or_default()
    }

    #[cfg(not(feature = "rtt"))]
    fn is_log_sent(&self) -> bool {
        log::is_sent()
    }
}

fn start_cause(rcc: &RCC) -> StartCause {
    let flags = rcc.csr().read();
    rcc.csr().modify(|_, w| w.rmvf().set_bit());
    if flags.wdgrstf().bit_is_set() {
        StartCause::Watchdog
    } else if flags.sftrstf().bit_is_set() {
        StartCause::Software
    } else if flags.borrstf().bit_is_set() || flags.porrstf().bit_is_set() {
        StartCause::Power
    } else if flags.padrstf().bit_is_set() {
        StartCause::Pin
    } else {
        StartCause::Power
    }
}
