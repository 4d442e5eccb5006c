//! A client of NBoard's protocol, written from its description
//! (C. Welty, <https://github.com/weltyc/ntest/blob/master/instructions/Protocol.htm>).

use std::time::Duration;

use plyscope_core::othello::Move;

use super::ForeignError;
use super::player::{Client, SaidMove, Time};
use super::process::{Deadline, Process, shown};
use crate::engine::{ForeignEngine, Protocol};
use crate::game_files::ggf::{GgfGame, GgfMove};

/// An engine that speaks NBoard's protocol.
#[derive(Debug)]
pub(super) struct NBoard {
    process: Process,
    /// In version 1, a move is sent without the word `move`.
    version: u8,
    /// The game that it knows.
    told: Option<GgfGame>,
    /// The number of the last ping.
    pings: u32,
}

/// A time in GGF: `mm:ss`, with decimals if there are any.
fn minutes(time: Duration) -> String {
    let (minutes, seconds) = (time.as_secs() / 60, time.as_secs() % 60);
    match time.subsec_millis() / 10 {
        0 => format!("{minutes:02}:{seconds:02}"),
        hundredths => format!("{minutes:02}:{seconds:02}.{hundredths:02}"),
    }
}

impl NBoard {
    pub(super) fn start(engine: &ForeignEngine) -> Result<Self, ForeignError> {
        let deadline = Deadline::after(engine.startup);
        let process = Process::start(engine)?;
        let version = if engine.protocol == Protocol::NBoard1 { 1 } else { 2 };
        let mut nboard = Self { process, version, told: None, pings: 0 };
        nboard.process.send(&format!("nboard {version}"));
        if let Some(depth) = engine.depth {
            nboard.process.send(&format!("set depth {depth}"));
        }
        for line in &engine.init {
            nboard.process.send(line);
        }
        nboard.synchronise(&deadline)?;
        Ok(nboard)
    }

    /// Waits until the engine has read everything and thinks no more.
    fn synchronise(&mut self, deadline: &Deadline<'_>) -> Result<(), ForeignError> {
        self.pings += 1;
        let ping = format!("ping {}", self.pings);
        let pong = format!("pong {}", self.pings);
        self.process.send(&ping);
        // Anything else may come before it: hints for an earlier position, a status, the engine's name.
        while self.process.line(&ping, deadline)?.trim() != pong {}
        Ok(())
    }

    /// Brings the engine to the end of this game.
    fn catch_up(&mut self, game: &GgfGame, time: &Time) {
        let same = |a: &GgfMove, b: &GgfMove| a.mv == b.mv;
        let goes_on = self.told.as_ref().is_some_and(|told| {
            let begins = told.moves.len() <= game.moves.len()
                && told.moves.iter().zip(&game.moves).all(|(a, b)| same(a, b));
            (told.start, told.first) == (game.start, game.first) && begins
        });
        if goes_on {
            let known = self.told.as_ref().map_or(0, |told| told.moves.len());
            let word = if self.version == 1 { "" } else { "move " };
            for played in game.moves.iter().skip(known) {
                let text = if self.version == 1 {
                    GgfMove::from(played.mv).to_string()
                } else {
                    played.to_string()
                };
                self.process.send(&format!("{word}{text}"));
            }
        } else {
            let mut game = game.clone();
            if let Some(control) = time.control {
                game.time = minutes(control.remaining);
                if !control.increment.is_zero() {
                    game.time += &format!("/{}", minutes(control.increment));
                }
            }
            self.process.send(&format!("set game {game}"));
        }
        self.told = Some(game.clone());
    }
}

/// The move of `=== F5/1.5/0.2`, or with spaces instead of slashes, as some engines write it.
fn answer(text: &str) -> Option<GgfMove> {
    let parts: Vec<&str> = text.split(['/', ' ', '\t']).collect();
    let mv: Move = parts.first()?.parse().ok()?;
    // An evaluation may be missing between two slashes, so empty parts count, unless spaces separate.
    let parts: Vec<&str> = match text.contains('/') {
        true => parts,
        false => parts.into_iter().filter(|part| !part.is_empty()).collect(),
    };
    let discs = parts.get(1).and_then(|text| text.parse().ok());
    Some(GgfMove { mv, discs: discs.filter(|discs: &f64| discs.is_finite()), seconds: None })
}

impl Client for NBoard {
    fn choose(
        &mut self,
        game: &GgfGame,
        time: &Time,
        deadline: &Deadline<'_>,
    ) -> Result<SaidMove, ForeignError> {
        self.catch_up(game, time);
        self.process.send("go");
        let mut nodes = 0;
        loop {
            let line = self.process.line("go", deadline)?;
            let (word, rest) = line.trim().split_once(char::is_whitespace).unwrap_or((&line, ""));
            match word {
                "===" => {
                    let chosen = answer(rest.trim()).ok_or_else(|| ForeignError::Nonsense {
                        asked: "go".to_owned(),
                        answer: shown(&line),
                        wanted: "which is no move",
                    })?;
                    return Ok(SaidMove { mv: chosen.mv, discs: chosen.discs, nodes });
                }
                "nodestats" => {
                    let count = rest.split_whitespace().next();
                    nodes = count.and_then(|count| count.parse().ok()).unwrap_or(nodes);
                }
                // Hints, books, the status, names, and whatever else there may be.
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{answer, minutes};

    #[test]
    fn a_move_is_read_as_engines_write_it() {
        for (text, discs) in [
            ("F5", None),
            ("f5/-1.5/0.2", Some(-1.5)),
            ("F5//0.2", None),
            ("f5 -1.00 0.0", Some(-1.0)),
            ("f5  2", Some(2.0)),
            ("F5/inf", None),
        ] {
            let read = answer(text).unwrap();
            assert_eq!((read.mv.to_string().as_str(), read.discs), ("f5", discs), "{text}");
        }
        assert_eq!(answer("PA/0").unwrap().mv.to_string(), "pass");
        assert!(answer("").is_none() && answer("z9").is_none());
    }

    #[test]
    fn times_are_written_in_minutes_and_seconds() {
        assert_eq!(minutes(Duration::from_secs(900)), "15:00");
        assert_eq!(minutes(Duration::from_millis(61_250)), "01:01.25");
    }
}
