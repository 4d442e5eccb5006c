//! The dialogue with a person at a terminal.

use plyscope_core::othello::{Board, Colour, Move, Othello};
use plyscope_core::wire::{Algorithm, ClockSource};
use plyscope_core::{Bound, Game as _};

use crate::chip::Chip;
use crate::device::{Device, Purpose, milliseconds};
use crate::game::Game;
use crate::settings::Effort;
use crate::text::{Output, colour_name, put_board, put_move, put_value, write};
use plyscope_firmware_searches::{PLIES, STRONG};

const HELP: &[u8] = b"\
  d3, e6, ...     your move; pass when you have none\r\n\
  board, moves    the position; your moves\r\n\
  hint            the move that I would play\r\n\
  undo            take back your last move and my reply\r\n\
  go              I move for you, and play that side from now on\r\n\
  stop            I move at once (so does Ctrl-C)\r\n\
  new, new white  start a new game; you play Black, or White\r\n\
  level 6         I search 6 plies deep\r\n\
  nodes 5000      I search 5000 nodes a move\r\n\
  time 1000       I think for 1000 ms a move\r\n\
  algorithm NAME  strong, alpha-beta, fe or rbfms\r\n\
  ponder on|off   I also think on your time (and count it)\r\n\
  echo on|off     I send back what you type\r\n\
  info            settings, memory use, link errors\r\n";

const DAMAGED: &[u8] = b"My weights are damaged, so I cannot play. Flash the firmware again.\r\n";

const NAMES: &[u8] = if STRONG.is_some() {
    b"Give a name: strong, alpha-beta, fe or rbfms.\r\n"
} else {
    b"Give a name: alpha-beta, fe or rbfms.\r\n"
};

/// Commands that take an argument.
const WITH_ARGUMENT: [&str; 7] = ["new", "level", "nodes", "time", "algorithm", "ponder", "echo"];

