//! Registers and interrupts by their numbers.

use cortex_m::interrupt::InterruptNumber;

/// The address of a register.
#[derive(Clone, Copy)]
pub(crate) struct Register(pub(crate) usize);

impl Register {
    pub(crate) fn read(self) -> u32 {
        // SAFETY: the registers of this crate exist and are its own.
        unsafe { (self.0 as *const u32).read_volatile() }
    }

    pub(crate) fn write(self, value: u32) {
        // SAFETY: as above.
        unsafe { (self.0 as *mut u32).write_volatile(value) };
    }
}

/// The number of an interrupt.
#[derive(Clone, Copy, Debug)]
pub struct Interrupt(pub(crate) u16);

// SAFETY: these chips have more interrupts than are used here.
unsafe impl InterruptNumber for Interrupt {
    fn number(self) -> u16 {
        self.0
    }
}
