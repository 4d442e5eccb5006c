//! The player on WeAct's Black Pill with an STM32F411CE. The link is its USB socket, or without the feature `usb` A2
//! and A3. The log is for a debug probe.
#![no_std]
#![no_main]

plyscope_firmware_stm32f4::board! {
    crystal: Between(25),
    // With 100 MHz there are no 48 for USB.
    megahertz: if cfg!(feature = "usb") { 96 } else { 100 },
    link: USART2 at GPIOA, tx: pa2, rx: pa3,
}
