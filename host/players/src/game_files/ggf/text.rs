//! GGF as text: games, moves and results are read and written.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use plyscope_core::othello::{Board, Colour, Move, Othello, parse_board};

use super::{GgfError, GgfGame, GgfMove, GgfResult};
use crate::game::GameRecord;

/// Splits `NAME[value]NAME[value]…;)` into names and values. SGF has `;` before each move, and a name may have several values; of
/// its variations the first is read.
fn properties(text: &str) -> Result<Vec<(&str, &str)>, GgfError> {
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
        let (value, behind) = value(behind).ok_or(GgfError::Form("a \"]\" is missing"))?;
        all.push((name, value.trim()));
        rest = behind;
    }
}

/// A value before its bracket, and what is behind it. A bracket behind a backslash is text if the value ends before the next one begins.
fn value(text: &str) -> Option<(&str, &str)> {
    let mut from = 0;
    loop {
        let end = from + text.get(from..)?.find(']')?;
        let behind = &text[end + 1..];
        let is_text = text[..end].ends_with('\\')
            && behind.find(']').is_some_and(|next| !behind[..next].contains('['));
        if !is_text {
            return Some((&text[..end], behind));
        }
        from = end + 1;
    }
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
        // SGF: B+8, W+R, 0.
        let (sign, text) = match text.split_at_checked(2) {
            Some(("B+", discs)) => (1.0, discs),
            Some(("W+", discs)) => (-1.0, discs),
            _ => (1.0, text),
        };
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
        for (name, value) in properties(text)? {
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
                "TY" => value.clone_into(&mut game.variant),
                "RE" if value == "?" || value.is_empty() => {}
                // Won in SGF, by no number of discs.
                "RE" if matches!(value.get(..2), Some("B+" | "W+")) => {
                    game.result = value.parse().ok();
                }
                "RE" => game.result = Some(value.parse().map_err(wrong)?),
                "BO" => (game.start, game.first) = board(value)?,
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
                "B" => moves.push((Colour::Black, value)),
                "W" => moves.push((Colour::White, value)),
                _ => game.others.push((name.to_owned(), value.to_owned())),
            }
        }
        if let Some([black, white]) = set_up {
            let (mover, opponent) = match game.first {
                Colour::Black => (black, white & !black),
                Colour::White => (white & !black, black),
            };
            game.start = Board { mover, opponent };
        }
        game.play(&moves)?;
        Ok(game)
    }
}

