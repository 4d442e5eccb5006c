//! The player on Nordic's nRF52840-DK. The link is the serial port of the board's own debug probe. The log is for a debug probe.
#![no_std]
#![no_main]

use cortex_m_rt::entry;
use plyscope_firmware_nrf::{Nrf, Pin};

#[entry]
fn main() -> ! {
    Nrf::play(Pin(0, 6), Pin(0, 8))
}
