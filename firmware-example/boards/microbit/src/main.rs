//! The player on the first BBC micro:bit, and in QEMU as `microbit`: its Cortex-M0 has 16 KB of memory. The link goes to the
//! board's USB port.
#![no_std]
#![no_main]

use cortex_m_rt::entry;
use plyscope_firmware_nrf::{Nrf, Pin};

#[entry]
fn main() -> ! {
    Nrf::play(Pin(0, 24), Pin(0, 25))
}
