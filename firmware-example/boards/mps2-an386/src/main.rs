//! The player on the Cortex-M4 of Arm's MPS2 with image an386, in QEMU `mps2-an386`.
#![no_std]
#![no_main]

use cortex_m_rt::entry;
use plyscope_firmware_mps2::Mps2;

#[entry]
fn main() -> ! {
    Mps2 { hertz: 25_000_000, uart: 0x4000_4000, interrupt: 0 }.play()
}
