//! The player on ST's Nucleo-F411RE. The link is the serial port of the board's own debug probe. The log is for a debug probe.
#![no_std]
#![no_main]

plyscope_firmware_stm32f4::board! {
    crystal: Signal(8),
    megahertz: 100,
    link: USART2 at GPIOA, tx: pa2, rx: pa3,
}
