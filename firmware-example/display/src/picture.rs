//! The picture: the board on the left, discs and words on the right.

use embedded_graphics::mono_font::MonoTextStyle;
use embedded_graphics::mono_font::ascii::{FONT_5X8, FONT_6X10};
use embedded_graphics::pixelcolor::BinaryColor;
use embedded_graphics::prelude::*;
use embedded_graphics::primitives::{Circle, PrimitiveStyle, Rectangle};
use embedded_graphics::text::{Baseline, Text};
use heapless::String;
use plyscope_core::othello::{Colour, Move};
use plyscope_firmware_player::View;

/// Width of the picture in pixels.
pub const WIDTH: u32 = 128;
/// Height of the picture in pixels.
pub const HEIGHT: u32 = 64;

/// Size of a square in pixels.
const SQUARE: i32 = 8;
/// Diameter of a disc: a pixel of each square's edge stays free.
const DISC: u32 = 7;
/// Where the words begin.
const WORDS: i32 = 69;

/// Draws the whole picture. Lit pixels are White: White's discs are filled, Black's are rings. Dots are your moves; the last move
/// has a dot in its disc, the cursor a frame.
///
/// # Errors
/// The display's.
pub fn draw<D: DrawTarget<Color = BinaryColor>>(
    view: &View,
    cursor: Option<Move>,
    display: &mut D,
) -> Result<(), D::Error> {
    display.clear(BinaryColor::Off)?;
    let lit = PrimitiveStyle::with_stroke(BinaryColor::On, 1);
    let full = PrimitiveStyle::with_fill(BinaryColor::On);
    let dark = PrimitiveStyle::with_fill(BinaryColor::Off);
    let (black, white) = view.discs();
    let moves = if view.is_persons_turn { view.board.moves() } else { 0 };
    let last = view.last.and_then(Move::square);
    let cursor = cursor.and_then(Move::square);
    for square in 0..64u8 {
        let bit = 1u64 << square;
        let corner = Point::new(i32::from(square % 8) * SQUARE, i32::from(square / 8) * SQUARE);
        let disc = Circle::new(corner, DISC);
        let dot = Rectangle::new(corner + Point::new(2, 2), Size::new(3, 3));
        if white & bit != 0 {
            disc.into_styled(full).draw(display)?;
            if last == Some(square) {
                dot.into_styled(dark).draw(display)?;
            }
        } else if black & bit != 0 {
            disc.into_styled(lit).draw(display)?;
            if last == Some(square) {
                dot.into_styled(full).draw(display)?;
            }
        } else if moves & bit != 0 {
            Pixel(corner + Point::new(3, 3), BinaryColor::On).draw(display)?;
        } else {
            // The corner of each empty square, so that the board is seen as one.
            Pixel(corner + Point::new(7, 7), BinaryColor::On).draw(display)?;
        }
        if cursor == Some(square) {
            let frame = Rectangle::new(corner, Size::new(DISC, DISC));
            frame.into_styled(lit).draw(display)?;
        }
    }
    words(view, display)
}

fn words<D: DrawTarget<Color = BinaryColor>>(view: &View, display: &mut D) -> Result<(), D::Error> {
    let large = MonoTextStyle::new(&FONT_6X10, BinaryColor::On);
    let small = MonoTextStyle::new(&FONT_5X8, BinaryColor::On);
    let (black, white) = view.discs();
    for (row, (side, discs)) in [(Colour::Black, black), (Colour::White, white)].iter().enumerate()
    {
        let mut text = String::<12>::new();
        let moves = if view.mover == *side && !view.is_over { '>' } else { ' ' };
        let you = if view.side == Some(*side) { " you" } else { "" };
        // It fits: two digits at most.
        let Ok(()) = ufmt::uwrite!(
            Short(&mut text),
            "{}{} {}{}",
            moves,
            side.letter(),
            discs.count_ones(),
            you
        );
        let place = Point::new(WORDS - 6, 2 + 12 * row as i32);
        Text::with_baseline(&text, place, large, Baseline::Top).draw(display)?;
    }
    let mut lines: [String<12>; 2] = [String::new(), String::new()];
    let (first, second) = match (view.is_over, view.score()) {
        (true, 0) => ("A draw", None),
        (true, score) => {
            let winner = if score > 0 { Colour::Black } else { Colour::White };
            let words = match view.side {
                Some(side) if side == winner => "You win",
                Some(_) => "I win",
                None if winner == Colour::Black => "X wins",
                None => "O wins",
            };
            (words, Some(score.unsigned_abs()))
        }
        _ if view.is_thinking => ("I think", None),
        _ if view.is_persons_turn => ("Your move", None),
        _ => ("", None),
    };
    let [one, two] = &mut lines;
    // They fit.
    let _ = one.push_str(first);
    if let Some(score) = second {
        let Ok(()) = ufmt::uwrite!(Short(two), "by {}", score);
    }
    for (row, line) in lines.iter().enumerate() {
        let place = Point::new(WORDS, 32 + 10 * row as i32);
        Text::with_baseline(line, place, large, Baseline::Top).draw(display)?;
    }
    if view.is_over {
        let place = Point::new(WORDS, 55);
        Text::with_baseline("play: new", place, small, Baseline::Top).draw(display)?;
    }
    Ok(())
}

/// Text for `uwrite!`; what does not fit is lost.
struct Short<'s, const N: usize>(&'s mut String<N>);

impl<const N: usize> ufmt::uWrite for Short<'_, N> {
    type Error = core::convert::Infallible;

    fn write_str(&mut self, text: &str) -> Result<(), Self::Error> {
        let _ = self.0.push_str(text);
        Ok(())
    }
}
