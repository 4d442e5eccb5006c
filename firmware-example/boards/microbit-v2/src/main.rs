//! The player on the second BBC micro:bit (nRF52833). The link goes to the board's USB port. The log is for a debug probe.
#![no_std]
#![no_main]

use cortex_m_rt::entry;
use plyscope_firmware_nrf::{Nrf, Pin};

#[entry]
fn main() -> ! {
    Nrf::play(Pin(0, 6), Pin(1, 8))
}
