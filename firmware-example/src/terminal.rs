//! What the device says to a person at a terminal.

use plyscope_core::Bound;
use plyscope_core::othello::{Board, Colour, Move, Othello};
use plyscope_core::wire::{Algorithm, ClockSource};

use crate::chip::Chip;
use crate::device::{Device, Purpose, milliseconds};
use crate::game::Game;
use crate::settings::Effort;
use crate::text::{Output, colour_name, put_board, put_move, put_value, write};
use plyscope_firmware_searches::PLIES;

const HELP: &[u8] = b"\
  d3, e6, ...     your move; pass when you have none\r\n\
  board, moves    the position; your moves\r\n\
  hint            what I would play\r\n\
  undo            takes back your last move and my reply\r\n\
  go              I move for you, and play that side from now on\r\n\
  stop            I move at once (Ctrl-C does it, too)\r\n\
  new, new white  another game; you are Black and begin, or White\r\n\
  level 6         I think 6 plies deep\r\n\
  nodes 5000      I think that many nodes\r\n\
  time 1000       I think that many milliseconds\r\n\
  algorithm NAME  alpha-beta, fe or rbfms\r\n\
  ponder on|off   I think on your time, too (and count that)\r\n\
  echo on|off     I send back what you type\r\n\
  info            how I am\r\n";

const DAMAGED: &[u8] =
    b"The weights in my memory are damaged, so I do not play. Write the firmware again.\r\n";

/// The commands that are followed by a word.
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

    /// Shows that it is the person's turn to type, if it is.
    fn prompt(&self, out: &mut impl Output) {
        if !matches!(self.purpose(), Some(Purpose::Reply | Purpose::Hint)) {
            out.put(b"> ");
        }
    }

    /// A program has taken the game away from a person who waits.
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
        out.put(b"Some of that line was lost or is no text. Please type it again.\r\n");
        self.prompt(out);
    }

    /// Control-C: stops thinking, or does nothing but show the prompt.
    pub(crate) fn interrupt(&mut self, out: &mut impl Output) {
        match self.purpose() {
            Some(Purpose::Reply | Purpose::Hint) => self.stop_thinking(),
            _ => self.prompt(out),
        }
    }

    /// Does what a person typed.
    pub(crate) fn command(&mut self, line: &[u8], chip: &impl Chip, out: &mut impl Output) {
        let text = core::str::from_utf8(line).unwrap_or_default();
        let mut words = text.split_ascii_whitespace();
        let command = words.next().unwrap_or_default();
        let argument = words.next().unwrap_or_default();
        let is = |name: &str| command.eq_ignore_ascii_case(name);
        let takes_argument = WITH_ARGUMENT.iter().any(|name| is(name));
        if words.next().is_some() || !(takes_argument || argument.is_empty()) {
            out.put(b"That is too much for one line. Type help.\r\n");
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
                return out.put(b"A program has me search. Wait until it is done.\r\n> ");
            }
            // A person who types something else does not wait for the hint.
            Some(Purpose::Hint) if !harmless => self.drop_search(),
            _ => {}
        }
        // Another position, or another way to search: what is pondered on is of no use any more.
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
                out.put(b"I stay. Your terminal leaves: QEMU by Ctrl-A X, picocom by Ctrl-A Ctrl-X.\r\n");
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
                    out.put(b"I do not understand that. Type a move such as d3, or help.\r\n");
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
        if !Othello::is_legal(&now.board, mv) {
            if mv == Move::PASS {
                out.put(b"You may not pass while you have a move. ");
                self.list_moves(out);
            } else if now.board.must_pass() {
                out.put(b"You have no move: type pass.\r\n");
            } else {
                put_move(out, mv);
                out.put(b" flips nothing, so it is no move. ");
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

    /// The person's move that is pondered on.
    fn guess(&self) -> Option<Move> {
        let thinking = self.thinking.as_ref()?;
        if thinking.purpose == Purpose::Ponder { self.guess } else { None }
    }

    /// It is the device's turn, or the game is over.
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

    /// The search for the device's move has ended.
    pub(crate) fn reply(&mut self, chip: &impl Chip, out: &mut impl Output) {
        let now = self.game.now();
        let first = || {
            let square = now.board.moves().trailing_zeros();
            Move::to(square as u8).unwrap_or(Move::PASS)
        };
        // A search that was stopped at once prefers none.
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

    /// The search for a hint has ended.
    pub(crate) fn give_hint(&mut self, chip: &impl Chip, out: &mut impl Output) {
        match self.searches.report().best_move {
            Some(mv) => {
                out.put(b"I would play ");
                put_move(out, mv);
                self.put_report(chip, out);
            }
            None => out.put(b"I have not thought enough to say.\r\n"),
        }
        self.prompt(out);
    }

    /// What the last search found and cost.
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
            _ => return out.put(b"Give a name: alpha-beta, fe or rbfms.\r\n"),
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

    /// Says who has won if the game is over.
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
