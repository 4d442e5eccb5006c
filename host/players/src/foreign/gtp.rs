//! A client of GTP, version 2, in the dialect of Othello engines.

use std::collections::BTreeSet;
use std::time::Duration;

use plyscope_core::othello::{Board, Colour, Move};

use super::ForeignError;
use super::player::{Client, SaidMove, Time};
use super::process::{Deadline, MOST, Process, shown};
use crate::engine::ForeignEngine;
use crate::game_files::ggf::GgfGame;

/// The private command that sets a position up.
const POSITION: &str = "plyscope-position";

/// The commands that are sent only to engines that list them.
const OPTIONAL: [&str; 5] = [POSITION, "set_game", "boardsize", "time_settings", "time_left"];

/// An engine that speaks GTP.
#[derive(Debug)]
pub(super) struct Gtp {
    process: Process,
    /// The commands of [`OPTIONAL`] that it has listed.
    known: BTreeSet<String>,
    /// Whether it passes by itself: some engines refuse an explicit pass.
    passes_itself: bool,
    /// The game that it knows.
    told: Option<GgfGame>,
    /// The time settings that it knows.
    settings: Option<String>,
}

/// An answer to a command.
enum Reply {
    Done(String),
    Refused(String),
}

/// The letter of a colour.
const fn letter(colour: Colour) -> char {
    match colour {
        Colour::Black => 'b',
        Colour::White => 'w',
    }
}

/// Seconds in a command: whole ones, as GTP wants, rounded down; with decimals only if there are few.
fn seconds(time: Duration) -> String {
    if time >= Duration::from_secs(10) || time.subsec_millis() < 10 {
        return time.as_secs().to_string();
    }
    // Rounded down, too: more time than there is would lose the game.
    format!("{}.{:02}", time.as_secs(), time.subsec_millis() / 10)
}

impl Gtp {
    pub(super) fn start(engine: &ForeignEngine) -> Result<Self, ForeignError> {
        let deadline = Deadline::after(engine.startup);
        let process = Process::start(engine)?;
        let mut gtp = Self {
            process,
            known: BTreeSet::new(),
            passes_itself: false,
            told: None,
            settings: None,
        };
        if let Reply::Done(list) = gtp.ask("list_commands", &deadline)? {
            let known = list.split_whitespace().filter(|word| OPTIONAL.contains(word));
            gtp.known = known.map(str::to_owned).collect();
        }
        // Engines of several games, and of several sizes of boards. Those of one need not know these commands.
        for optional in ["set_game Othello", "boardsize 8"] {
            let word = optional.split(' ').next().unwrap_or_default();
            if gtp.known.contains(word) {
                gtp.ask(optional, &deadline)?;
            }
        }
        for line in &engine.init {
            gtp.command(line, &deadline)?;
        }
        Ok(gtp)
    }

    /// Sends a command and reads its answer.
    fn ask(&mut self, line: &str, deadline: &Deadline<'_>) -> Result<Reply, ForeignError> {
        self.process.send(line);
        let mut first = String::new();
        while first.trim().is_empty() {
            first = self.process.line(line, deadline)?;
        }
        let mut text = first.chars();
        let mark = text.next();
        let mut answer =
            text.as_str().trim_start_matches(|c: char| c.is_ascii_digit()).trim().to_owned();
        if !matches!(mark, Some('=' | '?')) {
            return Err(ForeignError::Nonsense {
                asked: shown(line),
                answer: shown(&first),
                wanted: "which is no answer of GTP",
            });
        }
        loop {
            let next = self.process.line(line, deadline)?;
            if next.trim().is_empty() {
                break;
            }
            answer = answer + "\n" + next.trim_end();
            if answer.len() > MOST {
                return Err(self.process.too_much(line));
            }
        }
        Ok(if mark == Some('=') { Reply::Done(answer) } else { Reply::Refused(answer) })
    }

    /// Sends a command that must not be refused.
    fn command(&mut self, line: &str, deadline: &Deadline<'_>) -> Result<String, ForeignError> {
        match self.ask(line, deadline)? {
            Reply::Done(answer) => Ok(answer),
            Reply::Refused(answer) => {
                Err(ForeignError::Refused { asked: shown(line), answer: shown(&answer) })
            }
        }
    }

