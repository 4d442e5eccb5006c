//! A USART as the player's link.

use plyscope_firmware_machine::link::{self, BITS_PER_SECOND, Port, Received};
use stm32f4xx_hal::gpio::PushPull;
use stm32f4xx_hal::pac::usart1::RegisterBlock;
use stm32f4xx_hal::prelude::*;
use stm32f4xx_hal::rcc::Rcc;
use stm32f4xx_hal::serial::{CommonPins, Config, Instance, Serial};

/// Sets up a USART as the link. Its interrupt stays masked until the player runs.
pub fn start<U: Instance<RB = RegisterBlock>>(
    usart: U,
    tx: impl Into<<U as CommonPins>::Tx<PushPull>>,
    rx: impl Into<<U as CommonPins>::Rx<PushPull>>,
    rcc: &mut Rcc,
) {
    let config = Config::default().baudrate(BITS_PER_SECOND.bps());
    // This rate is possible with each of the clocks.
    let serial: Result<Serial<U>, _> = Serial::new(usart, (tx, rx), config, rcc);
    let Ok(serial) = serial else { plyscope_firmware_machine::fail() };
    serial.release().0.cr1().modify(|_, w| w.rxneie().set_bit());
}

/// For the handler of the USART's interrupt.
pub fn interrupt<U: Instance<RB = RegisterBlock>>() {
    // SAFETY: since `start`, nothing but this handler uses these registers.
    let usart = unsafe { U::steal() };
    link::interrupt(&mut Usart(&usart));
}

struct Usart<'r>(&'r RegisterBlock);

impl Port for Usart<'_> {
    fn receive(&mut self) -> Received {
        let status = self.0.sr().read();
        let lost =
            status.ore().bit_is_set() || status.fe().bit_is_set() || status.nf().bit_is_set();
        if !lost && !status.rxne().bit_is_set() {
            return Received::None;
        }
        // Having read the status, this clears the errors.
        let byte = self.0.dr().read().dr().bits() as u8;
        if lost { Received::Lost } else { Received::Byte(byte) }
    }

    fn is_free(&mut self) -> bool {
        self.0.sr().read().txe().bit_is_set()
    }

    fn send(&mut self, byte: u8) {
        self.0.dr().write(|w| w.dr().set(byte.into()));
    }

    fn announce(&mut self, on: bool) {
        self.0.cr1().modify(|_, w| w.txeie().bit(on));
    }
}
