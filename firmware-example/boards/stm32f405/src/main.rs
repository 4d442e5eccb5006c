//! The player on a board with an STM32F405 or STM32F407, or any STM32F4 with the same memory and registers, and in QEMU as
//! `netduinoplus2`: one binary, which detects where it runs. The link is USART2 on PA2 and PA3, the log USART3 on PB10.
#![no_std]
#![no_main]

use cortex_m_rt::entry;
use plyscope_firmware_machine::run;
use plyscope_firmware_stm32f4::hal::pac;
#[cfg(any(feature = "front", not(feature = "rtt")))]
use plyscope_firmware_stm32f4::hal::prelude::*;
#[cfg(not(feature = "rtt"))]
use plyscope_firmware_stm32f4::log;
use plyscope_firmware_stm32f4::{Crystal, Stm32f4};

const CRYSTAL: Crystal = Crystal::Between(if cfg!(feature = "crystal-12mhz") { 12 } else { 8 });

/// The chip's fastest clock, in MHz.
const FAST: u32 = 168;

#[entry]
fn main() -> ! {
    let (Some(core), Some(chip)) = (pac::CorePeripherals::take(), pac::Peripherals::take()) else {
        plyscope_firmware_machine::fail();
    };
    #[cfg(feature = "brown-out")]
    plyscope_firmware_stm32f4::brown_out::set(&chip.FLASH);
    let (board, mut rcc) = Stm32f4::start(core.SYST, chip.RCC, chip.IWDG, CRYSTAL, FAST);
    #[cfg(any(feature = "front", not(feature = "rtt")))]
    let pins = chip.GPIOB.split(&mut rcc);
    #[cfg(not(feature = "rtt"))]
    log::start(chip.USART3, pins.pb10.into_alternate(), &mut rcc);
    #[cfg(feature = "front")]
    let board = plyscope_firmware_stm32f4::front_at!(board, chip, rcc, pins);
    let port = plyscope_firmware_stm32f4::link!(chip, rcc, USART2, GPIOA, pa2, pa3);
    run(board, port)
}

plyscope_firmware_stm32f4::link_interrupt!(USART2);
