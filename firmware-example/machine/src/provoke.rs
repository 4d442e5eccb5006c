//! Deliberate failures, to test their handling: type `overflow`, `panic`, `hang`,
//! `deaf` (a hang with interrupts off), `access` (of memory that is not there) or `power` (a power cut, after which memory holds
//! no game) at the terminal.

use core::hint::black_box;

pub(crate) fn provoke(command: &str) {
    match command {
        "overflow" => {
            black_box(overflow(0));
        }
        "panic" => panic!("asked for"),
        "hang" => loop {
            cortex_m::asm::nop();
        },
        // The watchdog ends this. Of the boards in QEMU only the LM3S6965's has one.
        "deaf" => {
            cortex_m::interrupt::disable();
            loop {
                cortex_m::asm::nop();
            }
        }
        "access" => {
            black_box(access());
        }
        "power" => {
            crate::forget();
            cortex_m::peripheral::SCB::sys_reset();
        }
        _ => {}
    }
}

/// Out of line, so that the link register tells the caller, as it is recorded.
#[inline(never)]
fn access() -> u32 {
    /// Outside of everything on these chips, and in QEMU.
    const NOWHERE: *const u32 = 0x6000_0000 as *const u32;
    // SAFETY: it is to fail, and a fault is what it gets.
    unsafe { NOWHERE.read_volatile() }
}

#[expect(unconditional_recursion, reason = "the stack is what ends it")]
fn overflow(depth: u32) -> u32 {
    let frame = black_box([depth; 64]);
    overflow(depth + 1) + frame[0]
}
