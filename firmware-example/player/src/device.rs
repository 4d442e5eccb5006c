//! The device: receives bytes, searches in slices, answers.

use plyscope_core::Progress;
use plyscope_core::othello::{Board, Colour, Move};
use plyscope_core::wire::{
    Command, LinkErrors, Received, Receiver, Refusal, Task, WireError, decode,
};

use crate::chip::{Chip, Event};
use crate::clocks::Clocks;
use crate::desk::SHOWN_EVERY;
use crate::game::{Game, Persons};
use crate::level::Choice;
use crate::line::{Line, Typed};
use crate::settings::Settings;
use crate::text::Output;
use plyscope_firmware_searches::{Memory, PLIES, Searches, weights_are_intact};

/// Nodes between two polls of the link: a millisecond and a quarter at 16 MHz.
const SLICE: u64 = 20;

/// Room for output, in bytes, that is required before any input is taken or any result given: more than the longest answer.
pub const ROOM: usize = 1024;

/// Milliseconds without a byte after which a frame is abandoned. Leaves a desktop's operating system time to do something
/// else between two bytes.
const PATIENCE: u64 = 200;

/// Minimum milliseconds between two progress reports. Sending one takes about two, and must not delay answers.
const PROGRESS: u32 = 5;

/// The purpose of a search.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// The device's move in a person's game.
    Reply,
    /// A hint for a person.
    Hint,
    /// The device's reply to a move that it expects from the person.
    Ponder,
    /// A program's request.
    Host {
        /// The request's number.
        id: u16,
        /// Whether it runs on the opponent's time.
        ponder: bool,
    },
}

/// A program's request for a search, kept to recognise a repetition.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Asked {
    pub(crate) id: u16,
    pub(crate) board: Board,
    pub(crate) task: Task,
}

impl Purpose {
    /// Whether the result must wait.
    fn is_pondering(self) -> bool {
        matches!(self, Self::Ponder | Self::Host { ponder: true, .. })
    }
}

/// A search that is running, or whose result is waiting.
pub(crate) struct Thinking {
    pub(crate) purpose: Purpose,
    pub(crate) task: Task,
    /// Clock ticks at its start.
    pub(crate) began: u64,
    /// Clock ticks at which to stop.
    stop_at: u64,
    /// Clock ticks at which the next progress report is due.
    report_at: u64,
    /// Whether it has ended, with its result waiting.
    ended: bool,
    /// Whether it is to end now.
    is_stopped: bool,
    /// A reply that is not chosen by one search.
    choice: Option<Choice>,
    pub(crate) shown: Shown,
}

/// The thinking that a person has been shown.
#[derive(Default)]
pub(crate) struct Shown {
    /// The last depth.
    pub(crate) depth: u32,
    /// Whether the line is not ended.
    pub(crate) is_open: bool,
    /// Clock ticks at which the next word is due.
    due: u64,
}

/// Counters since the start.
#[derive(Default)]
pub(crate) struct Counters {
    pub(crate) frames: u32,
    pub(crate) errors: LinkErrors,
    pub(crate) searches: u32,
    pub(crate) nodes: u64,
}

/// A player behind a link.
pub struct Device<'s> {
    pub(crate) searches: Searches<'s>,
    receiver: Receiver,
    /// Time of the last byte, in milliseconds since the start.
    last_byte: u64,
    pub(crate) line: Line,
    pub(crate) game: Game,
    pub(crate) settings: Settings,
    pub(crate) clocks: Clocks,
    /// Whether a side's time has run out, and that was said.
    pub(crate) has_fallen: bool,
    pub(crate) thinking: Option<Thinking>,
    /// The person's expected move, while the device ponders on it.
    pub(crate) guess: Option<Move>,
    /// The last request for a search, while its search runs or its result is kept.
    pub(crate) asked: Option<Asked>,
    /// Duration of the last search in clock ticks.
    pub(crate) took: u64,
    pub(crate) counters: Counters,
    pub(crate) restart: bool,
    /// Whether the weights match their checksums; if not, the device does not play.
    pub(crate) is_sound: bool,
}

impl<'s> Device<'s> {
    /// A device at the start of a game, with a person to move. Verifies the weights' checksums.
    pub fn new(memory: &'s mut Memory) -> Self {
        Self {
            searches: Searches::new(memory),
            receiver: Receiver::new(),
            last_byte: 0,
            line: Line::new(),
            game: Game::new(Board::START, Colour::Black, Persons::Black),
            settings: Settings::default(),
            clocks: Clocks::default(),
            has_fallen: false,
            thinking: None,
            guess: None,
            asked: None,
            took: 0,
            counters: Counters::default(),
            restart: false,
            is_sound: weights_are_intact(),
        }
    }

