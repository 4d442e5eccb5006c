//! UART 0 on pins A0 (RX) and A1 (TX): Arm's PL011, without its queues.

use plyscope_firmware_machine::link::{self, BITS_PER_SECOND, Received};

use crate::register::Register;
use crate::{Pin, Port};

const DATA: Register = Register(0x4000_c000);
/// A byte's errors: framing, parity, break, and bytes lost before it.
const ERRORS: u32 = 0b1111 << 8;
const FLAGS: Register = Register(0x4000_c018);
const HAS_NONE: u32 = 1 << 4;
const IS_FULL: u32 = 1 << 5;
/// The rate's divisor, of the clock's sixteenth: whole part, and 64ths.
const DIVISOR: Register = Register(0x4000_c024);
const DIVISOR_64THS: Register = Register(0x4000_c028);
const FORMAT: Register = Register(0x4000_c02c);
const EIGHT_BITS: u32 = 0b11 << 5;
const CONTROL: Register = Register(0x4000_c030);
/// The port, its sender and its receiver.
const ON: u32 = 1 | 0b11 << 8;
const INTERRUPTS: Register = Register(0x4000_c038);
const RECEIVED: u32 = 1 << 4;
const SENT: u32 = 1 << 5;

/// Sets it up: 115200 bits a second, 8 bits, no parity, one stop bit.
pub(crate) fn start(hertz: u32) {
    let divisor = (4 * hertz + BITS_PER_SECOND / 2) / BITS_PER_SECOND;
    CONTROL.write(0);
    DIVISOR.write(divisor / 64);
    DIVISOR_64THS.write(divisor % 64);
    // This write also takes the divisor over.
    FORMAT.write(EIGHT_BITS);
    Pin(Port::A, 0).give();
    Pin(Port::A, 1).give();
    INTERRUPTS.write(RECEIVED);
    CONTROL.write(ON);
}

/// The UART.
pub(crate) struct Uart;

impl link::Port for Uart {
    fn receive(&mut self) -> Received {
        if FLAGS.read() & HAS_NONE != 0 {
            return Received::None;
        }
        // Reading it also ends its interrupt.
        let data = DATA.read();
        if data & ERRORS != 0 { Received::Lost } else { Received::Byte(data as u8) }
    }

    fn is_free(&mut self) -> bool {
        FLAGS.read() & IS_FULL == 0
    }

    fn send(&mut self, byte: u8) {
        DATA.write(byte.into());
    }

    fn announce(&mut self, on: bool) {
        INTERRUPTS.write(if on { RECEIVED | SENT } else { RECEIVED });
    }
}