impl Device<'_> {
    /// The first lines on a terminal.
    pub fn greet(&self, chip: &impl Chip, out: &mut impl Output) {
        write!(out, "\r\nplyscope {} plays Othello ", env!("CARGO_PKG_VERSION"));
        let source = match chip.clock().source {
            ClockSource::Crystal => "crystal",
            ClockSource::Internal => "internal clock",
            ClockSource::Emulator => "emulator",
        };
        write!(out, "({}, {} MHz).\r\n", source, chip.clock().hertz / 1_000_000);
        if !self.is_sound {
            out.put(DAMAGED);
            return self.prompt(out);
        }
        self.settings.describe(out);
        out.put(b"You are Black (X). Type a move such as d3, or help.\r\n\r\n");
        self.show_board(out);
        self.prompt(out);
    }

    /// Prints the prompt if it is the person's turn to type.
    fn prompt(&self, out: &mut impl Output) {
        if !matches!(self.purpose(), Some(Purpose::Reply | Purpose::Hint)) {
            out.put(b"> ");
        }
    }

    /// Tells a waiting person that a program has replaced the game.
    pub(crate) fn say_taken_away(&self, out: &mut impl Output) {
        out.put(b"\r\nA program has set up another position.\r\n> ");
    }

    fn show_board(&self, out: &mut impl Output) {
        let now = self.game.now();
        put_board(out, now.board, now.mover);
    }

    pub(crate) fn say_too_long(&self, out: &mut impl Output) {
        out.put(b"That line is too long for a command. Type help.\r\n");
        self.prompt(out);
    }

    pub(crate) fn say_lost(&self, out: &mut impl Output) {
        out.put(b"Part of that line was lost or is not text. Please type it again.\r\n");
        self.prompt(out);
    }

    /// Handles Control-C: stops thinking, or only prints the prompt.
    pub(crate) fn interrupt(&mut self, out: &mut impl Output) {
        match self.purpose() {
            Some(Purpose::Reply | Purpose::Hint) => self.stop_thinking(),
            _ => self.prompt(out),
        }
    }

    /// Executes a line that a person typed.
    pub(crate) fn command(&mut self, line: &[u8], chip: &impl Chip, out: &mut impl Output) {
        let text = core::str::from_utf8(line).unwrap_or_default();
        let mut words = text.split_ascii_whitespace();
        let command = words.next().unwrap_or_default();
        let argument = words.next().unwrap_or_default();
        let is = |name: &str| command.eq_ignore_ascii_case(name);
        let takes_argument = WITH_ARGUMENT.iter().any(|name| is(name));
        if words.next().is_some() || !(takes_argument || argument.is_empty()) {
            say_unknown(text, out);
            return self.prompt(out);
        }
        let harmless = ["", "board", "help", "info", "echo"].iter().any(|name| is(name));
        if !self.is_sound && !harmless {
            out.put(DAMAGED);
            return self.prompt(out);
        }
        match self.purpose() {
            Some(Purpose::Reply | Purpose::Hint) if is("stop") => return self.stop_thinking(),
            Some(Purpose::Reply) if !harmless => {
                return out.put(b"I am thinking. Wait, or type stop.\r\n");
            }
            Some(Purpose::Host { .. }) if !harmless => {
                return out.put(b"I am searching for a program. Wait until it is done.\r\n> ");
            }
            // Any other input cancels the hint.
            Some(Purpose::Hint) if !harmless => self.drop_search(),
            _ => {}
        }
        // The position or the search settings change, so the pondering search is useless.
        if ["undo", "new", "go", "hint", "level", "nodes", "time", "algorithm", "ponder"]
            .iter()
            .any(|name| is(name))
        {
            self.drop_search();
        }
        match command {
            "" => {}
            _ if is("help") || is("?") => out.put(HELP),
            _ if is("board") => self.show_board(out),
            _ if is("moves") => self.list_moves(out),
            _ if is("info") => self.info(chip, out),
            _ if is("stop") => out.put(b"I am not thinking.\r\n"),
            _ if is("quit") || is("exit") => {
                out.put(b"To leave, close your terminal: Ctrl-D (plyscope), Ctrl-A X (QEMU), Ctrl-A Ctrl-X (picocom).\r\n");
            }
            _ if is("new") => return self.new_game(argument, chip, out),
            _ if is("undo") => self.undo(out),
            _ if is("go") => {
                if !self.say_if_over(out) {
                    self.game.hand_over();
                    return self.begin_reply(chip, out);
                }
            }
            _ if is("hint") => {
                if !self.say_if_over(out) {
                    let board = self.game.now().board;
                    return self.think_about(&board, self.settings.task(), Purpose::Hint, chip);
                }
            }
            _ if is("level") => self.set(argument, out, |number| {
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
            _ if is("ponder") => {
                if let Some(on) = on_or_off(argument, out) {
                    self.settings.ponder = on;
                    self.settings.describe(out);
                }
            }
            _ if is("echo") => {
                if let Some(on) = on_or_off(argument, out) {
                    self.line.set_echo(on);
                }
            }
            _ => match command.parse::<Move>() {
                Ok(mv) => return self.persons_move(mv, chip, out),
                Err(_) => {
                    chip.provoke(command);
                    say_unknown(text, out);
                }
            },
        }
        self.prompt(out);
    }

    fn persons_move(&mut self, mv: Move, chip: &impl Chip, out: &mut impl Output) {
        let now = self.game.now();
        if now.board.is_over() {
            out.put(b"The game is over. Type new for another.\r\n");
            return self.prompt(out);
        }
        if !Othello.is_legal(&now.board, mv) {
            if mv == Move::PASS {
                out.put(b"You may not pass while you have a move. ");
                self.list_moves(out);
            } else if now.board.must_pass() {
                out.put(b"You have no move: type pass.\r\n");
            } else {
                put_move(out, mv);
                out.put(b" flips nothing, so it is not a move. ");
                self.list_moves(out);
            }
            return self.prompt(out);
        }
        let guessed = self.guess() == Some(mv);
        self.game.play(mv);
        if guessed {
            return self.ponder_hit(Purpose::Reply, chip);
        }
        self.drop_search();
        self.begin_reply(chip, out);
    }

    /// The person's expected move, while the device ponders on it.
    fn guess(&self) -> Option<Move> {
        let thinking = self.thinking.as_ref()?;
        if thinking.purpose == Purpose::Ponder { self.guess } else { None }
    }

    /// Starts the device's reply, or ends the game if it is over.
    fn begin_reply(&mut self, chip: &impl Chip, out: &mut impl Output) {
        let now = self.game.now();
        if now.board.is_over() {
            self.show_board(out);
            self.say_if_over(out);
            return self.prompt(out);
        }
        if now.board.must_pass() {
            out.put(b"I must pass.\r\n");
            self.game.play(Move::PASS);
            self.show_board(out);
            return self.prompt(out);
        }
        self.think_about(&now.board, self.settings.task(), Purpose::Reply, chip);
    }

    /// Plays the move that the search found.
    pub(crate) fn reply(&mut self, chip: &impl Chip, out: &mut impl Output) {
        let now = self.game.now();
        let first = || {
            let square = now.board.moves().trailing_zeros();
            Move::to(square as u8).unwrap_or(Move::PASS)
        };
        // A search that was stopped at once has no best move.
        let mv = self.searches.report().best_move.unwrap_or_else(first);
        out.put(b"I play ");
        put_move(out, mv);
        self.put_report(chip, out);
        let expected = self.searches.report().principal_variation.get(1).copied();
        self.game.play(mv);
        self.show_board(out);
        let board = self.game.now().board;
        if self.say_if_over(out) {
        } else if board.must_pass() {
            out.put(b"You have no move: type pass.\r\n");
        } else if let Some(expected) = expected.filter(|_| self.settings.ponder) {
            let after = self.game.now().after(expected).board;
            if !after.is_over() && !after.must_pass() {
                self.guess = Some(expected);
                self.think_about(&after, self.settings.task(), Purpose::Ponder, chip);
            }
        }
        self.prompt(out);
    }

    /// Prints the hint that the search found.
    pub(crate) fn give_hint(&mut self, chip: &impl Chip, out: &mut impl Output) {
        match self.searches.report().best_move {
            Some(mv) => {
                out.put(b"I would play ");
                put_move(out, mv);
                self.put_report(chip, out);
            }
            None => out.put(b"I have not searched long enough for a hint.\r\n"),
        }
        self.prompt(out);
    }

    /// Prints the last search's value and cost.
    fn put_report(&self, chip: &impl Chip, out: &mut impl Output) {
        let report = self.searches.report();
        out.put(b": value ");
        put_value(out, report.value, report.bound, report.proven);
        let milliseconds = milliseconds(self.took, chip);
        write!(
            out,
            ", depth {}, {} nodes, {} ms",
            report.depth, report.counts.generated, milliseconds
        );
        if report.proven && report.bound == Bound::Exact {
            out.put(b", to the end");
        }
        out.put(b"\r\n");
    }

    fn new_game(&mut self, argument: &str, chip: &impl Chip, out: &mut impl Output) {
        let person = match argument {
            "" => Colour::Black,
            _ if argument.eq_ignore_ascii_case("black") => Colour::Black,
            _ if argument.eq_ignore_ascii_case("white") => Colour::White,
            _ => {
                out.put(b"Type new, new black or new white.\r\n");
                return self.prompt(out);
            }
        };
        self.game = Game::new(Board::START, Colour::Black, person);
        write!(out, "A new game: you are {}.\r\n", colour_name(person));
        if self.game.persons_turn() {
            self.show_board(out);
            self.prompt(out);
        } else {
            self.begin_reply(chip, out);
        }
    }

    fn undo(&mut self, out: &mut impl Output) {
        if self.game.undo() {
            self.show_board(out);
        } else {
            out.put(b"There is no move to take back.\r\n");
        }
    }

    fn set(&mut self, argument: &str, out: &mut impl Output, read: impl Fn(u64) -> Option<Effort>) {
        match argument.parse().ok().and_then(read) {
            Some(effort) => {
                self.settings.effort = effort;
                self.settings.describe(out);
            }
            None => {
                write!(out, "Give a number: level 1 to {}, nodes 5000, or time 1000.\r\n", PLIES);
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
        self.settings.describe(out);
    }

    fn list_moves(&self, out: &mut impl Output) {
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

    /// Announces the result if the game is over; returns whether it is.
    fn say_if_over(&self, out: &mut impl Output) -> bool {
        let now = self.game.now();
        if !now.board.is_over() {
            return false;
        }
        let score = now.board.score();
        let winner = if score > 0 { now.mover } else { now.mover.other() };
        match score.unsigned_abs() {
            0 => out.put(b"The game is over: a draw."),
            score => write!(out, "The game is over: {} wins by {}.", colour_name(winner), score),
        }
        out.put(b" Type new for another.\r\n");
        true
    }

    fn info(&self, chip: &impl Chip, out: &mut impl Output) {
        let now = self.statistics(chip);
        self.settings.describe(out);
        write!(
            out,
            "Up {} s, {} searches, {} nodes.\r\n",
            now.uptime / 1000,
            now.searches,
            now.nodes
        );
        write!(
            out,
            "Bytes: stack {} of {} used at most, other memory {}, flash {}.\r\n",
            now.stack_used, now.stack, now.ram, now.flash
        );
        let bad = now.errors;
        write!(
            out,
            "Frames: {} good, {} garbled, {} too long, {} of another version, {} unknown, {} unfinished.\r\n",
            now.frames,
            bad.framing + bad.checksum,
            bad.too_long,
            bad.version,
            bad.message,
            bad.abandoned
        );
        write!(out, "Bytes lost {} times.\r\n", bad.lost);
    }
}

fn say_unknown(text: &str, out: &mut impl Output) {
    write!(out, "Unknown command \"{}\". Type a move such as d3, or help.\r\n", text.trim_ascii());
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