    /// Whether a restart was requested. Send all queued output first.
    #[must_use]
    pub fn wants_restart(&self) -> bool {
        self.restart
    }

    /// Whether [`Device::receive`] may be called: the output has room for an answer.
    #[must_use]
    pub fn is_ready(&self, out: &impl Output) -> bool {
        out.room() >= ROOM
    }

    /// Whether there is nothing to do until the next byte.
    #[must_use]
    pub fn is_idle(&self) -> bool {
        self.thinking.as_ref().is_none_or(|thinking| thinking.ended)
    }

    /// Processes a byte from the link.
    pub fn receive(&mut self, byte: u8, chip: &impl Chip, out: &mut impl Output) {
        self.last_byte = chip.milliseconds();
        let within_frame = self.receiver.is_within_frame();
        let decoded = match self.receiver.push(byte) {
            None => {
                if !within_frame && self.receiver.is_within_frame() {
                    self.line.clear();
                }
                return;
            }
            Some(Received::Text(byte)) => return self.typed(byte, chip, out),
            Some(Received::TooLong) => {
                self.counters.errors.too_long += 1;
                return self.refuse(0, Refusal::Garbled, chip, out);
            }
            Some(Received::Garbled) => {
                self.counters.errors.framing += 1;
                return self.refuse(0, Refusal::Garbled, chip, out);
            }
            Some(Received::Payload(payload)) => decode::<Command>(payload),
        };
        let refusal = match decoded {
            Ok((id, request)) => {
                self.counters.frames += 1;
                chip.log(&Event::Request { id, request: request.clone() });
                return self.request(id, request, chip, out);
            }
            Err(WireError::Version { .. }) => {
                self.counters.errors.version += 1;
                Refusal::Version { spoken: plyscope_core::wire::VERSION }
            }
            Err(WireError::Message) => {
                self.counters.errors.message += 1;
                Refusal::Unknown
            }
            Err(_) => {
                self.counters.errors.checksum += 1;
                Refusal::Garbled
            }
        };
        self.receiver.reject();
        self.refuse(0, refusal, chip, out);
    }

    /// Records that bytes were lost after the last one received.
    pub fn lose(&mut self, chip: &impl Chip) {
        self.counters.errors.lost += 1;
        self.receiver.abandon();
        // The next bytes may be the rest of a frame, so they are not text until the line ends.
        self.line.lose();
        chip.log(&Event::Lost);
    }

    fn typed(&mut self, byte: u8, chip: &impl Chip, out: &mut impl Output) {
        self.seed_once(chip);
        self.end_shown_line(out);
        match self.line.push(byte, out) {
            Typed::More => {}
            Typed::Finished => {
                let line = self.line.take();
                self.command(&line, chip, out);
            }
            Typed::TooLong => {
                self.counters.errors.long_lines += 1;
                self.say_too_long(out);
            }
            Typed::Lost => self.say_lost(out),
            Typed::Interrupt(was_empty) => self.interrupt(was_empty, out),
        }
    }

    /// The purpose of the running search, if there is one.
    pub(crate) fn purpose(&self) -> Option<Purpose> {
        self.thinking.as_ref().map(|thinking| thinking.purpose)
    }

    /// Starts a search of `board` as `task` asks.
    pub(crate) fn think_about(
        &mut self,
        board: &Board,
        task: Task,
        purpose: Purpose,
        chip: &impl Chip,
    ) {
        let mut task = task;
        task.limits.depth = task.limits.depth.min(PLIES as u32);
        let discs = (board.mover | board.opponent).count_ones();
        let style = self.settings.style(discs).filter(|_| purpose == Purpose::Reply);
        let choice = style.map(|style| Choice::new(*board, style, self.settings.seed));
        if choice.is_none() {
            self.searches.start(board, &task);
        }
        self.asked = None;
        let now = chip.ticks();
        self.thinking = Some(Thinking {
            purpose,
            task,
            began: now,
            stop_at: stop_at(&task, now, chip),
            report_at: report_at(&task, now, chip),
            ended: false,
            is_stopped: false,
            choice,
            shown: Shown { due: now + chip.ticks_in(SHOWN_EVERY), ..Shown::default() },
        });
    }

