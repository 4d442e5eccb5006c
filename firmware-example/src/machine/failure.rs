//! What happens when something that cannot happen does: it is logged, and the chip starts anew.

use core::panic::PanicInfo;

use cortex_m::peripheral::SCB;
use cortex_m_rt::{ExceptionFrame, exception};

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

// A fault: a stack that overflowed, for one. The stack pointer may be good for nothing.
// SAFETY: nothing else handles this exception, and this one does not return.
#[exception]
unsafe fn HardFault(frame: &ExceptionFrame) -> ! {
    defmt::error!("fault at {=u32:#x}", frame.pc());
    fail();
}