impl GgfGame {
    /// Adds the moves of these sides, and passes that were left out.
    fn play(&mut self, moves: &[(Colour, &str)]) -> Result<(), GgfError> {
        let mut record = self.record();
        for &(colour, text) in moves {
            let place = record.moves().len() + 1;
            let error = |reason| GgfError::Move { place, text: text.to_owned(), reason };
            let read: GgfMove = of_sgf(text).parse().map_err(error)?;
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
mod tests {
    use plyscope_core::Game as _;
    use plyscope_core::othello::{Board, Colour, Move, Othello};

    use super::{GgfError, GgfGame, GgfMove};

    const START: &str =
        "BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]";

    fn read(rest: &str) -> Result<GgfGame, GgfError> {
        format!("(;GM[Othello]{START}{rest};)").parse()
    }

    #[test]
    fn a_game_of_a_server_is_read_with_its_properties() {
        let text = "1 (;GM[Othello]PC[GGS/os]DT[2003.12.15_13:24:03.MST]PB[Saio1200]PW[Saio3000]RB[2197.01]RW[2199.72]\n\
                    TI[05:00//02:00]TY[8]RE[+0.000:r]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- \n\
                    -------- *]B[d3//0.01]W[c5//0.02]B[e6/1.50/3];)\n";
        let game: GgfGame = text.parse().unwrap();
        assert_eq!((game.place.as_str(), game.black.as_str()), ("GGS/os", "Saio1200"));
        assert_eq!((game.black_rating, game.white_rating), (Some(2197.01), Some(2199.72)));
        assert_eq!(game.result.map(|result| result.ending), Some(Some('r')));
        assert_eq!((game.start, game.first), (Board::START, Colour::Black));
        assert_eq!(game.moves[2].discs, Some(1.5));
        assert_eq!(game.to_string().parse::<GgfGame>(), Ok(game));
    }

    #[test]
    fn a_whole_game_comes_back_with_its_passes_and_without_them() {
        let mut passes = 0;
        for seed in 0..40usize {
            let mut game = GgfGame::new(Board::START, Colour::Black);
            let mut record = game.record();
            for ply in 0.. {
                let moves: Vec<Move> = Othello.moves(record.position()).collect();
                let Some(&mv) = moves.get((seed * 31 + ply * 7) % moves.len().max(1)) else {
                    break;
                };
                record.play(mv).unwrap();
                passes += usize::from(mv == Move::PASS);
                game.moves.push(GgfMove { seconds: Some(0.25), ..mv.into() });
            }
            assert_eq!(game.record().position(), record.position());
            let text = game.to_string();
            let mut named = game.clone();
            named.black = "?".to_owned();
            named.white = "?".to_owned();
            assert_eq!(text.parse::<GgfGame>(), Ok(named), "{text}");
            let without = text.replace("B[PA//0.25]", "").replace("W[PA//0.25]", "");
            let without: GgfGame = without.parse().unwrap();
            assert_eq!(without.record().position(), record.position());
        }
        assert!(passes > 10, "{passes}");
    }

    #[test]
    fn errors_say_what_is_wrong_and_where() {
        let error = |text: &str| text.parse::<GgfGame>().unwrap_err().to_string();
        assert!(error("").contains("(;"));
        assert!(error("(;GM[Othello]PB[a").contains("\"]\""));
        assert!(error("(;GM[Chess];)").contains("only games of Othello"));
        assert!(error("(;GM[Othello]C[a]; x)").contains("without"));
        assert!(error("(;GM[Othello]BO[10 --];)").contains("8 by 8"));
        assert!(error("(;GM[Othello]BO[8 -- *];)").contains("64 squares"));
        assert!(error("(;[x];)").contains("no name"));
        let error = |rest: &str| read(rest).unwrap_err().to_string();
        assert!(error("B[a1]").contains("move 1, \"a1\": illegal"));
        assert!(error("B[f5]B[f6]").contains("move 2, \"f6\": it is the other side's turn"));
        assert!(error("B[f5]W[z9/1/2]").contains("not a move"));
        assert!(error("RB[x]").contains("RB[x]: write a number"));
        assert!(error("RE[won]").contains("discs"));
    }

    #[test]
    fn sgf_of_both_kinds_escaped_brackets_and_missing_boards_are_read() {
        let game =
            |text: &str| text.parse::<GgfGame>().unwrap_or_else(|error| panic!("{text}: {error}"));
        let moves = |game: &GgfGame| -> String {
            game.moves.iter().map(|played| played.mv.to_string()).collect()
        };
        for text in [
            "(;GM[Othello]B[f5]W[d6]B[c3];)",
            "(;GM[Othello]C[a \\] b]B[f5]W[d6]B[c3])",
            "(;GM[2]FF[4]SZ[8]PB[ada]\n;B[f5];W[d6]\n;B[c3])",
            "(;FF[4]GM[2]CA[UTF-8];B[fe];W[df];B[cc])",
            "(;GM[2]AB[e4][d5]AW[d4][e5]PL[B];B[f5](;W[d6];B[c3])(;W[f6]))",
        ] {
            assert_eq!(moves(&game(text)), "f5d6c3", "{text}");
            assert_eq!(game(text).start, Board::START, "{text}");
        }
        assert_eq!(game("(;PB[a\\]PW[b];)").black, "a\\");
        assert_eq!(game("(;GM[2]RE[W+12];B[ef])").result.map(|result| result.discs), Some(-12.0));
        assert_eq!(game("(;GM[2]RE[B+R];B[ef])").result, None);
        let passed = "(;GM[2]AB[a1]AW[b1]PL[W];W[];B[ca])";
        assert_eq!((game(passed).moves.len(), game(passed).moves[0].mv), (2, Move::PASS));
    }

    #[test]
    fn texts_that_the_format_cannot_hold_do_not_break_it() {
        let game = GgfGame { black: "a]b\n".to_owned(), ..GgfGame::default() };
        assert_eq!(game.to_string().parse::<GgfGame>().unwrap().black, "a b");
    }

    #[test]
    fn a_move_s_value_may_be_missing_or_no_number() {
        let read = |text: &str| text.parse::<GgfMove>().unwrap();
        assert_eq!(read("PA"), Move::PASS.into());
        assert_eq!(read("PASS//3").seconds, Some(3.0));
        assert_eq!(read("F5/x/y"), "f5".parse::<Move>().unwrap().into());
        assert_eq!(read("F5//-1").seconds, None);
        assert_eq!(read("F5/inf").discs, None);
        // In games of SGF alone these are moves.
        for text in ["", "ef", "tt"] {
            assert!(text.parse::<GgfMove>().is_err(), "{text:?}");
        }
    }
}
