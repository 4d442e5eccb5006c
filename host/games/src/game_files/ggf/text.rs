//! GGF as text: games, moves and results are read and written.

use alloc::borrow::Cow;
use alloc::borrow::ToOwned as _;
use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use plyscope_core::othello::{Board, Colour, Move, Othello, parse_board};

use super::{GgfError, GgfGame, GgfMove, GgfResult};
use crate::game::GameRecord;

/// Splits `NAME[value]NAME[value]…;)` into names and values. SGF has `;` before each move, and a name may have several values; of
/// its variations the first is read.
fn properties(text: &str, is_sgf: bool) -> Result<Vec<(&str, Cow<'_, str>)>, GgfError> {
    let start = text.find("(;").ok_or(GgfError::Form("it has no \"(;\""))?;
    let mut rest = text.get(start + 2..).unwrap_or_default();
    let mut all = Vec::new();
    let mut name = "";
    loop {
        rest = rest.trim_start();
        if rest.starts_with(')') {
            return Ok(all);
        }
        if let Some(behind) = rest.strip_prefix(';') {
            let behind = behind.trim_start();
            if behind.starts_with(')') {
                return Ok(all);
            }
            if !behind.starts_with(|c: char| c.is_ascii_uppercase()) {
                return Err(GgfError::Form("it has \";\" without \")\""));
            }
            rest = behind;
        }
        if let Some(behind) = rest.strip_prefix("(;") {
            rest = behind.trim_start();
        }
        let (before, behind) =
            rest.split_once('[').ok_or(GgfError::Form("it does not end with \";)\""))?;
        if !before.trim().is_empty() {
            name = before.trim();
        }
        if name.is_empty() || !name.chars().all(|c| c.is_ascii_alphanumeric()) {
            return Err(GgfError::Form("a value in brackets has no name"));
        }
        let found = if is_sgf { value_of_sgf(behind) } else { value(behind) };
        let (value, behind) = found.ok_or(GgfError::Form("a \"]\" is missing"))?;
        all.push((name, value));
        rest = behind;
    }
}

/// A value before its bracket, and what is behind it. A bracket behind a backslash is text if the value ends before the next one begins.
fn value(text: &str) -> Option<(Cow<'_, str>, &str)> {
    let mut from = 0;
    loop {
        let end = from + text.get(from..)?.find(']')?;
        let behind = &text[end + 1..];
        let is_text = text[..end].ends_with('\\')
            && behind.find(']').is_some_and(|next| !behind[..next].contains('['));
        if !is_text {
            return Some((Cow::Borrowed(text[..end].trim()), behind));
        }
        from = end + 1;
    }
}

/// A value of SGF before its bracket, where what follows a backslash is text, and what is behind it.
fn value_of_sgf(text: &str) -> Option<(Cow<'_, str>, &str)> {
    let end = text.find([']', '\\'])?;
    if text[end..].starts_with(']') {
        return Some((Cow::Borrowed(text[..end].trim()), &text[end + 1..]));
    }
    let mut value = String::new();
    let mut letters = text.char_indices();
    while let Some((place, letter)) = letters.next() {
        match letter {
            ']' => return Some((Cow::Owned(value.trim().to_owned()), &text[place + 1..])),
            // A line that goes on.
            '\\' => value.extend(letters.next().map(|(_, letter)| letter).filter(|c| *c != '\n')),
            letter => value.push(letter),
        }
    }
    None
}

/// The start of the game.
fn board(text: &str) -> Result<(Board, Colour), GgfError> {
    let error = |reason: String| GgfError::Board { text: text.to_owned(), reason };
    let (size, squares) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    if size != "8" {
        return Err(error("only boards of 8 by 8 can be read".to_owned()));
    }
    parse_board(squares).map_err(|parse| error(parse.to_string()))
}

/// A finite number; `None` for no text.
fn number(text: &str) -> Result<Option<f64>, ()> {
    match text.trim() {
        "" => Ok(None),
        text => match text.parse::<f64>() {
            Ok(number) if number.is_finite() => Ok(Some(number)),
            _ => Err(()),
        },
    }
}

/// A move of a file as GGF has it: in SGF `ef` is e6, and no square a pass. Protocols and engines know neither.
fn of_sgf(text: &str) -> Cow<'_, str> {
    match *text.as_bytes() {
        [] | [b't', b't'] => Cow::Borrowed("pa"),
        [column @ b'a'..=b'h', row @ b'a'..=b'h'] => {
            Cow::Owned(format!("{}{}", char::from(column), row - b'a' + 1))
        }
        _ => Cow::Borrowed(text),
    }
}

