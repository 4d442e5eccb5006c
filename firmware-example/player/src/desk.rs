//! The course of a game at the terminal: moves, replies, hints, passes, the end.

use plyscope_core::Game as _;
use plyscope_core::othello::{Board, Colour, Move, Othello};

use crate::chip::Chip;
use crate::device::Device;
use crate::game::{Game, Persons};
use crate::play::say_sides;
use crate::record::Place;
use crate::text::{Output, colour_name, put_move, write};
use crate::thinker::Purpose;

impl Device<'_> {
    /// Plays a person's move, or says why it cannot be played.
    pub(crate) fn persons_move(&mut self, mv: Move, chip: &impl Chip, out: &mut impl Output) {
        let now = self.play.game.now();
        if self.play.is_over(chip) {
            out.put(b"The game is over. Type new for another.\r\n");
            return self.prompt(out);
        }
        if !Othello.is_legal(&now.board, mv) {
            if mv == Move::PASS {
                out.put(b"You may not pass while you have a move. ");
                self.play.list_moves(out);
            } else if now.board.must_pass() {
                out.put(b"You have no move: type pass.\r\n");
            } else {
                put_move(out, mv);
                let disc = 1u64 << mv.square().unwrap_or_default();
                if now.board.empties() & disc != 0 {
                    out.put(b" flips nothing, so it is not a move. ");
                } else {
                    out.put(b" has a disc already, so it is not a move. ");
                }
                self.play.list_moves(out);
            }
            return self.prompt(out);
        }
        let guessed = self.thinker.guess() == Some(mv);
        self.play.make_move(mv, chip);
        if guessed {
            return self.thinker.ponder_hit(Purpose::Reply, chip);
        }
        self.thinker.drop_search();
        self.go_on(chip, out);
    }

    /// Lets the game go on after a change: passes for a side that has no move, and starts the device's reply, or shows the
    /// board to a person.
    pub(crate) fn go_on(&mut self, chip: &impl Chip, out: &mut impl Output) {
        let now = self.play.game.now();
        if now.board.must_pass() && !self.play.is_over(chip) {
            match self.play.game.persons.side() {
                None => write!(out, "{} has no move and passes.\r\n", colour_name(now.mover)),
                Some(side) if side == now.mover => out.put(b"You have no move, so you pass.\r\n"),
                Some(_) => out.put(b"I have no move, so I pass.\r\n"),
            }
            self.play.make_move(Move::PASS, chip);
        }
        self.play.keep(Place::Running, chip);
        let over = self.play.is_over(chip);
        if over || self.play.game.persons_turn() {
            self.play.show_board(chip, out);
            self.play.say_if_over(chip, out);
            return self.prompt(out);
        }
        let board = self.play.game.now().board;
        let task = self.play.reply_task(board, chip);
        self.thinker.start(&board, task, Purpose::Reply, &self.play.settings, chip);
    }

    /// Plays the move that the search found, or that was `chosen` otherwise.
    pub(crate) fn reply(&mut self, chosen: Option<Move>, chip: &impl Chip, out: &mut impl Output) {
        let now = self.play.game.now();
        let first = || {
            let square = now.board.moves().trailing_zeros();
            Move::to(square as u8).unwrap_or(Move::PASS)
        };
        // A search that was stopped at once has no best move.
        let mv = chosen.or(self.thinker.report().best_move).unwrap_or_else(first);
        out.put(b"I play ");
        put_move(out, mv);
        if chosen.is_some() {
            out.put(b".\r\n");
        } else {
            self.thinker.put_report(chip, out);
        }
        let expected = match chosen {
            Some(_) => None,
            None => self.thinker.report().principal_variation.get(1).copied(),
        };
        self.play.make_move(mv, chip);
        let board = self.play.game.now().board;
        if board.must_pass() {
            self.play.show_board(chip, out);
        } else if let Some(expected) = expected.filter(|_| self.play.settings.ponder) {
            let after = self.play.game.now().after(expected).board;
            let plain = self.play.settings.style(&after).is_none();
            if plain && !after.is_over() && !after.must_pass() {
                self.thinker.ponder((expected, &after), &self.play.settings, chip);
            }
        }
        self.go_on(chip, out);
    }

    /// Prints the hint that the search found.
    pub(crate) fn give_hint(&mut self, chip: &impl Chip, out: &mut impl Output) {
        match self.thinker.report().best_move {
            Some(mv) => {
                out.put(b"I would play ");
                put_move(out, mv);
                self.thinker.put_report(chip, out);
            }
            None => out.put(b"I have not searched long enough for a hint.\r\n"),
        }
        self.prompt(out);
    }

    pub(crate) fn new_game(&mut self, argument: &str, chip: &impl Chip, out: &mut impl Output) {
        let persons = match argument {
            "" if self.play.game.persons == Persons::Both => Persons::Both,
            "" => Persons::Black,
            _ if argument.eq_ignore_ascii_case("black") => Persons::Black,
            _ if argument.eq_ignore_ascii_case("white") => Persons::White,
            _ => {
                out.put(b"Type new, new black or new white.\r\n");
                return self.prompt(out);
            }
        };
        out.put(b"A new game: ");
        say_sides(persons, out);
        self.begin(Game::new(Board::START, Colour::Black, persons), chip, out);
    }

    /// Starts a game.
    pub(crate) fn begin(&mut self, game: Game, chip: &impl Chip, out: &mut impl Output) {
        self.play.begin(game, chip);
        self.go_on(chip, out);
    }

    /// Says so when a side's time runs out.
    pub(crate) fn watch_clocks(&mut self, chip: &impl Chip, out: &mut impl Output) {
        if self.play.falls(chip) {
            self.thinker.end_shown_line(out);
            if !matches!(self.thinker.purpose(), Some(Purpose::Host { .. })) {
                self.thinker.drop_search();
            }
            out.put(b"\r\n");
            self.play.say_if_over(chip, out);
            self.prompt(out);
        }
    }
}
