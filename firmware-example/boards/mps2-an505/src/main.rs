//! The player on the Cortex-M33 of Arm's MPS2 with image an505, in QEMU `mps2-an505`.
#![no_std]
#![no_main]

use cortex_m_rt::entry;
use plyscope_firmware_mps2::Mps2;

#[entry]
fn main() -> ! {
    Mps2 { hertz: 20_000_000, uart: 0x5020_0000, interrupt: 32 }.play()
}