/// Reads a move with its value and time: `F5`, `F5/1.50`, `F5//2.1` or `PA/-3/0.5`, as in GGF and NBoard's protocol.
impl FromStr for GgfMove {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, &'static str> {
        let mut parts = text.trim().split('/');
        let mv = parts.next().unwrap_or_default().trim();
        let mv = mv.parse().map_err(|_| "not a move: write a square (A1 to H8) or PA")?;
        let mut next = || number(parts.next().unwrap_or_default());
        // Some programs write a value that is no number; the move counts.
        let (discs, seconds) = (next().unwrap_or(None), next().unwrap_or(None));
        Ok(Self { mv, discs, seconds: seconds.filter(|&seconds| seconds >= 0.0) })
    }
}

impl fmt::Display for GgfMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.mv {
            Move::PASS => f.write_str("PA")?,
            mv => f.write_str(&mv.to_string().to_uppercase())?,
        }
        match (self.discs, self.seconds) {
            (None, None) => Ok(()),
            (Some(discs), None) => write!(f, "/{discs}"),
            (None, Some(seconds)) => write!(f, "//{seconds}"),
            (Some(discs), Some(seconds)) => write!(f, "/{discs}/{seconds}"),
        }
    }
}

impl FromStr for GgfResult {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, &'static str> {
        let reason = "write a number of discs, such as +12.00 or -64:r";
        // SGF: B+8, 0, and W+R, of which no discs are told: all of them count for the winner.
        let (sign, text) = match text.split_at_checked(2) {
            Some(("B+", discs)) => (1.0, discs),
            Some(("W+", discs)) => (-1.0, discs),
            _ => (1.0, text),
        };
        let ending = match text {
            "R" | "Resign" => Some('r'),
            "T" | "Time" => Some('t'),
            "F" | "Forfeit" => Some('l'),
            _ => None,
        };
        if ending.is_some() {
            return Ok(Self { discs: sign * 64.0, ending });
        }
        let (discs, ending) = text.split_once(':').unwrap_or((text, ""));
        let discs = number(discs).ok().flatten().ok_or(reason)?;
        Ok(Self { discs: sign * discs, ending: ending.trim().chars().next() })
    }
}

impl fmt::Display for GgfResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:+.3}", self.discs)?;
        self.ending.map_or(Ok(()), |ending| write!(f, ":{ending}"))
    }
}

impl FromStr for GgfGame {
    type Err = GgfError;

    /// Reads one game: the first of the text. A pass may be left out where it is the only move.
    fn from_str(text: &str) -> Result<Self, GgfError> {
        let mut game = Self::default();
        let mut moves = Vec::new();
        let mut set_up = None;
        let mut has_board = false;
        let begin = text.find("(;").map_or(text.len(), |place| place + 2);
        let is_sgf = super::super::split::is_sgf(&text[begin..]);
        for (name, value) in properties(text, is_sgf)? {
            let value = &*value;
            let wrong = |reason| GgfError::Property {
                name: name.to_owned(),
                text: value.to_owned(),
                reason,
            };
            let rating = || number(value).map_err(|()| wrong("write a number"));
            match name {
                // SGF numbers games.
                "GM" if !value.eq_ignore_ascii_case("othello") && value != "2" => {
                    return Err(GgfError::Game(value.to_owned()));
                }
                "GM" => {}
                "PC" => value.clone_into(&mut game.place),
                "DT" => value.clone_into(&mut game.date),
                "PB" => value.clone_into(&mut game.black),
                "PW" => value.clone_into(&mut game.white),
                "RB" => game.black_rating = rating()?,
                "RW" => game.white_rating = rating()?,
                "TI" => value.clone_into(&mut game.time),
                "TY" if value.is_empty() => {}
                "TY" => value.clone_into(&mut game.variant),
                "RE" if value == "?" || value.is_empty() => {}
                // Won in SGF, by no number of discs.
                "RE" if matches!(value.get(..2), Some("B+" | "W+")) => {
                    game.result = value.parse().ok();
                }
                "RE" => game.result = Some(value.parse().map_err(wrong)?),
                "BO" => {
                    (game.start, game.first) = board(value)?;
                    has_board = true;
                }
                "BR" | "WR" if number(value).is_ok_and(|rating| rating.is_some()) => {
                    let place =
                        if name == "BR" { &mut game.black_rating } else { &mut game.white_rating };
                    *place = rating()?;
                }
                // The value of the move before it, for Black.
                "V" if is_sgf && !moves.is_empty() && number(value).is_ok() => {
                    if let Some(SidesMove { discs, .. }) = moves.last_mut() {
                        *discs = number(value).unwrap_or_default();
                    }
                }
                "AB" | "AW" => {
                    let mv: Option<Move> = of_sgf(value).parse().ok();
                    let square =
                        mv.and_then(Move::square).ok_or_else(|| wrong("write a square"))?;
                    let side = usize::from(name == "AW");
                    set_up.get_or_insert([0u64; 2])[side] |= 1 << square;
                }
                "PL" => {
                    game.first =
                        if value.starts_with(['W', 'w']) { Colour::White } else { Colour::Black }
                }
                // What is SGF's alone.
                "FF" | "CA" | "AP" | "SZ" | "ST" => {}
                "B" | "W" => {
                    let colour = if name == "B" { Colour::Black } else { Colour::White };
                    moves.push(SidesMove { colour, text: value.to_owned(), discs: None });
                }
                _ => game.others.push((name.to_owned(), value.to_owned())),
            }
        }
        if let Some([black, white]) = set_up {
            let (mover, opponent) = match game.first {
                Colour::Black => (black, white & !black),
                Colour::White => (white & !black, black),
            };
            game.start = Board { mover, opponent };
        } else if !has_board && game.first == Colour::White {
            game.start = Board::START.passed();
        }
        game.play(&moves)?;
        Ok(game)
    }
}

