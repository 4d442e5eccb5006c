//! Time: SysTick counts clock ticks, and its interrupt counts milliseconds.

use core::cell::Cell;

use cortex_m::peripheral::{SCB, syst::SystClkSource};
use cortex_m_rt::exception;
use critical_section::Mutex;
use stm32f4xx_hal::pac::SYST;

/// Milliseconds since the start, and the clock ticks in each.
static TIME: Mutex<Cell<(u64, u32)>> = Mutex::new(Cell::new((0, 1)));

pub(crate) fn start(mut systick: SYST, hertz: u32) {
    let reload = hertz / 1000;
    critical_section::with(|token| TIME.borrow(token).set((0, reload)));
    systick.set_clock_source(SystClkSource::Core);
    systick.set_reload(reload - 1);
    systick.clear_current();
    systick.enable_counter();
    systick.enable_interrupt();
}

pub(crate) fn milliseconds() -> u64 {
    critical_section::with(|token| TIME.borrow(token).get().0)
}

/// Clock ticks since the start.
pub(crate) fn ticks() -> u64 {
    critical_section::with(|token| {
        let (milliseconds, reload) = TIME.borrow(token).get();
        let left = SYST::get_current();
        // SysTick may have begun a millisecond that its interrupt has not counted yet.
        let (milliseconds, left) = if SCB::is_pendst_pending() {
            (milliseconds + 1, SYST::get_current())
        } else {
            (milliseconds, left)
        };
        milliseconds * u64::from(reload) + u64::from(reload - 1 - left.min(reload - 1))
    })
}

#[exception]
fn SysTick() {
    critical_section::with(|token| {
        let time = TIME.borrow(token);
        let (milliseconds, reload) = time.get();
        time.set((milliseconds + 1, reload));
    });
}
