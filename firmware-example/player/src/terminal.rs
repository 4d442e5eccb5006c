//! The commands that a person types at a terminal.

use plyscope_core::othello::{Move, ParseError, parse_board};
use plyscope_core::wire::Algorithm;

use crate::chip::Chip;
use crate::commands::{self, Argument, Command, Effect, Run};
use crate::device::Device;
use crate::game::{Game, Persons};
use crate::level::LEVELS;
use crate::play::say_sides;
use crate::record::Place;
use crate::settings::Effort;
use crate::text::{Output, write};
use crate::thinker::Purpose;
use crate::words::{DAMAGED, NAMES};
use plyscope_firmware_searches::{PLIES, STRONG};

impl Device<'_> {
    /// Prints the prompt if it is the person's turn to type.
    pub(crate) fn prompt(&self, out: &mut impl Output) {
        if !matches!(self.thinker.purpose(), Some(Purpose::Reply | Purpose::Hint)) {
            out.put(b"> ");
        }
    }

    /// Handles Control-C: stops thinking, or only prints the prompt. `was_empty` says that nothing had been typed.
    pub(crate) fn interrupt(&mut self, was_empty: bool, out: &mut impl Output) {
        match self.thinker.purpose() {
            Some(Purpose::Reply | Purpose::Hint) => self.thinker.stop(),
            // In an empty line alone: it may be a byte of a damaged frame.
            Some(Purpose::Host { .. }) if was_empty => self.stop_for_person(out),
            _ => self.prompt(out),
        }
    }

    /// Ends a program's search: the program may be gone.
    fn stop_for_person(&mut self, out: &mut impl Output) {
        self.thinker.stop();
        out.put(b"I have stopped the program's search.\r\n> ");
    }

    /// Executes a line that a person typed.
    pub(crate) fn command(&mut self, line: &[u8], chip: &impl Chip, out: &mut impl Output) {
        let text = core::str::from_utf8(line).unwrap_or_default().trim_ascii();
        let mut words = text.split_ascii_whitespace();
        let word = words.next().unwrap_or_default();
        let argument = words.next().unwrap_or_default();
        let command = Command::named(word);
        let fits = match command.map_or(Argument::None, |command| command.argument) {
            Argument::None => argument.is_empty(),
            Argument::Word => words.next().is_none(),
            Argument::Rest => true,
        };
        if !fits {
            say_unknown(text, out);
            return self.prompt(out);
        }
        let effect = command.map_or(Effect::Other, |command| command.effect);
        let harmless = effect == Effect::Harmless;
        if !self.is_sound && !harmless {
            out.put(DAMAGED);
            return self.prompt(out);
        }
        let run = command.map(|command| command.run);
        match self.thinker.purpose() {
            Some(Purpose::Reply | Purpose::Hint) if run == Some(Run::Stop) => {
                return self.thinker.stop();
            }
            Some(Purpose::Host { .. }) if run == Some(Run::Stop) => {
                return self.stop_for_person(out);
            }
            Some(Purpose::Reply) if !harmless => {
                return out.put(b"I am thinking. Wait, or type stop.\r\n");
            }
            Some(Purpose::Host { .. }) if !harmless => {
                return out.put(b"A program has me search. Wait, or type stop to end that.\r\n> ");
            }
            // Any other input cancels the hint.
            Some(Purpose::Hint) if !harmless => self.thinker.drop_search(),
            _ => {}
        }
        if effect == Effect::Changes {
            self.thinker.drop_search();
        }
        let prompts = match run {
            Some(run) => {
                let rest = text.get(word.len()..).unwrap_or_default();
                self.run(run, (argument, rest), chip, out)
            }
            None => self.play_or_refuse(word, text, chip, out),
        };
        // Otherwise the game has gone on, which keeps it and prompts.
        if prompts {
            if !harmless {
                self.play.keep(Place::Running, chip);
            }
            self.prompt(out);
        }
    }

    /// Runs a command with its argument, the next word or the rest of the line. Returns whether the prompt is to follow.
    fn run(
        &mut self,
        run: Run,
        (argument, rest): (&str, &str),
        chip: &impl Chip,
        out: &mut impl Output,
    ) -> bool {
        match run {
            Run::Nothing => {}
            Run::Help if argument.is_empty() => commands::help(out),
            Run::Help => commands::help_settings(out),
            Run::Board => self.play.show_board(chip, out),
            Run::Moves => self.play.list_moves(out),
            Run::Score => self.play.say_score(out),
            Run::History => self.play.list_history(out),
            Run::Info => self.info(chip, out),
            Run::Stop => out.put(b"I am not thinking.\r\n"),
            Run::Quit => {
                out.put(b"To leave, close your terminal: Ctrl-D (plyscope), Ctrl-A X (QEMU), Ctrl-A Ctrl-X (picocom).\r\n");
            }
            Run::New => {
                self.new_game(argument, chip, out);
                return false;
            }
            Run::Setup => {
                self.set_up(rest, chip, out);
                return false;
            }
            Run::Save => out.put(if self.play.keep(Place::Saved, chip) {
                b"Saved. Type restore to go on from here.\r\n"
            } else {
                b"I cannot save: this board has nowhere to keep a game.\r\n"
            }),
            Run::Restore => {
                if self.play.take_back(Place::Saved, chip) {
                    out.put(b"The saved game: ");
                    say_sides(self.play.game.persons, out);
                    self.go_on(chip, out);
                    return false;
                }
                out.put(b"There is no saved game. Type save to save this one.\r\n");
            }
            Run::Undo => {
                if self.play.game.undo() {
                    self.play.clocks.resume(chip.milliseconds());
                    self.play.show_board(chip, out);
                } else {
                    out.put(b"There is no move to take back.\r\n");
                }
            }
            Run::Go => {
                if !self.play.say_if_over(chip, out) {
                    self.play.game.hand_over();
                    self.go_on(chip, out);
                    return false;
                }
            }
            Run::Hint => {
                if !self.play.say_if_over(chip, out) {
                    let board = self.play.game.now().board;
                    let settings = &self.play.settings;
                    self.thinker.start(&board, settings.task(), Purpose::Hint, settings, chip);
                    return false;
                }
            }
            Run::Players => self.set_players(argument, out),
            Run::Level => {
                match argument.parse().ok().filter(|level| (1..=LEVELS).contains(level)) {
                    Some(level) => {
                        self.play.settings.set_level(level);
                        self.play.settings.describe(out);
                        self.play.settings.describe_variety(out);
                    }
                    None => write!(out, "Give a level from 1 (beginner) to {}.\r\n", LEVELS),
                }
            }
            Run::Depth => self.set(argument, out, |number| {
                (1..=PLIES as u64).contains(&number).then_some(Effort::Depth(number as u32))
            }),
            Run::Nodes => {
                self.set(argument, out, |number| (number > 0).then_some(Effort::Nodes(number)));
            }
            Run::Time => self.set(argument, out, |number| {
                let limit = u32::try_from(number).ok().filter(|&limit| limit > 0)?;
                Some(Effort::Milliseconds(limit))
            }),
            Run::Algorithm => self.set_algorithm(argument, out),
            Run::Clock => self.set_clocks(argument, chip, out),
            Run::Seed => match argument.parse().ok().filter(|&seed| seed > 0) {
                Some(seed) => {
                    self.play.settings.seed = seed;
                    write!(out, "Seed {}.\r\n", seed);
                }
                None => out.put(b"Give a number from 1, such as seed 7.\r\n"),
            },
            Run::Ponder => {
                if let Some(on) = on_or_off(argument, out) {
                    self.play.settings.ponder = on;
                    self.play.settings.describe(out);
                }
            }
            Run::Variety => {
                if let Some(on) = on_or_off(argument, out) {
                    self.play.settings.variety = on;
                    self.play.settings.describe_variety(out);
                }
            }
            Run::Thinking => {
                if let Some(on) = on_or_off(argument, out) {
                    self.play.settings.thinking = on;
                }
            }
            Run::Echo => {
                if let Some(on) = on_or_off(argument, out) {
                    self.link.line.set_echo(on);
                }
            }
        }
        true
    }

    /// Plays a move that was typed, or says why it is none. Returns whether the prompt is to follow.
    fn play_or_refuse(
        &mut self,
        word: &str,
        text: &str,
        chip: &impl Chip,
        out: &mut impl Output,
    ) -> bool {
        match word.parse::<Move>() {
            Ok(mv) => {
                self.persons_move(mv, chip, out);
                return false;
            }
            Err(_) if is_beyond_the_board(word) => {
                write!(out, "There is no square {}: columns are a to h, rows 1 to 8.\r\n", word);
            }
            Err(_) => {
                chip.provoke(word);
                say_unknown(text, out);
            }
        }
        true
    }

    fn set(&mut self, argument: &str, out: &mut impl Output, read: impl Fn(u64) -> Option<Effort>) {
        match argument.parse().ok().and_then(read) {
            Some(effort) => {
                self.play.settings.effort = effort;
                self.play.settings.level = 0;
                self.play.settings.describe(out);
            }
            None => {
                write!(out, "Give a number: depth 1 to {}, nodes 5000, or time 1000.\r\n", PLIES);
            }
        }
    }

    fn set_algorithm(&mut self, argument: &str, out: &mut impl Output) {
        let is = |name: &str| argument.eq_ignore_ascii_case(name);
        self.play.settings.algorithm = match argument {
            _ if is("alpha-beta") || is("ab") => Algorithm::AlphaBeta,
            _ if is("fe") => Algorithm::ForwardEstimation,
            _ if is("rbfms") => Algorithm::Rbfms,
            _ if is("strong") && STRONG.is_some() => Algorithm::Strong,
            _ => return out.put(NAMES),
        };
        self.play.settings.level = 0;
        self.play.settings.describe(out);
    }

    fn set_players(&mut self, argument: &str, out: &mut impl Output) {
        self.play.game.persons = match argument {
            "1" => Persons::only(self.play.game.now().mover),
            "2" => Persons::Both,
            _ => {
                return out.put(b"Type players 1 (you against me) or players 2 (two persons).\r\n");
            }
        };
        say_sides(self.play.game.persons, out);
    }

    /// The longest clock, in minutes.
    const LONGEST_CLOCK: u32 = 999;

    fn set_clocks(&mut self, argument: &str, chip: &impl Chip, out: &mut impl Output) {
        let minutes = if argument.eq_ignore_ascii_case("off") { "0" } else { argument };
        match minutes.parse().ok().filter(|&minutes: &u32| minutes <= Self::LONGEST_CLOCK) {
            Some(minutes) => {
                self.play.set_clocks(minutes, chip);
                match minutes {
                    0 => out.put(b"No clocks.\r\n"),
                    minutes => {
                        write!(out, "Minutes for each side: {}. The clock runs.\r\n", minutes);
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
                let persons = match self.play.game.persons {
                    Persons::Both => Persons::Both,
                    _ => Persons::only(mover),
                };
                say_sides(persons, out);
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
