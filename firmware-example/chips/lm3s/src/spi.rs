//! SPI 0 on pins A2 (clock), A3 (frame, which selects a device), A4 (in) and A5 (out). Its one device is selected by the hardware.

use core::convert::Infallible;

use embedded_hal::spi::{ErrorType, Operation, SpiDevice};

use crate::register::Register;
use crate::{Pin, Port};

const FORMAT: Register = Register(0x4000_8000);
/// Eight bits; the clock is high when idle, and bits are taken when it falls.
const EIGHT_BITS_MODE_2: u32 = 1 << 6 | 7;
const CONTROL: Register = Register(0x4000_8004);
const ON: u32 = 1 << 1;
const DATA: Register = Register(0x4000_8008);
const STATE: Register = Register(0x4000_800c);
const HAS_RECEIVED: u32 = 1 << 2;
/// An even divisor of the clock, 2 to 254.
const DIVISOR: Register = Register(0x4000_8010);

/// SPI 0.
#[derive(Debug)]
pub struct Spi(());

impl Spi {
    pub(crate) fn start(clock: u32, bits_per_second: u32) -> Self {
        CONTROL.write(0);
        FORMAT.write(EIGHT_BITS_MODE_2);
        DIVISOR.write((clock.div_ceil(bits_per_second).next_multiple_of(2)).clamp(2, 254));
        for pin in [2, 3, 4, 5] {
            Pin(Port::A, pin).give();
        }
        CONTROL.write(ON);
        while STATE.read() & HAS_RECEIVED != 0 {
            DATA.read();
        }
        Self(())
    }

    /// A byte out and one in. When it is in, the other has been taken.
    fn exchange(&mut self, byte: u8) -> u8 {
        DATA.write(byte.into());
        while STATE.read() & HAS_RECEIVED == 0 {}
        DATA.read() as u8
    }
}

impl ErrorType for Spi {
    type Error = Infallible;
}

impl SpiDevice for Spi {
    fn transaction(&mut self, operations: &mut [Operation<'_, u8>]) -> Result<(), Infallible> {
        for operation in operations {
            match operation {
                Operation::Read(bytes) => bytes.fill_with(|| self.exchange(0)),
                Operation::Write(bytes) => {
                    for &byte in *bytes {
                        self.exchange(byte);
                    }
                }
                // What is beyond the shorter one's end is zeros, or is not wanted.
                Operation::Transfer(read, write) => {
                    for place in 0..read.len().max(write.len()) {
                        let byte = self.exchange(write.get(place).copied().unwrap_or(0));
                        if let Some(read) = read.get_mut(place) {
                            *read = byte;
                        }
                    }
                }
                Operation::TransferInPlace(bytes) => {
                    for byte in bytes.iter_mut() {
                        *byte = self.exchange(*byte);
                    }
                }
                // At most 50 cycles a microsecond.
                Operation::DelayNs(nanoseconds) => {
                    cortex_m::asm::delay((*nanoseconds).div_ceil(20));
                }
            }
        }
        Ok(())
    }
}
