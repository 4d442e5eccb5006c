//! The chip: its clock, its serial ports, its memory, its watchdog.

mod clock;
mod copy;
mod failure;
mod link;
mod log;
mod memory;
#[cfg(feature = "provoke")]
mod provoke;
mod time;

use plyscope_core::wire::{Clock, StartCause};
use plyscope_firmware::{Chip, Event};
use stm32f4xx_hal::gpio::Pull;
use stm32f4xx_hal::pac::{self, CorePeripherals, Peripherals};
use stm32f4xx_hal::prelude::*;
use stm32f4xx_hal::watchdog::IndependentWatchdog;

pub(crate) use link::{Input, LinkInput, LinkOutput};

/// A turn of the main loop takes milliseconds; one that takes longer than this hangs.
const WATCHDOG_MILLISECONDS: u32 = 2000;

/// The machine, fully set up.
pub(crate) struct Machine {
    clock: Clock,
    start_cause: StartCause,
}

/// The watchdog, which resets the chip unless it is fed.
pub(crate) struct Watchdog(IndependentWatchdog);

impl Watchdog {
    pub(crate) fn feed(&mut self) {
        self.0.feed();
    }
}

impl Machine {
    /// Sets everything up.
    pub(crate) fn start() -> (Self, LinkInput, LinkOutput, Watchdog) {
        // Cannot fail: this runs once, at the start of main.
        let (Some(mut core), Some(device)) = (CorePeripherals::take(), Peripherals::take()) else {
            cortex_m::peripheral::SCB::sys_reset();
        };
        memory::guard_stack(&mut core.MPU);
        let start_cause = start_cause(&device.RCC);
        let mut watchdog = IndependentWatchdog::new(device.IWDG);
        watchdog.start(WATCHDOG_MILLISECONDS.millis());
        let (mut rcc, clock) = clock::start(device.RCC);
        time::start(core.SYST, clock.hertz);
        let gpioa = device.GPIOA.split(&mut rcc);
        let gpiob = device.GPIOB.split(&mut rcc);
        log::start(device.USART3, gpiob.pb10.into_alternate(), &mut rcc);
        // Pulled up, so that an unconnected link is silent.
        let rx = gpioa.pa3.into_alternate().internal_resistor(Pull::Up);
        let pins = (gpioa.pa2.into_alternate(), rx);
        let (input, output) = link::start(device.USART2, pins, &mut rcc);
        defmt::info!(
            "plyscope {=str}, clock {}, start {}",
            env!("CARGO_PKG_VERSION"),
            clock,
            start_cause
        );
        (Self { clock, start_cause }, input, output, Watchdog(watchdog))
    }

    /// Waits for an interrupt.
    pub(crate) fn sleep(&self) {
        cortex_m::asm::wfi();
    }

    /// Restarts once all queued output is sent, or cannot be sent. The watchdog limits the wait.
    pub(crate) fn restart(&mut self, output: &mut LinkOutput) -> ! {
        defmt::info!("restart");
        while !output.is_sent() || !log::is_sent() {
            self.sleep();
        }
        // The last byte is still in the shift register: a tenth of a millisecond at 115200 bits a second.
        cortex_m::asm::delay(self.clock.hertz / 500);
        cortex_m::peripheral::SCB::sys_reset();
    }
}

impl Chip for Machine {
    fn ticks(&self) -> u64 {
        time::ticks()
    }

    fn milliseconds(&self) -> u64 {
        time::milliseconds()
    }

    fn clock(&self) -> Clock {
        self.clock
    }

    fn start_cause(&self) -> StartCause {
        self.start_cause
    }

    fn stack(&self) -> (u32, u32) {
        (memory::stack(), memory::stack_used())
    }

    fn ram(&self) -> u32 {
        memory::ram()
    }

    fn flash(&self) -> u32 {
        memory::flash()
    }

    fn log(&self, event: &Event) {
        match event {
            Event::Request { .. } | Event::Searched { .. } => defmt::debug!("{}", event),
            Event::Refused(_) | Event::Lost | Event::Abandoned => defmt::warn!("{}", event),
        }
    }

    #[cfg(feature = "provoke")]
    fn provoke(&self, command: &str) {
        provoke::provoke(command);
    }
}

fn start_cause(rcc: &pac::RCC) -> StartCause {
    let flags = rcc.csr().read();
    rcc.csr().modify(|_, w| w.rmvf().set_bit());
    if flags.wdgrstf().bit_is_set() {
        StartCause::Watchdog
    } else if flags.sftrstf().bit_is_set() {
        StartCause::Software
    } else if flags.borrstf().bit_is_set() || flags.porrstf().bit_is_set() {
        StartCause::Power
    } else if flags.padrstf().bit_is_set() {
        StartCause::Pin
    } else {
        StartCause::Power
    }
}
