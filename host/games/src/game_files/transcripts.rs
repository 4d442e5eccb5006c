//! Games as text, in one line or several, with or without headers.
//!
//! A game is a line of [moves](super::moves), several lines that go on with each other, or a paragraph of lines with a move or two. Lines
//! in brackets (`[Black "ada"]`, as chess programs and Edax write them) come before a game, `ada - bob:` before its moves; what follows `#`
//! is a comment.

use alloc::borrow::ToOwned as _;
use alloc::format;
use alloc::string::{String, ToString as _};
use core::ops::ControlFlow;

use plyscope_core::othello::{Othello, ParseError};

use super::ggf::{GgfGame, GgfMove};
use super::looks::SUPPORTED;
use super::moves::{is_pass, play};
use super::tagged;
use crate::game::GameRecord;

/// The property of a comment.
const COMMENT: &str = "C";

/// What ends the moves of a game with a header.
const ENDS: [&str; 4] = ["*", "1-0", "0-1", "1/2-1/2"];

/// A game that is being read.
struct Reading {
    /// Its first line.
    line: usize,
    game: GgfGame,
    record: GameRecord<Othello>,
    /// Moves that were given.
    given: usize,
    /// Whether lines in brackets came before it: another game has its own.
    tagged: bool,
    /// Why its header cannot be read.
    wrong: Option<String>,
}

impl Reading {
    fn new(line: usize) -> Self {
        let game = GgfGame::default();
        let record = game.record();
        Self { line, game, record, given: 0, tagged: false, wrong: None }
    }

    /// Plays on, or leaves it as it is.
    fn plays(&mut self, text: &str) -> Result<usize, ParseError> {
        let mut record = self.record.clone();
        let given = play(text, &mut record, self.given)?;
        self.record = record;
        self.given += given;
        // The discs of both sides behind the moves.
        let told = text.split_whitespace().last().and_then(tagged::score);
        self.game.result = self.game.result.or(told);
        Ok(given)
    }

    fn finish(mut self) -> Result<GgfGame, String> {
        if let Some(wrong) = self.wrong {
            return Err(wrong);
        }
        self.game.moves =
            self.record.moves().iter().map(|played| GgfMove::from(played.mv)).collect();
        self.game.result = self.game.result.or_else(|| super::result_of(&self.game));
        Ok(self.game)
    }

    /// Keeps what a line in brackets says.
    fn tag(&mut self, line: &str) {
        self.tagged = true;
        if let Err(wrong) = tagged::keep(&mut self.game, line) {
            self.wrong.get_or_insert(wrong);
        }
    }

    /// Reads `ada - bob: f5d6c3`.
    fn plays_behind_names(&mut self, text: &str) -> bool {
        let Some((names, moves)) = text.rsplit_once(": ").or_else(|| text.rsplit_once(':')) else {
            return false;
        };
        if !self.plays(moves).is_ok_and(|given| given > 0) {
            return false;
        }
        let sides = [" - ", " vs. ", " vs ", " \u{2013} "]
            .iter()
            .find_map(|between| names.split_once(between));
        if let Some((black, white)) = sides {
            (self.game.black, self.game.white) = (black.trim().to_owned(), white.trim().to_owned());
        }
        true
    }
}

/// A game of a line.
pub(super) fn read_transcript(line: &str) -> Result<GgfGame, String> {
    let (text, comment) = line.split_once('#').unwrap_or((line, ""));
    let mut reading = Reading::new(1);
    if let Err(error) = reading.plays(text)
        && !reading.plays_behind_names(text)
    {
        return Err(said(error, text));
    }
    let mut game = reading.finish()?;
    if !comment.trim().is_empty() {
        game.others.push((COMMENT.to_owned(), comment.trim().to_owned()));
    }
    Ok(game)
}

/// What is wrong, with what the text looks like if it is no game at all.
fn said(error: ParseError, text: &str) -> String {
    let text = text.trim_start();
    let looks = match error {
        ParseError::Square { place: 1 } if text.starts_with('{') => "this looks like JSON; ",
        ParseError::Square { place: 1 } if text.starts_with('<') => {
            "this looks like a page of the web; "
        }
        ParseError::Square { place: 1 } => "",
        _ => return error.to_string(),
    };
    format!("{error}; {looks}{SUPPORTED}")
}

