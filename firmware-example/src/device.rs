//! The device: takes the link's bytes, thinks in slices, answers.

use plyscope_core::othello::{Board, Colour, Move};
use plyscope_core::wire::{
    Command, LinkErrors, Received, Receiver, Refusal, Task, WireError, decode,
};
use plyscope_core::{Counts, Progress};

use crate::chip::{Chip, Event};
use crate::game::Game;
use crate::line::{Line, Typed};
use crate::settings::Settings;
use crate::text::Output;
use plyscope_firmware_searches::{Memory, PLIES, Searches, weights_are_intact};

/// Nodes between two looks at the link: a millisecond at 16 MHz.
const SLICE: u64 = 16;

/// No input is taken, and no result given, without room for this much output: the longest that any of it makes.
const ROOM: usize = 1024;

/// A frame that nobody goes on with for so many milliseconds is given up: time for a desktop's operating system to do
/// something else between two bytes.
const PATIENCE: u64 = 200;

/// Milliseconds between two progress reports at least: one takes some two to be sent, and must not stand in the way of
/// answers.
const PROGRESS: u32 = 5;

/// Whom and what a search is for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// The device's move in a person's game.
    Reply,
    /// A hint for a person.
    Hint,
    /// A person's move, guessed: the device's reply to it.
    Ponder,
    /// A program's request.
    Host {
        /// Its number.
        id: u16,
        /// On the opponent's time.
        ponder: bool,
    },
}

/// A program's request for a search: what it is known again by.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Asked {
    pub(crate) id: u16,
    pub(crate) board: Board,
    pub(crate) task: Task,
}

impl Purpose {
    /// Whether its result must wait.
    fn is_pondering(self) -> bool {
        matches!(self, Self::Ponder | Self::Host { ponder: true, .. })
    }
}

/// A search that runs, or whose result waits.
pub(crate) struct Thinking {
    pub(crate) purpose: Purpose,
    pub(crate) task: Task,
    /// Clock ticks when it began.
    pub(crate) began: u64,
    /// Clock ticks when to stop.
    stop_at: u64,
    /// Clock ticks of the next progress report.
    report_at: u64,
    /// It has ended, and its result waits.
    ended: bool,
}

/// All counters.
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
    /// When the last byte came, in milliseconds.
    last_byte: u64,
    pub(crate) line: Line,
    pub(crate) game: Game,
    pub(crate) settings: Settings,
    pub(crate) thinking: Option<Thinking>,
    /// The move of the person that is pondered on.
    pub(crate) guess: Option<Move>,
    /// The last request for a search, as long as the searches work on it or hold its result.
    pub(crate) asked: Option<Asked>,
    /// Clock ticks that the last search took.
    pub(crate) took: u64,
    pub(crate) counters: Counters,
    pub(crate) restart: bool,
    /// Whether its weights are those that were written: otherwise it does not play.
    pub(crate) is_sound: bool,
}

impl<'s> Device<'s> {
    /// At the start of a game, with a person to move. Looks at the weights' checksums.
    pub fn new(memory: &'s mut Memory) -> Self {
        Self {
            searches: Searches::new(memory),
            receiver: Receiver::new(),
            last_byte: 0,
            line: Line::new(),
            game: Game::new(Board::START, Colour::Black, Colour::Black),
            settings: Settings::default(),
            thinking: None,
            guess: None,
            asked: None,
            took: 0,
            counters: Counters::default(),
            restart: false,
            is_sound: weights_are_intact(),
        }
    }

    /// Whether it was asked to start anew; what it has written is to be sent first.
    #[must_use]
    pub fn wants_restart(&self) -> bool {
        self.restart
    }

    /// Whether a byte may be handed in now: its answer has room.
    #[must_use]
    pub fn is_ready(&self, out: &impl Output) -> bool {
        out.room() >= ROOM
    }

    /// Whether there is nothing to do until a byte comes.
    #[must_use]
    pub fn is_idle(&self) -> bool {
        self.thinking.as_ref().is_none_or(|thinking| thinking.ended)
    }

