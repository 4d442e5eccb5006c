//! The player on Adafruit's Feather STM32F405 Express. The link is its USB socket, or without the
//! feature `usb` the pins TX and RX (PB10 and PB11). The log is for a debug probe.
#![no_std]
#![no_main]

plyscope_firmware_stm32f4::board! {
    crystal: Between(12),
    megahertz: 168,
    link: USART3 at GPIOB, tx: pb10, rx: pb11,
}
