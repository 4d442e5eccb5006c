//! What keys mean: a cursor that goes from legal move to legal move, and the line that a person would type.

use heapless::String;
use plyscope_core::othello::Move;
use plyscope_firmware_player::View;

use crate::Key;

/// What a key types.
pub type Line = String<8>;

/// The cursor.
#[derive(Clone, Copy, Debug, Default)]
pub struct Desk {
    square: u8,
}

impl Desk {
    /// The move at the cursor, if it is a person's turn and has a move.
    #[must_use]
    pub fn cursor(&self, view: &View) -> Option<Move> {
        let moves = if view.is_persons_turn { view.board.moves() } else { 0 };
        // The place or the next one with a move; it may have been another position's.
        let after = moves & (u64::MAX << self.square);
        let square = if after != 0 { after } else { moves }.trailing_zeros();
        Move::to(square as u8)
    }

    /// What a key types. Keys that move the cursor type nothing.
    pub fn press(&mut self, key: Key, view: &View) -> Line {
        let mut line = Line::new();
        let text = match key {
            Key::Back | Key::Next => {
                self.step(key, view);
                ""
            }
            Key::Play if view.is_thinking => "\x03",
            Key::Play if view.is_over => "new\r",
            Key::Play => {
                if let Some(square) = self.cursor(view).and_then(Move::square) {
                    let name = [b'a' + square % 8, b'1' + square / 8, b'\r'];
                    // It fits.
                    let _ = line.push_str(core::str::from_utf8(&name).unwrap_or_default());
                }
                ""
            }
            Key::Undo => "undo\r",
        };
        // It fits.
        let _ = line.push_str(text);
        line
    }

    fn step(&mut self, key: Key, view: &View) {
        let Some(square) = self.cursor(view).and_then(Move::square) else { return };
        let others = view.board.moves() & !(1 << square);
        let (before, after) = (others & ((1 << square) - 1), others & (u64::MAX << square));
        let last = |set: u64| 63 - set.leading_zeros();
        let to = match key {
            _ if others == 0 => return,
            Key::Next if after != 0 => after.trailing_zeros(),
            Key::Next => others.trailing_zeros(),
            _ if before != 0 => last(before),
            _ => last(others),
        };
        self.square = to as u8;
    }
}