    /// The expected move was played: turns the pondering search into one for `purpose`.
    pub(crate) fn ponder_hit(&mut self, purpose: Purpose, chip: &impl Chip) {
        if let Some(thinking) = &mut self.thinking {
            thinking.purpose = purpose;
            thinking.stop_at = stop_at(&thinking.task, chip.ticks(), chip);
        }
    }

    /// Discards the running search, if any.
    pub(crate) fn drop_search(&mut self) {
        self.thinking = None;
        self.asked = None;
    }

    /// Stops the running search, if any; the next [`Device::turn`] gives its result.
    pub(crate) fn stop_thinking(&mut self) {
        if let Some(thinking) = &mut self.thinking {
            self.searches.stop();
            thinking.is_stopped = true;
            // A program that stops a pondering search wants its result.
            if let Purpose::Host { id, .. } = thinking.purpose {
                thinking.purpose = Purpose::Host { id, ponder: false };
            }
        }
    }

    /// The main loop's other half, besides [`Device::receive`]: searches a slice, abandons stalled frames, delivers a
    /// finished result.
    pub fn turn(&mut self, chip: &impl Chip, out: &mut impl Output) {
        if self.receiver.is_within_frame()
            && chip.milliseconds() - self.last_byte > PATIENCE
            && self.receiver.abandon()
        {
            self.counters.errors.abandoned += 1;
            chip.log(&Event::Abandoned);
        }
        if self.clocks.are_on() {
            self.watch_clocks(chip, out);
        }
        let Some(thinking) = &mut self.thinking else { return };
        if !thinking.ended {
            let waits = thinking.purpose.is_pondering();
            let outcome = match &mut thinking.choice {
                Some(choice) => choice.step(&mut self.searches, SLICE),
                None => self.searches.step(SLICE),
            };
            let now = chip.ticks();
            let is_late = now >= thinking.stop_at && !waits || thinking.is_stopped;
            if outcome == Ok(Progress::Paused) && thinking.choice.is_none() && is_late {
                self.searches.stop();
            } else if outcome == Ok(Progress::Paused) && !is_late {
                return self.tell_progress(now, chip, out);
            }
            thinking.ended = true;
            self.took = now - thinking.began;
            let generated = match &thinking.choice {
                Some(choice) => choice.nodes(),
                None => self.searches.counts().generated,
            };
            self.counters.searches += 1;
            self.counters.nodes += generated;
            chip.log(&Event::Searched {
                nodes: generated,
                milliseconds: milliseconds(self.took, chip),
            });
        }
        if thinking.purpose.is_pondering() || out.room() < ROOM {
            return;
        }
        let purpose = thinking.purpose;
        let chosen = thinking.choice.as_ref().and_then(Choice::best);
        self.end_shown_line(out);
        self.thinking = None;
        match purpose {
            Purpose::Host { id, .. } => self.give_result(id, out),
            Purpose::Reply => self.reply(chosen, chip, out),
            Purpose::Hint => self.give_hint(chip, out),
            // Its result waits, see above.
            Purpose::Ponder => {}
        }
    }

    /// Tells whoever waits for the search how far it is, if it is time.
    fn tell_progress(&mut self, now: u64, chip: &impl Chip, out: &mut impl Output) {
        let Some(thinking) = &mut self.thinking else { return };
        let is_for_person = matches!(thinking.purpose, Purpose::Reply | Purpose::Hint);
        let due = match is_for_person {
            true => thinking.shown.due,
            false => thinking.report_at,
        };
        if now < due || out.room() < ROOM {
            return;
        }
        if !is_for_person {
            thinking.report_at = report_at(&thinking.task, now, chip);
            return self.report_progress(chip, out);
        }
        thinking.shown.due = now + chip.ticks_in(SHOWN_EVERY);
        if self.settings.thinking && thinking.choice.is_none() && self.line.is_empty() {
            self.show_thinking(out);
        }
    }
}

/// Converts clock ticks to milliseconds.
pub(crate) fn milliseconds(ticks: u64, chip: &impl Chip) -> u32 {
    u32::try_from(ticks / chip.ticks_in(1)).unwrap_or(u32::MAX)
}

fn stop_at(task: &Task, now: u64, chip: &impl Chip) -> u64 {
    match task.milliseconds {
        0 => u64::MAX,
        limit => now + chip.ticks_in(limit),
    }
}

fn report_at(task: &Task, now: u64, chip: &impl Chip) -> u64 {
    match task.progress {
        0 => u64::MAX,
        interval => now + chip.ticks_in(interval.max(PROGRESS)),
    }
}
