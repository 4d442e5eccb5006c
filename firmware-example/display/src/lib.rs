//! The game without a terminal: a picture for a display of 128 × 64 pixels, such as an SSD1306, four keys, and a buzzer.
//!
//! [`draw`] draws on anything of `embedded-graphics`. [`Desk`] turns keys into what a person would type, so the player needs to know
//! nothing of them. [`Keys`] and [`Buzzer`] are for pins of `embedded-hal`, [`Oled`] for its I2C, [`Ssd0323`] for its SPI. [`Front`] is all of them
//! together: a board calls [`Front::poll`] from its `Board::front`, which the main loop asks for typed bytes.
#![no_std]
// Nothing here is printed for debugging: a chip has no room for that.
#![allow(missing_debug_implementations)]

mod buzzer;
mod desk;
mod front;
mod keys;
mod oled;
mod picture;
mod ssd0323;

pub use buzzer::{Buzzer, Sound};
pub use desk::{Desk, Line};
pub use front::{Front, Screen};
pub use keys::{Key, Keys};
pub use oled::Oled;
pub use picture::{HEIGHT, WIDTH, draw};
pub use ssd0323::{Frame, Ssd0323};
