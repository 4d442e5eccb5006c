//! The game at the terminal: moves, replies, passes, the end, the clocks; what is kept through a reset.

use plyscope_core::othello::{Board, Colour, Move, Othello};
use plyscope_core::wire::Task;
use plyscope_core::{Bound, Game as _, mix};

use crate::chip::Chip;
use crate::device::{Device, Purpose, milliseconds};
use crate::game::{Game, Persons};
use crate::record::{self, Place, RECORD};
use crate::text::{Output, colour_name, put_move, put_row, put_value, write};

/// Milliseconds of thinking before it is shown, and between two words of it.
pub(crate) const SHOWN_EVERY: u32 = 300;

impl Device<'_> {
    pub(crate) fn show_board(&self, chip: &impl Chip, out: &mut impl Output) {
        let now = self.game.now();
        let last = self.game.last();
        let (black, white) = now.discs();
        out.put(b"    a b c d e f g h\r\n");
        for row in 0..8 {
            put_row(out, now, last, row);
            match row {
                0 => {
                    write!(out, "  Black X {}", black);
                    self.show_clock(Colour::Black, chip, out);
                }
                1 => {
                    write!(out, "  White O {}", white);
                    self.show_clock(Colour::White, chip, out);
                }
                3 if self.is_over(chip) => out.put(b"  the game is over"),
                3 => write!(out, "  {} to move", colour_name(now.mover)),
                _ => {}
            }
            out.put(b"\r\n");
        }
    }

    fn show_clock(&self, side: Colour, chip: &impl Chip, out: &mut impl Output) {
        let now = self.game.now();
        let runs = now.mover == side && !now.board.is_over();
        self.clocks.describe(side, runs, chip.milliseconds(), out);
    }

    /// The side whose time has run out.
    fn fallen(&self, chip: &impl Chip) -> Option<Colour> {
        let now = self.game.now();
        // The clocks first: this is asked all the time, and mostly there are none.
        let out = self.clocks.has_fallen(now.mover, chip) && !now.board.is_over();
        out.then_some(now.mover)
    }

    pub(crate) fn is_over(&self, chip: &impl Chip) -> bool {
        self.game.now().board.is_over() || self.fallen(chip).is_some()
    }

    /// Plays a legal move and presses the clock.
    fn play(&mut self, mv: Move, chip: &impl Chip) {
        self.clocks.press(self.game.now().mover, chip.milliseconds());
        self.game.play(mv);
    }

    /// Plays a person's move, or says why it cannot be played.
    pub(crate) fn persons_move(&mut self, mv: Move, chip: &impl Chip, out: &mut impl Output) {
        let now = self.game.now();
        if self.is_over(chip) {
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
                let disc = 1u64 << mv.square().unwrap_or_default();
                if now.board.empties() & disc != 0 {
                    out.put(b" flips nothing, so it is not a move. ");
                } else {
                    out.put(b" has a disc already, so it is not a move. ");
                }
                self.list_moves(out);
            }
            return self.prompt(out);
        }
        let guessed = self.guess() == Some(mv);
        self.play(mv, chip);
        if guessed {
            return self.ponder_hit(Purpose::Reply, chip);
        }
        self.drop_search();
        self.go_on(chip, out);
    }

    /// The person's expected move, while the device ponders on it.
    fn guess(&self) -> Option<Move> {
        let thinking = self.thinking.as_ref()?;
        if thinking.purpose == Purpose::Ponder { self.guess } else { None }
    }

    /// Lets the game go on after a change: passes for a side that has no move, and starts the device's reply, or shows the
    /// board to a person.
    pub(crate) fn go_on(&mut self, chip: &impl Chip, out: &mut impl Output) {
        let now = self.game.now();
        if now.board.must_pass() && !self.is_over(chip) {
            match self.game.persons.side() {
                None => write!(out, "{} has no move and passes.\r\n", colour_name(now.mover)),
                Some(side) if side == now.mover => out.put(b"You have no move, so you pass.\r\n"),
                Some(_) => out.put(b"I have no move, so I pass.\r\n"),
            }
            self.play(Move::PASS, chip);
        }
        self.keep(Place::Running, chip);
        let over = self.is_over(chip);
        if over || self.game.persons_turn() {
            self.show_board(chip, out);
            self.say_if_over(chip, out);
            return self.prompt(out);
        }
        let board = self.game.now().board;
        let task = self.reply_task(board, chip);
        self.think_about(&board, task, Purpose::Reply, chip);
    }

    /// The task of a reply: within a share of the time that is left.
    fn reply_task(&self, board: Board, chip: &impl Chip) -> Task {
        let mut task = self.settings.task();
        let left = self.clocks.left(self.game.now().mover, true, chip.milliseconds());
        if let Some(left) = left {
            let share = (left / (board.empties().count_ones() / 2 + 2)).max(1);
            task.milliseconds =
                if task.milliseconds == 0 { share } else { task.milliseconds.min(share) };
        }
        task
    }

    /// Plays the move that the search found, or that was `chosen` otherwise.
    pub(crate) fn reply(&mut self, chosen: Option<Move>, chip: &impl Chip, out: &mut impl Output) {
        let now = self.game.now();
        let first = || {
            let square = now.board.moves().trailing_zeros();
            Move::to(square as u8).unwrap_or(Move::PASS)
        };
        // A search that was stopped at once has no best move.
        let mv = chosen.or(self.searches.report().best_move).unwrap_or_else(first);
        out.put(b"I play ");
        put_move(out, mv);
        if chosen.is_some() {
            out.put(b".\r\n");
        } else {
            self.put_report(chip, out);
        }
        let expected = match chosen {
            Some(_) => None,
            None => self.searches.report().principal_variation.get(1).copied(),
        };
        self.play(mv, chip);
        let board = self.game.now().board;
        if board.must_pass() {
            self.show_board(chip, out);
        } else if let Some(expected) = expected.filter(|_| self.settings.ponder) {
            let after = self.game.now().after(expected).board;
            let plain = self.settings.style(after_discs(after)).is_none();
            if plain && !after.is_over() && !after.must_pass() {
                self.guess = Some(expected);
                self.think_about(&after, self.settings.task(), Purpose::Ponder, chip);
            }
        }
        self.go_on(chip, out);
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

    /// Shows how far the search is: a depth and its move, or a dot.
    pub(crate) fn show_thinking(&mut self, out: &mut impl Output) {
        let report = self.searches.report();
        let (depth, best) = (report.depth, report.best_move);
        let Some(thinking) = &mut self.thinking else { return };
        let shown = &mut thinking.shown;
        match best {
            Some(mv) if depth > shown.depth => {
                out.put(if shown.is_open { b", " } else { b"I think: depth " });
                write!(out, "{} ", depth);
                put_move(out, mv);
                shown.depth = depth;
            }
            _ if shown.is_open => out.put(b"."),
            _ => out.put(b"I think."),
        }
        shown.is_open = true;
    }

    /// Begins a new line if thinking is shown on this one.
    pub(crate) fn end_shown_line(&mut self, out: &mut impl Output) {
        if let Some(thinking) = &mut self.thinking
            && core::mem::take(&mut thinking.shown.is_open)
        {
            out.put(b"\r\n");
        }
    }

    /// Starts a game.
    pub(crate) fn begin(&mut self, game: Game, chip: &impl Chip, out: &mut impl Output) {
        self.game = game;
        self.settings.seed = self.settings.seed.wrapping_add(1);
        self.clocks.restart(chip.milliseconds());
        self.go_on(chip, out);
    }

    pub(crate) fn new_game(&mut self, argument: &str, chip: &impl Chip, out: &mut impl Output) {
        let persons = match argument {
            "" if self.game.persons == Persons::Both => Persons::Both,
            "" => Persons::Black,
            _ if argument.eq_ignore_ascii_case("black") => Persons::Black,
            _ if argument.eq_ignore_ascii_case("white") => Persons::White,
            _ => {
                out.put(b"Type new, new black or new white.\r\n");
                return self.prompt(out);
            }
        };
        out.put(b"A new game: ");
        self.say_sides(persons, out);
        self.begin(Game::new(Board::START, Colour::Black, persons), chip, out);
    }

    pub(crate) fn say_sides(&self, persons: Persons, out: &mut impl Output) {
        match persons.side() {
            Some(side) => write!(out, "you are {}.\r\n", colour_name(side)),
            None => out.put(b"two persons.\r\n"),
        }
    }

    /// Announces the result if the game is over; returns whether it is.
    pub(crate) fn say_if_over(&self, chip: &impl Chip, out: &mut impl Output) -> bool {
        let now = self.game.now();
        let side = self.game.persons.side();
        let subject = |winner: Colour, out: &mut _| match side {
            None => write!(out, "{} wins", colour_name(winner)),
            Some(side) if side == winner => Output::put(out, b"you win"),
            Some(_) => Output::put(out, b"I win"),
        };
        if let Some(loser) = self.fallen(chip) {
            write!(out, "Time is up for {}: ", colour_name(loser));
            subject(loser.other(), out);
        } else if now.board.is_over() {
            let score = now.board.score();
            let winner = if score > 0 { now.mover } else { now.mover.other() };
            out.put(b"The game is over: ");
            match score.unsigned_abs() {
                0 => out.put(b"a draw"),
                score => {
                    subject(winner, out);
                    write!(out, " by {}", score);
                }
            }
        } else {
            return false;
        }
        out.put(b". Type new for another.\r\n");
        true
    }

    /// Says so when a side's time runs out.
    pub(crate) fn watch_clocks(&mut self, chip: &impl Chip, out: &mut impl Output) {
        let fallen = self.fallen(chip).is_some();
        if fallen && !self.has_fallen {
            self.end_shown_line(out);
            if !matches!(self.purpose(), Some(Purpose::Host { .. })) {
                self.drop_search();
            }
            out.put(b"\r\n");
            self.say_if_over(chip, out);
            self.prompt(out);
        }
        self.has_fallen = fallen;
    }

    /// The first random numbers follow from the time of the person's first key.
    pub(crate) fn seed_once(&mut self, chip: &impl Chip) {
        if self.settings.seed == 0 {
            self.settings.seed = mix(chip.ticks()) as u32 % 99_999 + 1;
        }
    }

    /// Keeps the game through a reset.
    pub(crate) fn keep(&self, place: Place, chip: &impl Chip) -> bool {
        let mut bytes = [0; RECORD];
        let length = record::write(&self.game, &self.settings, &self.clocks, &mut bytes);
        length.and_then(|length| bytes.get(..length)).is_some_and(|bytes| chip.keep(place, bytes))
    }

    /// Takes back what was kept. Returns whether there was something.
    pub(crate) fn take_back(&mut self, place: Place, chip: &impl Chip) -> bool {
        let mut bytes = [0; RECORD];
        let length = chip.kept(place, &mut bytes);
        let Some(bytes) = length.and_then(|length| bytes.get(..length)) else { return false };
        let into = (&mut self.game, &mut self.settings, &mut self.clocks);
        if record::read(bytes, into).is_none() {
            return false;
        }
        self.clocks.resume(chip.milliseconds());
        true
    }
}

/// The discs on a board.
fn after_discs(board: Board) -> u32 {
    (board.mover | board.opponent).count_ones()
}
