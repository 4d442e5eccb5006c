//! The player on an STM32F405, any STM32F4 with the same memory and registers, or QEMU's `netduinoplus2`. One binary serves
//! all and detects where it runs.
//!
//! The main loop feeds the watchdog, passes bytes from the link to the [`Device`], lets it think for a moment, and sleeps
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
        // Bounded: a flood of bytes must not starve the watchdog.
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
        // A byte that arrives exactly here waits at most until the next millisecond's interrupt.
        if quiet && device.is_idle() {
            machine.sleep();
        }
    }
}

/// Lets tools compile the package for a desktop.
#[cfg(not(target_os = "none"))]
fn main() {
    eprintln!("this is the firmware of a microcontroller: build it for thumbv7em-none-eabihf");
}
