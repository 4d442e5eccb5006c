//! What happens when something that cannot happen does: it is logged, and the chip starts anew.

use core::arch::naked_asm;
use core::panic::PanicInfo;

use cortex_m::peripheral::SCB;

/// Gives up.
pub(crate) fn fail() -> ! {
    super::log::flush();
    SCB::sys_reset();
}

#[panic_handler]
fn panic(info: &PanicInfo<'_>) -> ! {
    cortex_m::interrupt::disable();
    // The message itself would need core::fmt, which is ten times the rest of this.
    match info.location() {
        Some(place) => defmt::error!("panic at {=str}:{=u32}", place.file(), place.line()),
        None => defmt::error!("panic"),
    }
    fail();
}

/// The hard fault's handler, which every other fault becomes. It begins with a stack of its own choice, the whole of it:
/// the one that there was may be what has overflowed.
#[unsafe(naked)]
// SAFETY: the vector table wants this name; cortex-m-rt leaves it to us.
#[unsafe(no_mangle)]
unsafe extern "C" fn HardFault() -> ! {
    naked_asm!(
        "mrs r0, msp",
        "ldr r1, =_stack_start",
        "msr msp, r1",
        "b {}",
        sym fault,
    )
}

/// `frame` is where the processor has put, or tried to put, what it was doing.
extern "C" fn fault(frame: u32) -> ! {
    if super::memory::is_on_stack(frame) {
        defmt::error!("fault, stack pointer {=u32:#x}", frame);
    } else {
        defmt::error!("the stack has overflowed, down to {=u32:#x}", frame);
    }
    fail();
}
