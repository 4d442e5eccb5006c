//! Pictures, keys and sounds. The pictures in `tests/pictures` were looked at; to draw them again after a change:
//!
//! ```sh
//! PLYSCOPE_WRITE_PICTURES=1 cargo test -p plyscope-firmware-display
//! ```

use std::cell::Cell;
use std::convert::Infallible;
use std::path::Path;
use std::{env, fs};

use embedded_graphics::framebuffer::{Framebuffer, buffer_size};
use embedded_graphics::pixelcolor::BinaryColor;
use embedded_graphics::pixelcolor::raw::{BigEndian, RawU1};
use embedded_graphics::prelude::*;
use embedded_hal::digital::{ErrorType, InputPin};
use embedded_hal::pwm::{self, SetDutyCycle};
use plyscope_core::othello::{Board, Colour, Move, parse_board};
use plyscope_firmware_display::{Buzzer, Desk, Front, HEIGHT, Key, Keys, Sound, WIDTH, draw};
use plyscope_firmware_player::View;

type Screen = Framebuffer<
    BinaryColor,
    RawU1,
    BigEndian,
    { WIDTH as usize },
    { HEIGHT as usize },
    { buffer_size::<BinaryColor>(WIDTH as usize, HEIGHT as usize) },
>;

fn view(board: Board, mover: Colour) -> View {
    View {
        board,
        mover,
        last: None,
        side: Some(Colour::Black),
        is_persons_turn: true,
        is_thinking: false,
        is_over: board.is_over(),
    }
}

/// Compares the picture with the committed one.
fn check(name: &str, view: &View, cursor: Option<Move>) {
    let mut screen = Screen::new();
    draw(view, cursor, &mut screen).unwrap();
    // In a PBM, ones are black.
    let mut picture = format!("P4\n{WIDTH} {HEIGHT}\n").into_bytes();
    picture.extend(screen.data().iter().map(|byte| !byte));
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/pictures/{name}.pbm"));
    if env::var_os("PLYSCOPE_WRITE_PICTURES").is_some() {
        fs::write(&path, &picture).unwrap();
    }
    let committed = fs::read(&path).unwrap_or_default();
    assert!(committed == picture, "{} differs: draw it again and look at it", path.display());
}

#[test]
fn the_pictures_are_those_that_were_looked_at() {
    let start = view(Board::START, Colour::Black);
    check("start", &start, Desk::default().cursor(&start));

    let text = include_str!("../../../../tests/data/midgame-200.txt");
    let text = text.lines().find(|line| !line.starts_with('#')).unwrap();
    let (board, mover) = parse_board(text).unwrap();
    let discs = board.mover | board.opponent;
    let middle = View {
        last: Move::to(discs.trailing_zeros() as u8),
        side: Some(mover.other()),
        is_persons_turn: false,
        is_thinking: true,
        ..view(board, mover)
    };
    check("thinking", &middle, None);

    let board = Board { mover: 0x00ff_ffff_ff00_ff3f, opponent: 0xff00_0000_00ff_00c0 };
    let end = View { last: Move::to(63), is_persons_turn: true, ..view(board, Colour::Black) };
    assert!(end.is_over);
    check("end", &end, None);
    check("end-of-two", &View { side: None, ..end }, None);
}

#[test]
fn keys_go_from_move_to_move_and_type_it() {
    let view = view(Board::START, Colour::Black);
    let mut desk = Desk::default();
    let mut names = Vec::new();
    for _ in 0..5 {
        names.push(desk.cursor(&view).unwrap().to_string());
        assert_eq!(desk.press(Key::Next, &view), "");
    }
    assert_eq!(names, ["d3", "c4", "f5", "e6", "d3"]);
    desk.press(Key::Back, &view);
    desk.press(Key::Back, &view);
    assert_eq!(desk.press(Key::Play, &view), "e6\r");
    assert_eq!(desk.press(Key::Undo, &view), "undo\r");
    let thinking = View { is_thinking: true, is_persons_turn: false, ..view };
    assert_eq!(desk.press(Key::Play, &thinking), "\x03", "move at once");
    assert_eq!(desk.press(Key::Next, &thinking), "");
    assert_eq!(desk.cursor(&thinking), None);
    assert_eq!(desk.press(Key::Play, &View { is_over: true, ..thinking }), "\x03");
    assert_eq!(desk.press(Key::Play, &View { is_over: true, ..view }), "new\r");
}

