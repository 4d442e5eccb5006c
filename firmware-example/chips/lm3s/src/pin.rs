//! Pins, by port and number.

use core::convert::Infallible;

use embedded_hal::digital::{ErrorType, InputPin, OutputPin};

use crate::register::Register;

/// A port of eight pins, by its letter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "letters")]
pub enum Port {
    A,
    B,
    C,
    D,
    E,
    F,
    G,
}

/// A pin: its port, and its number there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pin(pub Port, pub u8);

const DIRECTION: usize = 0x400;
const ALTERNATE: usize = 0x420;
const PULL_UP: usize = 0x510;
const DIGITAL: usize = 0x51c;

impl Pin {
    fn register(self, offset: usize) -> Register {
        let port = self.0 as usize;
        let first = if port < 4 { 0x4000_4000 } else { 0x4002_0000 };
        Register(first + 0x1000 * port + offset)
    }

    fn set(self, offset: usize, on: bool) {
        let register = self.register(offset);
        let others = register.read() & !(1 << self.1);
        register.write(others | u32::from(on) << self.1);
    }

    /// The port's data, of this pin alone.
    fn data(self) -> Register {
        self.register(4 << self.1)
    }

    /// Gives it to a part of the chip.
    pub(crate) fn give(self) {
        self.set(ALTERNATE, true);
        self.set(DIGITAL, true);
    }

    /// An output, low at first.
    #[must_use]
    pub fn output(self) -> Output {
        self.set(DIRECTION, true);
        self.set(DIGITAL, true);
        self.data().write(0);
        Output(self)
    }

    pub(crate) fn pull_up(self, is_emulated: bool) -> Input {
        self.set(PULL_UP, true);
        self.set(DIGITAL, true);
        if is_emulated {
            // QEMU does not pull it up: it reads low until its key has been pressed and released. But it keeps what it was as an output.
            self.set(DIRECTION, true);
            self.data().write(1 << self.1);
        }
        self.set(DIRECTION, false);
        Input(self)
    }
}

/// An input.
#[derive(Debug)]
pub struct Input(Pin);

/// An output.
#[derive(Debug)]
pub struct Output(Pin);

impl ErrorType for Input {
    type Error = Infallible;
}

impl ErrorType for Output {
    type Error = Infallible;
}

impl InputPin for Input {
    fn is_high(&mut self) -> Result<bool, Infallible> {
        Ok(self.0.data().read() != 0)
    }

    fn is_low(&mut self) -> Result<bool, Infallible> {
        Ok(self.0.data().read() == 0)
    }
}

impl OutputPin for Output {
    fn set_low(&mut self) -> Result<(), Infallible> {
        self.0.data().write(0);
        Ok(())
    }

    fn set_high(&mut self) -> Result<(), Infallible> {
        self.0.data().write(1 << self.0.1);
        Ok(())
    }
}
