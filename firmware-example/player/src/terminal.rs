//! The commands that a person types at a terminal.

use plyscope_core::othello::{Move, ParseError, parse_board};
use plyscope_core::wire::Algorithm;

use crate::chip::Chip;
use crate::device::{Device, Purpose};
use crate::game::{Game, Persons};
use crate::level::LEVELS;
use crate::record::Place;
use crate::settings::Effort;
use crate::text::{Output, put_move, write};
use crate::words::{DAMAGED, HELP, NAMES, SETTINGS};
use plyscope_firmware_searches::{PLIES, STRONG};

/// Commands that take an argument.
const WITH_ARGUMENT: [&str; 15] = [
    "help",
    "?",
    "new",
    "players",
    "level",
    "depth",
    "nodes",
    "time",
    "algorithm",
    "variety",
    "seed",
    "clock",
    "ponder",
    "thinking",
    "echo",
];

/// Commands that can be typed at any time, and change nothing that a search needs.
const HARMLESS: [&str; 10] =
    ["", "board", "moves", "score", "history", "help", "?", "info", "echo", "thinking"];

/// Commands that change the position or the search's settings, so that a pondering search is useless.
const CHANGES: [&str; 15] = [
    "undo",
    "new",
    "go",
    "hint",
    "setup",
    "restore",
    "players",
    "level",
    "depth",
    "nodes",
    "time",
    "algorithm",
    "variety",
    "seed",
    "ponder",
];