/// A display whose pictures are counted.
struct Shown(Screen, u32);

impl Dimensions for Shown {
    fn bounding_box(&self) -> embedded_graphics::primitives::Rectangle {
        self.0.bounding_box()
    }
}

impl DrawTarget for Shown {
    type Color = BinaryColor;
    type Error = Infallible;

    fn draw_iter<I: IntoIterator<Item = Pixel<BinaryColor>>>(
        &mut self,
        pixels: I,
    ) -> Result<(), Infallible> {
        self.0.draw_iter(pixels)
    }
}

impl plyscope_firmware_display::Screen for Shown {
    fn show(&mut self) {
        self.1 += 1;
    }
}

#[test]
fn a_front_types_what_its_keys_mean_and_draws_what_is_new() {
    let levels = [const { Cell::new(true) }; 4];
    let [back, next, play, undo] = &levels;
    let keys = Keys::new(Pin(back), Pin(next), Pin(play), Pin(undo));
    let mut duty = Duty::default();
    let mut front = Front::new(Shown(Screen::new(), 0), keys, Buzzer::new(&mut duty));
    let start = view(Board::START, Colour::Black);
    let mut typed = String::new();
    let mut now = 0;
    let mut run = |front: &mut Front<_, _, _, _, _, _>, view: &View| {
        for _ in 0..100 {
            now += 1;
            typed += &front.poll(view, now);
        }
    };
    run(&mut front, &start);
    assert_eq!(front.screen().1, 1, "nothing changes");
    next.set(false);
    run(&mut front, &start);
    next.set(true);
    run(&mut front, &start);
    assert_eq!(front.screen().1, 2, "the cursor");
    play.set(false);
    run(&mut front, &start);
    let mv: Move = "c4".parse().unwrap();
    let after = Board::START.place(26);
    let reply = View {
        last: Some(mv),
        is_persons_turn: false,
        is_thinking: true,
        ..view(after, Colour::White)
    };
    run(&mut front, &reply);
    assert_eq!(front.screen().1, 3);
    assert_eq!(typed, "c4\r");
    assert_eq!(duty.0, [50, 0], "one tone");
}

/// A pin whose level is set by a test.
struct Pin<'c>(&'c Cell<bool>);

impl ErrorType for Pin<'_> {
    type Error = Infallible;
}

impl InputPin for Pin<'_> {
    fn is_high(&mut self) -> Result<bool, Infallible> {
        Ok(self.0.get())
    }

    fn is_low(&mut self) -> Result<bool, Infallible> {
        Ok(!self.0.get())
    }
}

#[test]
fn a_bouncing_contact_is_one_press_and_a_held_key_too() {
    let levels = [const { Cell::new(true) }; 4];
    let [back, next, play, undo] = &levels;
    let mut keys = Keys::new(Pin(back), Pin(next), Pin(play), Pin(undo));
    let mut pressed = Vec::new();
    for level in [true, false, true, false, true, false, false, false, false, false, false] {
        play.set(level);
        pressed.extend(keys.poll());
    }
    for level in [true, false, true, true, true, true, true, false, true] {
        play.set(level);
        pressed.extend(keys.poll());
    }
    assert_eq!(pressed, [Key::Play]);
    back.set(false);
    let count = (0..10).filter_map(|_| keys.poll()).filter(|&key| key == Key::Back).count();
    assert_eq!(count, 1);
}

#[derive(Default)]
struct Duty(Vec<u16>);

impl pwm::ErrorType for &mut Duty {
    type Error = Infallible;
}

impl SetDutyCycle for &mut Duty {
    fn max_duty_cycle(&self) -> u16 {
        100
    }

    fn set_duty_cycle(&mut self, duty: u16) -> Result<(), Infallible> {
        self.0.push(duty);
        Ok(())
    }
}

#[test]
fn sounds_end_in_silence() {
    for (sound, tones) in [(Sound::Move, 1), (Sound::Turn, 2), (Sound::End, 3)] {
        let mut duty = Duty::default();
        let mut buzzer = Buzzer::new(&mut duty);
        buzzer.play(sound, 1000);
        for now in 1000..3000 {
            buzzer.turn(now);
        }
        let expected: Vec<u16> = [50, 0].repeat(tones);
        assert_eq!(duty.0, expected, "{sound:?}");
    }
}
