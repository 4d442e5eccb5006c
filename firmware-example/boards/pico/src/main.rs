//! The player on the Raspberry Pi Pico (RP2040). The link is its USB socket, or without the feature `usb` UART 0:
//! GPIO 0 sends, GPIO 1 receives. The log is for a debug probe.
#![no_std]
#![no_main]

#[cortex_m_rt::entry]
fn main() -> ! {
    plyscope_firmware_rp::play(12_000_000)
}