impl Device<'_> {
    /// Prints the prompt if it is the person's turn to type.
    pub(crate) fn prompt(&self, out: &mut impl Output) {
        if !matches!(self.purpose(), Some(Purpose::Reply | Purpose::Hint)) {
            out.put(b"> ");
        }
    }

    /// Handles Control-C: stops thinking, or only prints the prompt. `was_empty` says that nothing had been typed.
    pub(crate) fn interrupt(&mut self, was_empty: bool, out: &mut impl Output) {
        match self.purpose() {
            Some(Purpose::Reply | Purpose::Hint) => self.stop_thinking(),
            // In an empty line alone: it may be a byte of a damaged frame.
            Some(Purpose::Host { .. }) if was_empty => self.stop_for_person(out),
            _ => self.prompt(out),
        }
    }

    /// Ends a program's search: the program may be gone.
    fn stop_for_person(&mut self, out: &mut impl Output) {
        self.stop_thinking();
        out.put(b"I have stopped the program's search.\r\n> ");
    }

    /// Executes a line that a person typed.
    pub(crate) fn command(&mut self, line: &[u8], chip: &impl Chip, out: &mut impl Output) {
        let text = core::str::from_utf8(line).unwrap_or_default().trim_ascii();
        let mut words = text.split_ascii_whitespace();
        let command = words.next().unwrap_or_default();
        let argument = words.next().unwrap_or_default();
        let is = |name: &str| command.eq_ignore_ascii_case(name);
        let is_one_of = |names: &[&str]| names.iter().any(|name| is(name));
        let takes_argument = is_one_of(&WITH_ARGUMENT);
        let fits = words.next().is_none() && (takes_argument || argument.is_empty());
        if !fits && !is("setup") {
            say_unknown(text, out);
            return self.prompt(out);
        }
        let harmless = is_one_of(&HARMLESS);
        if !self.is_sound && !harmless {
            out.put(DAMAGED);
            return self.prompt(out);
        }
        match self.purpose() {
            Some(Purpose::Reply | Purpose::Hint) if is("stop") => return self.stop_thinking(),
            Some(Purpose::Host { .. }) if is("stop") => return self.stop_for_person(out),
            Some(Purpose::Reply) if !harmless => {
                return out.put(b"I am thinking. Wait, or type stop.\r\n");
            }
            Some(Purpose::Host { .. }) if !harmless => {
                return out.put(b"A program has me search. Wait, or type stop to end that.\r\n> ");
            }
            // Any other input cancels the hint.
            Some(Purpose::Hint) if !harmless => self.drop_search(),
            _ => {}
        }
        if is_one_of(&CHANGES) {
            self.drop_search();
        }
        match command {
            "" => {}
            _ if is("help") || is("?") => out.put(match argument {
                "" => HELP,
                _ => SETTINGS,
            }),
            _ if is("board") => self.show_board(chip, out),
            _ if is("moves") => self.list_moves(out),
            _ if is("score") => self.say_score(out),
            _ if is("history") => self.list_history(out),
            _ if is("info") => self.info(chip, out),
            _ if is("stop") => out.put(b"I am not thinking.\r\n"),
            _ if is("quit") || is("exit") => {
                out.put(b"To leave, close your terminal: Ctrl-D (plyscope), Ctrl-A X (QEMU), Ctrl-A Ctrl-X (picocom).\r\n");
            }
            _ if is("new") => return self.new_game(argument, chip, out),
            _ if is("setup") => {
                let rest = text.get(command.len()..).unwrap_or_default();
                return self.set_up(rest, chip, out);
            }
            _ if is("save") => out.put(if self.keep(Place::Saved, chip) {
                b"Saved. Type restore to go on from here.\r\n"
            } else {
                b"I cannot save: this board has nowhere to keep a game.\r\n"
            }),
            _ if is("restore") => {
                if self.take_back(Place::Saved, chip) {
                    out.put(b"The saved game: ");
                    self.say_sides(self.game.persons, out);
                    return self.go_on(chip, out);
                }
                out.put(b"There is no saved game. Type save to save this one.\r\n");
            }
            _ if is("undo") => {
                if self.game.undo() {
                    self.clocks.resume(chip.milliseconds());
                    self.show_board(chip, out);
                } else {
                    out.put(b"There is no move to take back.\r\n");
                }
            }
            _ if is("go") => {
                if !self.say_if_over(chip, out) {
                    self.game.hand_over();
                    return self.go_on(chip, out);
                }
            }
            _ if is("hint") => {
                if !self.say_if_over(chip, out) {
                    let board = self.game.now().board;
                    return self.think_about(&board, self.settings.task(), Purpose::Hint, chip);
                }
            }
            _ if is("players") => self.set_players(argument, out),
            _ if is("level") => {
                match argument.parse().ok().filter(|level| (1..=LEVELS).contains(level)) {
                    Some(level) => {
                        self.settings.set_level(level);
                        self.settings.describe(out);
                        self.settings.describe_variety(out);
                    }
                    None => write!(out, "Give a level from 1 (beginner) to {}.\r\n", LEVELS),
                }
            }
            _ if is("depth") => self.set(argument, out, |number| {
                (1..=PLIES as u64).contains(&number).then_some(Effort::Depth(number as u32))
            }),
            _ if is("nodes") => {
                self.set(argument, out, |number| (number > 0).then_some(Effort::Nodes(number)));
            }
            _ if is("time") => self.set(argument, out, |number| {
                let limit = u32::try_from(number).ok().filter(|&limit| limit > 0)?;
                Some(Effort::Milliseconds(limit))
            }),
            _ if is("algorithm") => self.set_algorithm(argument, out),
            _ if is("clock") => self.set_clocks(argument, chip, out),
            _ if is("seed") => match argument.parse().ok().filter(|&seed| seed > 0) {
                Some(seed) => {
                    self.settings.seed = seed;
                    write!(out, "Seed {}.\r\n", seed);
                }
                None => out.put(b"Give a number from 1, such as seed 7.\r\n"),
            },
            _ if is("ponder") || is("thinking") || is("variety") => {
                if let Some(on) = on_or_off(argument, out) {
                    if is("ponder") {
                        self.settings.ponder = on;
                        self.settings.describe(out);
                    } else if is("variety") {
                        self.settings.variety = on;
                        self.settings.describe_variety(out);
                    } else {
                        self.settings.thinking = on;
                    }
                }
            }
            _ if is("echo") => {
                if let Some(on) = on_or_off(argument, out) {
                    self.line.set_echo(on);
                }
            }
            _ => match command.parse::<Move>() {
                Ok(mv) => return self.persons_move(mv, chip, out),
                Err(_) if is_beyond_the_board(command) => {
                    write!(
                        out,
                        "There is no square {}: columns are a to h, rows 1 to 8.\r\n",
                        command
                    );
                }
                Err(_) => {
                    chip.provoke(command);
                    say_unknown(text, out);
                }
            },
        }
        if !harmless {
            self.keep(Place::Running, chip);
        }
        self.prompt(out);
    }

    fn set(&mut self, argument: &str, out: &mut impl Output, read: impl Fn(u64) -> Option<Effort>) {
        match argument.parse().ok().and_then(read) {
            Some(effort) => {
                self.settings.effort = effort;
                self.settings.level = 0;
                self.settings.describe(out);
            }
            None => {
                write!(out, "Give a number: depth 1 to {}, nodes 5000, or time 1000.\r\n", PLIES);
            }
        }
    }

    fn set_algorithm(&mut self, argument: &str, out: &mut impl Output) {
        let is = |name: &str| argument.eq_ignore_ascii_case(name);
        self.settings.algorithm = match argument {
            _ if is("alpha-beta") || is("ab") => Algorithm::AlphaBeta,
            _ if is("fe") => Algorithm::ForwardEstimation,
            _ if is("rbfms") => Algorithm::Rbfms,
            _ if is("strong") && STRONG.is_some() => Algorithm::Strong,
            _ => return out.put(NAMES),
        };
        self.settings.level = 0;
        self.settings.describe(out);
    }

    fn set_players(&mut self, argument: &str, out: &mut impl Output) {
        self.game.persons = match argument {
            "1" => Persons::only(self.game.now().mover),
            "2" => Persons::Both,
            _ => {
                return out.put(b"Type players 1 (you against me) or players 2 (two persons).\r\n");
            }
        };
        self.say_sides(self.game.persons, out);
    }

    /// The longest clock, in minutes.
    const LONGEST_CLOCK: u32 = 999;

    fn set_clocks(&mut self, argument: &str, chip: &impl Chip, out: &mut impl Output) {
        let minutes = if argument.eq_ignore_ascii_case("off") { "0" } else { argument };
        match minutes.parse().ok().filter(|&minutes: &u32| minutes <= Self::LONGEST_CLOCK) {
            Some(minutes) => {
                self.clocks.set(minutes, chip.milliseconds());
                self.has_fallen = false;
                match minutes {
                    0 => out.put(b"No clocks.\r\n"),
                    minutes => {
                        write!(out, "Minutes for each side: {}. The clock runs.\r\n", minutes)
                    }
                }
            }
            None => out.put(b"Give the minutes for each side, such as clock 10, or clock off.\r\n"),
        }
    }

    /// Begins a game from a position that the person has typed.
    fn set_up(&mut self, position: &str, chip: &impl Chip, out: &mut impl Output) {
        match parse_board(position) {
            Ok((board, mover)) => {
                out.put(b"A game from this position: ");
                let persons = match self.game.persons {
                    Persons::Both => Persons::Both,
                    _ => Persons::only(mover),
                };
                self.say_sides(persons, out);
                return self.begin(Game::new(board, mover, persons), chip, out);
            }
            Err(ParseError::Content { place, .. }) => {
                write!(out, "Square {} is none of X, O and -.", place);
            }
            Err(ParseError::Squares { found }) => write!(out, "I read {} squares, not 64.", found),
            Err(_) => out.put(b"The side to move is missing at the end: X or O."),
        }
        out.put(
            b" Type setup, 64 squares (X, O or -, a1 to h8, row by row), and who is to move.\r\n",
        );
        self.prompt(out);
    }

    pub(crate) fn list_moves(&self, out: &mut impl Output) {
        let board = self.game.now().board;
        let mut moves = board.moves();
        out.put(if moves == 0 { b"There is no move" } else { b"Moves:" });
        while moves != 0 {
            let square = moves.trailing_zeros();
            moves &= moves - 1;
            if let Some(mv) = Move::to(square as u8) {
                out.put(b" ");
                put_move(out, mv);
            }
        }
        if board.must_pass() {
            out.put(b": type pass");
        }
        out.put(b".\r\n");
    }
}

/// Whether a word has the form of a square, but names none.
fn is_beyond_the_board(word: &str) -> bool {
    matches!(word.as_bytes(), [letter, digits @ ..]
        if letter.is_ascii_alphabetic()
            && (1..=2).contains(&digits.len())
            && digits.iter().all(u8::is_ascii_digit))
}

fn say_unknown(text: &str, out: &mut impl Output) {
    write!(out, "Unknown command \"{}\". Type a move such as d3, or help.\r\n", text);
}

fn on_or_off(argument: &str, out: &mut impl Output) -> Option<bool> {
    if argument.eq_ignore_ascii_case("on") {
        Some(true)
    } else if argument.eq_ignore_ascii_case("off") {
        Some(false)
    } else {
        out.put(b"Give on or off.\r\n");
        None
    }
}
