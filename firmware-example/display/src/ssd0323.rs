//! A display with an SSD0323: 128 × 64 pixels with 16 levels of grey, on SPI.

use core::convert::Infallible;

use embedded_graphics::framebuffer::{Framebuffer, buffer_size};
use embedded_graphics::pixelcolor::BinaryColor;
use embedded_graphics::pixelcolor::raw::{BigEndian, RawU1};
use embedded_graphics::prelude::*;
use embedded_graphics::primitives::Rectangle;
use embedded_hal::digital::OutputPin;
use embedded_hal::spi::SpiDevice;

use crate::{HEIGHT, Screen, WIDTH};

/// A picture in memory, a bit for each pixel: 1 KB.
pub type Frame = Framebuffer<
    BinaryColor,
    RawU1,
    BigEndian,
    { WIDTH as usize },
    { HEIGHT as usize },
    { buffer_size::<BinaryColor>(WIDTH as usize, HEIGHT as usize) },
>;

/// Columns and rows of the whole picture; the controller counts two pixels as a column.
const WHOLE: [u8; 6] = [0x15, 0, WIDTH as u8 / 2 - 1, 0x75, 0, HEIGHT as u8 - 1];
const OFF: u8 = 0xae;
const ON: u8 = 0xaf;

/// The display. It shows only black and full brightness.
#[derive(Debug)]
pub struct Ssd0323<'f, S, D> {
    spi: S,
    data: D,
    frame: &'f mut Frame,
}

impl<'f, S: SpiDevice, D: OutputPin> Ssd0323<'f, S, D> {
    /// Sets it up, dark, and switches it on. `data` is the pin D/C; `panel` are the controller's commands for the panel, in which
    /// the left pixel of a byte must be the high one.
    pub fn start(spi: S, data: D, panel: &[u8], frame: &'f mut Frame) -> Self {
        let mut display = Self { spi, data, frame };
        display.command(&[OFF]);
        display.command(panel);
        // Its memory holds anything after power on.
        display.frame.data_mut().fill(0);
        display.show();
        display.command(&[ON]);
        display
    }

    fn command(&mut self, bytes: &[u8]) {
        // A display that fails stays as it is.
        let _ = self.data.set_low();
        let _ = self.spi.write(bytes);
    }
}

impl<S: SpiDevice, D: OutputPin> Screen for Ssd0323<'_, S, D> {
    fn show(&mut self) {
        self.command(&WHOLE);
        let _ = self.data.set_high();
        for row in self.frame.data().chunks_exact(WIDTH as usize / 8) {
            let mut greys = [0; WIDTH as usize / 2];
            for (pixels, greys) in row.iter().zip(greys.chunks_exact_mut(4)) {
                for (pair, grey) in greys.iter_mut().enumerate() {
                    let two = pixels << (2 * pair);
                    *grey = if two & 0x80 != 0 { 0xf0 } else { 0 }
                        | if two & 0x40 != 0 { 0x0f } else { 0 };
                }
            }
            // As above.
            let _ = self.spi.write(&greys);
        }
    }
}

impl<S, D> OriginDimensions for Ssd0323<'_, S, D> {
    fn size(&self) -> Size {
        Size::new(WIDTH, HEIGHT)
    }
}

impl<S, D> DrawTarget for Ssd0323<'_, S, D> {
    type Color = BinaryColor;
    type Error = Infallible;

    fn draw_iter<I: IntoIterator<Item = Pixel<BinaryColor>>>(
        &mut self,
        pixels: I,
    ) -> Result<(), Infallible> {
        self.frame.draw_iter(pixels)
    }

    fn fill_solid(&mut self, area: &Rectangle, color: BinaryColor) -> Result<(), Infallible> {
        self.frame.fill_solid(area, color)
    }

    // The frame's own sets pixel by pixel.
    fn clear(&mut self, color: BinaryColor) -> Result<(), Infallible> {
        self.frame.data_mut().fill(if color.is_on() { 0xff } else { 0 });
        Ok(())
    }
}