/// A move of a side, and the value for Black that stands behind it.
struct SidesMove {
    colour: Colour,
    text: String,
    discs: Option<f64>,
}

impl GgfGame {
    /// Adds the moves of these sides, and passes that were left out.
    fn play(&mut self, moves: &[SidesMove]) -> Result<(), GgfError> {
        let mut record = self.record();
        for &SidesMove { colour, ref text, discs } in moves {
            let place = record.moves().len() + 1;
            let error = |reason| GgfError::Move { place, text: text.clone(), reason };
            let mut read: GgfMove = of_sgf(text).parse().map_err(error)?;
            if let Some(discs) = discs {
                // A sum with 0 is never -0.
                read.discs = Some(if colour == Colour::Black { discs } else { -discs } + 0.0);
            }
            let to_move = |record: &GameRecord<Othello>| match record.to_move() {
                0 => self.first,
                _ => self.first.other(),
            };
            if colour != to_move(&record) && record.position().must_pass() {
                record.play(Move::PASS).map_err(|_| error("a pass is illegal there"))?;
                self.moves.push(Move::PASS.into());
            }
            if colour != to_move(&record) {
                return Err(error("it is the other side's turn"));
            }
            record.play(read.mv).map_err(|_| error("illegal there"))?;
            self.moves.push(read);
        }
        Ok(())
    }
}

/// One line. Brackets and line breaks in texts become spaces, because the format cannot hold them.
impl fmt::Display for GgfGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plain = |text: &str| -> String {
            text.chars().map(|c| if c.is_control() || "[]".contains(c) { ' ' } else { c }).collect()
        };
        f.write_str("(;GM[Othello]")?;
        let rating = |rating: Option<f64>| rating.map(|rating| rating.to_string());
        for (name, value) in [
            ("PC", Some(self.place.clone())),
            ("DT", Some(self.date.clone())),
            // NBoard expects names, even empty ones.
            ("PB", Some(self.black.clone()).filter(|name| !name.is_empty()).or(Some("?".into()))),
            ("PW", Some(self.white.clone()).filter(|name| !name.is_empty()).or(Some("?".into()))),
            ("RB", rating(self.black_rating)),
            ("RW", rating(self.white_rating)),
            ("TI", Some(self.time.clone())),
            ("TY", Some(self.variant.clone())),
            ("RE", self.result.map(|result| result.to_string())),
        ] {
            if let Some(value) = value.filter(|value| !value.is_empty()) {
                write!(f, "{name}[{}]", plain(&value))?;
            }
        }
        for (name, value) in &self.others {
            write!(f, "{}[{}]", plain(name), plain(value))?;
        }
        f.write_str("BO[8")?;
        let (black, white) = match self.first {
            Colour::Black => (self.start.mover, self.start.opponent),
            Colour::White => (self.start.opponent, self.start.mover),
        };
        for square in 0..64 {
            if square % 8 == 0 {
                f.write_str(" ")?;
            }
            f.write_str(match (black >> square & 1, white >> square & 1) {
                (0, 0) => "-",
                (0, _) => "O",
                _ => "*",
            })?;
        }
        let letter = |colour| if colour == Colour::Black { '*' } else { 'O' };
        write!(f, " {}]", letter(self.first))?;
        let mut colour = self.first;
        for played in &self.moves {
            write!(f, "{}[{played}]", if colour == Colour::Black { 'B' } else { 'W' })?;
            colour = colour.other();
        }
        f.write_str(";)")
    }
}

#[cfg(test)]
mod tests;
