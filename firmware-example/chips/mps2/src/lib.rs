//! Arm's MPS2, a board whose processor is an FPGA's image, and QEMU's model of it: another core to test on. The link is UART 0. The
//! log is for a debug probe.
#![no_std]

use cortex_m::Peripherals;
use cortex_m::interrupt::InterruptNumber;
use cortex_m::peripheral::NVIC;
use cortex_m_rt::exception;
use defmt_rtt as _;
use plyscope_core::wire::{Clock, ClockSource, StartCause};
use plyscope_firmware_machine::link::{self, BITS_PER_SECOND, Port, Received};
use plyscope_firmware_machine::{Board, run, time};

/// An image of a processor.
#[derive(Clone, Copy, Debug)]
pub struct Mps2 {
    /// Its clock rate.
    pub hertz: u32,
    /// Address of UART 0.
    pub uart: usize,
    /// The number of that UART's first interrupt. It has two, one for each direction.
    pub interrupt: u16,
}

/// An interrupt, by its number.
#[derive(Clone, Copy)]
struct Interrupt(u16);

// SAFETY: the number is the interrupt's.
unsafe impl InterruptNumber for Interrupt {
    fn number(self) -> u16 {
        self.0
    }
}

impl Board for Mps2 {
    fn clock(&self) -> Clock {
        Clock { source: ClockSource::Emulator, hertz: self.hertz }
    }

    fn start_cause(&self) -> StartCause {
        StartCause::Power
    }
}

impl Mps2 {
    /// Plays on it for ever.
    pub fn play(self) -> ! {
        let Some(core) = Peripherals::take() else { plyscope_firmware_machine::fail() };
        time::start(core.SYST, self.hertz);
        let uart = Uart(self.uart);
        uart.write(BAUD_DIVISOR, self.hertz / BITS_PER_SECOND);
        uart.write(CONTROL, TRANSMITS | RECEIVES | RECEIVER_INTERRUPTS);
        // SAFETY: this runs before any interrupt of the port.
        unsafe { UART = self.uart };
        let [first, second] = [Interrupt(self.interrupt), Interrupt(self.interrupt + 1)];
        // SAFETY: the handler is ready.
        unsafe { NVIC::unmask(second) };
        run(self, first)
    }
}

/// Address of the UART, set before its interrupts are unmasked.
static mut UART: usize = 0;

/// Every interrupt: the UART's are the only ones in use.
#[exception]
unsafe fn DefaultHandler(_: i16) {
    // SAFETY: written once, before any interrupt.
    link::interrupt(&mut Uart(unsafe { UART }));
}

// Registers of Arm's CMSDK UART.
const DATA: usize = 0x00;
const STATE: usize = 0x04;
const CONTROL: usize = 0x08;
/// Writing a one clears an interrupt.
const INTERRUPTS: usize = 0x0c;
const BAUD_DIVISOR: usize = 0x10;

// Bits of STATE.
const FULL_TO_SEND: u32 = 1;
const RECEIVED: u32 = 1 << 1;
const OVERRUN: u32 = 1 << 3;

// Bits of CONTROL.
const TRANSMITS: u32 = 1;
const RECEIVES: u32 = 1 << 1;
const SENDER_INTERRUPTS: u32 = 1 << 2;
const RECEIVER_INTERRUPTS: u32 = 1 << 3;

/// A UART at an address.
struct Uart(usize);

impl Uart {
    fn read(&self, register: usize) -> u32 {
        // SAFETY: a register of the UART, which only this module uses.
        unsafe { ((self.0 + register) as *const u32).read_volatile() }
    }

    fn write(&self, register: usize, value: u32) {
        // SAFETY: as above.
        unsafe { ((self.0 + register) as *mut u32).write_volatile(value) };
    }
}

impl Port for Uart {
    fn receive(&mut self) -> Received {
        self.write(INTERRUPTS, 0b1111);
        let state = self.read(STATE);
        if state & OVERRUN != 0 {
            self.write(STATE, OVERRUN);
            return Received::Lost;
        }
        if state & RECEIVED == 0 {
            return Received::None;
        }
        Received::Byte(self.read(DATA) as u8)
    }

    fn is_free(&mut self) -> bool {
        self.read(STATE) & FULL_TO_SEND == 0
    }

    fn send(&mut self, byte: u8) {
        self.write(DATA, byte.into());
    }

    fn announce(&mut self, on: bool) {
        let interrupts = if on { SENDER_INTERRUPTS } else { 0 };
        self.write(CONTROL, TRANSMITS | RECEIVES | RECEIVER_INTERRUPTS | interrupts);
    }
}
