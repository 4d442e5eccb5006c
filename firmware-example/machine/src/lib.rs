//! What the boards have in common: the main loop, the link's queues, time by SysTick, the stack's guard, copies of memory, panics and
//! faults. It needs a Cortex-M and nothing of any chip.
//!
//! A board implements [`Board`] and [`Port`], calls [`link::interrupt`] from its port's interrupt, and ends in [`run`]. The main
//! loop feeds the watchdog, passes bytes from the link to the [`Device`], lets it think for a moment, and sleeps when there is
//! nothing to do. Interrupts only move bytes and count milliseconds.
#![no_std]

#[cfg(not(armv6m))]
mod copy;
mod failure;
pub mod link;
mod memory;
#[cfg(feature = "provoke")]
mod provoke;
pub mod time;

use cortex_m::interrupt::InterruptNumber;
use plyscope_core::wire::{Clock, StartCause};
use plyscope_firmware_player::{Chip, Device, Event, Memory};
use static_cell::ConstStaticCell;

pub use failure::fail;
use link::{LinkOutput, Received};

/// A turn of the main loop takes milliseconds; a board's watchdog restarts the chip after one that takes longer than this.
pub const WATCHDOG_MILLISECONDS: u32 = 2000;

/// What differs between boards, once everything is set up.
pub trait Board {
    /// The clock's source and rate.
    fn clock(&self) -> Clock;

    /// The cause of the last start.
    fn start_cause(&self) -> StartCause;

    /// Keeps the watchdog, if there is one, from restarting the chip.
    fn feed(&mut self) {}

    /// Clock ticks since the start.
    fn ticks(&self) -> u64 {
        time::ticks()
    }

    /// Milliseconds since the start.
    fn milliseconds(&self) -> u64 {
        time::milliseconds()
    }

    /// Whether the log's last byte is sent.
    fn is_log_sent(&self) -> bool {
        true
    }
}

/// A board with the player's link, to the player.
struct Machine<B>(B);

/// Plays on this board for ever. `port` is the interrupt of the link's port, from which the board calls [`link::interrupt`].
pub fn run<B: Board>(board: B, port: impl InterruptNumber) -> ! {
    static MEMORY: ConstStaticCell<Memory> = ConstStaticCell::new(Memory::new());

    memory::guard_stack();
    let (mut input, mut output) = link::start(port);
    let mut machine = Machine(board);
    defmt::info!(
        "plyscope {=str}, clock {}, start {}",
        env!("CARGO_PKG_VERSION"),
        machine.0.clock(),
        machine.0.start_cause()
    );
    let mut device = Device::new(MEMORY.take());
    device.greet(&machine, &mut output);
    loop {
        machine.0.feed();
        let mut quiet = false;
        // Bounded: a flood of bytes must not starve the watchdog.
        for _ in 0..64 {
            if !device.is_ready(&output) {
                break;
            }
            match input.next() {
                Received::Byte(byte) => device.receive(byte, &machine, &mut output),
                Received::Lost => device.lose(&machine),
                Received::None => {
                    quiet = true;
                    break;
                }
            }
            if device.wants_restart() {
                machine.restart(&output);
            }
        }
        device.turn(&machine, &mut output);
        // A byte that arrives exactly here waits at most until the next millisecond's interrupt.
        if quiet && device.is_idle() {
            cortex_m::asm::wfi();
        }
    }
}

impl<B: Board> Machine<B> {
    /// Restarts once all queued output is sent, or cannot be sent. The watchdog limits the wait.
    fn restart(&self, output: &LinkOutput<impl InterruptNumber>) -> ! {
        defmt::info!("restart");
        while !output.is_sent() || !self.0.is_log_sent() {
            cortex_m::asm::wfi();
        }
        // The last byte is still in the shift register: a tenth of a millisecond at 115200 bits a second.
        cortex_m::asm::delay(self.0.clock().hertz / 500);
        cortex_m::peripheral::SCB::sys_reset();
    }
}

impl<B: Board> Chip for Machine<B> {
    fn ticks(&self) -> u64 {
        self.0.ticks()
    }

    fn milliseconds(&self) -> u64 {
        self.0.milliseconds()
    }

    fn clock(&self) -> Clock {
        self.0.clock()
    }

    fn start_cause(&self) -> StartCause {
        self.0.start_cause()
    }

    fn stack(&self) -> (u32, u32) {
        (memory::stack(), memory::stack_used())
    }

    fn ram(&self) -> u32 {
        memory::ram()
    }

    fn flash(&self) -> u32 {
        memory::flash()
    }

    fn log(&self, event: &Event) {
        match event {
            Event::Request { .. } | Event::Searched { .. } => defmt::debug!("{}", event),
            Event::Refused(_) | Event::Lost | Event::Abandoned => defmt::warn!("{}", event),
        }
    }

    #[cfg(feature = "provoke")]
    fn provoke(&self, command: &str) {
        provoke::provoke(command);
    }
}

defmt::timestamp!("{=u64:ms}", time::milliseconds());
