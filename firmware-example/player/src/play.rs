//! The play: the game, whose turn it is, the clocks and the settings; what of it is printed, and what is kept through a reset.

use plyscope_core::hash::mix;
use plyscope_core::othello::{Board, Colour, Move};
use plyscope_core::wire::Task;

use crate::chip::Chip;
use crate::clocks::Clocks;
use crate::game::{Game, Persons, Position};
use crate::record::{self, Place, RECORD};
use crate::settings::Settings;
use crate::text::{Output, colour_name, put_move, put_row, write};

/// A game with its clocks, and the settings for it.
pub(crate) struct Play {
    pub(crate) game: Game,
    pub(crate) settings: Settings,
    pub(crate) clocks: Clocks,
    /// Whether a side's time has run out, and that was said.
    has_fallen: bool,
}

impl Default for Play {
    fn default() -> Self {
        Self {
            game: Game::new(Board::START, Colour::Black, Persons::Black),
            settings: Settings::default(),
            clocks: Clocks::default(),
            has_fallen: false,
        }
    }
}

impl Play {
    /// Begins a game, with the next seed and full clocks.
    pub(crate) fn begin(&mut self, game: Game, chip: &impl Chip) {
        self.game = game;
        self.settings.seed = self.settings.seed.wrapping_add(1);
        self.clocks.restart(chip.milliseconds());
    }

    /// Plays a legal move and presses the clock.
    pub(crate) fn make_move(&mut self, mv: Move, chip: &impl Chip) {
        self.clocks.press(self.game.now().mover, chip.milliseconds());
        self.game.play(mv);
    }

    /// Sets the clocks in minutes, 0 for none.
    pub(crate) fn set_clocks(&mut self, minutes: u32, chip: &impl Chip) {
        self.clocks.set(minutes, chip.milliseconds());
        self.has_fallen = false;
    }

    /// The side whose time has run out.
    fn fallen(&self, chip: &impl Chip) -> Option<Colour> {
        let now = self.game.now();
        // The clocks first: this is asked all the time, and mostly there are none.
        let out = self.clocks.has_fallen(now.mover, chip) && !now.board.is_over();
        out.then_some(now.mover)
    }

    /// Whether a side's time has just run out.
    pub(crate) fn falls(&mut self, chip: &impl Chip) -> bool {
        let fallen = self.fallen(chip).is_some();
        let before = core::mem::replace(&mut self.has_fallen, fallen);
        fallen && !before
    }

    pub(crate) fn is_over(&self, chip: &impl Chip) -> bool {
        self.game.now().board.is_over() || self.fallen(chip).is_some()
    }

    /// The task of a reply: within a share of the time that is left.
    pub(crate) fn reply_task(&self, board: Board, chip: &impl Chip) -> Task {
        let mut task = self.settings.task();
        let left = self.clocks.left(self.game.now().mover, true, chip.milliseconds());
        if let Some(left) = left {
            let share = (left / (board.empties().count_ones() / 2 + 2)).max(1);
            task.milliseconds =
                if task.milliseconds == 0 { share } else { task.milliseconds.min(share) };
        }
        task
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

    /// Prints the discs of both sides, and who is ahead.
    pub(crate) fn say_score(&self, out: &mut impl Output) {
        let (black, white) = self.game.now().discs();
        let ahead = if black > white { Colour::Black } else { Colour::White };
        write!(out, "Black (X) {}, White (O) {}: ", black, white);
        match self.game.persons.side() {
            _ if black == white => out.put(b"even"),
            None => write!(out, "{} is ahead", colour_name(ahead)),
            Some(side) if side == ahead => out.put(b"you are ahead"),
            Some(_) => out.put(b"I am ahead"),
        }
        match black.abs_diff(white) {
            0 => {}
            difference => write!(out, " by {}", difference),
        }
        out.put(b".\r\n");
    }

    /// Prints the moves of the game, two a number and twelve a line.
    pub(crate) fn list_history(&self, out: &mut impl Output) {
        if self.game.moves().is_empty() {
            return out.put(b"No move has been played.\r\n");
        }
        let Position { mover, .. } = self.game.start();
        if mover == Colour::White {
            out.put(b"White (O) began.\r\n");
        }
        for (count, &mv) in self.game.moves().iter().enumerate() {
            if count % 12 == 0 {
                out.put(if count > 0 { b"\r\n" } else { b"" });
                write!(out, "{}.", count + 1);
            }
            out.put(b" ");
            put_move(out, mv);
        }
        out.put(b"\r\n");
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

/// Says who plays.
pub(crate) fn say_sides(persons: Persons, out: &mut impl Output) {
    match persons.side() {
        Some(side) => write!(out, "you are {}.\r\n", colour_name(side)),
        None => out.put(b"two persons.\r\n"),
    }
}
