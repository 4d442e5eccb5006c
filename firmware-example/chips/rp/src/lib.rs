//! Raspberry Pi's RP2040 and RP2350, which look alike from here: clock, serial port, watchdog. The link is UART 0 on GPIO 0 and 1. The
//! log is for a debug probe.
#![no_std]

#[cfg(feature = "rp2350")]
use rp235x_hal as hal;
#[cfg(feature = "rp2040")]
use rp2040_hal as hal;

use cortex_m::peripheral::Peripherals as CorePeripherals;
use defmt_rtt as _;
use hal::Watchdog;
use hal::clocks::{Clock as _, init_clocks_and_plls};
use hal::fugit::{ExtU32 as _, RateExtU32 as _};
use hal::gpio::{FunctionUart, Pins};
use hal::pac::{Interrupt, Peripherals, UART0, WATCHDOG, interrupt};
use hal::sio::Sio;
use hal::uart::{DataBits, StopBits, UartConfig, UartPeripheral};
use plyscope_core::wire::{Clock, ClockSource, StartCause};
use plyscope_firmware_machine::link::{self, BITS_PER_SECOND, Port, Received};
use plyscope_firmware_machine::{Board, WATCHDOG_MILLISECONDS, fail, run, time};

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
    let sio = Sio::new(chip.SIO);
    let pins = Pins::new(chip.IO_BANK0, chip.PADS_BANK0, sio.gpio_bank0, &mut resets);
    let tx = pins.gpio0.into_function::<FunctionUart>();
    // Pulled up, so that an unconnected link is silent.
    let rx = pins.gpio1.into_function::<FunctionUart>().into_pull_type::<hal::gpio::PullUp>();
    let config = UartConfig::new(BITS_PER_SECOND.Hz(), DataBits::Eight, None, StopBits::One);
    let uart = UartPeripheral::new(chip.UART0, (tx, rx), &mut resets);
    let Ok(_) = uart.enable(config, clocks.peripheral_clock.freq()) else { fail() };
    // From here on, the registers are the interrupt's. Byte by byte: no queue of the port's own, which would interrupt late.
    registers().uartlcr_h().modify(|_, w| w.fen().clear_bit());
    registers().uartimsc().modify(|_, w| w.rxim().set_bit());
    run(Chip { hertz, start_cause, watchdog }, Interrupt::UART0_IRQ)
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
}

fn start_cause(watchdog: &WATCHDOG) -> StartCause {
    match watchdog.reason().read() {
        reason if reason.timer().bit_is_set() => StartCause::Watchdog,
        reason if reason.force().bit_is_set() => StartCause::Software,
        _ => StartCause::Power,
    }
}

/// The registers of UART 0.
fn registers() -> &'static hal::pac::uart0::RegisterBlock {
    // SAFETY: they exist; used by the set-up, and after it by the interrupt alone.
    unsafe { &*UART0::ptr() }
}

#[interrupt]
fn UART0_IRQ() {
    link::interrupt(&mut Uart);
}

struct Uart;

impl Port for Uart {
    fn receive(&mut self) -> Received {
        if registers().uartfr().read().rxfe().bit_is_set() {
            return Received::None;
        }
        let data = registers().uartdr().read();
        let lost = data.oe().bit_is_set() || data.fe().bit_is_set() || data.be().bit_is_set();
        if lost { Received::Lost } else { Received::Byte(data.data().bits()) }
    }

    fn is_free(&mut self) -> bool {
        registers().uartfr().read().txff().bit_is_clear()
    }

    fn send(&mut self, byte: u8) {
        // SAFETY: any byte may be sent.
        registers().uartdr().write(|w| unsafe { w.data().bits(byte) });
    }

    fn announce(&mut self, on: bool) {
        registers().uartimsc().modify(|_, w| w.txim().bit(on));
    }
}
