//! The player on the Stellaris LM3S6965 evaluation kit, in QEMU `lm3s6965evb`: a Cortex-M3, with the kit's display, four of its five
//! keys, and its buzzer. The link goes to the board's USB port.
#![no_std]
#![no_main]

use cortex_m_rt::entry;
use heapless::String;
use plyscope_core::wire::{Clock, StartCause};
use plyscope_firmware_display::{Buzzer, Frame, Front, Keys, Ssd0323};
use plyscope_firmware_lm3s::{Input, LINK, Lm3s, Output, Pin, Port, Pulse, Spi};
use plyscope_firmware_machine::{Board, View, run};
use static_cell::ConstStaticCell;

/// Commands for the kit's panel, from its maker's example.
const PANEL: [u8; 35] = [
    0x81, 50,   // Contrast,
    0x85, // of half the full current.
    0xa0,
    0x52, // The high half of a byte is the left pixel; rows from the bottom, odd ones on one side.
    0xa1, 0, 0xa2, 0x4c, // First row, and its offset.
    0xa4, // What is in memory is shown.
    0xa8, 63, // Rows, less one.
    0xb1, 0x22, 0xb2, 70, 0xb3, 0xf1, // Phases, row period, clock.
    0xbf, 0x0d, 0xbe, 0x02, 0xbc, 0x10, // Voltages.
    0xb8, 0x01, 0x11, 0x22, 0x32, 0x43, 0x54, 0x65, 0x76, // Greys.
    0xad, 3, // Its voltage converter is on.
];

/// Bits a second, less than the display's 4 MHz.
const DISPLAY_RATE: u32 = 3_600_000;

/// The buzzer's frequency.
const TONE: u32 = 2700;

type Display = Ssd0323<'static, Spi, Output>;

/// The kit.
struct Kit {
    chip: Lm3s,
    front: Front<Display, Input, Input, Input, Input, Pulse>,
}

impl Board for Kit {
    fn clock(&self) -> Clock {
        self.chip.clock()
    }

    fn start_cause(&self) -> StartCause {
        self.chip.start_cause()
    }

    fn feed(&mut self) {
        self.chip.feed();
    }

    const HAS_FRONT: bool = true;

    fn front(&mut self, view: &View) -> String<8> {
        let now = self.milliseconds();
        self.front.poll(view, now)
    }
}

#[entry]
fn main() -> ! {
    static FRAME: ConstStaticCell<Frame> = ConstStaticCell::new(Frame::new());

    let chip = Lm3s::start();
    let display =
        Ssd0323::start(chip.spi(DISPLAY_RATE), Pin(Port::C, 7).output(), &PANEL, FRAME.take());
    // Left, right, select and down.
    let [back, next] = [2, 3].map(|number| chip.key(Pin(Port::E, number)));
    let keys = Keys::new(back, next, chip.key(Pin(Port::F, 1)), chip.key(Pin(Port::E, 1)));
    let front = Front::new(display, keys, Buzzer::new(chip.pulse(TONE)));
    run(Kit { chip, front }, LINK)
}
