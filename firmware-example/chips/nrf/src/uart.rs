//! The UART: the simple one, which all these chips have, without DMA.

use core::sync::atomic::{AtomicBool, Ordering};

use plyscope_firmware_machine::link::{Port, Received};

use crate::Pin;
use crate::register::Register;

const START_RECEIVING: Register = Register(0x4000_2000);
const START_SENDING: Register = Register(0x4000_2008);
const HAS_RECEIVED: Register = Register(0x4000_2108);
const HAS_SENT: Register = Register(0x4000_211c);
const HAS_ERROR: Register = Register(0x4000_2124);
const ENABLE_INTERRUPTS: Register = Register(0x4000_2304);
const DISABLE_INTERRUPTS: Register = Register(0x4000_2308);
/// Writing a one clears a bit.
const ERRORS: Register = Register(0x4000_2480);
const ENABLE: Register = Register(0x4000_2500);
const TX_PIN: Register = Register(0x4000_250c);
const RX_PIN: Register = Register(0x4000_2514);
const RECEIVED: Register = Register(0x4000_2518);
const TO_SEND: Register = Register(0x4000_251c);
const RATE: Register = Register(0x4000_2524);

// Bits of the interrupts: the events' addresses, divided by 4.
const RECEIVED_INTERRUPT: u32 = 1 << 2;
const SENT_INTERRUPT: u32 = 1 << 7;
const ERROR_INTERRUPT: u32 = 1 << 9;

/// Whether a byte is on its way.
static SENDING: AtomicBool = AtomicBool::new(false);

impl Pin {
    fn register(self, offset: usize) -> Register {
        Register(0x5000_0000 + 0x300 * usize::from(self.0) + offset)
    }

    fn number(self) -> u32 {
        u32::from(self.0) << 5 | u32::from(self.1)
    }

    fn configure(self, configuration: u32) {
        self.register(0x700 + 4 * usize::from(self.1)).write(configuration);
    }
}

/// Sets it up: 115200 bits a second, 8 bits, no parity, one stop bit.
pub(crate) fn start(tx: Pin, rx: Pin) {
    // High when it is silent.
    tx.register(0x508).write(1 << tx.1);
    // An output; an input that is pulled up, so that an unconnected link is silent.
    tx.configure(1);
    rx.configure(3 << 2);
    TX_PIN.write(tx.number());
    RX_PIN.write(rx.number());
    RATE.write(0x01d7_e000);
    ENABLE.write(4);
    ENABLE_INTERRUPTS.write(RECEIVED_INTERRUPT | ERROR_INTERRUPT);
    START_RECEIVING.write(1);
    START_SENDING.write(1);
}

/// The UART.
pub(crate) struct Uart;

impl Port for Uart {
    fn receive(&mut self) -> Received {
        if HAS_ERROR.read() != 0 {
            HAS_ERROR.write(0);
            ERRORS.write(ERRORS.read());
            return Received::Lost;
        }
        if HAS_RECEIVED.read() == 0 {
            return Received::None;
        }
        // In this order: the next byte sets it again when this one is taken.
        HAS_RECEIVED.write(0);
        Received::Byte(RECEIVED.read() as u8)
    }

    fn is_free(&mut self) -> bool {
        if HAS_SENT.read() != 0 {
            HAS_SENT.write(0);
            SENDING.store(false, Ordering::Relaxed);
        }
        !SENDING.load(Ordering::Relaxed)
    }

    fn send(&mut self, byte: u8) {
        SENDING.store(true, Ordering::Relaxed);
        TO_SEND.write(byte.into());
    }

    fn announce(&mut self, on: bool) {
        if on { ENABLE_INTERRUPTS } else { DISABLE_INTERRUPTS }.write(SENT_INTERRUPT);
    }
}
