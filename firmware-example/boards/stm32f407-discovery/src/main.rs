//! The player on ST's STM32F407 Discovery (STM32F407G-DISC1). The link is its USB socket (not the probe's),
//! or without the feature `usb` PA2 and PA3. The log is for a debug probe.
#![no_std]
#![no_main]

plyscope_firmware_stm32f4::board! {
    crystal: Between(8),
    megahertz: 168,
    link: USART2 at GPIOA, tx: pa2, rx: pa3,
}
