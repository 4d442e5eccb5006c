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
mod kept;
pub mod link;
mod memory;
#[cfg(feature = "provoke")]
mod provoke;
pub mod records;
pub mod time;
#[cfg(feature = "usb")]
pub mod usb;

use cortex_m::interrupt::InterruptNumber;
use heapless::String;
use plyscope_core::wire::{Clock, Failure, StartCause};
use plyscope_firmware_player::{Chip, Device, Event, Memory};
use static_cell::ConstStaticCell;

pub use failure::fail;
use kept::Kept;
use link::{LinkOutput, Received};
pub use plyscope_firmware_player::{Place, RECORD, View};

/// A turn of the main loop takes milliseconds; a board's watchdog restarts the chip after one that takes longer than this.
pub const WATCHDOG_MILLISECONDS: u32 = 2000;

/// Milliseconds after which a turn of the main loop counts as a hang, and is recorded: before the watchdog restarts the chip.
pub(crate) const HANG_MILLISECONDS: u32 = WATCHDOG_MILLISECONDS * 3 / 4;

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

    /// Whether the board has a display or keys of its own.
    const HAS_FRONT: bool = false;

    /// Shows the game, and returns what the board's own keys type. Called all the time if the board has them.
    fn front(&mut self, view: &View) -> String<8> {
        let _ = view;
        String::new()
    }

    /// Keeps a record of the game without power, as in a backup memory. Returns whether it could. Through a reset alone,
    /// ordinary memory keeps it.
    fn back_up(&self, place: Place, record: &[u8]) -> bool {
        let _ = (place, record);
        false
    }

    /// Reads a record that was [backed up](Self::back_up); returns its length.
    fn backed_up(&self, place: Place, record: &mut [u8; RECORD]) -> Option<usize> {
        let _ = (place, record);
        None
    }

    /// Restarts the chip.
    fn restart(&self) -> ! {
        cortex_m::peripheral::SCB::sys_reset()
    }

    /// Whether the log's last byte is sent.
    fn is_log_sent(&self) -> bool {
        true
    }
}

// SAFETY: memory, in a section that nothing initialises. `Kept` reads nothing that it has not written, by its checksum.
#[unsafe(link_section = ".uninit.GAMES")]
static GAMES: [Kept<RECORD>; 2] = [const { Kept::new() }; 2];

/// Makes memory forget the games, as a power cut would.
#[cfg(feature = "provoke")]
pub(crate) fn forget() {
    GAMES.iter().for_each(Kept::forget);
}

/// A board with the player's link, to the player.
struct Machine<B>(B);

/// Plays on this board for ever. `port` is the interrupt of the link's port, from which the board calls [`link::interrupt`].
pub fn run<B: Board>(board: B, port: impl InterruptNumber) -> ! {
    static MEMORY: ConstStaticCell<Memory> = ConstStaticCell::new(Memory::new());

    memory::guard_stack();
    failure::look_up(board.start_cause());
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
        failure::live();
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
        if B::HAS_FRONT && device.is_ready(&output) {
            for byte in machine.0.front(&device.view(&machine)).bytes() {
                device.receive(byte, &machine, &mut output);
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
    /// Restarts once all queued output is sent, or cannot be sent within a second.
    fn restart(&self, output: &LinkOutput<impl InterruptNumber>) -> ! {
        defmt::info!("restart");
        let end = self.0.milliseconds() + 1000;
        while (!output.is_sent() || !self.0.is_log_sent()) && self.0.milliseconds() < end {
            cortex_m::asm::wfi();
        }
        // The last byte is still in the shift register: a tenth of a millisecond at 115200 bits a second.
        cortex_m::asm::delay(self.0.clock().hertz / 500);
        self.0.restart()
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

    fn failure(&self) -> Option<(Failure, bool)> {
        failure::last()
    }

    fn keep(&self, place: Place, record: &[u8]) -> bool {
        let backed_up = self.0.back_up(place, record);
        GAMES[place as usize].write(record) || backed_up
    }

    fn kept(&self, place: Place, record: &mut [u8; RECORD]) -> Option<usize> {
        let length = GAMES[place as usize].read(record);
        length.or_else(|| self.0.backed_up(place, record))
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
