//! The clock: 50 MHz by the PLL from a crystal of 8 MHz.

use plyscope_core::wire::{Clock, ClockSource};

use crate::register::Register;

/// The PLL's rate after its fixed divisor, and that of the crystal.
const PLL: u32 = 200_000_000;
const CRYSTAL: u32 = 8_000_000;
const DIVISOR: u32 = 4;

const RAW_INTERRUPTS: Register = Register(0x400f_e050);
const LOCKED: u32 = 1 << 6;

const CONTROL: Register = Register(0x400f_e060);
const MAIN_IS_OFF: u32 = 1;
const SOURCE: u32 = 0b11 << 4;
const CRYSTALS: u32 = 0b1111 << 6;
const CRYSTAL_8_MHZ: u32 = 0xe << 6;
const BYPASS: u32 = 1 << 11;
const PLL_IS_OFF: u32 = 1 << 13;
const DIVIDES: u32 = 1 << 22;
const DIVISORS: u32 = 0b1111 << 23;

/// Clocks of the chip's parts.
const PARTS: [(Register, u32); 3] = [
    // PWM and watchdog.
    (Register(0x400f_e100), 1 << 20 | 1 << 3),
    // SSI 0 and UART 0.
    (Register(0x400f_e104), 1 << 4 | 1),
    // Ports A to G.
    (Register(0x400f_e108), 0b111_1111),
];

/// Polls of the PLL before giving up: it locks within half a millisecond.
const PATIENCE: u32 = 20_000;

/// Cycles of the internal 12 MHz in which a crystal starts: 20 ms.
const START: u32 = 240_000;

/// Gives the parts in use their clocks.
pub(crate) fn power() {
    for (register, parts) in PARTS {
        register.write(register.read() | parts);
    }
    // They take a few cycles.
    cortex_m::asm::delay(16);
}

/// Starts the crystal and the PLL. If the PLL does not lock, the crystal alone is the clock. Without a crystal the processor stops
/// here: these chips do not tell whether it swings.
pub(crate) fn start(is_emulated: bool) -> Clock {
    let mut control = (CONTROL.read() | BYPASS) & !DIVIDES & !MAIN_IS_OFF;
    CONTROL.write(control);
    cortex_m::asm::delay(START);
    control = control & !(SOURCE | CRYSTALS | PLL_IS_OFF | DIVISORS) | CRYSTAL_8_MHZ;
    CONTROL.write(control);
    let source = if is_emulated { ClockSource::Emulator } else { ClockSource::Crystal };
    if !(0..PATIENCE).any(|_| RAW_INTERRUPTS.read() & LOCKED != 0) {
        return Clock { source, hertz: CRYSTAL };
    }
    control |= (DIVISOR - 1) << 23 | DIVIDES;
    CONTROL.write(control);
    CONTROL.write(control & !BYPASS);
    Clock { source, hertz: PLL / DIVISOR }
}