/// Gives the games of a text, each with its first line's number, until `add` wants no more.
pub(super) fn transcripts(
    text: &str,
    mut add: impl FnMut(usize, Result<GgfGame, String>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let text = text.trim_start_matches('\u{feff}');
    let lines = || (1..).zip(text.lines().map(str::trim));
    let is_short = is_short(lines().map(|(_, line)| line));
    let mut current: Option<Reading> = None;
    let has_moves = |reading: &mut Reading| reading.given > 0;
    for (number, line) in lines() {
        let is_tag = line.starts_with('[') && line.ends_with(']');
        if line.is_empty() || is_tag {
            // A header stays with the game below it.
            if let Some(reading) = current.take_if(has_moves) {
                add(reading.line, reading.finish())?;
            }
            if is_tag {
                current.get_or_insert_with(|| Reading::new(number)).tag(line);
            }
            continue;
        }
        if !is_of_moves(line) {
            continue;
        }
        let (line, told) = tagged::without_comments(line);
        let line = line.trim();
        if let (Some(told), Some(reading)) = (told, &mut current) {
            reading.game.result.get_or_insert(told);
        }
        if line.is_empty() {
            continue;
        }
        // With a header and a result it is a game, without moves, too: the next header is another's.
        let is_ended = |reading: &mut Reading| reading.tagged && ENDS.contains(&line);
        if let Some(reading) = current.take_if(is_ended) {
            add(reading.line, reading.finish())?;
            continue;
        }
        let goes_on = |reading: &mut Reading| {
            let from_the_start = !is_short
                && !reading.tagged
                && !is_numbered_later(line)
                && Reading::new(number).plays(line).is_ok_and(|given| given > 0);
            let fresh = reading.given == 0;
            (fresh || !from_the_start) && !line.contains('#') && reading.plays(line).is_ok()
        };
        if current.as_mut().is_some_and(goes_on) {
            continue;
        }
        if let Some(reading) = current.take_if(has_moves) {
            add(reading.line, reading.finish())?;
        }
        let header = current.take();
        let tagged = header.is_some();
        if let Some(wrong) = header.as_ref().and_then(|header| header.wrong.clone()) {
            add(number, Err(wrong))?;
            continue;
        }
        match read_transcript(line) {
            Ok(mut game) => {
                if let Some(Reading { game: header, .. }) = header {
                    game = GgfGame {
                        moves: game.moves,
                        result: header.result.or(game.result),
                        others: game.others,
                        ..header
                    };
                }
                let record = game.record();
                let given = record.moves().len();
                // A comment ends a game.
                if line.contains('#') {
                    add(number, Ok(game))?;
                } else {
                    current =
                        Some(Reading { line: number, game, record, given, tagged, wrong: None });
                }
            }
            Err(reason) => add(number, Err(reason))?,
        }
    }
    match current.take_if(has_moves) {
        Some(reading) => add(reading.line, reading.finish()),
        None => ControlFlow::Continue(()),
    }
}

/// Whether a line begins with the number of a move that is not the first.
fn is_numbered_later(line: &str) -> bool {
    let digits = line.find(|c: char| !c.is_ascii_digit()).unwrap_or(line.len());
    line[..digits].parse::<u32>().is_ok_and(|number| number > 1)
}

/// Whether these are lines of a move or two: three at least, and none longer.
fn is_short<'t>(lines: impl Iterator<Item = &'t str>) -> bool {
    let is_number = |c: char| c.is_ascii_digit() || c == '.';
    let moves = |line: &str| -> usize {
        let words = line.split_whitespace().map(|word| word.trim_start_matches(is_number));
        words.map(|word| if is_pass(word) { 1 } else { word.len().div_ceil(2) }).sum()
    };
    let mut count = 0;
    for line in lines.filter(|line| is_of_moves(line)) {
        if moves(line) > 2 {
            return false;
        }
        count += 1;
    }
    count > 2
}

