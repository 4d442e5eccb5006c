//! SGF, the Smart Game Format FF\[4\], for Othello (`GM[2]`): written here, read with [GGF](super::ggf), whose dialects are near.
//!
//! Source: A. Hollosi, <https://www.red-bean.com/sgf/>. A square is two letters, column and row: `fe` is f5. A pass has none.

use alloc::borrow::ToOwned as _;
use alloc::format;
use alloc::string::{String, ToString as _};
use core::fmt::Write as _;

use plyscope_core::othello::{Board, Colour, Move};

use super::ggf::{GgfGame, GgfResult};

/// Moves of a line.
const IN_LINE: usize = 10;

/// A square as two letters; nothing for a pass.
fn square(mv: Move) -> String {
    let letter = |place: u8| char::from(b'a' + place);
    mv.square()
        .map_or(String::new(), |square| String::from_iter([letter(square % 8), letter(square / 8)]))
}

/// The squares of these discs as values of one property.
fn squares(discs: u64) -> String {
    let all = (0..64u8).filter(|square| discs >> square & 1 == 1).filter_map(Move::to);
    all.map(|mv| format!("[{}]", square(mv))).collect()
}

/// A text as a value: brackets and backslashes have a backslash, line breaks are blanks.
fn escaped(text: &str) -> String {
    let mut value = String::new();
    for c in text.chars() {
        if "]\\".contains(c) {
            value.push('\\');
        }
        value.push(if c.is_control() { ' ' } else { c });
    }
    value
}

/// A result: `B+8`, `W+R` by resignation, `B+T` on time, `0` for a draw.
fn result(result: GgfResult) -> String {
    let GgfResult { discs, ending } = result;
    let winner = match discs {
        discs if discs > 0.0 => 'B',
        discs if discs < 0.0 => 'W',
        _ => return "0".to_owned(),
    };
    match ending {
        Some('r') => format!("{winner}+R"),
        Some('t') => format!("{winner}+T"),
        Some('l') => format!("{winner}+F"),
        _ => format!("{winner}+{}", discs.abs()),
    }
}

/// A game as text. `None` if its board is empty, which SGF cannot say.
pub(super) fn written(game: &GgfGame) -> Option<String> {
    let (black, white) = match game.first {
        Colour::Black => (game.start.mover, game.start.opponent),
        Colour::White => (game.start.opponent, game.start.mover),
    };
    if black | white == 0 {
        return None;
    }
    let mut text = format!("(;FF[4]GM[2]CA[UTF-8]AP[plyscope:{}]SZ[8]", env!("CARGO_PKG_VERSION"));
    let rating = |rating: Option<f64>| rating.map_or(String::new(), |rating| rating.to_string());
    let is_usual = (game.start, game.first) == (Board::START, Colour::Black);
    let variant = if game.variant == "8" { "" } else { &game.variant };
    for (name, value) in [
        ("PB", game.black.as_str()),
        ("PW", &game.white),
        ("BR", &rating(game.black_rating)),
        ("WR", &rating(game.white_rating)),
        ("DT", &game.date),
        ("PC", &game.place),
        ("RE", &game.result.map_or(String::new(), result)),
        ("TI", &game.time),
        ("TY", variant),
    ] {
        if !value.trim().is_empty() {
            let _ = write!(text, "{name}[{}]", escaped(value));
        }
    }
    for (name, value) in &game.others {
        // Properties have letters in capitals alone.
        if !name.is_empty() && name.chars().all(|c| c.is_ascii_uppercase()) {
            let _ = write!(text, "{name}[{}]", escaped(value));
        }
    }
    if !is_usual {
        for (name, discs) in [("AB", black), ("AW", white)] {
            if discs != 0 {
                let _ = write!(text, "{name}{}", squares(discs));
            }
        }
        let _ = write!(text, "PL[{}]", if game.first == Colour::Black { 'B' } else { 'W' });
    }
    let mut colour = game.first;
    for (ply, played) in game.moves.iter().enumerate() {
        if ply % IN_LINE == 0 {
            text.push('\n');
        }
        let (letter, sign) = if colour == Colour::Black { ('B', 1.0) } else { ('W', -1.0) };
        let _ = write!(text, ";{letter}[{}]", square(played.mv));
        if let Some(discs) = played.discs.filter(|discs| discs.is_finite()) {
            // For Black, unlike GGF's; a sum with 0 is never -0.
            let _ = write!(text, "V[{}]", sign * discs + 0.0);
        }
        colour = colour.other();
    }
    text += ")\n";
    Some(text)
}
