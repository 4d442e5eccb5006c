//! What arrives at an SSD0323: a fake one understands the commands that set the area to be written, and keeps what is written.

use std::cell::RefCell;
use std::convert::Infallible;
use std::fs;
use std::path::Path;
use std::rc::Rc;

use crate::area::Area;
use embedded_hal::digital::{self, OutputPin};
use embedded_hal::spi::{self, Operation, SpiDevice};
use plyscope_core::othello::{Board, Colour};
use plyscope_firmware_display::{Desk, Frame, HEIGHT, Screen as _, Ssd0323, WIDTH, draw};
use plyscope_firmware_player::View;

/// Bytes of a row: two pixels each.
const ROW: usize = WIDTH as usize / 2;

struct Chip {
    is_data: bool,
    is_on: bool,
    area: Area,
    memory: Vec<[u8; ROW]>,
    /// The command whose operands are still to come, and those that have.
    begun: Vec<u8>,
    /// Commands for the panel.
    panel: Vec<u8>,
    was_dark: bool,
}

impl Chip {
    fn data(&mut self, byte: u8) {
        let (column, row) = self.area.next();
        self.memory[row][column] = byte;
    }

    fn command(&mut self, byte: u8) {
        self.begun.push(byte);
        match self.begun[..] {
            [0x15, first, last] => self.area.columns = [first, last].map(usize::from),
            [0x75, first, last] => self.area.rows = [first, last].map(usize::from),
            [0x15 | 0x75, ..] => return,
            [0xae] => self.is_on = false,
            [0xaf] => {
                self.is_on = true;
                self.was_dark = self.memory.iter().flatten().all(|&byte| byte == 0);
            }
            [other] => self.panel.push(other),
            _ => unreachable!("no other command has operands here"),
        }
        self.begun.clear();
        self.area.begin();
    }
}

struct Wire(Rc<RefCell<Chip>>);

impl spi::ErrorType for Wire {
    type Error = Infallible;
}

impl SpiDevice for Wire {
    fn transaction(&mut self, operations: &mut [Operation<'_, u8>]) -> Result<(), Infallible> {
        let mut chip = self.0.borrow_mut();
        for operation in operations {
            let Operation::Write(bytes) = operation else { panic!("{operation:?}") };
            for &byte in *bytes {
                if chip.is_data { chip.data(byte) } else { chip.command(byte) }
            }
        }
        Ok(())
    }
}

impl digital::ErrorType for Wire {
    type Error = Infallible;
}

impl OutputPin for Wire {
    fn set_low(&mut self) -> Result<(), Infallible> {
        self.0.borrow_mut().is_data = false;
        Ok(())
    }

    fn set_high(&mut self) -> Result<(), Infallible> {
        self.0.borrow_mut().is_data = true;
        Ok(())
    }
}

#[test]
fn the_picture_arrives_and_the_display_is_dark_before_it_is_on() {
    let chip = Rc::new(RefCell::new(Chip {
        is_data: true,
        is_on: true,
        area: Area::default(),
        memory: vec![[0x5a; ROW]; HEIGHT as usize],
        begun: Vec::new(),
        panel: Vec::new(),
        was_dark: false,
    }));
    let wires = [(); 2].map(|()| Wire(Rc::clone(&chip)));
    let mut frame = Frame::new();
    let [spi, data] = wires;
    let mut display = Ssd0323::start(spi, data, &[0xa4, 0x85], &mut frame);
    assert!(chip.borrow().is_on && chip.borrow().was_dark);
    assert_eq!(chip.borrow().panel, [0xa4, 0x85]);

    let view = View {
        board: Board::START,
        mover: Colour::Black,
        last: None,
        side: Some(Colour::Black),
        is_persons_turn: true,
        is_thinking: false,
        is_over: false,
    };
    draw(&view, Desk::default().cursor(&view), &mut display).unwrap();
    // The second one replaces the first.
    display.show();
    display.show();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pictures/start.pbm");
    let committed = fs::read(path).unwrap();
    let bits = &committed[b"P4\n128 64\n".len()..];
    let expected: Vec<u8> = bits
        .iter()
        .flat_map(|byte| (0..8).map(move |place| byte << place & 0x80 == 0))
        .map(|is_lit| if is_lit { 0xf } else { 0 })
        .collect();
    let shown: Vec<u8> =
        chip.borrow().memory.iter().flatten().flat_map(|byte| [byte >> 4, byte & 0xf]).collect();
    assert!(shown == expected);
}
