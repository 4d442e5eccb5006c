//! A display with an SSD1306, on I2C.

use embedded_graphics::pixelcolor::BinaryColor;
use embedded_graphics::prelude::*;
use embedded_graphics::primitives::Rectangle;
use embedded_hal::i2c::I2c;
use ssd1306::mode::{BufferedGraphicsMode, DisplayConfig};
use ssd1306::prelude::{DisplayRotation, DisplaySize128x64, I2CInterface};
use ssd1306::{I2CDisplayInterface, Ssd1306};

use crate::Screen;

type Display<I> =
    Ssd1306<I2CInterface<I>, DisplaySize128x64, BufferedGraphicsMode<DisplaySize128x64>>;

/// A display with an SSD1306, at the address 0x3c. It may be connected, or connected again, at any time: the next new picture sets it up.
pub struct Oled<I> {
    display: Display<I>,
    is_set_up: bool,
}

impl<I: I2c> Oled<I> {
    /// A display at this I2C, dark until the first picture.
    pub fn new(i2c: I) -> Self {
        let interface = I2CDisplayInterface::new(i2c);
        let display = Ssd1306::new(interface, DisplaySize128x64, DisplayRotation::Rotate0);
        Self { display: display.into_buffered_graphics_mode(), is_set_up: false }
    }
}

impl<I: I2c> Dimensions for Oled<I> {
    fn bounding_box(&self) -> Rectangle {
        self.display.bounding_box()
    }
}

impl<I: I2c> DrawTarget for Oled<I> {
    type Color = BinaryColor;
    type Error = <Display<I> as DrawTarget>::Error;

    fn draw_iter<P: IntoIterator<Item = Pixel<BinaryColor>>>(
        &mut self,
        pixels: P,
    ) -> Result<(), Self::Error> {
        self.display.draw_iter(pixels)
    }

    fn clear(&mut self, colour: BinaryColor) -> Result<(), Self::Error> {
        // A picture begins. Setting up clears what was drawn.
        if !self.is_set_up {
            self.is_set_up = self.display.init().is_ok();
        }
        DrawTarget::clear(&mut self.display, colour)
    }
}

impl<I: I2c> Screen for Oled<I> {
    fn show(&mut self) {
        self.is_set_up &= self.display.flush().is_ok();
    }
}
