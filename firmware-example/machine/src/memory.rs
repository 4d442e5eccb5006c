//! Memory use, and the stack's high-water mark.

use core::ptr::addr_of;

#[cfg(not(armv8m))]
use cortex_m::peripheral::MPU;

/// The word with which cortex-m-rt paints the stack before main.
const PAINT: u32 = cortex_m_rt::STACK_PAINT_VALUE;

unsafe extern "C" {
    // Linker symbols: only their addresses have a meaning.
    static _stack_start: u32;
    static _stack_end: u32;
    static __sdata: u32;
    static __edata: u32;
    static __sidata: u32;
    static __euninit: u32;
    static __vector_table: u32;
    static _vectors_end: u32;
    static __stext: u32;
}

/// Size of the guard at the bottom of the stack. The memory protection unit takes powers of two from 32 on.
const GUARD: u32 = 256;

/// Makes any access to the lowest bytes of the stack a fault, where the processor has a memory protection unit. There is no
/// memory below them, but chips do not document everywhere how they treat writes to such addresses.
#[cfg(not(armv8m))]
pub(crate) fn guard_stack() {
    /// The region has 2 to the power of this plus one bytes.
    const SIZE: u32 = GUARD.trailing_zeros() - 1;
    const ENABLE: u32 = 1;
    /// The rest of the memory keeps its default access rights.
    const BACKGROUND: u32 = 1 << 2;
    // SAFETY: nothing else uses the unit. The stack pointer is far above, and no variable is there. Access rights 0: no
    // access.
    unsafe {
        let mpu = &*MPU::PTR;
        // A processor without one, where this reads as zero, is left as it is.
        if mpu._type.read() != 0 {
            mpu.rnr.write(0);
            mpu.rbar.write(addr_of!(_stack_end) as u32);
            mpu.rasr.write(SIZE << 1 | ENABLE);
            mpu.ctrl.write(BACKGROUND | ENABLE);
        }
    }
    cortex_m::asm::dsb();
    cortex_m::asm::isb();
}

/// Makes the stack end above its lowest bytes: going beyond is a fault. These processors have a register for it.
#[cfg(armv8m)]
pub(crate) fn guard_stack() {
    // SAFETY: the stack pointer is far above.
    unsafe { cortex_m::register::msplim::write(addr_of!(_stack_end) as u32 + GUARD) };
}

/// Size of the stack in bytes.
pub(crate) fn stack() -> u32 {
    addr_of!(_stack_start) as u32 - stack_bottom()
}

/// The lowest usable address of the stack.
fn stack_bottom() -> u32 {
    addr_of!(_stack_end) as u32 + GUARD
}

/// Whether an address is within the stack.
pub(crate) fn is_on_stack(pointer: u32) -> bool {
    (stack_bottom()..=addr_of!(_stack_start) as u32).contains(&pointer)
}

/// The most bytes of stack used so far.
pub(crate) fn stack_used() -> u32 {
    let top = addr_of!(_stack_start);
    let mut lowest = addr_of!(_stack_end).wrapping_byte_add(GUARD as usize);
    while lowest < top {
        // SAFETY: within the stack, which is memory, and aligned like its bottom. An interrupt may change the part below
        // the stack pointer, so the read is volatile.
        if unsafe { lowest.read_volatile() } != PAINT {
            break;
        }
        lowest = lowest.wrapping_add(1);
    }
    top as u32 - lowest as u32
}

/// Bytes of memory in use, without the stack.
pub(crate) fn ram() -> u32 {
    addr_of!(__euninit) as u32 - addr_of!(__sdata) as u32
}

/// Bytes of flash in use: the vectors, and from the program's beginning to the end of the variables' initial values.
pub(crate) fn flash() -> u32 {
    let bytes = |from: *const u32, to: *const u32| to as u32 - from as u32;
    bytes(addr_of!(__vector_table), addr_of!(_vectors_end))
        + bytes(addr_of!(__stext), addr_of!(__sidata))
        + bytes(addr_of!(__sdata), addr_of!(__edata))
}
