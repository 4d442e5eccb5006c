//! A display, four keys and a buzzer at a board's pins: I2C1 on PB8 (SCL) and PB9 (SDA), keys from PB12, PB13, PB14 and PB15 to ground, the
//! buzzer on PB0.

use embedded_hal::i2c::{ErrorType, Operation};
use plyscope_firmware_display::{Buzzer, Front, Keys, Line, Oled};
use plyscope_firmware_machine::View;
use static_cell::StaticCell;
use stm32f4xx_hal::gpio::{ErasedPin, Input, PB0, PB8, PB9};
use stm32f4xx_hal::i2c::{Error, I2c};
use stm32f4xx_hal::pac::{GPIOB, I2C1, TIM3};
use stm32f4xx_hal::prelude::*;
use stm32f4xx_hal::rcc::Rcc;
use stm32f4xx_hal::timer::PwmChannel;

/// The buzzer's tone, in Hz: small ones are loudest there.
const TONE: u32 = 2_700;

/// The I2C, of which nothing is asked while a line is held low, as by a display without power: the crate for the chip would wait for ever.
struct Watched(I2c<I2C1>);

impl ErrorType for Watched {
    type Error = Error;
}

impl embedded_hal::i2c::I2c for Watched {
    fn transaction(&mut self, address: u8, parts: &mut [Operation<'_>]) -> Result<(), Error> {
        const LINES: u32 = 1 << 8 | 1 << 9;
        // SAFETY: it is only read.
        let lines = unsafe { GPIOB::steal() }.idr().read().bits() & LINES;
        if lines != LINES {
            return Err(Error::Bus);
        }
        embedded_hal::i2c::I2c::transaction(&mut self.0, address, parts)
    }
}

/// The pins: the buzzer's, SCL and SDA, and the keys', pulled up.
pub type FrontPins = (PB0, PB8, PB9, [ErasedPin<Input>; 4]);

type Key = ErasedPin<Input>;

/// The chip's front.
pub struct Stm32f4Front(Front<Oled<Watched>, Key, Key, Key, Key, PwmChannel<TIM3, 2>>);

impl Stm32f4Front {
    /// Sets it up, in memory of its own: the picture alone has 1 KB, which `main` would keep on its stack for ever.
    #[inline(never)]
    pub fn start(
        i2c: I2C1,
        timer: TIM3,
        (buzzer, scl, sda, keys): FrontPins,
        rcc: &mut Rcc,
    ) -> &'static mut Self {
        static FRONT: StaticCell<Stm32f4Front> = StaticCell::new();

        // Pulled up, so that an unconnected display is silent. Displays have resistors of their own.
        let scl = scl.internal_pull_up(true);
        let sda = sda.internal_pull_up(true);
        let oled = Oled::new(Watched(i2c.i2c((scl, sda), 400.kHz(), rcc)));
        let [back, next, play, undo] = keys;
        let keys = Keys::new(back, next, play, undo);
        let (_, (_, _, channel, _)) = timer.pwm_hz(TONE.Hz(), rcc);
        let mut buzzer = channel.with(buzzer);
        buzzer.set_duty(0);
        buzzer.enable();
        FRONT.init(Self(Front::new(oled, keys, Buzzer::new(buzzer))))
    }

    pub(crate) fn poll(&mut self, view: &View, now: u64) -> Line {
        self.0.poll(view, now)
    }
}