/// Whether a line may have moves: it is no comment and no address.
fn is_of_moves(line: &str) -> bool {
    !line.is_empty() && !line.starts_with(['#', '%', '[']) && !line.starts_with("http")
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::super::ggf::GgfGame;

    fn transcripts(text: &str) -> Vec<(usize, Result<GgfGame, String>)> {
        let mut games = Vec::new();
        let ended = super::transcripts(text, |line, game| {
            games.push((line, game));
            ControlFlow::Continue(())
        });
        assert_eq!(ended, ControlFlow::Continue(()));
        games
    }

    const GAME: &str = "f5d6c3d3c4f4c5b3c2d2e3d1c7g6g5b4b1b2a1c6b7g4h6a2f3c8f6h5a3g3";

    #[test]
    fn a_header_with_a_result_and_no_move_is_a_game() {
        let text =
            "[Black \"ada\"]\n[White \"bob\"]\n\n*\n\n[Black \"eve\"]\n\n1. f5 d6\n2. c3\n1-0\n";
        let games: Vec<GgfGame> =
            transcripts(text).into_iter().map(|(_, game)| game.unwrap()).collect();
        let told: Vec<(&str, &str, usize)> = games
            .iter()
            .map(|game| (game.black.as_str(), game.white.as_str(), game.moves.len()))
            .collect();
        assert_eq!(told, [("ada", "bob", 0), ("eve", "", 3)]);
    }

    #[test]
    fn discs_behind_the_moves_are_the_result() {
        for line in ["f5d6c3 36-28", "ada - bob: f5 d6 c3 36-28", "1. f5 d6 2. c3 36-28"] {
            let games = transcripts(line);
            let game = games[0].1.as_ref().unwrap();
            assert_eq!((game.result.map(|result| result.discs), game.moves.len()), (Some(8.0), 3));
        }
        let games = transcripts("f5d6c3 1-0");
        assert_eq!(games[0].1.as_ref().unwrap().result, None);
    }

    fn text(game: &GgfGame) -> String {
        game.moves.iter().map(|played| played.mv.to_string()).collect()
    }

    /// The games of a text, with their lines. None is broken.
    fn games(written: &str) -> Vec<(usize, String)> {
        let all = transcripts(written).into_iter();
        all.map(|(line, game)| {
            (line, text(&game.unwrap_or_else(|error| panic!("{written}: {error}"))))
        })
        .collect()
    }

    fn every(count: usize, separator: &str, end: &str) -> String {
        let moves: Vec<&str> = (0..GAME.len() / 2).map(|ply| &GAME[2 * ply..2 * ply + 2]).collect();
        let lines: Vec<String> = moves.chunks(count).map(|line| line.join(separator)).collect();
        lines.join("\n") + end
    }

    #[test]
    fn a_game_is_read_from_lines_of_any_length() {
        for count in 1..=16 {
            for separator in ["", " ", ","] {
                let written = every(count, separator, "\n");
                // Lines that could begin a game are games, where lines are long.
                assert_eq!(games(&written), [(1, GAME.to_owned())], "{written}");
            }
        }
        let numbered: Vec<String> = every(2, " ", "")
            .lines()
            .zip(1..)
            .map(|(line, number)| format!("{number}. {line}"))
            .collect();
        assert_eq!(games(&numbered.join("\n")), [(1, GAME.to_owned())]);
        assert_eq!(games(&(numbered.join(" ") + " 36-28\n")), [(1, GAME.to_owned())]);
    }

    #[test]
    fn games_are_told_apart() {
        let two = format!("{GAME}\n{GAME}\n# a comment\nf5d6 # and another\nf5f6\n");
        let found = games(&two);
        assert_eq!(found.iter().map(|(line, _)| *line).collect::<Vec<_>>(), [1, 2, 4, 5]);
        let short = every(1, " ", "\n\n") + &every(2, " ", "\n");
        assert_eq!(games(&short), [(1, GAME.to_owned()), (32, GAME.to_owned())]);
        assert!(games("").is_empty() && games("\n# none\n").is_empty());
    }

    #[test]
    fn a_game_goes_on_with_its_numbers_whatever_its_last_move_is() {
        // A game whose last move could begin one.
        let game = "f5d6c6b6d7d8c4";
        let numbered = "1. f5 d6 2. c6 b6 3. d7 d8\n4. c4\n";
        assert_eq!(games(numbered), [(1, game.to_owned())]);
        let tagged = "[Black \"ada\"]\n\nf5d6c6b6d7d8\nc4\n";
        assert_eq!(games(tagged), [(1, game.to_owned())]);
    }

    #[test]
    fn headers_give_names() {
        let tags = format!(
            "[Event \"a cup\"]\n[Date \"2024.01.02\"]\n[Black \"ada\"]\n[White \"bob\"]\n[Result \"36-28\"]\n\n{}\n\n",
            every(6, " ", "")
        );
        let all = transcripts(&(tags.clone() + &tags));
        assert_eq!(all.iter().map(|(line, _)| *line).collect::<Vec<_>>(), [1, 13]);
        for (_, game) in all {
            let game = game.unwrap();
            assert_eq!((game.black.as_str(), game.white.as_str()), ("ada", "bob"));
            assert_eq!((game.place.as_str(), game.date.as_str()), ("a cup", "2024.01.02"));
            assert_eq!(text(&game), GAME);
        }
        let written =
            format!("https://example.org/1\nada - bob: {GAME}\n[Variant normal]\n{GAME}\n");
        let all = transcripts(&written);
        assert_eq!(all.len(), 2);
        let game = all[0].1.as_ref().unwrap();
        assert_eq!(
            (game.black.as_str(), game.white.as_str(), text(game)),
            ("ada", "bob", GAME.to_owned())
        );
        assert_eq!(games(&written)[1].1, GAME);
    }

    #[test]
    fn what_is_no_game_says_what_it_looks_like_and_what_is_read() {
        for (written, words) in [
            ("{\"moves\": 1}", "looks like JSON"),
            ("<html>", "looks like a page"),
            ("hello", "are read"),
        ] {
            let all = transcripts(written);
            let error = all[0].1.as_ref().unwrap_err();
            assert!(error.contains(words) && error.contains("GGF"), "{error}");
        }
        // No more is read than wanted.
        let mut read = 0;
        let _ = super::transcripts("x\ny\nz\n", |_, _| {
            read += 1;
            if read == 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!(read, 2);
        // A broken line spoils no other.
        let all = transcripts(&format!("{GAME}\nf5f5\n{GAME}\n"));
        assert_eq!(
            all.iter().map(|(_, game)| game.is_ok()).collect::<Vec<_>>(),
            [true, false, true]
        );
    }
}
