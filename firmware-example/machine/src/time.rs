//! Time: SysTick, or a chip's timer, counts clock ticks, and its interrupt counts milliseconds.

use core::cell::Cell;

use cortex_m::peripheral::{SCB, SYST, syst::SystClkSource};
use cortex_m_rt::exception;
use critical_section::Mutex;

use crate::failure;

/// Milliseconds since the start, and the clock ticks in each.
static TIME: Mutex<Cell<(u64, u32)>> = Mutex::new(Cell::new((0, 1)));

/// Starts SysTick at the processor's clock rate.
pub fn start(mut systick: SYST, hertz: u32) {
    let reload = hertz / 1000;
    set_rate(reload);
    systick.set_clock_source(SystClkSource::Core);
    systick.set_reload(reload - 1);
    systick.clear_current();
    systick.enable_counter();
    systick.enable_interrupt();
}

/// Milliseconds since the start.
pub fn milliseconds() -> u64 {
    critical_section::with(|token| TIME.borrow(token).get().0)
}

/// Clock ticks since the start, by SysTick.
pub fn ticks() -> u64 {
    let (_, reload) = critical_section::with(|token| TIME.borrow(token).get());
    ticks_by(|| reload - 1 - SYST::get_current().min(reload - 1), SCB::is_pendst_pending)
}

/// Clock ticks since the start, by any timer: `ticks` of the present millisecond, and whether a millisecond `has_ended` that
/// is not counted yet.
pub fn ticks_by(ticks: impl Fn() -> u32, has_ended: impl Fn() -> bool) -> u64 {
    critical_section::with(|token| {
        let (milliseconds, rate) = TIME.borrow(token).get();
        let now = ticks();
        // The timer may have begun another millisecond before or after that reading.
        let (milliseconds, now) =
            if has_ended() { (milliseconds + 1, ticks()) } else { (milliseconds, now) };
        milliseconds * u64::from(rate) + u64::from(now)
    })
}

/// Says how many ticks a millisecond has, to a timer that is not SysTick.
pub fn set_rate(ticks: u32) {
    critical_section::with(|token| TIME.borrow(token).set((0, ticks)));
}

/// Counts a millisecond, from the interrupt of a timer.
pub fn count_millisecond() {
    critical_section::with(|token| {
        let time = TIME.borrow(token);
        let (milliseconds, rate) = time.get();
        time.set((milliseconds + 1, rate));
    });
    failure::count_silence();
}

#[exception]
fn SysTick() {
    count_millisecond();
}
