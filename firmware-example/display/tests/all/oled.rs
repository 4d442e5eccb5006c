//! What arrives at an SSD1306: a fake one understands the commands that set the area to be written, and keeps what is written.

use std::cell::RefCell;
use std::fs;
use std::path::Path;
use std::rc::Rc;

use crate::area::Area;
use embedded_hal::i2c::{ErrorKind, ErrorType, I2c, NoAcknowledgeSource, Operation};
use plyscope_core::othello::{Board, Colour};
use plyscope_firmware_display::{Desk, HEIGHT, Oled, Screen as _, WIDTH, draw};
use plyscope_firmware_player::View;

const PAGES: usize = HEIGHT as usize / 8;

#[derive(Default)]
struct Chip {
    is_there: bool,
    is_on: bool,
    area: Area,
    memory: Vec<[u8; WIDTH as usize]>,
    commands: Vec<u8>,
}

impl Chip {
    fn write(&mut self, byte: u8) {
        let (column, row) = self.area.next();
        self.memory[row][column] = byte;
    }

    /// The bytes of a command come one by one.
    fn command(&mut self, byte: u8) {
        self.commands.push(byte);
        let number = |place: usize| usize::from(self.commands[place]);
        match (self.commands[0], self.commands.len()) {
            (0x21, 3) => self.area.columns = [number(1), number(2)],
            (0x22, 3) => self.area.rows = [number(1), number(2)],
            (0x21 | 0x22, _) => return,
            // They have one more byte.
            (0x20 | 0x81 | 0x8d | 0xa8 | 0xd3 | 0xd5 | 0xd9 | 0xda | 0xdb, 1) => return,
            (0xae | 0xaf, _) => self.is_on = self.commands[0] == 0xaf,
            _ => {}
        }
        self.area.begin();
        self.commands.clear();
    }

    /// As a PBM, in which ones are black.
    fn picture(&self) -> Vec<u8> {
        let mut picture = format!("P4\n{WIDTH} {HEIGHT}\n").into_bytes();
        for row in 0..HEIGHT as usize {
            for columns in self.memory[row / 8].chunks(8) {
                let lit = |byte: &u8| byte >> (row % 8) & 1;
                picture.push(!columns.iter().fold(0, |all, byte| all << 1 | lit(byte)));
            }
        }
        picture
    }
}

#[derive(Clone)]
struct Wire(Rc<RefCell<Chip>>);

impl ErrorType for Wire {
    type Error = ErrorKind;
}

impl I2c for Wire {
    fn transaction(&mut self, address: u8, parts: &mut [Operation<'_>]) -> Result<(), ErrorKind> {
        let mut chip = self.0.borrow_mut();
        if !chip.is_there {
            return Err(ErrorKind::NoAcknowledge(NoAcknowledgeSource::Address));
        }
        assert_eq!(address, 0x3c);
        for part in parts {
            let Operation::Write(bytes) = part else { panic!("nothing is read") };
            match bytes {
                [0x00, commands @ ..] => commands.iter().for_each(|byte| chip.command(*byte)),
                [0x40, data @ ..] => data.iter().for_each(|byte| chip.write(*byte)),
                other => panic!("{other:x?}"),
            }
        }
        Ok(())
    }
}

#[test]
fn the_picture_arrives_at_a_display_that_is_connected_late_or_anew() {
    // Memory holds anything at first.
    let memory = vec![[0xa5; WIDTH as usize]; PAGES];
    let chip = Rc::new(RefCell::new(Chip { memory, ..Chip::default() }));
    let mut oled = Oled::new(Wire(chip.clone()));
    let start = View {
        board: Board::START,
        mover: Colour::Black,
        last: None,
        side: Some(Colour::Black),
        is_persons_turn: true,
        is_thinking: false,
        is_over: false,
    };
    let pictures = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pictures");
    let expected = fs::read(pictures.join("start.pbm")).unwrap();
    let mut show = || {
        let _ = draw(&start, Desk::default().cursor(&start), &mut oled);
        oled.show();
    };
    show();
    assert!(!chip.borrow().is_on);
    for _ in 0..2 {
        chip.borrow_mut().is_there = true;
        show();
        assert!(chip.borrow().is_on);
        assert!(chip.borrow().picture() == expected, "another picture");
        // Pulled out while it is used, and connected again.
        chip.borrow_mut().is_there = false;
        show();
        *chip.borrow_mut() =
            Chip { memory: vec![[0x5a; WIDTH as usize]; PAGES], ..Chip::default() };
    }
}
