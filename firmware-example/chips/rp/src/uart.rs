//! UART 0 as the player's link: GPIO 0 sends, GPIO 1 receives.

use plyscope_firmware_machine::fail;
use plyscope_firmware_machine::link::{self, BITS_PER_SECOND, Port, Received};

use crate::hal::fugit::{HertzU32, RateExtU32 as _};
use crate::hal::gpio::{FunctionUart, Pins, PullUp};
use crate::hal::pac::{IO_BANK0, PADS_BANK0, RESETS, SIO, UART0, interrupt, uart0::RegisterBlock};
use crate::hal::sio::Sio;
use crate::hal::uart::{DataBits, StopBits, UartConfig, UartPeripheral};

/// Sets it up as the link. Its interrupt stays masked until the player runs.
pub(crate) fn start(
    (uart, sio, bank, pads): (UART0, SIO, IO_BANK0, PADS_BANK0),
    clock: HertzU32,
    resets: &mut RESETS,
) {
    let sio = Sio::new(sio);
    let pins = Pins::new(bank, pads, sio.gpio_bank0, resets);
    let tx = pins.gpio0.into_function::<FunctionUart>();
    // Pulled up, so that an unconnected link is silent.
    let rx = pins.gpio1.into_function::<FunctionUart>().into_pull_type::<PullUp>();
    let config = UartConfig::new(BITS_PER_SECOND.Hz(), DataBits::Eight, None, StopBits::One);
    let uart = UartPeripheral::new(uart, (tx, rx), resets);
    let Ok(_) = uart.enable(config, clock) else { fail() };
    // From here on, the registers are the interrupt's. Byte by byte: no queue of the port's own, which would interrupt late.
    registers().uartlcr_h().modify(|_, w| w.fen().clear_bit());
    registers().uartimsc().modify(|_, w| w.rxim().set_bit());
}

/// The registers of UART 0.
fn registers() -> &'static RegisterBlock {
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
