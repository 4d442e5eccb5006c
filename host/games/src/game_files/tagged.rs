//! Games with lines such as `[Black "ada"]` before their moves: PGN as Edax writes it, with squares instead of chess moves.
//!
//! ```text
//! [Event "a cup"]
//! [Site "?"]
//! [Date "2024.1.2"]
//! [Round "?"]
//! [Black "ada"]
//! [White "bob"]
//! [Result "1-0"]
//!
//! 1. f5 d6 2. c3 d3 …
//! {Black wins 36-28} 1-0
//! ```
//!
//! Only such a comment says how many discs each side has, Black's first; `[Result "36-28"]` is read, too.

use alloc::borrow::ToOwned as _;
use alloc::format;
use alloc::string::{String, ToString as _};
use core::fmt::Write as _;

use plyscope_core::othello::{Board, Colour, Move};

use super::ggf::{GgfGame, GgfResult};

/// The longest line of moves.
const WIDTH: usize = 78;

/// Keeps what a line in brackets says of a game.
///
/// # Errors
/// If it says that the game begins elsewhere.
pub(super) fn keep(game: &mut GgfGame, line: &str) -> Result<(), String> {
    let inside = line.trim_start_matches('[').trim_end_matches(']');
    let (name, value) = inside.split_once(char::is_whitespace).unwrap_or((inside, ""));
    let value = value.trim().trim_matches('"').trim();
    let place = match name.to_ascii_lowercase().as_str() {
        "black" => &mut game.black,
        "white" => &mut game.white,
        "date" => &mut game.date,
        "site" | "event" => &mut game.place,
        "result" => {
            game.result = game.result.or(score(value));
            return Ok(());
        }
        "fen" => {
            return Err(format!(
                "[FEN {value:?}]: such a game is read from the usual start only; write it as GGF or SGF"
            ));
        }
        _ => return Ok(()),
    };
    if !value.is_empty() && !value.chars().all(|c| "?.".contains(c)) {
        value.clone_into(place);
    }
    Ok(())
}

/// The result of both sides' discs, Black's first: `36-28`, but not `1-0`.
pub(super) fn score(text: &str) -> Option<GgfResult> {
    let (black, white) = text.split_once('-')?;
    let (black, white) = (black.parse::<u8>().ok()?, white.parse::<u8>().ok()?);
    let discs = f64::from(black) - f64::from(white);
    (3..=64)
        .contains(&(u32::from(black) + u32::from(white)))
        .then_some(GgfResult { discs, ending: None })
}

/// A line without comments in braces, and the result that one of them tells. What looks like JSON is no comment.
pub(super) fn without_comments(line: &str) -> (String, Option<GgfResult>) {
    let (mut text, mut told) = (String::new(), None);
    let mut rest = line;
    while let Some((before, behind)) = rest.split_once('{') {
        let Some((comment, after)) = behind.split_once('}') else { break };
        if comment.trim_start().starts_with('"') {
            break;
        }
        told = comment.split_whitespace().last().and_then(score).or(told);
        text += before;
        text.push(' ');
        rest = after;
    }
    text += rest;
    (text, told)
}

/// A game as text. `None` if it does not begin at the usual start.
pub(super) fn written(game: &GgfGame) -> Option<String> {
    if (game.start, game.first) != (Board::START, Colour::Black) {
        return None;
    }
    let discs = game.result.map(|result| result.discs);
    let result = match discs {
        None => "*",
        Some(discs) if discs > 0.0 => "1-0",
        Some(discs) if discs < 0.0 => "0-1",
        Some(_) => "1/2-1/2",
    };
    let mut text = String::new();
    for (name, value) in [
        ("Event", game.place.as_str()),
        ("Site", "?"),
        ("Date", &game.date),
        ("Round", "?"),
        ("Black", &game.black),
        ("White", &game.white),
        ("Result", result),
    ] {
        let plain = value.chars().map(|c| match c {
            '"' => '\'',
            c if c.is_control() => ' ',
            c => c,
        });
        let plain: String = plain.collect();
        let value = if plain.trim().is_empty() { "?" } else { plain.trim() };
        let _ = writeln!(text, "[{name} \"{value}\"]");
    }
    let mut line = String::new();
    for (ply, played) in game.moves.iter().enumerate() {
        let number = if ply % 2 == 0 { format!("{}. ", ply / 2 + 1) } else { String::new() };
        let name = if played.mv == Move::PASS { "pass".to_owned() } else { played.mv.to_string() };
        if line.len() + number.len() + name.len() >= WIDTH {
            let _ = write!(text, "\n{}", line.trim_end());
            line.clear();
        }
        line += &format!("{number}{name} ");
    }
    let _ = write!(text, "\n{}\n{}{result}\n", line.trim_end(), comment(discs));
    Some(text)
}

/// The comment that tells each side's discs, if these can be told: results of other programs may count empty squares for nobody.
fn comment(discs: Option<f64>) -> String {
    let black = discs.map_or(f64::NAN, |discs| 32.0 + discs / 2.0);
    if !(0.0..=64.0).contains(&black) || black % 1.0 != 0.0 {
        return String::new();
    }
    let (black, white) = (black as u32, 64 - black as u32);
    match black {
        32 => "{Draw 32-32} ".to_owned(),
        33.. => format!("{{Black wins {black}-{white}}} "),
        _ => format!("{{White wins {black}-{white}}} "),
    }
}
