//! Deliberate failures, to test their handling: type `overflow`, `panic` or `hang` at the terminal.

use core::hint::black_box;

pub(crate) fn provoke(command: &str) {
    match command {
        "overflow" => {
            black_box(overflow(0));
        }
        "panic" => panic!("asked for"),
        // On a chip the watchdog ends this; QEMU has none.
        "hang" => loop {
            cortex_m::asm::nop();
        },
        _ => {}
    }
}

#[expect(unconditional_recursion, reason = "the stack is what ends it")]
fn overflow(depth: u32) -> u32 {
    let frame = black_box([depth; 64]);
    overflow(depth + 1) + frame[0]
}
