//! Pulses of a width, for a buzzer: the first generator's second output, on pin G1.

use core::convert::Infallible;

use embedded_hal::pwm::{ErrorType, SetDutyCycle};

use crate::register::Register;
use crate::{Pin, Port};

const ENABLE: Register = Register(0x4002_8008);
const OUTPUT: u32 = 1 << 1;
const CONTROL: Register = Register(0x4002_8040);
const PERIOD: Register = Register(0x4002_8050);
const COMPARATOR: Register = Register(0x4002_805c);
const ACTIONS: Register = Register(0x4002_8064);
/// High when the count begins, low when it has come down to the comparator.
const HIGH_THEN_LOW: u32 = 0b11 << 2 | 0b10 << 10;

/// Whether there is no such part, as in QEMU: what is written is lost.
pub(crate) fn is_missing() -> bool {
    PERIOD.write(1);
    PERIOD.read() != 1
}

/// Pulses.
#[derive(Debug)]
pub struct Pulse {
    period: u16,
}

impl Pulse {
    pub(crate) fn start(clock: u32, hertz: u32) -> Self {
        let period = u16::try_from(clock / hertz).unwrap_or(u16::MAX);
        ENABLE.write(0);
        CONTROL.write(0);
        ACTIONS.write(HIGH_THEN_LOW);
        PERIOD.write(u32::from(period) - 1);
        CONTROL.write(1);
        Pin(Port::G, 1).give();
        Self { period }
    }
}

impl ErrorType for Pulse {
    type Error = Infallible;
}

impl SetDutyCycle for Pulse {
    fn max_duty_cycle(&self) -> u16 {
        self.period
    }

    fn set_duty_cycle(&mut self, duty: u16) -> Result<(), Infallible> {
        COMPARATOR.write(u32::from(self.period.saturating_sub(duty)));
        // Silent by the output's switch: a width of zero would still be a pulse.
        ENABLE.write(if duty == 0 { 0 } else { OUTPUT });
        Ok(())
    }
}
