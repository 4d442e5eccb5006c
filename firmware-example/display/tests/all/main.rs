//! Display, keys and buzzer without a chip.

mod area;
mod display;
mod oled;
mod ssd0323;
