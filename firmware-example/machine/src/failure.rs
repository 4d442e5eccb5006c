//! Failure handling: panics and faults are logged, then the chip restarts.

use core::arch::naked_asm;
use core::panic::PanicInfo;

use cortex_m::peripheral::SCB;

/// Sends the log and restarts.
pub fn fail() -> ! {
    defmt::flush();
    SCB::sys_reset();
}

#[panic_handler]
fn panic(info: &PanicInfo<'_>) -> ! {
    cortex_m::interrupt::disable();
    // The message itself would need core::fmt, ten times the size of the rest.
    match info.location() {
        Some(place) => defmt::error!("panic at {=str}:{=u32}", place.file(), place.line()),
        None => defmt::error!("panic"),
    }
    fail();
}

/// The hard fault handler, to which every other fault escalates. It resets the stack pointer first, because the stack may
/// have overflowed.
#[unsafe(naked)]
// SAFETY: the vector table wants this name; cortex-m-rt leaves it to us.
#[unsafe(no_mangle)]
unsafe extern "C" fn HardFault() -> ! {
    naked_asm!(
        "mrs r0, msp",
        "ldr r1, =_stack_start",
        "msr msp, r1",
        // It does not return; `b` would not reach far enough on a Cortex-M0.
        "bl {}",
        sym fault,
    )
}

/// `frame` is where the processor stacked, or tried to stack, its registers.
extern "C" fn fault(frame: u32) -> ! {
    if crate::memory::is_on_stack(frame) {
        defmt::error!("fault, stack pointer {=u32:#x}", frame);
    } else {
        defmt::error!("the stack has overflowed, down to {=u32:#x}", frame);
    }
    fail();
}
