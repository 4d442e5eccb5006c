//! Time on an nRF51, which has no SysTick: its timer 0 counts ticks of 16 MHz and interrupts each millisecond.

use cortex_m::peripheral::NVIC;
use plyscope_firmware_machine::time;

use crate::HERTZ;
use crate::register::{Interrupt, Register};

pub(crate) const INTERRUPT: i16 = 8;

const START: Register = Register(0x4000_8000);
/// Puts the count into the second comparator.
const CAPTURE: Register = Register(0x4000_8044);
/// Whether the count has reached the first comparator, and became zero.
const REACHED: Register = Register(0x4000_8140);
const SHORTCUTS: Register = Register(0x4000_8200);
const ENABLE_INTERRUPTS: Register = Register(0x4000_8304);
/// 3: 32 bits.
const WIDTH: Register = Register(0x4000_8508);
/// A power of two.
const DIVISOR: Register = Register(0x4000_8510);
const COMPARATORS: [Register; 2] = [Register(0x4000_8540), Register(0x4000_8544)];

const TICKS: u32 = HERTZ / 1000;

pub(crate) fn start() {
    time::set_rate(TICKS);
    WIDTH.write(3);
    DIVISOR.write(0);
    COMPARATORS[0].write(TICKS);
    // Reaching the first comparator clears the count.
    SHORTCUTS.write(1);
    ENABLE_INTERRUPTS.write(1 << 16);
    START.write(1);
    // SAFETY: its handler needs no more than this.
    unsafe { NVIC::unmask(Interrupt(INTERRUPT as u16)) };
}

pub(crate) fn ticks() -> u64 {
    time::ticks_by(
        || {
            CAPTURE.write(1);
            COMPARATORS[1].read()
        },
        || REACHED.read() != 0,
    )
}

pub(crate) fn interrupt() {
    REACHED.write(0);
    time::count_millisecond();
}