    /// Brings the engine to the end of this game.
    fn catch_up(&mut self, game: &GgfGame, deadline: &Deadline<'_>) -> Result<(), ForeignError> {
        let moves =
            |game: &GgfGame| -> Vec<Move> { game.moves.iter().map(|played| played.mv).collect() };
        let wanted = moves(game);
        let goes_on = self.told.as_ref().is_some_and(|told| {
            (told.start, told.first) == (game.start, game.first) && wanted.starts_with(&moves(told))
        });
        if !goes_on {
            self.command("clear_board", deadline)?;
            if (game.start, game.first) != (Board::START, Colour::Black) {
                self.set_up(game, deadline)?;
            }
            self.told = Some(GgfGame::new(game.start, game.first));
        }
        let known = self.told.as_ref().map_or(0, |told| told.moves.len());
        let mut colour = if known.is_multiple_of(2) { game.first } else { game.first.other() };
        for &mv in wanted.iter().skip(known) {
            let line = format!("play {} {}", letter(colour), mv.to_string().to_uppercase());
            if mv != Move::PASS {
                self.command(&line, deadline)?;
            } else if !self.passes_itself {
                self.passes_itself = matches!(self.ask(&line, deadline)?, Reply::Refused(_));
            }
            colour = colour.other();
        }
        self.told = Some(game.clone());
        Ok(())
    }

    fn set_up(&mut self, game: &GgfGame, deadline: &Deadline<'_>) -> Result<(), ForeignError> {
        if !self.known.contains(POSITION) {
            return Err(ForeignError::Position);
        }
        let (own, other) = (game.first.letter(), game.first.other().letter());
        let square =
            |square: u32| match (game.start.mover >> square & 1, game.start.opponent >> square & 1)
            {
                (0, 0) => '-',
                (0, _) => other,
                _ => own,
            };
        let squares: String = (0..64).map(square).collect();
        self.command(&format!("{POSITION} {squares} {own}"), deadline).map(drop)
    }

    /// Tells the engine how much time there is, if it wants to know.
    fn tell_time(
        &mut self,
        colour: Colour,
        time: &Time,
        deadline: &Deadline<'_>,
    ) -> Result<(), ForeignError> {
        let settings = match (time.control, time.per_move) {
            // GTP knows no increments: what is left is told before each move.
            (Some(control), _) => {
                let stones = u8::from(!control.byo_yomi.is_zero());
                let (main, byo_yomi) = (seconds(control.remaining), seconds(control.byo_yomi));
                Some(format!("time_settings {main} {byo_yomi} {stones}"))
            }
            (None, Some(limit)) => Some(format!("time_settings 0 {} 1", seconds(limit))),
            (None, None) => None,
        };
        // An engine may refuse them; then it plays by its own limits.
        if settings != self.settings
            && let Some(line) = settings.as_ref().filter(|_| self.known.contains("time_settings"))
        {
            self.ask(line, deadline)?;
        }
        self.settings = settings;
        if let Some(clock) = time.clock.filter(|_| self.known.contains("time_left")) {
            let (left, stones) = if clock.remaining.is_zero() && !clock.byo_yomi.is_zero() {
                (clock.byo_yomi, 1)
            } else {
                (clock.remaining, 0)
            };
            let line = format!("time_left {} {} {stones}", letter(colour), seconds(left));
            self.ask(&line, deadline)?;
        }
        Ok(())
    }
}

impl Client for Gtp {
    fn choose(
        &mut self,
        game: &GgfGame,
        time: &Time,
        deadline: &Deadline<'_>,
    ) -> Result<SaidMove, ForeignError> {
        self.catch_up(game, deadline)?;
        let colour =
            if game.moves.len().is_multiple_of(2) { game.first } else { game.first.other() };
        self.tell_time(colour, time, deadline)?;
        let line = format!("genmove {}", letter(colour));
        let answer = match self.ask(&line, deadline)? {
            Reply::Done(answer) => answer,
            // Engines that pass by themselves have done so.
            Reply::Refused(_) if game.record().position().must_pass() => "pass".to_owned(),
            Reply::Refused(answer) => {
                return Err(ForeignError::Refused { asked: line, answer: shown(&answer) });
            }
        };
        let word = answer.split_whitespace().next().unwrap_or_default();
        if word.eq_ignore_ascii_case("resign") {
            return Err(ForeignError::Resigned);
        }
        let mv: Move = word.parse().map_err(|_| ForeignError::Nonsense {
            asked: line,
            answer: shown(&answer),
            wanted: "which is no move",
        })?;
        // The engine has played the move on its own board.
        if let Some(told) = &mut self.told {
            told.moves.push(mv.into());
        }
        Ok(SaidMove { mv, discs: None, nodes: 0 })
    }
}
