//! The player on an STM32F405, or any STM32F4 with its memory and registers, and in QEMU's `netduinoplus2`: the same
//! program, which finds out where it is.
//!
//! The main loop feeds the watchdog, hands bytes from the link to the [`Device`], lets it think for a moment, and sleeps
//! when there is nothing to do. Interrupts only move bytes and count milliseconds.
#![cfg_attr(target_os = "none", no_std, no_main)]

#[cfg(target_os = "none")]
mod machine;

#[cfg(target_os = "none")]
#[cortex_m_rt::entry]
fn main() -> ! {
    use machine::{Input, Machine};
    use plyscope_firmware::{Device, Memory};
    use static_cell::ConstStaticCell;

    static MEMORY: ConstStaticCell<Memory> = ConstStaticCell::new(Memory::new());

    let (mut machine, mut input, mut output, mut watchdog) = Machine::start();
    let mut device = Device::new(MEMORY.take());
    device.greet(&machine, &mut output);
    loop {
        watchdog.feed();
        let mut quiet = false;
        // Not all that may come: a flood must not keep the watchdog waiting.
        for _ in 0..64 {
            if !device.is_ready(&output) {
                break;
            }
            match input.next() {
                Input::Byte(byte) => device.receive(byte, &machine, &mut output),
                Input::Lost => device.lose(&machine),
                Input::None => {
                    quiet = true;
                    break;
                }
            }
            if device.wants_restart() {
                machine.restart(&mut output);
            }
        }
        device.turn(&machine, &mut output);
        // A byte that comes right here waits for the next millisecond's interrupt at most.
        if quiet && device.is_idle() {
            machine.sleep();
        }
    }
}

/// The firmware is for a chip; this is for tools that compile everything for a desktop.
#[cfg(not(target_os = "none"))]
fn main() {
    eprintln!("this is the firmware of a microcontroller: build it for thumbv7em-none-eabihf");
}