    /// Takes a byte from the link.
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

    /// Bytes were lost after the last one received.
    pub fn lose(&mut self, chip: &impl Chip) {
        self.counters.errors.lost += 1;
        self.receiver.abandon();
        // What comes now may be the rest of a frame: not text until the line ends.
        self.line.lose();
        chip.log(&Event::Lost);
    }

    fn typed(&mut self, byte: u8, chip: &impl Chip, out: &mut impl Output) {
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
            Typed::Interrupt => self.interrupt(out),
        }
    }

    /// What the running search is for, if there is one.
    pub(crate) fn purpose(&self) -> Option<Purpose> {
        self.thinking.as_ref().map(|thinking| thinking.purpose)
    }

    /// Starts the search of `task` on `board`.
    pub(crate) fn think_about(
        &mut self,
        board: &Board,
        task: Task,
        purpose: Purpose,
        chip: &impl Chip,
    ) {
        let mut task = task;
        task.limits.depth = task.limits.depth.min(PLIES as u32);
        self.searches.start(board, &task);
        self.asked = None;
        let now = chip.ticks();
        self.thinking = Some(Thinking {
            purpose,
            task,
            began: now,
            stop_at: stop_at(&task, now, chip),
            report_at: report_at(&task, now, chip),
            ended: false,
        });
    }

    /// What was pondered on has happened: the search is now `purpose`'s.
    pub(crate) fn ponder_hit(&mut self, purpose: Purpose, chip: &impl Chip) {
        if let Some(thinking) = &mut self.thinking {
            thinking.purpose = purpose;
            thinking.stop_at = stop_at(&thinking.task, chip.ticks(), chip);
        }
    }

    /// Ends the running search, if any, and forgets it.
    pub(crate) fn drop_search(&mut self) {
        self.thinking = None;
        self.asked = None;
    }

    /// Ends the running search, if any; its result comes with the next [`Device::turn`].
    pub(crate) fn stop_thinking(&mut self) {
        if let Some(thinking) = &mut self.thinking {
            self.searches.stop();
            // Whoever stops a search wants its result.
            if let Purpose::Host { id, .. } = thinking.purpose {
                thinking.purpose = Purpose::Host { id, ponder: false };
            }
        }
    }

    /// One turn of the main loop besides [`Device::receive`]: thinks for a moment, gives up on frames that nobody goes on
    /// with, gives a result that is there.
    pub fn turn(&mut self, chip: &impl Chip, out: &mut impl Output) {
        if self.receiver.is_within_frame()
            && chip.milliseconds() - self.last_byte > PATIENCE
            && self.receiver.abandon()
        {
            self.counters.errors.abandoned += 1;
            chip.log(&Event::Abandoned);
        }
        let Some(thinking) = &mut self.thinking else { return };
        if !thinking.ended {
            let waits = thinking.purpose.is_pondering();
            let outcome = self.searches.step(SLICE);
            let now = chip.ticks();
            if outcome == Ok(Progress::Paused) && now >= thinking.stop_at && !waits {
                self.searches.stop();
            } else if outcome == Ok(Progress::Paused) {
                let interval = thinking.task.progress;
                if interval > 0 && now >= thinking.report_at && out.room() >= ROOM {
                    thinking.report_at = report_at(&thinking.task, now, chip);
                    self.report_progress(chip, out);
                }
                return;
            }
            thinking.ended = true;
            self.took = now - thinking.began;
            let Counts { generated, .. } = self.searches.counts();
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
        self.thinking = None;
        match purpose {
            Purpose::Host { id, .. } => self.give_result(id, out),
            Purpose::Reply => self.reply(chip, out),
            Purpose::Hint => self.give_hint(chip, out),
            // It waits, see above.
            Purpose::Ponder => {}
        }
    }
}

/// Milliseconds for clock ticks.
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
    now + chip.ticks_in(task.progress.max(PROGRESS))
}
