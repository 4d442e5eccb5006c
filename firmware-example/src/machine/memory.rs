//! How much memory is used, and how much of the stack ever was.

use core::ptr::addr_of;

use cortex_m::peripheral::MPU;

/// What cortex-m-rt fills the stack with before main, and nothing else does four bytes at a time.
const PAINT: u32 = cortex_m_rt::STACK_PAINT_VALUE;

unsafe extern "C" {
    // The linker's: their addresses mean something, there is nothing at them.
    static _stack_start: u32;
    static _stack_end: u32;
    static __sdata: u32;
    static __edata: u32;
    static __sidata: u32;
    static __euninit: u32;
    static __vector_table: u32;
}

/// The lowest bytes of the stack, which nothing may touch. The memory protection takes powers of two from 32 on.
const GUARD: u32 = 256;

/// Makes touching the lowest bytes of the stack a fault. Below them is no memory, but what a chip does with a write to
/// that is not said of all places.
pub(crate) fn guard_stack(mpu: &mut MPU) {
    /// Of 2 to the power of this and one.
    const SIZE: u32 = GUARD.trailing_zeros() - 1;
    const ENABLE: u32 = 1;
    /// The rest of the memory is as without protection.
    const BACKGROUND: u32 = 1 << 2;
    // SAFETY: the stack pointer is far above, and no variable is there. Access rights 0: for nobody.
    unsafe {
        mpu.rnr.write(0);
        mpu.rbar.write(addr_of!(_stack_end) as u32);
        mpu.rasr.write(SIZE << 1 | ENABLE);
        mpu.ctrl.write(BACKGROUND | ENABLE);
    }
    cortex_m::asm::dsb();
    cortex_m::asm::isb();
}

/// Bytes of stack.
pub(crate) fn stack() -> u32 {
    addr_of!(_stack_start) as u32 - stack_bottom()
}

/// The lowest address of the stack that may be used.
fn stack_bottom() -> u32 {
    addr_of!(_stack_end) as u32 + GUARD
}

/// Whether a stack pointer is within the stack.
pub(crate) fn is_on_stack(pointer: u32) -> bool {
    (stack_bottom()..=addr_of!(_stack_start) as u32).contains(&pointer)
}

/// Bytes of stack ever used.
pub(crate) fn stack_used() -> u32 {
    let top = addr_of!(_stack_start);
    let mut lowest = addr_of!(_stack_end).wrapping_byte_add(GUARD as usize);
    while lowest < top {
        // SAFETY: within the stack, which is memory, and aligned as its bottom is. The part below the stack pointer may change
        // under us by an interrupt, so it is read as volatile.
        if unsafe { lowest.read_volatile() } != PAINT {
            break;
        }
        lowest = lowest.wrapping_add(1);
    }
    top as u32 - lowest as u32
}

/// Bytes of memory in use besides the stack.
pub(crate) fn ram() -> u32 {
    addr_of!(__euninit) as u32 - addr_of!(__sdata) as u32
}

/// Bytes of flash in use: from the vector table to the end of the variables' first values.
pub(crate) fn flash() -> u32 {
    let data = addr_of!(__edata) as u32 - addr_of!(__sdata) as u32;
    addr_of!(__sidata) as u32 + data - addr_of!(__vector_table) as u32
}
